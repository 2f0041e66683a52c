"""Brings a database to the newest schema: sql/migrations in their order, each once and in its own transaction."""

from typing import Final

import asyncpg
from msgspec import Struct

from app.resources import SQL
from app.store import sql
from app.store.db import AWAY, Connection, Unavailable

MIGRATIONS: Final = SQL / "migrations"
_SQL: Final = sql.load("migrations")


class Migration(Struct, frozen=True):
    """One file: `0002_games.sql` is number 2, name `games`."""

    number: int
    name: str
    text: str


def read() -> list[Migration]:
    """All migrations in the tree, in their order."""
    return [_read(name) for name in sorted(path.name for path in MIGRATIONS.glob("*.sql"))]


def _read(file_name: str) -> Migration:
    number, _, name = file_name.removesuffix(".sql").partition("_")
    return Migration(int(number), name, (MIGRATIONS / file_name).read_text(encoding="utf-8"))


async def migrate(dsn: str) -> list[str]:
    """Applies what is missing and returns its names. Any number of processes may do this at once."""
    try:
        connection = await asyncpg.connect(dsn, timeout=10, statement_cache_size=0)
        try:
            applied = await _applied(connection)
            missing = [migration for migration in read() if migration.number not in applied]
            return [migration.name for migration in missing if await _apply(connection, migration)]
        finally:
            await connection.close(timeout=5)
    except (*AWAY, OSError) as error:
        raise Unavailable from error


async def _applied(connection: Connection) -> set[int]:
    if not await connection.fetchval(_SQL["find_table"]):
        return set()
    return {record["number"] for record in await connection.fetch(_SQL["list_applied"])}


async def _apply(connection: Connection, migration: Migration) -> bool:
    """False when another process was faster."""
    async with connection.transaction():
        await connection.execute(_SQL["lock"])
        await connection.execute(_SQL["create_table"])
        if migration.number in await _applied(connection):
            return False
        await connection.execute(_SQL["limit_waiting"])
        await connection.execute(migration.text)
        await connection.execute(_SQL["create"], migration.number, migration.name)
        return True
