"""Order: reporting a line or a person, reading a warning, and the page on which operators decide."""

from typing import Any, Final

from litestar import Response, get, post

from app.engine.errors import Illegal
from app.people.order import LONGEST_WORDS, REASONS, TIMES
from app.people.talk import BadLine, plain_line
from app.play import rooms
from app.play.errors import Busy, Conflict, Forbidden, Unknown
from app.store import chat, games, judgements, players, reports
from app.store.chat import Line
from app.store.db import Connection
from app.store.players import Player
from app.web import deps, render
from app.web.deps import Asked
from app.web.limits import Allowance
from app.web.order_view import docket
from app.web.pages.chat import place_of
from app.web.visitor import Note, Visitor, charge, sent_to, shown, visitor

REPORTS_BY_PLAYER: Final = Allowance("report by player", times=10, seconds=600)
REPORTS_BY_ADDRESS: Final = Allowance("report by address", times=60, seconds=600)
_PAGE: Final = "/order"
_LARGEST: Final = 18


@get("/reports/new", include_in_schema=False)
async def new(request: Asked) -> Response[str]:
    """What is to be reported, and why."""
    query = request.query_params
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        about, line = await _about(c, request, who, query.get("line", ""), query.get("player", ""))
    return shown(who, render.page("order/report.html", who.frame, about=about, line=line, reasons=REASONS))


async def _about(c: Connection, request: Asked, who: Visitor, line: str, player: str) -> tuple[Player, Line | None]:
    """Whom a report is about, and which line, if the reporter can see it. Raises Unknown, Forbidden."""
    if who.player is None:
        raise Forbidden
    found = await chat.read(c, _number(line)) if line else None
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
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        about, line = await _about(c, request, who, form.get("line", ""), form.get("player", ""))
        assert who.player is not None
        await charge(c, request, who.player, REPORTS_BY_PLAYER, REPORTS_BY_ADDRESS)
        reason = form.get("reason", "")
        if reason not in REASONS:
            return sent_to(_again(about, line), note=Note("invalid_choice"))
        await reports.create(c, who.player.id, about.id, reason=reason, words=_words(form), line=line)
    if line is None:
        return sent_to("/", note=Note("reported"))
    return sent_to("/chat" if line.place == chat.LOBBY else f"/games/{line.place}/chat", note=Note("reported"))


def _again(about: Player, line: Line | None) -> str:
    return f"/reports/new?line={line.id}" if line else f"/reports/new?player={about.id}"


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
    return sent_to("/")


# ---------------------------------------------------------------- operators


async def _operator(c: Connection, request: Asked) -> tuple[Visitor, Player]:
    """Who may judge. Raises Unknown for everybody else: to them there is no such page."""
    who = await visitor(c, request)
    if who.player is None or not who.player.operator:
        raise Unknown
    return who, who.player


@get(_PAGE, include_in_schema=False)
async def page(request: Asked) -> Response[str]:
    """What is reported, what stands around it, what can be done, and what was done before."""
    async with deps.database(request).connection() as c:
        who, _ = await _operator(c, request)
        seen = await docket(c, request.query_params.get("player", ""), now=deps.moment())
    return shown(who, render.page("order/page.html", who.frame, docket=seen, reasons=REASONS, times=TIMES))


@post(_PAGE, include_in_schema=False)
async def judge(request: Asked) -> Response[Any]:
    """A decision, and its line in the log."""
    form = {name: str(value) for name, value in (await request.form()).multi_items()}
    db = deps.database(request)
    async with db.connection() as c:
        _, operator = await _operator(c, request)
    try:
        async with db.transaction() as c:
            await _decide(c, operator.id, form)
    except Illegal as illegal:
        return sent_to(_PAGE, note=Note(illegal.code))
    if form.get("do") == "suspend":
        await _free_waiting_seat(request, form.get("player", ""))
    return sent_to(_PAGE)


async def _decide(c: Connection, operator: str, form: dict[str, str]) -> None:
    """One decision. Raises Illegal, Unknown."""
    deed, player, reason = form.get("do", ""), form.get("player", ""), form.get("reason", "")
    until: int | None = None
    if deed in ("warn", "suspend") and reason not in REASONS:
        raise Illegal("invalid_choice", {"field": "reason"})
    match deed:
        case "hide":
            hit = await chat.hide(c, _number(form.get("line", "")), operator)
        case "warn":
            hit = player if await judgements.warn(c, player, reason) else None
        case "suspend":
            if form.get("time") not in TIMES:
                raise Illegal("invalid_choice", {"field": "time"})
            until = deps.moment() + TIMES[form["time"]][0]
            hit = player if await judgements.suspend(c, player, until=until, because=reason) else None
        case "lift":
            hit = player if await judgements.suspend(c, player, until=None, because=None) else None
        case "close":
            hit = await reports.close(c, _number(form.get("report", "")), operator)
        case _:
            raise Illegal("invalid_choice", {"field": "do"})
    if hit is None:
        raise Unknown
    kept = reason if deed in ("warn", "suspend") else ""
    await judgements.create(c, operator, hit, deed, reason=kept, words=_words(form), until=until)


async def _free_waiting_seat(request: Asked, player_id: str) -> None:
    """A room that waits goes on without a suspended person, so that nobody waits for them; a game is finished."""
    async with deps.database(request).connection() as c:
        game_id = await games.unfinished_of(c, player_id)
    if game_id is not None:
        try:
            await rooms.leave(deps.database(request), deps.wakes(request), player_id, game_id)
        except (Conflict, Forbidden, Unknown, Busy):
            return  # it has begun, or is over, meanwhile


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LARGEST else 0


ROUTES: Final[tuple[Any, ...]] = (new, report, read_warning, page, judge)
