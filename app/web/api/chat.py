"""What is said in a room or at a table, for programs."""

from typing import Any, Final, Literal

from litestar import get, post
from litestar.params import FromPath, FromQuery
from msgspec import UNSET, Struct, UnsetType

from app.engine.moments import iso
from app.play import moves
from app.store.chat import Kind, Line
from app.web import deps, limits, talks
from app.web.api.documented import documented
from app.web.deps import Asked, Malformed
from app.web.guards import may_see, requires_player
from app.web.talks import Said


class NewLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Exactly one of `text` (1 to 200 characters), `sticker` and `phrase`, which are codes; `side`: to partners."""

    text: str | UnsetType = UNSET
    sticker: str | UnsetType = UNSET
    phrase: str | UnsetType = UNSET
    side: bool = False


class LineSaid(Struct, frozen=True):
    """A line. `text` is the code of a sticker or phrase; `side` is the team that alone reads it."""

    id: int
    player: str
    name: str
    kind: Literal["text", "sticker", "phrase"]
    text: str
    side: int | None
    at: str


class LinesSaid(Struct, frozen=True):
    """Up to 60 lines in their order, the newest of those after `after`; `last` is where to go on.

    `hidden` are the ids of lines up to `after` that an operator has hidden since: do not show them any longer.
    """

    lines: list[LineSaid]
    hidden: list[int]
    last: int


@get(
    "/games/{game_id:str}/chat",
    opt=documented(
        gives=LinesSaid,
        query={
            "after": "The `last` of the answer before; 0 is from the beginning.",
            "invite": "The invitation, for looking into a private room without a seat in it.",
        },
        problems=(400, 401, 403, 404),
        open_to_all=True,
    ),
)
async def read_chat(
    request: Asked, game_id: FromPath[str], after: FromQuery[int] = 0, invite: FromQuery[str | None] = None
) -> LinesSaid:
    """What was said at a game after a line.

    Lines of people you have muted or blocked, and those of the other side of a team game, are left out. Lines are kept
    for 30 days.
    """
    player = await deps.caller(request)
    async with deps.database(request).connection() as c:
        row = await moves.look_on(c, deps.wakes(request), game_id, now=deps.moment())
        may_see(row, player, invite)
        found = await talks.newer(c, talks.at_game(row, player), player, after)
    return LinesSaid(lines=[_shown(line) for line in found.lines], hidden=found.hidden, last=max(0, after, found.last))


@post(
    "/games/{game_id:str}/chat",
    guards=[requires_player],
    opt=documented(takes=NewLine, gives=LineSaid, problems=(400, 401, 403, 404, 422, 429)),
)
async def say(request: Asked, game_id: FromPath[str]) -> LineSaid:
    """Say something at a game you have a seat in.

    422 is `bad_line` for what cannot be said, or `invalid_choice` for a side where there is none.
    """
    ask = await deps.body(request, NewLine)
    said = _said(ask)
    async with deps.database(request).connection() as c:
        row = await moves.look_on(c, deps.wakes(request), game_id, now=deps.moment())
        may_see(row, request.user, None)
        line = await talks.say(
            c,
            deps.wakes(request),
            talks.at_game(row, request.user),
            request.user,
            said,
            now=deps.moment(),
            where=limits.address(request),
        )
    return _shown(line)


def _said(ask: NewLine) -> Said:
    asked: tuple[tuple[Kind, str | UnsetType], ...] = (
        ("text", ask.text),
        ("sticker", ask.sticker),
        ("phrase", ask.phrase),
    )
    given = [Said(kind, text, ask.side) for kind, text in asked if not isinstance(text, UnsetType)]
    if len(given) != 1:
        raise Malformed("Expected exactly one of `text`, `sticker` and `phrase`")
    return given[0]


def _shown(line: Line) -> LineSaid:
    return LineSaid(line.id, line.player_id, line.name, line.kind, line.text, line.side, iso(line.at))


ROUTES: Final[tuple[Any, ...]] = (read_chat, say)
