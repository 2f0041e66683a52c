"""News of a change reaches every watcher, also when the listening connection dies."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit

import pytest

from app.store.db import Database
from app.store.wakes import News, Wakes
from tests.store.build import until

SOON = 10.0
"""Seconds no test waits unless it fails."""


@asynccontextmanager
async def listening(url: str, **seconds: float) -> AsyncIterator[Wakes]:
    wakes = Wakes(url, **seconds)
    await wakes.open()
    await until_listening(wakes)
    yield wakes
    await wakes.close()


async def until_listening(wakes: Wakes) -> None:
    async with asyncio.timeout(SOON):
        await wakes.listening.wait()


async def listener_pid(db: Database) -> int:
    """The one backend of this database whose last statement was LISTEN, or the heartbeat after it."""
    async with db.connection() as c:
        pid = await c.fetchval(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = ''"
        )
    assert isinstance(pid, int)
    return pid


async def test_news_from_another_process_wakes_the_watchers_of_that_game(db: Database) -> None:
    async with listening(db.dsn) as here, db.connection() as c:
        elsewhere = Wakes(db.dsn)
        with here.watch("g1") as first, here.watch("g1") as second, here.watch("g2") as other:
            await elsewhere.tell(c, "g1", 7)
            assert await first.news(SOON) == News.CHANGED
            assert await second.news(SOON) == News.CHANGED
            assert await other.news(0) == News.SILENCE


async def test_news_from_this_process_does_not_wait_for_the_database(db: Database) -> None:
    wakes = Wakes(db.dsn)
    async with db.connection() as c:
        with wakes.watch("g1") as watcher:
            await wakes.tell(c, "g1", 7)
            assert await watcher.news(0) == News.CHANGED


async def test_same_version_twice_is_one_piece_of_news(db: Database) -> None:
    async with listening(db.dsn) as wakes, db.connection() as c:
        with wakes.watch("g1") as watcher, wakes.watch("end") as end:
            await wakes.tell(c, "g1", 7)
            assert await watcher.news(SOON) == News.CHANGED
            await Wakes(db.dsn).tell(c, "end", 1)
            assert await end.news(SOON) == News.CHANGED  # so the notification of g1 has come back as well
            assert await watcher.news(0) == News.SILENCE


async def test_many_pieces_of_news_become_one(db: Database) -> None:
    wakes = Wakes(db.dsn)
    async with db.connection() as c:
        with wakes.watch("g1") as watcher:
            for version in range(1, 50):
                await wakes.tell(c, "g1", version)
            assert await watcher.news(0) == News.CHANGED
            assert await watcher.news(0) == News.SILENCE


async def test_one_who_watches_all_hears_of_every_game(db: Database) -> None:
    async with listening(db.dsn) as wakes, db.connection() as c:
        with wakes.watch_all() as sleeper:
            for game in ("g1", "g2"):
                await Wakes(db.dsn).tell(c, game, 1)
                assert await sleeper.news(SOON) == News.CHANGED


async def test_silence_ends_a_wait(db: Database) -> None:
    with Wakes(db.dsn).watch("g1") as watcher:
        assert await watcher.news(0.01) == News.SILENCE


async def test_terminated_listener_comes_back_and_wakes_everybody(db: Database) -> None:
    async with listening(db.dsn) as wakes:
        with wakes.watch("g1") as watcher, wakes.watch_all() as sleeper:
            pid = await listener_pid(db)
            async with db.connection() as c:
                await c.execute("SELECT pg_terminate_backend($1)", pid)
                assert await watcher.news(SOON) == News.CHANGED
                assert await sleeper.news(SOON) == News.CHANGED
                assert wakes.losses == 1
                assert await listener_pid(db) != pid
                await Wakes(db.dsn).tell(c, "g1", 9)
                assert await watcher.news(SOON) == News.CHANGED


async def test_listener_that_is_silent_for_ever_is_replaced(db: Database) -> None:
    """A connection through a relay that stops passing bytes: nothing closes, nothing comes."""
    relay = await Relay.to_database(db)
    async with listening(relay.dsn, heartbeat_seconds=0.05, answer_seconds=0.2) as wakes:
        with wakes.watch("g1") as watcher:
            relay.freeze()
            await until(lambda: wakes.losses)
            relay.thaw()
            assert await watcher.news(SOON) == News.CHANGED
    await relay.close()


async def test_listening_begins_when_the_database_appears(db: Database) -> None:
    relay = await Relay.to_database(db)
    relay.refuse = True
    wakes = Wakes(relay.dsn)
    await wakes.open()
    await until(lambda: relay.refused >= 2)
    assert not wakes.listening.is_set()
    relay.refuse = False
    await until_listening(wakes)
    await wakes.close()
    await relay.close()


async def test_closing_ends_every_wait_and_every_later_one(db: Database) -> None:
    async with listening(db.dsn) as wakes:
        with wakes.watch("g1") as watcher:
            wait = asyncio.create_task(watcher.news(SOON))
            await asyncio.sleep(0)
            wakes.close_watchers()
            assert await wait == News.CLOSED
            assert await watcher.news(SOON) == News.CLOSED
        with wakes.watch("g2") as late:
            assert await late.news(SOON) == News.CLOSED


async def test_watchers_leave_nothing_behind(db: Database) -> None:
    wakes = Wakes(db.dsn)
    for n in range(100):
        with wakes.watch(f"g{n}"), wakes.watch(f"g{n}"), wakes.watch_all():
            pass
    assert (wakes._watchers, wakes._all) == ({}, set())


async def test_two_listening_processes_hear_each_other(db: Database) -> None:
    async with listening(db.dsn) as one, listening(db.dsn) as other, db.connection() as c:
        with one.watch("g1") as here, other.watch("g2") as there:
            await other.tell(c, "g1", 1)
            await one.tell(c, "g2", 1)
            assert await here.news(SOON) == News.CHANGED
            assert await there.news(SOON) == News.CHANGED


async def test_news_told_while_the_connection_is_lost_goes_out_when_it_is_back(db: Database) -> None:
    relay = await Relay.to_database(db)
    relay.refuse = True
    teller = Wakes(relay.dsn)
    await teller.open()
    async with listening(db.dsn) as wakes, db.connection() as c:
        with wakes.watch("g1") as watcher:
            await teller.tell(c, "g1", 1)
            await until(lambda: relay.refused)
            assert await watcher.news(0) == News.SILENCE
            relay.refuse = False
            assert await watcher.news(SOON) == News.CHANGED
    await teller.close()
    await relay.close()


async def test_news_told_just_before_the_end_still_goes_out(db: Database) -> None:
    async with listening(db.dsn) as wakes, db.connection() as c:
        with wakes.watch("g1") as watcher:
            async with listening(db.dsn) as teller:
                await teller.tell(c, "g1", 1)
            assert await watcher.news(SOON) == News.CHANGED


async def test_odd_notification_does_no_harm(db: Database) -> None:
    async with listening(db.dsn) as wakes, db.connection() as c:
        with wakes.watch("g1") as watcher:
            for payload in ("", "g1", "g1 x", " 5", "g1 ٣", "g1 -4"):
                await c.execute("SELECT pg_notify('games', $1)", payload)
            await Wakes(db.dsn).tell(c, "g1", 2)
            assert await watcher.news(SOON) == News.CHANGED
            assert wakes.losses == 0


async def test_lost_news_does_not_fail_the_move_it_tells_of(db: Database) -> None:
    wakes = Wakes(db.dsn)
    async with db.connection() as c:
        with wakes.watch("g1") as watcher:
            c.terminate()
            await wakes.tell(c, "g1", 5)
            assert await watcher.news(0) == News.CHANGED


async def test_telling_inside_a_transaction_is_a_mistake_of_ours(db: Database) -> None:
    async with db.transaction() as c:
        with pytest.raises(AssertionError):
            await Wakes(db.dsn).tell(c, "g1", 5)


class Relay:
    """A TCP port that leads to the test database, and can be made to hang or to refuse."""

    def __init__(self, db: Database) -> None:
        self._address = urlsplit(db.dsn)
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.refuse = False
        self.refused = 0
        self.dsn = ""

    @classmethod
    async def to_database(cls, db: Database) -> "Relay":
        relay = cls(db)
        relay._server = await asyncio.start_server(relay._serve, "127.0.0.1", 0)
        port = relay._server.sockets[0].getsockname()[1]
        account = relay._address.netloc.rpartition("@")[0]
        relay.dsn = relay._address._replace(netloc=f"{account}@127.0.0.1:{port}", query="sslmode=disable").geturl()
        return relay

    def freeze(self) -> None:
        self._flowing.clear()

    def thaw(self) -> None:
        self._flowing.set()

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuse:
            self.refused += 1
            writer.close()
            return
        there = await self._connect()
        for source, sink in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(self._pass_on(source, sink))
            self._tasks.add(task)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        directory = parse_qs(self._address.query).get("host")
        port = self._address.port or 5432
        if directory:
            return await asyncio.open_unix_connection(f"{directory[0]}/.s.PGSQL.{port}")
        return await asyncio.open_connection(self._address.hostname, port)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self._flowing.wait()
                sink.write(data)
                await sink.drain()
        except ConnectionError:
            pass
        finally:
            sink.close()
