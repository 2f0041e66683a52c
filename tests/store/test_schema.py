"""The migrations, the written schema and the queries agree."""

import asyncio
import sys

import asyncpg
import pytest

from app.store import migrate as migrations
from app.store import schema
from app.store.db import Unavailable
from app.store.migrate import migrate


def test_written_schema_is_what_the_migrations_make(database_url: str) -> None:
    assert schema.describe(database_url) == schema.SCHEMA.read_text(encoding="utf-8")


def test_migrations_are_numbered_without_a_gap() -> None:
    numbers = [migration.number for migration in migrations.read()]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_whatever_refers_to_games_is_found_by_its_game(database_url: str) -> None:
    """Rooms that nobody wanted are deleted by the hundred, and each looks for what refers to it."""
    connection = await asyncpg.connect(database_url)
    slow = await connection.fetch(
        """
        SELECT conrelid::regclass::text, attname
        FROM pg_constraint
        JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
        WHERE contype = 'f' AND confrelid = 'games'::regclass
        AND NOT EXISTS (SELECT 1 FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1])
        """
    )
    await connection.close()
    assert [tuple(one) for one in slow] == []


async def test_four_processes_migrating_at_once_apply_each_once(empty_database_url: str) -> None:
    command = "import asyncio, sys; from app.store.migrate import migrate; print(*asyncio.run(migrate(sys.argv[1])))"
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", command, empty_database_url, stdout=asyncio.subprocess.PIPE
        )
        for _ in range(4)
    ]
    outputs = [(await process.communicate())[0].decode().split() for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    assert sorted(name for names in outputs for name in names) == sorted(one.name for one in migrations.read())
    assert await migrate(empty_database_url) == []


async def test_migration_that_fails_leaves_nothing_of_itself(
    empty_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = (
        migrations.Migration(1, "good", "CREATE TABLE kept (a int)"),
        migrations.Migration(2, "bad", "CREATE TABLE lost (a int); SELECT 1 / 0"),
    )
    monkeypatch.setattr(migrations, "read", lambda: [good, bad])
    with pytest.raises(asyncpg.DivisionByZeroError):
        await migrate(empty_database_url)
    connection = await asyncpg.connect(empty_database_url)
    assert await connection.fetchval("SELECT array_agg(number) FROM migrations") == [1]
    assert await connection.fetchval("SELECT to_regclass('kept') IS NOT NULL AND to_regclass('lost') IS NULL")
    await connection.close()


async def test_migration_does_not_wait_long_behind_a_lock(
    empty_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await migrate(empty_database_url)
    holder = await asyncpg.connect(empty_database_url)
    await holder.execute("BEGIN; LOCK TABLE players IN ACCESS SHARE MODE")
    text = "SET LOCAL lock_timeout = '50ms'; ALTER TABLE players ADD COLUMN shoe integer"
    monkeypatch.setattr(migrations, "read", lambda: [migrations.Migration(1000, "shoe", text)])
    with pytest.raises(asyncpg.LockNotAvailableError):
        await migrate(empty_database_url)
    await holder.close()
    assert await migrate(empty_database_url) == ["shoe"]


async def test_migrating_an_absent_database_is_unavailable(unused_tcp_port: int) -> None:
    with pytest.raises(Unavailable):
        await migrate(f"postgresql://opolyx@127.0.0.1:{unused_tcp_port}/opolyx")
