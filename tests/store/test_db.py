"""Connections: an absent database has one name, and nothing unfinished stays behind on a connection."""

import asyncio

import asyncpg
import pytest

from app.store import db as connections
from app.store import games, players
from app.store.db import Conflict, Database, Unavailable
from tests.store.build import person, until, waiting


async def ask(database: Database, statement: str = "SELECT 1") -> object:
    async with database.connection() as c:
        return await c.fetchval(statement)


@pytest.mark.parametrize(
    "dsn", ["postgresql://o@127.0.0.1:9/o", "postgresql://o@/o?host=/nowhere", "postgresql://o@no.invalid/o"]
)
async def test_absent_database_is_unavailable(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_PATIENCE", (0.01,))
    database = Database(dsn)
    await database.open()
    with pytest.raises(Unavailable):
        await database.ping()
    await database.close()


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(),
        ConnectionResetError(),
        asyncpg.CannotConnectNowError("the database system is starting up"),
        asyncpg.InternalClientError("got result for unknown protocol state 3"),
        asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
        asyncpg.AdminShutdownError("terminating connection due to administrator command"),
    ],
)
async def test_error_of_a_restart_is_an_absence(db: Database, error: Exception) -> None:
    with pytest.raises(Unavailable):
        async with db.connection():
            raise error


async def test_other_errors_stay_what_they_are(db: Database) -> None:
    with pytest.raises(asyncpg.DivisionByZeroError):
        await ask(db, "SELECT 1 / 0")
    with pytest.raises(LookupError):
        async with db.connection():
            raise LookupError
    with pytest.raises(asyncpg.InterfaceError):
        async with db.connection() as c:
            await c.fetchval("SELECT $1::int", 1, 2)
    assert await ask(db) == 1


async def test_connection_killed_in_a_request_is_an_absence_and_the_next_one_is_new(db: Database) -> None:
    with pytest.raises(Unavailable):
        await ask(db, "SELECT pg_terminate_backend(pg_backend_pid())")
    assert await ask(db) == 1


async def test_connection_that_dies_between_two_statements_is_an_absence(db: Database) -> None:
    async def lose() -> None:
        async with db.connection() as c, db.connection() as other:
            await other.execute("SELECT pg_terminate_backend($1)", await c.fetchval("SELECT pg_backend_pid()"))
            await until(lambda: connections._is_gone(c))
            await c.fetchval("SELECT 1")

    with pytest.raises(Unavailable):
        await lose()
    assert await ask(db) == 1


async def test_statement_without_end_is_an_absence(db: Database) -> None:
    async def wait_long() -> None:
        async with db.transaction() as c:
            await c.execute("SET LOCAL statement_timeout = '20ms'")
            await c.execute("SELECT pg_sleep(10)")

    with pytest.raises(Unavailable):
        await wait_long()
    assert await ask(db) == 1


async def test_no_free_connection_is_an_absence(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ACQUIRE_SECONDS", 0.05)
    small = Database(database_url, pool_size=1)
    await small.open()
    async with small.connection():
        with pytest.raises(Unavailable):
            await small.ping()
    await small.ping()
    await small.close()


async def test_failed_transaction_leaves_nothing(db: Database) -> None:
    async def fail() -> None:
        async with db.transaction() as c:
            await person(c)
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    assert await ask(db, "SELECT count(*) FROM players") == 0


async def test_request_given_up_in_a_transaction_leaves_no_lock(db: Database) -> None:
    locked = asyncio.Event()

    async def hold() -> None:
        async with db.transaction() as c:
            await person(c)
            await c.execute("LOCK TABLE players IN ACCESS EXCLUSIVE MODE")
            locked.set()
            await c.execute("SELECT pg_sleep(10)")

    request = asyncio.create_task(hold())
    await locked.wait()
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    assert await ask(db, "SELECT count(*) FROM players") == 0


async def test_transaction_that_cannot_be_serialized_is_a_conflict(db: Database) -> None:
    async with db.connection() as c:
        row = waiting(await person(c))
        await games.create(c, row)

    async def race() -> None:
        async with db.transaction() as c:
            await c.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            await games.read(c, row.id)
            await ask(db, "UPDATE games SET taken = 2 RETURNING taken")
            await c.execute("UPDATE games SET taken = 3")

    with pytest.raises(Conflict):
        await race()
    assert await ask(db, "SELECT taken FROM games") == 2


async def test_more_requests_than_connections_take_turns(database_url: str) -> None:
    small = Database(database_url, pool_size=2)
    await small.open()
    assert await asyncio.gather(*(ask(small) for _ in range(40))) == [1] * 40
    await small.close()


async def test_requests_one_after_another_share_a_connection(db: Database) -> None:
    first, second = [await ask(db, "SELECT pg_backend_pid()") for _ in range(2)]
    assert first == second


async def test_connection_that_was_idle_for_long_is_not_used_again(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0)
    first, second = [await ask(db, "SELECT pg_backend_pid()") for _ in range(2)]
    assert first != second


async def test_connection_killed_between_two_requests_is_replaced(db: Database, database_url: str) -> None:
    pid = await ask(db, "SELECT pg_backend_pid()")
    other = await asyncpg.connect(database_url)
    await other.execute(f"SELECT pg_terminate_backend({pid}, 5000)")
    await other.close()
    assert await ask(db, "SELECT pg_backend_pid()") != pid


@pytest.mark.parametrize(("pooled", "kept"), [(True, 0), (False, 1)])
async def test_behind_a_pooler_no_statement_stays_prepared(db: Database, pooled: bool, kept: int) -> None:
    database = Database(db.dsn, pool_size=1, pooled=pooled)
    await database.open()
    async with database.connection() as c:
        ada = await person(c)
        assert await players.read(c, ada.id) == ada
        prepared = "SELECT count(*) FROM pg_prepared_statements WHERE statement ~ 'FROM players\\s+WHERE id'"
        names = await c.fetchval(prepared)
        limits = await c.fetchval("SELECT current_setting('application_name') = 'opolyx'")
    assert names == kept
    assert limits is not pooled
    await database.close()


async def test_closing_twice_is_harmless(database_url: str) -> None:
    database = Database(database_url)
    await database.open()
    await database.ping()
    await database.close()
    await database.close()
