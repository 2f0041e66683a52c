"""Who looks at a page: the person of the session cookie or nobody yet, their language, and what they are to be told."""

import base64
import binascii
import secrets
from collections.abc import Mapping
from typing import Any, Final, get_args
from urllib.parse import quote

import msgspec
from litestar import MediaType, Response
from litestar.datastructures import Cookie
from litestar.utils.scope.state import ScopeState
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from app.engine.names import N_
from app.i18n import Language, choose
from app.people.guests import welcome
from app.people.order import is_suspended
from app.store import reports
from app.store.db import Connection
from app.store.players import Player
from app.web import deps, limits, standing
from app.web.agents import described
from app.web.deps import SESSION_COOKIE, Asked
from app.web.limits import Allowance
from app.web.refusals import CODES, refusal
from app.web.render import Frame, Theme
from app.web.speech import Speech

_NOTE_COOKIE: Final = "opolyx_note"
_THEME_COOKIE: Final = "opolyx_theme"
_LANGUAGE_COOKIE: Final = "opolyx_language"
_THEMES: Final[dict[str, Theme]] = {theme: theme for theme in get_args(Theme)}
REPORTS_COUNTED: Final = 1000
"""Open reports beyond so many are not counted, only shown."""
_NOTE_SECONDS: Final = 60
_A_YEAR: Final = 365 * 24 * 3600
_VARY: Final = {"Vary": "HX-Request, Cookie", "Cache-Control": "no-store"}
_OF_ADDRESSES: Final = "/:?#[]@!$&'()*+,;=%-._~"
"""What stands for itself in an address; of anything else a header would make another header, or nothing."""
_ANIMALS: Final = (
    N_("Otter"),
    N_("Heron"),
    N_("Badger"),
    N_("Lynx"),
    N_("Puffin"),
    N_("Hedgehog"),
    N_("Marten"),
    N_("Beaver"),
    N_("Falcon"),
    N_("Dormouse"),
)


class Note(Struct, frozen=True):
    """A refusal to be told on the next page."""

    code: str
    facts: dict[str, int] = {}

    @classmethod
    def of(cls, code: str, facts: Mapping[str, object]) -> "Note":
        """The note of a refusal; only its numbers are kept."""
        return cls(code, {name: value for name, value in facts.items() if isinstance(value, int)})


class Visitor(Struct, frozen=True):
    """Whoever looks. `player` None has not given a name yet; `note` is what the last answer had to tell."""

    player: Player | None
    language: Language
    csrf: str
    note: Note | None
    theme: Theme = "auto"
    reports: int | None = None
    """How many are open, for operators."""

    @property
    def player_id(self) -> str | None:
        """The id, None for a stranger."""
        return self.player.id if self.player else None

    @property
    def frame(self) -> Frame:
        """What every page of theirs is rendered with."""
        say = Speech(self.language)
        suspended = standing.told(say, self.player, deps.moment())
        warned = standing.warning(say, self.player)
        return Frame(self.language, self.csrf, self.told(self.note), self.theme, suspended, warned, self.reports)

    def told(self, note: Note | None) -> Markup | None:
        """The note in words."""
        return refusal(Speech(self.language), note.code, note.facts) if note else None


async def visitor(c: Connection, request: Asked) -> Visitor:
    """Who is looking."""
    who = stranger(request, await deps.caller_on(c, request))
    if who.player is None or not who.player.operator or is_suspended(who.player, deps.moment()):
        return who
    return replace(who, reports=await reports.count_open(c, most=REPORTS_COUNTED))


def stranger(request: Asked, player: Player | None) -> Visitor:
    """The same without asking the database who it is."""
    token = ScopeState.from_scope(request.scope).csrf_token
    return Visitor(
        player=player,
        language=_language(request, player),
        csrf=token if isinstance(token, str) else "",
        note=_note(request),
        theme=theme(request.cookies.get(_THEME_COOKIE)) or "auto",
    )


def theme(text: str | None) -> Theme | None:
    """The theme of that name; None for any other text."""
    return _THEMES.get(text or "")


def _language(request: Asked, player: Player | None) -> Language:
    """What a person chose is known with them; a stranger's choice only their browser keeps."""
    chosen = player.language if player else request.cookies.get(_LANGUAGE_COOKIE)
    return choose(request.headers.get("accept-language"), chosen)


def kept(request: Asked, *, theme: Theme | None = None, language: str | None = None) -> list[Cookie]:
    """The cookies that remember what was chosen."""
    chosen = {_THEME_COOKIE: theme, _LANGUAGE_COOKIE: language}
    return [lasting(request, name, value) for name, value in chosen.items() if value is not None]


def _note(request: Asked) -> Note | None:
    text = request.cookies.get(_NOTE_COOKIE)
    if not text:
        return None
    try:
        note = msgspec.json.decode(base64.urlsafe_b64decode(text), type=Note)
    except (ValueError, binascii.Error, msgspec.MsgspecError):
        return None
    return note if note.code in CODES else None


async def guest(c: Connection, request: Asked, name: str) -> tuple[Player, Cookie]:
    """A new person, with a friendly name where none was given, and the cookie that knows them. Raises BadName."""
    await limits.spend(c, limits.PLAYERS_BY_ADDRESS, limits.address(request), now=deps.moment())
    language = _language(request, None)
    async with c.transaction():
        name = name if name.strip() else friendly(language)
        made = await welcome(c, name=name, language=language.code, browser=agent(request))
    return made.player, session(request, made.secret)


async def charge(c: Connection, request: Asked, player: Player, by_player: Allowance, by_address: Allowance) -> None:
    """Count this once more for the person and for the address. Raises TooMany."""
    now = deps.moment()
    await limits.spend(c, by_player, player.id, now=now)
    await limits.spend(c, by_address, limits.address(request), now=now)


def friendly(language: Language) -> str:
    """A name for whoever gave none."""
    return f"{language.gettext(secrets.choice(_ANIMALS))} {secrets.randbelow(90) + 10}"


def agent(request: Asked) -> str:
    """What the owner of this browser would call it."""
    return described(request.headers.get("user-agent", ""))


def session(request: Asked, secret: str) -> Cookie:
    """The cookie that knows somebody."""
    return lasting(request, SESSION_COOKIE, secret)


def lasting(request: Asked, name: str, value: str) -> Cookie:
    """A cookie of a year that no script reads."""
    return Cookie(
        key=name,
        value=value,
        path="/",
        max_age=_A_YEAR,
        httponly=True,
        samesite="lax",
        secure=deps.origin(request).startswith("https:"),
    )


def shown(visitor: Visitor, html: str, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response[str]:
    """A page or a fragment, never kept by any cache; the note it told is forgotten."""
    response = Response(html, media_type=MediaType.HTML, status_code=status, headers={**_VARY, **(headers or {})})
    if visitor.note is not None:
        response.delete_cookie(_NOTE_COOKIE)
    return response


def sent_to(path: str, *cookies: Cookie | None, note: Note | None = None) -> Response[Any]:
    """On to another page, by GET."""
    kept = [cookie for cookie in cookies if cookie is not None]
    if note is not None:
        text = base64.urlsafe_b64encode(msgspec.json.encode(note)).decode()
        kept.append(Cookie(key=_NOTE_COOKIE, value=text, max_age=_NOTE_SECONDS, httponly=True, samesite="lax"))
    return Response("", status_code=303, headers={**_VARY, "Location": quote(path, safe=_OF_ADDRESSES)}, cookies=kept)
