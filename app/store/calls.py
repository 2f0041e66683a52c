"""Who was called to which turn, once a turn whatever the number of processes."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("calls")


class Silent(Struct, frozen=True):
    """A table at which nothing has happened for a while, and a person at it who wants to hear of their turn."""

    game_id: str
    player_id: str
    version: int


async def take_silent(c: Connection, *, live_ms: int, daily_ms: int, limit: int) -> Sequence[Silent]:
    """Tables that have been silent for so long; no other process gets the same version of one.

    Call it in a transaction with `call`: where that fails, another process may take them again.
    """
    return [Silent(*record.values()) for record in await c.fetch(_SQL["take"], live_ms, daily_ms, limit)]


async def call(c: Connection, game_id: str, player_id: str, turn: int) -> int:
    """Puts a message on the list for each device of a person, and says how many; 0 if they were called before."""
    return len(await c.fetch(_SQL["save"], game_id, player_id, turn))
