"""Which room plays a finished game again: one a game, and none once that room was closed."""

from typing import Final

from app.store import ids, sql
from app.store.db import Connection

_SQL: Final = sql.load("rematches")


async def create(c: Connection, game_id: str, next_id: str) -> bool:
    """Makes the room the rematch of the game. False: there is one; until then it waits for whoever is making it."""
    return await c.fetchval(_SQL["create"], game_id, next_id) is not None


async def of(c: Connection, game_id: str) -> str | None:
    """The id of the room."""
    if not ids.plausible(game_id):
        return None
    next_id: str | None = await c.fetchval(_SQL["read"], game_id)
    return next_id
