"""The guide for players: its contents and a page a chapter, as a mode plays or, from a table, as that room does."""

from collections import OrderedDict
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from markupsafe import Markup

from app.engine.modes import MODES
from app.engine.room import Room
from app.i18n import Language
from app.play.errors import Unknown
from app.web import deps, guide_view, labels, records, render
from app.web.deps import Asked
from app.web.guide_view import CHAPTERS, SLUGS, Told
from app.web.pages.table import key_of
from app.web.render import Frame
from app.web.speech import Speech, trusted
from app.web.visitor import shown, visitor

_KEPT: Final = 1024
"""More than all chapters in all modes in a few languages; the text of a mode never changes while the process runs."""
_CHECKED: Final = {"Cache-Control": "private, no-cache"}


@get("/guide", include_in_schema=False)
async def contents(
    request: Asked, mode: FromQuery[str | None] = None, game: FromQuery[str | None] = None
) -> Response[str]:
    """The contents."""
    return await _answer(request, None, game, mode)


@get("/guide/{chapter:str}", include_in_schema=False)
async def show(
    request: Asked,
    chapter: FromPath[str],
    mode: FromQuery[str | None] = None,
    game: FromQuery[str | None] = None,
) -> Response[str]:
    """A chapter."""
    return await _answer(request, chapter, game, mode)


@get("/games/{game_id:str}/guide", include_in_schema=False)
async def contents_of(request: Asked, game_id: FromPath[str]) -> Response[str]:
    """The contents for a table, below its address, where whoever was invited to look on is known."""
    return await _answer(request, None, game_id, None)


@get("/games/{game_id:str}/guide/{chapter:str}", include_in_schema=False)
async def show_of(request: Asked, game_id: FromPath[str], chapter: FromPath[str]) -> Response[str]:
    """A chapter for a table."""
    return await _answer(request, chapter, game_id, None)


async def _answer(request: Asked, slug: str | None, game_id: str | None, mode: str | None) -> Response[str]:
    """Raises Unknown for a chapter, mode or game that is none, and Forbidden for a game that is not theirs to see."""
    if slug is not None and slug not in SLUGS:
        raise Unknown
    room = None
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if game_id:
            room = (await records.visible(c, request, game_id, who.player, key_of(request))).room
    if room is None and mode and mode not in MODES:
        raise Unknown
    told = Told.of_room(room) if room else Told.of_mode(mode or guide_view.USUAL)
    return shown(who, page(who.frame, told, slug, room), headers=_CHECKED)


def page(frame: Frame, told: Told, slug: str | None, room: Room | None = None) -> str:
    """The page of a chapter, or of the contents; `room` is the one whose rules are told."""
    say = Speech(frame.language)
    entries = guide_view.entries(told, say)
    at = next((index for index, entry in enumerate(entries) if entry.slug == slug), None)
    return render.page(
        "guide/page.html",
        frame,
        told=told,
        mode=labels.mode_name(say, told.mode),
        entries=entries,
        at=None if at is None else entries[at],
        previous=entries[at - 1] if at else None,
        following=entries[at + 1] if at is not None and at + 1 < len(CHAPTERS) else None,
        tabs=guide_view.tabs(told, slug, say),
        differences=guide_view.differences(room, slug, say) if room else [],
        mode_differences=[] if room else guide_view.mode_differences(told, slug, say),
        body=body(frame.language, told, slug) if slug else None,
    )


_BODIES: Final[OrderedDict[tuple[str, str, str], Markup]] = OrderedDict()


def body(language: Language, told: Told, slug: str) -> Markup:
    """A chapter's text; that of a mode is rendered once a language."""
    if told.game_id:
        return _rendered(language, told, slug)
    key = (language.code, told.mode, slug)
    if key not in _BODIES:
        _BODIES[key] = _rendered(language, told, slug)
        while len(_BODIES) > _KEPT:
            _BODIES.popitem(last=False)
    return _BODIES[key]


def _rendered(language: Language, told: Told, slug: str) -> Markup:
    say = Speech(language)
    facts = SLUGS[slug].facts
    return trusted(
        render.page(
            f"guide/{slug}.html",
            Frame(language, csrf=""),
            rules=told.rules,
            it=facts(told.rules, say) if facts else None,
            link=told.link,
            mode=labels.mode_name(say, told.mode),
        )
    )


ROUTES: Final[tuple[Any, ...]] = (contents, show, contents_of, show_of)
