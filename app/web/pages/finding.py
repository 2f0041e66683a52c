"""Find me a table: one tap to a seat, also for somebody who gave no name."""

from typing import Any, Final

from litestar import Response, post

from app.engine.modes import MODES
from app.people.guests import BadName
from app.play import matching, rooms
from app.play.errors import Conflict, Forbidden, Unknown
from app.play.matching import Search
from app.play.rooms import QUICK_MODE
from app.store.players import Player
from app.web import deps, limits
from app.web.deps import Asked
from app.web.pages.home import to_own_game
from app.web.visitor import Note, charge, guest, sent_to, visitor


@post("/find", include_in_schema=False)
async def find(request: Asked) -> Response[Any]:
    """A seat in the room that fits best, or in a new one."""
    form = await request.form()
    mode = str(form.get("mode") or QUICK_MODE)
    if mode not in MODES:
        return sent_to("/", note=Note("invalid_choice"))
    cookie = None
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        player = who.player
        if player is None:
            try:
                player, cookie = await guest(c, request, str(form.get("name", "")))
            except BadName:
                return sent_to("/", note=Note("bad_name"))
        await charge(c, request, player, limits.ROOMS_BY_PLAYER, limits.ROOMS_BY_ADDRESS)
    instead = str(form.get("instead", ""))
    if instead and (left := await _turned_down(request, player, instead)) is not None:
        return left
    settings = deps.settings(request)
    wait = 1000 * settings.match_wait_seconds
    search = Search(mode=mode, wait=wait, pause=settings.bot_pause_ms, now=deps.moment(), instead=instead)
    try:
        row = await matching.find(deps.database(request), deps.wakes(request), player, search)
    except Conflict:
        return await to_own_game(request, player.id)
    return sent_to(f"/games/{row.id}", cookie)


async def _turned_down(request: Asked, player: Player, game_id: str) -> Response[Any] | None:
    """They leave the room in which they have waited; where to, if its game has begun meanwhile."""
    try:
        await rooms.leave(deps.database(request), deps.wakes(request), player.id, game_id)
    except Conflict:
        return sent_to(f"/games/{game_id}")
    except (Unknown, Forbidden):
        pass  # their seat there is gone already
    return None


ROUTES: Final[tuple[Any, ...]] = (find,)
"""The route handlers."""
