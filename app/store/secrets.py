"""Secrets the server makes for itself where the settings give none, the same for all processes and after a restart."""

from secrets import token_bytes
from typing import Final

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("secrets")
_LENGTH: Final = 32


async def keep(c: Connection, name: str) -> bytes:
    """The secret of that name; made when it is first asked for."""
    found: bytes | None = await c.fetchval(_SQL["read"], name)
    if found is None:
        await c.execute(_SQL["create"], name, token_bytes(_LENGTH))
        found = await c.fetchval(_SQL["read"], name)
    assert found is not None
    return found
