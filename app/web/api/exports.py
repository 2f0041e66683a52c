"""The record of a finished game: all that somebody outside needs to recompute it."""

from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from app.web import deps, records
from app.web.api.documented import documented
from app.web.api.record_shape import Record
from app.web.deps import Asked


@get(
    "/games/{game_id:str}/export",
    opt=documented(
        gives=Record,
        query={"invite": "The invitation, for a private game without a seat in it."},
        problems=(401, 403, 404, 409),
        open_to_all=True,
    ),
)
async def export_game(request: Asked, game_id: FromPath[str], invite: FromQuery[str | None] = None) -> Response[bytes]:
    """The record of a finished game, with the seed of its dice.

    Everything follows from the seed and the actions: `opolyx replay FILE` recomputes it, and the page `/fairness` says
    how and holds a script for it. Before the end there is none (409 `not_over`).
    """
    player = await deps.caller(request)
    async with deps.database(request).connection() as c:
        row = await records.visible(c, request, game_id, player, invite)
        return await records.download(c, row)


ROUTES: Final[tuple[Any, ...]] = (export_game,)
