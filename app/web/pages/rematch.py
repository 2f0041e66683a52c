"""The wish to play again: asked for or joined by one button, and shown to the others as soon as somebody has it."""

from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from app.engine import Illegal
from app.play import rematches
from app.play.errors import Conflict, Forbidden
from app.store.db import Connection
from app.store.follows import Refused
from app.store.games import Row
from app.web import deps, limits, records, render
from app.web.deps import Asked
from app.web.pages.table import key_of
from app.web.visitor import Note, charge, sent_to, shown, visitor

WATCHED_SECONDS: Final = 600
"""For so long a page goes on looking whether somebody wants a rematch."""
_LATEST: Final = 2**40


class RematchView(Struct, frozen=True):
    """The button and what stands beside it. `state` is a word; `by` is who asked, `next` the room or game.

    `none`: nobody has asked · `open`: one can join · `in`: the viewer sits there · `full`, `begun`: without them ·
    `away`: whoever opened it has sent them away.
    `until` is when the page stops looking, in seconds since the epoch; None for one that does not look.
    """

    id: str
    state: str
    seated: bool
    alone: bool
    next: str | None
    by: str
    free: int
    until: int | None

    @property
    def stamp(self) -> str:
        """What changes when there is something new to show."""
        return f"{self.state}-{self.free}"


def until() -> int:
    """When a page that is opened now stops looking."""
    return deps.moment() // 1000 + WATCHED_SECONDS


async def seen(c: Connection, row: Row, player_id: str | None, *, until: int) -> RematchView:
    """How it stands with a finished game's rematch for a person."""
    there = await rematches.find(c, row.id)
    seated = row.room.seat_of(player_id) is not None
    looks = seated and deps.moment() // 1000 < until and not (there and there.status != "waiting")
    room = there.room if there else None
    return RematchView(
        id=row.id,
        state=_state(there, player_id),
        seated=seated,
        alone=sum(one.player is not None for one in row.room.sittings) == 1,
        next=there.id if there and (seated or not there.room.private) else None,
        by=next((one.name for one in room.sittings if one.player == room.creator), "") if room else "",
        free=room.capacity - len(room.sittings) if room else 0,
        until=until if looks else None,
    )


def _state(there: Row | None, player_id: str | None) -> str:
    if there is None:
        return "none"
    if there.room.seat_of(player_id) is not None:
        return "in"
    if there.status != "waiting":
        return "begun"
    if player_id in there.room.barred:
        return "away"
    return "open" if len(there.room.sittings) < there.room.capacity else "full"


@get("/games/{game_id:str}/rematch", include_in_schema=False)
async def look(
    request: Asked, game_id: FromPath[str], seen_before: FromQuery[str] = "", ends: FromQuery[int] = 0
) -> Response[str]:
    """The part of a page that knows of the rematch, 204 where nothing is new; by itself it leads to the summary."""
    if request.headers.get("hx-request") != "true":
        return sent_to(f"/games/{game_id}/summary")
    latest = until()
    ends = min(ends, latest, _LATEST) if ends > 0 else latest
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        row = await records.visible(c, request, game_id, who.player, key_of(request))
        if row.status != "over":
            raise Conflict("not_over")
        view = await seen(c, row, who.player_id, until=ends)
    if view.stamp == seen_before and view.until is not None:
        return shown(who, "", status=204)
    return shown(who, render.page("after/_rematch.html", who.frame, rematch=view))


@post("/games/{game_id:str}/rematch", include_in_schema=False)
async def ask(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """To the one rematch of the game, which this opens or joins. Raises Unknown, Forbidden."""
    async with deps.database(request).connection() as c:
        player = (await visitor(c, request)).player
        if player is None:
            raise Forbidden
        await charge(c, request, player, limits.ROOMS_BY_PLAYER, limits.ROOMS_BY_ADDRESS)
    try:
        made = await rematches.rematch(deps.database(request), deps.wakes(request), player, game_id, now=deps.moment())
    except (Conflict, Refused) as refused:
        return sent_to(f"/games/{game_id}", note=Note(refused.code))
    except Illegal as illegal:
        return sent_to(f"/games/{game_id}", note=Note.of(illegal.code, illegal.facts))
    return sent_to(f"/games/{made.row.id}")


ROUTES: Final[tuple[Any, ...]] = (look, ask)
"""The route handlers."""
