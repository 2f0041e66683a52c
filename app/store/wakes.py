"""News that a game changed: one LISTEN connection a process, checked and renewed, and the watchers it wakes.

News says only that something changed; what, a watcher reads from the database. So lost news costs a watcher the seconds
until it looks by itself, and never a move. News goes out on the listening connection, what gathered meanwhile in one
statement, so no move waits for it and many moves at once cost one notification.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto
from typing import Any, Final

import asyncpg

from app.store import sql
from app.store.db import AWAY, Connection

_SQL: Final = sql.load("wakes")
_LOG: Final = logging.getLogger(__name__)

CHANNEL: Final = "games"
TALK: Final = "talk "
"""Before the id of a game: what is said at it, whose versions are the numbers of lines; nothing there is ever due."""
HEARTBEAT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 2.0
BREATH_SECONDS: Final = 0.01
"""After some news more may gather for so long; the first is never held up."""
_SETTINGS: Final = {"synchronous_commit": "off"}
"""News that is lost with the server is of no use to anybody, so nobody waits for the disk."""
_FIRST_PAUSE: Final = 0.05
_ANYTHING: Final = ""
"""No name of a game: news of which nobody knows what it is about."""
_LONGEST_PAUSE: Final = 2.0


class News(Enum):
    """What ended a wait."""

    CHANGED = auto()
    """Something may have changed: compare versions."""
    SILENCE = auto()
    """Nothing was heard in that time: compare versions all the same."""
    CLOSED = auto()
    """The server is stopping: end the stream."""


class Watcher:
    """One who waits for news; any number of them become one, so a slow watcher holds up nobody and holds no queue."""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self._newest: dict[str, int] = {}
        self._heard: set[str] = set()
        self._closed = False

    async def news(self, seconds: float) -> News:
        """Waits for news, at most so long."""
        if not (self._woken.is_set() or self._closed):
            try:
                async with asyncio.timeout(seconds):
                    await self._woken.wait()
            except TimeoutError:
                return News.SILENCE
        self._woken.clear()
        return News.CLOSED if self._closed else News.CHANGED

    def heard(self) -> set[str]:
        """Of what there was news since this was last asked; empty where that is not known, so that all is looked at."""
        heard, self._heard = self._heard, set()
        return set() if _ANYTHING in heard else heard

    def wake(self, name: str, version: int) -> None:
        """The same version twice, from here and from the database, is one piece of news."""
        if version > self._newest.get(name, 0):
            self._newest[name] = version
            self._heard.add(name)
            self._woken.set()

    def stir(self) -> None:
        """Anything may have changed."""
        self._heard.add(_ANYTHING)
        self._woken.set()

    def close(self) -> None:
        self._closed = True
        self._woken.set()


class Wakes:
    """The watchers of one process and the connection that listens for them.

    `tell` works without `open`, for a process that makes moves and watches nothing.
    """

    def __init__(
        self, dsn: str, *, heartbeat_seconds: float = HEARTBEAT_SECONDS, answer_seconds: float = ANSWER_SECONDS
    ) -> None:
        self._dsn = dsn
        self._heartbeat = heartbeat_seconds
        self._answer = answer_seconds
        self._watchers: dict[str, set[Watcher]] = {}
        self._all: set[Watcher] = set()
        self._outbox: dict[str, int] = {}
        self._stirred = asyncio.Event()
        """Something to send, or the connection is lost."""
        self._sent = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self.listening = asyncio.Event()
        """Set while the connection listens, for readiness and tests."""
        self.losses = 0
        """How often the connection was lost, for the metrics."""

    async def open(self) -> None:
        """Begins to listen. It does not wait for the database: watchers look by themselves until it is there."""
        assert self._task is None
        self._task = asyncio.create_task(self._keep_listening(), name="wakes")

    async def close(self) -> None:
        """Ends every wait, sends what is left to tell, and ends the connection."""
        self.close_watchers()
        if self._task is not None:
            if self._outbox and self.listening.is_set():
                self._sent.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._sent.wait(), self._answer)
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def close_watchers(self) -> None:
        """Tells every stream, and every later one, to end; a graceful stop begins with it."""
        self._closing = True
        for watcher in self._everybody():
            watcher.close()

    @contextmanager
    def watch(self, *names: str) -> Iterator[Watcher]:
        """Watches a game, and what else has versions; begin before reading it, so that nothing is missed in between."""
        watcher = self._watcher()
        for name in names:
            self._watchers.setdefault(name, set()).add(watcher)
        try:
            yield watcher
        finally:
            for name in names:
                watchers = self._watchers[name]
                watchers.discard(watcher)
                if not watchers:
                    del self._watchers[name]

    @contextmanager
    def watch_all(self) -> Iterator[Watcher]:
        """Watches every game: the sweep, which must not oversleep."""
        watcher = self._watcher()
        self._all.add(watcher)
        try:
            yield watcher
        finally:
            self._all.discard(watcher)

    async def tell(self, c: Connection, game_id: str, version: int) -> None:
        """Says that a game has been saved, here at once and elsewhere by a notification. Call it after the save.

        The connection in hand is used only where this process does not listen.
        """
        self._wake(game_id, version)
        try:
            assert not c.is_in_transaction(), "news inside a transaction is early, and slows every commit"
            if self._task is None:
                await c.execute(_SQL["tell"], [game_id], [version])
                return
            self._outbox[game_id] = version
            self._stirred.set()
        except (*AWAY, asyncpg.InterfaceError) as error:
            # The move is saved and will be acknowledged; other processes find it when they look by themselves.
            _LOG.warning("news of game %s was lost: %r", game_id, error)

    def _watcher(self) -> Watcher:
        watcher = Watcher()
        if self._closing:
            watcher.close()
        return watcher

    def _everybody(self) -> list[Watcher]:
        return [*self._all, *(watcher for some in self._watchers.values() for watcher in some)]

    def _wake(self, game_id: str, version: int) -> None:
        for watcher in self._watchers.get(game_id, ()):
            watcher.wake(game_id, version)
        if not game_id.startswith(TALK):
            for watcher in self._all:
                watcher.stir()

    async def _keep_listening(self) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                await self._listen()
            except (*AWAY, OSError, asyncpg.InterfaceError, asyncpg.PostgresError) as error:
                # PostgresError too: a database that is missing, or a password just changed, may be put right.
                _LOG.warning("not listening for news: %r", error)
            if self.listening.is_set():
                self.listening.clear()
                self.losses += 1
                pause = _FIRST_PAUSE
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _listen(self) -> None:
        """Returns or raises when the connection is lost."""
        connection = await asyncpg.connect(
            self._dsn, timeout=self._answer, command_timeout=self._answer, server_settings=_SETTINGS
        )
        try:
            connection.add_termination_listener(lambda _: self._stirred.set())
            await connection.add_listener(CHANNEL, self._hear)
            self.listening.set()
            for watcher in self._everybody():
                watcher.stir()  # what was said while nobody listened
            while not connection.is_closed():
                self._stirred.clear()
                await self._send(connection)
                if not await self._is_stirred():
                    await connection.execute(_SQL["check"])
        finally:
            connection.terminate()

    async def _send(self, connection: Connection) -> None:
        """Sends what has gathered; what could not be sent waits for the next connection."""
        batch, self._outbox = self._outbox, {}
        if batch:
            try:
                await connection.execute(_SQL["tell"], list(batch), list(batch.values()))
            except BaseException:
                self._outbox = batch | self._outbox
                raise
            await asyncio.sleep(BREATH_SECONDS)
        if not self._outbox:
            self._sent.set()

    async def _is_stirred(self) -> bool:
        """Waits for something to do, at most one heartbeat."""
        try:
            async with asyncio.timeout(self._heartbeat):
                await self._stirred.wait()
        except TimeoutError:
            return False
        return True

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        game_id, _, version = str(payload).rpartition(" ")
        if game_id and version.isascii() and version.isdigit():
            self._wake(game_id, int(version))
