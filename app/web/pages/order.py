"""Order: reporting a line or a person, reading a warning, and the page on which operators decide."""

from typing import Any, Final
from urllib.parse import urlencode

from litestar import Response, get, post
from msgspec import Struct

from app.engine.errors import Illegal
from app.people.order import LONGEST_WORDS, REASONS, TIMES, is_suspended
from app.people.talk import PHRASES, STICKERS, BadLine, plain_line
from app.play import rooms
from app.play.errors import Busy, Conflict, Forbidden, Unknown
from app.store import chat, games, judgements, players, reports
from app.store.chat import Hidden, Line
from app.store.db import Connection
from app.store.players import Player
from app.store.wakes import TALK
from app.web import deps, render
from app.web.deps import Asked
from app.web.limits import Allowance
from app.web.order_view import Asking, docket
from app.web.pages.chat import place_of, whole
from app.web.pages.choices import back, is_page
from app.web.visitor import Note, Visitor, charge, sent_to, shown, visitor

REPORTS_BY_PLAYER: Final = Allowance("report by player", times=10, seconds=600)
REPORTS_BY_ADDRESS: Final = Allowance("report by address", times=60, seconds=600)
_PAGE: Final = "/order"
_TELLING: Final = ("/games/", "/chat", "/players/")
"""Pages people report from."""


@get("/reports/new", include_in_schema=False)
async def new(request: Asked) -> Response[str]:
    """What is to be reported, and why."""
    query = request.query_params
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        about, line = await _about(c, request, who, query.get("line", ""), query.get("player", ""))
    came = _known(request, query.get("back", "")) or _known(request, back(request))
    return shown(who, render.page("order/report.html", who.frame, about=about, line=line, reasons=REASONS, came=came))


async def _about(c: Connection, request: Asked, who: Visitor, line: str, player: str) -> tuple[Player, Line | None]:
    """Whom a report is about, and which line, if the reporter can see it. Raises Unknown, Forbidden."""
    if who.player is None:
        raise Forbidden
    found = await chat.read(c, whole(line)) if line else None
    if line and (found is None or found.player_id == who.player.id):
        raise Unknown
    if found is not None:
        place = await place_of(c, request, found.place, who)
        if found.side is not None and found.side != place.side:
            raise Unknown
    about = await players.read(c, found.player_id if found else player)
    if about is None or about.id == who.player.id:
        raise Unknown
    return about, found


@post("/reports", include_in_schema=False)
async def report(request: Asked) -> Response[Any]:
    """The report itself."""
    form = {name: str(value) for name, value in (await request.form()).multi_items()}
    came = _known(request, form.get("back", ""))
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        about, line = await _about(c, request, who, form.get("line", ""), form.get("player", ""))
        assert who.player is not None
        await charge(c, request, who.player, REPORTS_BY_PLAYER, REPORTS_BY_ADDRESS)
        reason = form.get("reason", "")
        if reason not in REASONS:
            return sent_to(_again(about, line, came), note=Note("invalid_choice"))
        await reports.create(c, who.player.id, about.id, reason=reason, words=_words(form), line=line)
    return sent_to(came or _place(line), note=Note("reported"))


def _place(line: Line | None) -> str:
    if line is None:
        return "/"
    return "/chat" if line.place == chat.LOBBY else f"/games/{line.place}/chat"


def _again(about: Player, line: Line | None, came: str) -> str:
    what = {"line": line.id} if line else {"player": about.id}
    return f"/reports/new?{urlencode({**what, 'back': came})}"


def _known(request: Asked, path: str) -> str:
    """The page somebody reported from, which can tell that it has arrived; nothing for any other address."""
    place = path.partition("?")[0]
    return path if place.startswith(_TELLING) and path.isprintable() and is_page(request, place) else ""


def _words(form: dict[str, str]) -> str:
    """What was added in one's own words, on one line; nothing where it is no text."""
    words = form.get("words", "")[:LONGEST_WORDS]
    try:
        return " ".join(filter(None, (plain_line(piece) for piece in _pieces(words))))
    except BadLine:
        return ""


def _pieces(words: str) -> list[str]:
    return [words[at : at + 100] for at in range(0, len(words), 100)]


@post("/warnings/read", include_in_schema=False)
async def read_warning(request: Asked) -> Response[Any]:
    """A warning has been read."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            raise Forbidden
        await judgements.warn(c, who.player.id, None)
    return sent_to(back(request))


# ---------------------------------------------------------------- operators


async def _operator(c: Connection, request: Asked) -> tuple[Visitor, Player]:
    """Who may judge. Raises Unknown for everybody else: to them there is no such page."""
    who = await visitor(c, request)
    if who.player is None or not who.player.operator or is_suspended(who.player, deps.moment()):
        raise Unknown  # who is suspended would lift it themselves
    return who, who.player


@get(_PAGE, include_in_schema=False)
async def page(request: Asked) -> Response[str]:
    """What is reported, what stands around it, what can be done, and what was done before."""
    query = request.query_params
    asking = Asking(whole(query.get("before", "")), whole(query.get("log", "")), query.get("player", "").strip())
    async with deps.database(request).connection() as c:
        who, _ = await _operator(c, request)
        seen = await docket(c, asking, now=deps.moment())
    return shown(
        who,
        render.page(
            "order/page.html",
            who.frame,
            docket=seen,
            reasons=REASONS,
            times=TIMES,
            stickers=STICKERS,
            phrases=PHRASES,
        ),
    )


@post(_PAGE, include_in_schema=False)
async def judge(request: Asked) -> Response[Any]:
    """A decision, and its line in the log."""
    form = {name: str(value) for name, value in (await request.form()).multi_items()}
    db = deps.database(request)
    async with db.connection() as c:
        _, operator = await _operator(c, request)
    try:
        async with db.transaction() as c:
            hidden = await _decide(c, operator.id, form)
    except Illegal as illegal:
        return sent_to(_part(request), note=Note(illegal.code))
    except Oneself:
        return sent_to(_part(request), note=Note("oneself"))
    if hidden is not None and hidden.place != chat.LOBBY:
        async with db.connection() as c:
            await deps.wakes(request).tell(c, TALK + hidden.place, hidden.hidden_as)
    if form.get("do") == "suspend":
        await _free_waiting_seat(request, form.get("player", ""))
    return sent_to(_part(request))


def _part(request: Asked) -> str:
    """The part of the page that the operator had in view."""
    came = back(request)
    return came if came.partition("?")[0] == _PAGE else _PAGE


class Oneself(Exception):
    """Nobody judges themselves, nor what was reported about them: another operator has to."""


class _Hit(Struct, frozen=True):
    """Whom a decision was about, how long it holds, and the line that it hid."""

    player: str
    until: int | None = None
    hidden: Hidden | None = None


async def _decide(c: Connection, operator: str, form: dict[str, str]) -> Hidden | None:
    """One decision and its line in the log; the line that it hides. Raises Illegal, Oneself, Unknown."""
    deed, reason = form.get("do", ""), form.get("reason", "")
    if deed in ("warn", "suspend") and reason not in REASONS:
        raise Illegal("invalid_choice", {"field": "reason"})
    hit = await _done(c, operator, form, deed, reason)
    if hit is None:
        raise Unknown
    if hit.player == operator:
        raise Oneself
    kept = reason if deed in ("warn", "suspend") else ""
    await judgements.create(c, operator, hit.player, deed, reason=kept, words=_words(form), until=hit.until)
    return hit.hidden


async def _done(c: Connection, operator: str, form: dict[str, str], deed: str, reason: str) -> _Hit | None:
    """Does it; None where there is nobody, or another operator was faster. Raises Illegal."""
    player = form.get("player", "")
    match deed:
        case "hide":
            hidden = await chat.hide(c, whole(form.get("line", "")), operator)
            return _Hit(hidden.player_id, hidden=hidden) if hidden else None
        case "warn":
            return _Hit(player) if await judgements.warn(c, player, reason) else None
        case "suspend":
            if form.get("time") not in TIMES:
                raise Illegal("invalid_choice", {"field": "time"})
            until = deps.moment() + TIMES[form["time"]][0]
            return _Hit(player, until) if await judgements.suspend(c, player, until=until, because=reason) else None
        case "lift":
            return _Hit(player) if await judgements.suspend(c, player, until=None, because=None) else None
        case "close":
            about = await reports.close(c, whole(form.get("report", "")), operator)
            return _Hit(about) if about else None
        case _:
            raise Illegal("invalid_choice", {"field": "do"})


async def _free_waiting_seat(request: Asked, player_id: str) -> None:
    """A room that waits goes on without a suspended person, so that nobody waits for them; a game is finished."""
    async with deps.database(request).connection() as c:
        game_id = await games.unfinished_of(c, player_id)
    if game_id is not None:
        try:
            await rooms.leave(deps.database(request), deps.wakes(request), player_id, game_id)
        except (Conflict, Forbidden, Unknown, Busy):
            return  # it has begun, or is over, meanwhile


ROUTES: Final[tuple[Any, ...]] = (new, report, read_warning, page, judge)
