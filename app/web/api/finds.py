"""Find me a table, for programs: the same button as on the start page."""

from typing import Any, Final

from litestar import Response, post

from app.play import matching
from app.play.matching import Search
from app.web import deps, limits
from app.web.api.asks import Find
from app.web.api.documented import documented
from app.web.api.games import spend, view_for
from app.web.api.view_shape import View
from app.web.deps import Asked
from app.web.guards import requires_player


def search(request: Asked, mode: str) -> Search:
    """The search of somebody who asks now."""
    settings = deps.settings(request)
    wait = 1000 * settings.match_wait_seconds
    return Search(mode=mode, wait=wait, pause=settings.bot_pause_ms, now=deps.moment())


@post(
    "/find",
    status_code=200,
    guards=[requires_player],
    opt=documented(takes=Find, gives=View, problems=(400, 401, 409, 422, 429)),
)
async def find_table(request: Asked) -> Response[dict[str, object]]:
    """Find a table.

    A seat in the public waiting room of that mode that fits best, the fullest first, or in a new one. Where the room
    was opened in this way, its game begins when every seat is taken or when `fills_at` has come: then bots take the
    free seats. Nobody is seated with somebody they have blocked. 409 `already_seated` in another unfinished game.
    """
    ask = await deps.body(request, Find)
    await spend(request, limits.ROOMS_BY_PLAYER, limits.ROOMS_BY_ADDRESS)
    row = await matching.find(deps.database(request), deps.wakes(request), request.user, search(request, ask.mode))
    return Response(view_for(row, request.user), headers={"Location": f"/api/v1/games/{row.id}"})


ROUTES: Final[tuple[Any, ...]] = (find_table,)
