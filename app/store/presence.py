"""Who is there: when the people in a waiting room last looked at it. A game that has begun has clocks instead."""

from typing import Final

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("presence")


async def note(c: Connection, game_id: str, player_id: str) -> None:
    """Somebody looks at a room; nothing if it has begun, or is none of theirs."""
    await c.execute(_SQL["save"], game_id, player_id)


async def gone(c: Connection, game_id: str, player_id: str, *, ms: int) -> bool:
    """Whether somebody who sits in a waiting room has not looked at it for so long."""
    found: bool | None = await c.fetchval(_SQL["check_gone"], game_id, player_id, ms)
    return bool(found)
