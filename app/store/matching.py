"""Rooms for whoever comes: which of them fit a person, and when bots fill them."""

from typing import Final

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("matching")


async def fitting(c: Connection, player_id: str, *, mode: str, xp: int, language: str, limit: int) -> list[str]:
    """The ids of the rooms that fit a person, the best one first."""
    return [record["id"] for record in await c.fetch(_SQL["list"], player_id, mode, xp, language, limit)]


async def lock(c: Connection, mode: str) -> None:
    """Wait until nobody else opens a room of this mode; held until the transaction ends."""
    await c.execute(_SQL["lock_mode"], mode)


async def fill_at(c: Connection, game_id: str, moment: int) -> None:
    """Have bots fill a room at that moment, in milliseconds since the epoch."""
    await c.execute(_SQL["save_filling"], game_id, moment)


async def take(c: Connection, now: int, *, lease_ms: int) -> str | None:
    """The id of a room whose time has come; its next taker has to wait for the lease."""
    found: str | None = await c.fetchval(_SQL["take"], now, lease_ms)
    return found


async def next_filling(c: Connection) -> int | None:
    """The moment at which `take` will next find something."""
    moment: int | None = await c.fetchval(_SQL["read_next"])
    return moment
