"""A finished game once more, for programs: the same button as on the page."""

from typing import Any, Final

from litestar import Response, post
from litestar.params import FromPath

from app.play import rematches
from app.web import deps, limits
from app.web.api.documented import documented
from app.web.api.games import view_for
from app.web.api.view_shape import View
from app.web.deps import Asked
from app.web.guards import requires_player


@post(
    "/games/{game_id:str}/rematch",
    guards=[requires_player],
    opt=documented(gives=View, again=200, problems=(401, 403, 404, 409, 429)),
)
async def rematch_game(request: Asked, game_id: FromPath[str]) -> Response[dict[str, object]]:
    """Play a finished game again.

    For whoever had a seat in it. The first to ask opens a room with the same mode, rules, privacy, clock and bots
    (201); where all the others are bots, its game begins at once. Everybody else who asks sits down in that same
    room, and asking again answers it once more (200). 409 is `not_over` before the end, `already_seated` in another
    unfinished game, `seats_full`, or `not_waiting` when the rematch has begun.
    """
    now = deps.moment()
    async with deps.database(request).connection() as c:
        await limits.spend(c, limits.ROOMS_BY_PLAYER, request.user.id, now=now)
        await limits.spend(c, limits.ROOMS_BY_ADDRESS, limits.address(request), now=now)
    found = await rematches.rematch(deps.database(request), deps.wakes(request), request.user, game_id, now=now)
    headers = {
        "Location": f"/api/v1/games/{found.row.id}",
        "ETag": f'"{found.row.version}"',
        "Cache-Control": "private, no-cache",
    }
    return Response(view_for(found.row, request.user), status_code=201 if found.made else 200, headers=headers)


ROUTES: Final[tuple[Any, ...]] = (rematch_game,)
