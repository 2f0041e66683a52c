"""A room or table at one address: the page, and its parts for pages that are kept current."""

from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery

from app.play import moves, rooms
from app.store import chat, games
from app.store.db import Connection
from app.store.games import Row
from app.web import deps, guards, talks
from app.web.deps import Asked
from app.web.pages import kept, panels, scene
from app.web.pages.scene import Scene
from app.web.table_view import TableView
from app.web.visitor import Visitor, shown, visitor

_KEY_COOKIE: Final = "opolyx_key"
_IN_PLACE: Final = {"HX-Push-Url": "false"}
"""A panel is no page of its own; htmx would otherwise write its address into the history."""
IS_PARTS: Final = {"X-Parts": "1"}


def with_script(request: Asked) -> bool:
    """Whether htmx or our script asks, who want fragments."""
    return request.headers.get("hx-request") == "true"


def key_of(request: Asked) -> str:
    """The invitation somebody came with, now or before."""
    return request.query_params.get("invite") or request.cookies.get(_KEY_COOKIE) or ""


async def look(c: Connection, request: Asked, game_id: str, *, since: int | None = None) -> Scene:
    """The table as it stands for whoever asks. Raises Unknown, and Forbidden for a private one."""
    row = await moves.look_on(c, deps.wakes(request), game_id, now=deps.moment())
    return await look_at(c, request, row, await visitor(c, request), since=since)


async def look_at(c: Connection, request: Asked, row: Row, who: Visitor, *, since: int | None) -> Scene:
    """The same of a row in hand."""
    key = key_of(request)
    guards.may_see(row, who.player, key)
    if who.player is not None:
        row = await rooms.attend(c, deps.wakes(request), row, who.player.id)
    events = await scene.events_of(c, row, since)
    return scene.scene(row, who, events, now=deps.moment(), origin=deps.origin(request), key=key)


@get("/games/{game_id:str}", include_in_schema=False)
async def show(request: Asked, game_id: FromPath[str]) -> Response[str]:
    """The page; with script and a query, only the panel that the query opens."""
    async with deps.database(request).connection() as c:
        seen = await look(c, request, game_id)
        place = talks.at_game(seen.row, seen.visitor.player)
        said = 0 if with_script(request) else await chat.newest(c, place.id, side=place.side)
        elsewhere = await _elsewhere(c, seen)
    query = kept.filled_in(request, request.query_params.dict())
    panel = panels.panel(seen, query, seen.visitor.told(seen.visitor.note))
    if with_script(request):
        return shown(seen.visitor, panel, headers=_IN_PLACE)
    response = shown(seen.visitor, scene.page(seen, panel, said=said, elsewhere=elsewhere))
    invite = request.query_params.get("invite")
    if invite and invite == seen.row.room.invite:  # any other is good for nothing, and may not fit into a cookie
        response.set_cookie(
            Cookie(key=_KEY_COOKIE, value=invite, path=f"/games/{seen.row.id}", httponly=True, samesite="lax")
        )
    return response


async def _elsewhere(c: Connection, seen: Scene) -> str | None:
    """The unfinished game that keeps somebody from sitting down in this room."""
    player = seen.visitor.player
    if player is None or seen.row.status != "waiting" or seen.view.viewer is not None:
        return None
    return await games.unfinished_of(c, player.id)


@get("/games/{game_id:str}/parts", include_in_schema=False)
async def parts(request: Asked, game_id: FromPath[str], version: FromQuery[int] = 0) -> Response[str]:
    """What has changed since a version, for pages whose stream does not come through; 204 for nothing.

    Even then it says the seconds left, since the clock of a page stands while its device sleeps.
    """
    async with deps.database(request).connection() as c:
        seen = await look(c, request, game_id, since=version)
    if seen.view.version == version:
        seconds = seen.view.seconds if isinstance(seen.view, TableView) else None
        return shown(seen.visitor, "", status=204, headers={} if seconds is None else {"X-Seconds": str(seconds)})
    return shown(seen.visitor, scene.difference(seen, version), headers=IS_PARTS)


ROUTES: Final[tuple[Any, ...]] = (show, parts)
