"""Rooms and games: made, found, looked at, joined, left, filled, started; and what happened in them."""

from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from app.engine.errors import Illegal
from app.engine.moments import iso
from app.play import moves, rooms
from app.play.rooms import Wish
from app.store import games
from app.store.games import BadCursor, Open, Row
from app.store.players import Player
from app.web import deps, limits
from app.web.api.asks import AddBot, Join, NewGame
from app.web.api.documented import documented
from app.web.api.gives import Events, Left, OpenRoom, OpenRooms
from app.web.api.view_shape import View
from app.web.deps import Asked, Malformed
from app.web.guards import may_see, requires_player
from app.web.limits import Allowance

PAGE: Final = 50
EVENTS: Final = 500
_LARGEST: Final = 2**31 - 2
LOBBY: Final = (400, 401, 403, 404, 409, 422, 429)
_INVITE: Final = "The invitation, for looking into a private room without a seat in it."


@post("/games", guards=[requires_player], opt=documented(takes=NewGame, gives=View, problems=(400, 401, 409, 422, 429)))
async def create_game(request: Asked) -> Response[dict[str, object]]:
    """Make a room and sit down in it.

    A game starts when every seat is taken and its creator says so. A private room carries `invite`, which the others
    need to join, and `code`, a short way to it.
    """
    ask = await deps.body(request, NewGame)
    player: Player = request.user
    await spend(request, limits.ROOMS_BY_PLAYER, limits.ROOMS_BY_ADDRESS)
    wish = Wish(
        mode=ask.mode,
        seats=ask.seats,
        private=ask.private,
        clock=ask.clock,
        bots=ask.bots,
        team=ask.team,
        rules=ask.rules,
        contribution=ask.contribution,
        pause=ask.bot_pause_ms,
    )
    row = await rooms.create(
        deps.database(request),
        deps.wakes(request),
        player,
        wish,
        default_pause=deps.settings(request).bot_pause_ms,
        now=deps.moment(),
    )
    return Response(view_for(row, player), headers={"Location": f"/api/v1/games/{row.id}", **_tagged(row)})


@get(
    "/games",
    opt=documented(
        gives=OpenRooms,
        query={"status": "Only `waiting` is listed.", "cursor": "`next` of the page before."},
        problems=(400, 422),
        open_to_all=True,
    ),
)
async def list_games(
    request: Asked, status: FromQuery[str] = "waiting", cursor: FromQuery[str | None] = None
) -> OpenRooms:
    """Public rooms that wait for players, newest first.

    A live room is listed while somebody in it asks for it or has a stream open, and five minutes longer.
    """
    cursor = cursor or request.query_params.get("next")  # a script may send back the field as it got it
    if status != "waiting":
        raise Illegal("invalid_choice", {"field": "status"})
    try:
        async with deps.database(request).connection() as c:
            page = await games.list_open(c, cursor, PAGE)
    except BadCursor as error:
        raise Malformed("This cursor is none of ours.") from error
    return OpenRooms(games=[_open(one) for one in page.rooms], next=page.next)


@get(
    "/games/{game_id:str}",
    opt=documented(
        gives=View,
        query={"invite": _INVITE, "If-None-Match": "The `ETag` of the view you have; 304 if it still stands."},
        problems=(401, 403, 404),
        open_to_all=True,
    ),
)
async def read_game(request: Asked, game_id: FromPath[str], invite: FromQuery[str | None] = None) -> Response[Any]:
    """The game as it stands.

    Clocks that ran out are applied first. The `ETag` is the version. A running public game may be watched by anybody;
    `you` is there for a seated caller.
    """
    player = await deps.caller(request)
    row = await moves.look(deps.database(request), deps.wakes(request), game_id, now=deps.moment())
    may_see(row, player, invite)
    if row.status == "waiting" and player is not None:
        async with deps.database(request).connection() as c:
            row = await rooms.attend(c, deps.wakes(request), row, player.id)
    if _knows(request, row.version):
        return Response(None, status_code=304, headers=_tagged(row))
    return Response(view_for(row, player), headers=_tagged(row))


@post(
    "/games/{game_id:str}/join",
    status_code=200,
    guards=[requires_player],
    opt=documented(takes=Join, gives=View, problems=LOBBY),
)
async def join_game(request: Asked, game_id: FromPath[str]) -> Response[dict[str, object]]:
    """Sit down in a room.

    A person sits in one unfinished game at a time.
    """
    ask = await deps.body(request, Join)
    await spend(request, limits.SEATS_BY_PLAYER, limits.SEATS_BY_ADDRESS)
    row = await rooms.join(
        deps.database(request),
        deps.wakes(request),
        request.user,
        game_id,
        invite=ask.invite,
        team=ask.team,
        contribution=ask.contribution,
    )
    return seen(row, request.user)


@post(
    "/games/{game_id:str}/leave",
    status_code=200,
    guards=[requires_player],
    opt=documented(gives=(View, Left), problems=LOBBY),
)
async def leave_game(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """Leave a room before its game starts.

    A leaving creator hands the room on; when the last person leaves, the room closes. A game under way is left with
    the action `surrender`.
    """
    await spend(request, limits.SEATS_BY_PLAYER, limits.SEATS_BY_ADDRESS)
    row = await rooms.leave(deps.database(request), deps.wakes(request), request.user.id, game_id)
    return Response(Left(id=game_id)) if row is None else seen(row, request.user)


@post(
    "/games/{game_id:str}/bots",
    status_code=200,
    guards=[requires_player],
    opt=documented(takes=AddBot, gives=View, problems=LOBBY),
)
async def add_bot(request: Asked, game_id: FromPath[str]) -> Response[dict[str, object]]:
    """Give a free seat to a bot.

    For the creator of the room.
    """
    ask = await deps.body(request, AddBot)
    await spend(request, limits.SEATS_BY_PLAYER, limits.SEATS_BY_ADDRESS)
    row = await rooms.add_bot(deps.database(request), deps.wakes(request), request.user.id, game_id, name=ask.name)
    return seen(row, request.user)


@post(
    "/games/{game_id:str}/start",
    status_code=200,
    guards=[requires_player],
    opt=documented(gives=View, problems=LOBBY),
)
async def start_game(request: Asked, game_id: FromPath[str]) -> Response[dict[str, object]]:
    """Start the game.

    For the creator, once every seat is taken (409 `seats_open` before that).
    """
    row = await rooms.start(deps.database(request), deps.wakes(request), request.user.id, game_id, now=deps.moment())
    return seen(row, request.user)


@get(
    "/games/{game_id:str}/events",
    opt=documented(
        gives=Events,
        query={"after": "The number of the last event you have; 0 is from the beginning.", "invite": _INVITE},
        problems=(400, 401, 403, 404),
        open_to_all=True,
    ),
)
async def list_events(
    request: Asked, game_id: FromPath[str], after: FromQuery[int] = 0, invite: FromQuery[str | None] = None
) -> Events:
    """What happened after event `after`.

    At most 500 events a page; clocks that ran out are applied first.
    """
    if after < 0:
        raise Malformed("Expected `int` >= 0 - at `after`")
    player = await deps.caller(request)
    async with deps.database(request).connection() as c:
        row = await moves.look_on(c, deps.wakes(request), game_id, now=deps.moment())
        may_see(row, player, invite)
        return Events(events=await games.events_after(c, game_id, min(after, _LARGEST), EVENTS))


def view_for(row: Row, player: Player | None) -> dict[str, object]:
    """The view for whoever asks; who sits in a private room may pass its invitation on."""
    shown = moves.row_view(row, player.id if player else None)
    if row.room.private and "you" in shown:
        shown["invite"] = row.room.invite
        shown["code"] = row.room.code
    if row.room.fills_at is not None and row.game is None:
        shown["fills_at"] = iso(row.room.fills_at)
    return shown


def seen(row: Row, player: Player) -> Response[dict[str, object]]:
    """The view, with its version as the tag."""
    return Response(view_for(row, player), headers=_tagged(row))


def _tagged(row: Row) -> dict[str, str]:
    return {"ETag": f'"{row.version}"', "Cache-Control": "private, no-cache", "Vary": "Authorization"}


def _knows(request: Asked, version: int) -> bool:
    """Whether the caller's copy still stands; a proxy that compressed it may have made the tag a weak one."""
    known = request.headers.get("if-none-match", "")
    return any(tag.strip().removeprefix("W/") in {f'"{version}"', "*"} for tag in known.split(","))


def _open(one: Open) -> OpenRoom:
    return OpenRoom(
        id=one.id,
        mode=one.mode,
        clock=one.clock,
        seats=one.capacity,
        taken=one.taken,
        bots=one.bots,
        creator=one.creator_name,
        version=one.version,
        created_at=iso(one.created_at),
    )


async def spend(request: Asked, by_player: Allowance, by_address: Allowance) -> None:
    now = deps.moment()
    async with deps.database(request).connection() as c:
        await limits.spend(c, by_player, request.user.id, now=now)
        await limits.spend(c, by_address, limits.address(request), now=now)


ROUTES: Final[tuple[Any, ...]] = (
    create_game,
    list_games,
    read_game,
    join_game,
    leave_game,
    add_bot,
    start_game,
    list_events,
)
