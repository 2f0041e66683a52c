"""Connections: one pool a process, transactions, and one name each for an absent database and for a lost race."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

import asyncpg
from asyncpg.pool import PoolConnectionProxy

# In quotes: these classes are generic for the type checker only.
Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"
Proxy: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record] | Proxy"

AWAY: Final = (
    ConnectionError,  # refused, or reset in the middle
    FileNotFoundError,  # the socket of a server that is not running
    TimeoutError,
    asyncpg.PostgresConnectionError,  # closed under us: ConnectionDoesNotExistError and its kin
    asyncpg.OperatorInterventionError,  # starting up, shutting down, ended by the administrator or by a time limit
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InternalClientError,  # what asyncpg says when the other side vanishes in the middle of a message
    asyncpg.TooManyConnectionsError,
    asyncpg.ReadOnlySQLTransactionError,  # a standby that has not been promoted yet
)
"""How an absent database shows itself; each was seen during a restart or a failover."""

FASTER: Final = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
"""How a lost race shows itself where no row count can tell it."""

_LOST_BEFORE: Final = asyncpg.InFailedSQLTransactionError
"""How it shows itself one statement later, where the first one was answered with False."""

ACQUIRE_SECONDS: Final = 5.0
COMMAND_SECONDS: Final = 10.0
IDLE_SECONDS: Final = 60.0
"""A connection that nobody has used for so long may be cut off somewhere on its way, and is not used again."""
_PATIENCE: Final = (0.05, 0.2, 0.5)
_LIMITS: Final = {
    "application_name": "opolyx",
    "statement_timeout": "5s",
    "idle_in_transaction_session_timeout": "10s",  # a process that hangs in a transaction gives its locks back
}


class Unavailable(Exception):
    """The database is away; try again in a moment."""


class Conflict(Exception):
    """Somebody else was faster; read again and decide again."""


class Database:
    """The pool of one process. `pooled` says that the address leads to a PgBouncer in transaction mode.

    Such a pooler knows neither prepared statements nor start-up settings; both are then left out. `keep` is done first
    with every connection that is handed out: see `heartbeat`.

    Between two requests a connection is laid by, and goes back to the pool only when somebody waits there or something
    went wrong with it: the way through the pool and back costs as much as a query.
    """

    def __init__(
        self,
        dsn: str,
        listen_dsn: str | None = None,
        pool_size: int = 16,
        *,
        pooled: bool = False,
        keep: Callable[[Connection], Awaitable[None]] | None = None,
    ) -> None:
        self.dsn: Final = dsn
        self.listen_dsn: Final = listen_dsn or dsn
        """A direct address, for LISTEN and for migrations."""
        self._size = pool_size
        self._pooled = pooled
        self._keep = keep
        self._pool: Pool | None = None
        self._laid_by: list[tuple[Proxy, float]] = []
        """The last one used is the first to be used again, so what a burst left behind ages at the bottom."""
        self._waiting = 0

    async def open(self) -> None:
        """Makes the pool. It connects when it is first used, so a server may start before its database does."""
        self._pool = await asyncpg.create_pool(
            self.dsn,
            min_size=0,
            max_size=self._size,
            command_timeout=COMMAND_SECONDS,
            timeout=ACQUIRE_SECONDS,
            reset=_reset,
            statement_cache_size=0 if self._pooled else 100,
            server_settings=None if self._pooled else _LIMITS,
        )

    async def close(self) -> None:
        """Waits shortly for the requests under way, then closes every connection."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        laid_by, self._laid_by = self._laid_by, []
        try:
            for connection, _ in laid_by:
                await pool.release(connection)
            await asyncio.wait_for(pool.close(), ACQUIRE_SECONDS)
        except AWAY:
            pool.terminate()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """One connection of the pool, in autocommit. Take one a request, not one a query."""
        pool = self._pool
        assert pool is not None, "the database was not opened"
        acquired = self._at_hand() or await self._from_pool(pool)
        stays = False
        try:
            try:
                if self._keep is not None:
                    await self._keep(acquired)
                yield acquired
                stays = self._lay_by(pool, acquired)
            except asyncpg.InterfaceError as error:
                if _is_gone(acquired):
                    raise Unavailable from error
                raise
            finally:
                if not stays:
                    await pool.release(acquired)
        except AWAY as error:
            raise Unavailable from error

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """One connection inside a transaction that commits at the end. A lost race raises Conflict."""
        async with self.connection() as connection:
            try:
                async with connection.transaction():
                    yield connection
            except (*FASTER, _LOST_BEFORE) as error:
                raise Conflict from error

    async def ping(self) -> None:
        """Raises Unavailable unless the database answers."""
        async with self.connection() as connection:
            await connection.execute("SELECT 1")

    def _at_hand(self) -> "Proxy | None":
        """The connection last laid by, if there is one that can still be used."""
        while self._laid_by:
            connection, since = self._laid_by.pop()
            if _is_gone(connection):
                continue
            if time.monotonic() - since < IDLE_SECONDS:
                return connection
            connection.terminate()
        return None

    def _lay_by(self, pool: Pool, connection: Proxy) -> bool:
        """Keeps a connection for the next request; False where the pool has to have it."""
        if self._waiting or self._pool is not pool or _is_gone(connection) or connection.is_in_transaction():
            return False
        self._laid_by.append((connection, time.monotonic()))
        return True

    async def _from_pool(self, pool: Pool) -> Proxy:
        self._waiting += 1
        try:
            return await self._acquire(pool)
        finally:
            self._waiting -= 1

    @staticmethod
    async def _acquire(pool: Pool) -> Proxy:
        """Getting a connection is repeated, for nothing has happened yet; what is done with it never is.

        Here any OSError is an absence: no route, no such host, several addresses refused at once.
        """
        for pause in _PATIENCE:
            try:
                return await pool.acquire(timeout=ACQUIRE_SECONDS)
            except TimeoutError as error:
                raise Unavailable from error
            except (*AWAY, OSError):
                await asyncio.sleep(pause)
        try:
            return await pool.acquire(timeout=ACQUIRE_SECONDS)
        except (*AWAY, OSError) as error:
            raise Unavailable from error


def _is_gone(connection: Connection) -> bool:
    """Whether the connection died between two statements; the pool may already have taken it from us."""
    try:
        return connection.is_closed()
    except asyncpg.InterfaceError:
        return True


async def _reset(_: Connection) -> None:
    """Nothing: the pool has already ended an open transaction, and we change no session settings that would stay."""
