"""A real PostgreSQL for the run: the one in TEST_DATABASE_URL, or an embedded one that lives as long as the tests.

Each test module gets a migrated database of its own, copied from a template; `db` empties it before each test.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from itertools import count
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from app.store import embedded
from app.store.db import Database
from app.store.migrate import migrate

_RUN: Final = f"opolyx_test_{os.getpid()}"
_NUMBERS: Final = count(1)
_EMPTY: Final = """
DO $$ BEGIN
    EXECUTE (
        SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ')
        FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT IN ('migrations', 'heartbeat')
    );
    UPDATE heartbeat SET away_ms = 0, beat_at = clock_timestamp();
END $$
"""


def database_named(url: str, name: str) -> str:
    """The same server, another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def administer(url: str, *statements: str) -> None:
    """Runs statements that no transaction may hold, each by itself."""

    async def run() -> None:
        connection = await asyncpg.connect(url)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()

    asyncio.run(run())


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on which tests may create databases."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
        return
    # Nothing here has to survive a power cut; a killed server loses nothing by it.
    server = embedded.start(tmp_path_factory.mktemp("server"), settings={"fsync": "off", "full_page_writes": "off"})
    yield server.url
    server.stop()


@pytest.fixture(scope="session")
def template(server_url: str) -> Iterator[str]:
    """The name of a migrated, empty database that is only copied."""
    name = f"{_RUN}_template"
    administer(server_url, f"CREATE DATABASE {name}")
    asyncio.run(migrate(database_named(server_url, name)))
    yield name
    administer(server_url, f"DROP DATABASE {name}")


@pytest.fixture
def empty_database_url(server_url: str) -> Iterator[str]:
    """A database without any table, for one test."""
    yield from _database(server_url, "template1")


@pytest.fixture(scope="module")
def database_url(server_url: str, template: str) -> Iterator[str]:
    """A migrated database, for one test module."""
    yield from _database(server_url, template)


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    """The module's database, emptied and opened."""
    database = Database(database_url)
    await database.open()
    async with database.connection() as c:
        await c.execute(_EMPTY)
    yield database
    await database.close()


def _database(server_url: str, template: str) -> Iterator[str]:
    name = f"{_RUN}_{next(_NUMBERS)}"
    administer(server_url, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield database_named(server_url, name)
    administer(server_url, f"DROP DATABASE {name} (FORCE)")
