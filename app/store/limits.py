"""How often somebody did something in the present window of time, counted for all processes together."""

from hashlib import sha256
from typing import Final

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("limits")


async def count(c: Connection, what: str, who: str, *, began: int) -> int:
    """Count once more in the window that began at that moment; how often that makes, this time included."""
    key = sha256(f"{what}\n{who}".encode()).digest()
    counted: int = await c.fetchval(_SQL["count"], key, began)
    return counted


async def forget(c: Connection, *, before: int) -> None:
    """Delete the windows that began before the moment."""
    await c.execute(_SQL["delete_old"], before)
