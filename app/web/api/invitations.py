"""Ways into a private room besides its invitation, and the way out of it."""

from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath

from app.play import codes, rooms
from app.play.errors import Unknown
from app.store import games
from app.web import deps, limits
from app.web.api.asks import SendAway
from app.web.api.documented import documented
from app.web.api.games import LOBBY, seen, spend
from app.web.api.gives import Invitation
from app.web.api.view_shape import View
from app.web.deps import Asked
from app.web.guards import requires_player


@get("/codes/{code:str}", guards=[requires_player], opt=documented(gives=Invitation, problems=(401, 404, 429)))
async def read_code(request: Asked, code: FromPath[str]) -> Invitation:
    """The private waiting room that a short code leads to, and the invitation to join it with."""
    meant = codes.typed(code)
    async with deps.database(request).connection() as c:
        await limits.spend_code(c, request, now=deps.moment())
        found = await games.by_code(c, meant) if meant else None
    if found is None:
        raise Unknown
    return Invitation(id=found.game_id, invite=found.invite)


@post(
    "/games/{game_id:str}/remove",
    status_code=200,
    guards=[requires_player],
    opt=documented(takes=SendAway, gives=View, problems=LOBBY),
)
async def send_away(request: Asked, game_id: FromPath[str]) -> Response[dict[str, object]]:
    """Send a person away from a waiting room; they cannot come back.

    For the creator of the room.
    """
    ask = await deps.body(request, SendAway)
    await spend(request, limits.SEATS_BY_PLAYER, limits.SEATS_BY_ADDRESS)
    row = await rooms.send_away(
        deps.database(request), deps.wakes(request), request.user.id, game_id, seat=ask.seat, who=ask.name
    )
    return seen(row, request.user)


ROUTES: Final[tuple[Any, ...]] = (read_code, send_away)
