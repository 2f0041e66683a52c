"""Following and blocking, for programs: one way, and said twice it is said once."""

from typing import Any, Final

from litestar import delete, put
from litestar.params import FromPath

from app.store import follows
from app.store.db import Connection
from app.web import deps, limits
from app.web.api.documented import documented
from app.web.deps import Asked
from app.web.guards import requires_player

_PROBLEMS: Final = (401, 403, 404, 422, 429)


async def _spend(c: Connection, request: Asked) -> None:
    await limits.spend(c, limits.FOLLOWS_BY_PLAYER, request.user.id, now=deps.moment())


@put(
    "/players/{player_id:str}/follow",
    status_code=204,
    guards=[requires_player],
    opt=documented(problems=_PROBLEMS),
)
async def follow_player(request: Asked, player_id: FromPath[str]) -> None:
    """Follow somebody.

    One way, and at most 500 people. 403 `blocked` by whoever has blocked you, 422 `oneself`.
    """
    async with deps.database(request).connection() as c:
        await _spend(c, request)
        await follows.follow(c, request.user.id, player_id)


@delete("/players/{player_id:str}/follow", guards=[requires_player], opt=documented(problems=(401, 429)))
async def unfollow_player(request: Asked, player_id: FromPath[str]) -> None:
    """Follow somebody no longer."""
    async with deps.database(request).connection() as c:
        await _spend(c, request)
        await follows.unfollow(c, request.user.id, player_id)


@put(
    "/players/{player_id:str}/block",
    status_code=204,
    guards=[requires_player],
    opt=documented(problems=(401, 404, 422, 429)),
)
async def block_player(request: Asked, player_id: FromPath[str]) -> None:
    """Have nothing more to do with somebody.

    They cannot follow you, sit down in your rooms or make you offers, and neither follows the other any more.
    """
    async with deps.database(request).connection() as c:
        await _spend(c, request)
        await follows.block(c, request.user.id, player_id)


@delete("/players/{player_id:str}/block", guards=[requires_player], opt=documented(problems=(401, 429)))
async def unblock_player(request: Asked, player_id: FromPath[str]) -> None:
    """Lift a block."""
    async with deps.database(request).connection() as c:
        await _spend(c, request)
        await follows.unblock(c, request.user.id, player_id)


ROUTES: Final[tuple[Any, ...]] = (follow_player, unfollow_player, block_player, unblock_player)
