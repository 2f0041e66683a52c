"""The scheduled function: everything that is due is played once, by whoever comes first, whatever else is broken."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.engine import room as rooms
from app.jobs import sweep as sweeping
from app.jobs.sweep import Sweep
from app.play import matching
from app.play.matching import Search
from app.store import players
from app.store.db import Database
from app.store.games import Row
from app.store.wakes import Wakes
from tests.jobs.build import TURN_MS, duel, now, saved, sweeper


async def test_tables_whose_time_has_come_are_played_and_no_others(db: Database, wakes: Wakes, sweep: Sweep) -> None:
    late, young = await duel(db, wakes, ago_ms=TURN_MS + 5000), await duel(db, wakes, ago_ms=0)
    assert await sweep.run_once() == {"played": 1, "failed": 0, "rooms_filled": 0, "rooms_closed": 0, "told": 0}
    assert (await saved(db, late.id)).version > late.version
    assert (await saved(db, young.id)).version == young.version
    assert await sweep.run_once() == {"played": 0, "failed": 0, "rooms_filled": 0, "rooms_closed": 0, "told": 0}


async def test_rooms_whose_wait_is_over_are_filled_with_bots(db: Database, wakes: Wakes, sweep: Sweep) -> None:
    async with db.connection() as c:
        ana, ben = [await players.create(c, name=name, language="en") for name in ("Ana", "Ben")]
    ready = await matching.find(db, wakes, ana, Search(mode="classic", wait=0, pause=5000, now=now()))
    waiting = await matching.find(db, wakes, ben, Search(mode="blitz", wait=60_000, pause=5000, now=now()))
    assert (await sweep.run_once())["rooms_filled"] == 1
    assert [one.kind for one in (await saved(db, ready.id)).room.sittings] == ["human", "bot", "bot", "bot"]
    assert [(await saved(db, one.id)).status for one in (ready, waiting)] == ["playing", "waiting"]
    assert (await sweep.run_once())["rooms_filled"] == 0


async def test_a_game_nobody_plays_ends_by_its_clocks(db: Database, wakes: Wakes, sweep: Sweep) -> None:
    row = await duel(db, wakes, ago_ms=100 * TURN_MS)
    await sweep.run_once()
    assert (await saved(db, row.id)).status == "over"


async def test_two_sweeps_at_once_play_each_table_once(db: Database, wakes: Wakes) -> None:
    late = [await duel(db, wakes, ago_ms=TURN_MS + 5000) for _ in range(12)]
    done = await asyncio.gather(*(sweeper(db, wakes).run_once() for _ in range(3)))
    assert sum(one["played"] for one in done) == len(late)
    for row in late:
        assert (await saved(db, row.id)).version == row.version + 1


@pytest.mark.parametrize("damage", ["unreadable", "unplayable"])
async def test_a_broken_table_is_put_off_and_stops_no_other(
    db: Database, wakes: Wakes, sweep: Sweep, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    broken, late = await duel(db, wakes, ago_ms=2 * TURN_MS), await duel(db, wakes, ago_ms=TURN_MS + 5000)
    async with db.connection() as c:
        if damage == "unreadable":
            await c.execute("UPDATE games SET state = 'x' WHERE id = $1", broken.id)
        else:
            broken.room.sittings = []
            await c.execute("UPDATE games SET room = $2 WHERE id = $1", broken.id, rooms.encode(broken.room))
    done = await sweep.run_once()
    assert (done["played"], done["failed"]) == (1, 1)
    assert (await saved(db, late.id)).version > late.version
    assert f"game {broken.id} cannot be played" in caplog.text
    async with db.connection() as c:
        kept = "SELECT due_at > now() AND version = $2 FROM games WHERE id = $1"
        assert await c.fetchval(kept, broken.id, broken.version)
    assert await sweep.run_once() == {"played": 0, "failed": 0, "rooms_filled": 0, "rooms_closed": 0, "told": 0}


@pytest.fixture
async def loop(sweep: Sweep, wakes: Wakes) -> AsyncIterator[asyncio.Task[None]]:
    """The sweep at work, as in a server."""
    await wakes.listening.wait()
    task = asyncio.create_task(sweep.run())
    yield task
    wakes.close_watchers()
    await task


async def played(db: Database, row: Row) -> None:
    """Waits until somebody has played the table."""
    for _ in range(1000):
        if (await saved(db, row.id)).version > row.version:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody played it")


async def test_the_loop_plays_what_becomes_due_and_hears_of_new_tables(
    db: Database, wakes: Wakes, loop: asyncio.Task[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "LONGEST_SLEEP_SECONDS", 3600.0)
    await played(db, await duel(db, wakes, ago_ms=TURN_MS - 300))
    await played(db, await duel(db, wakes, ago_ms=TURN_MS - 300))


async def test_the_loop_survives_the_loss_of_its_connections(
    db: Database, wakes: Wakes, loop: asyncio.Task[None], database_url: str
) -> None:
    await played(db, await duel(db, wakes, ago_ms=TURN_MS - 300))
    other = Database(database_url)
    await other.open()
    async with other.connection() as c:
        await c.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    await played(other, await duel(other, Wakes(database_url), ago_ms=TURN_MS + 100))
    await other.close()


async def test_the_loop_goes_on_where_the_schema_is_not_there_yet(empty_database_url: str) -> None:
    db = Database(empty_database_url)
    await db.open()
    wakes = Wakes(empty_database_url)
    task = asyncio.create_task(sweeper(db, wakes).run())
    await asyncio.sleep(0.3)
    assert not task.done()
    wakes.close_watchers()
    await task
    await db.close()


async def test_a_stop_ends_the_loop(sweep: Sweep, wakes: Wakes) -> None:
    task = asyncio.create_task(sweep.run())
    await asyncio.sleep(0)
    wakes.close_watchers()
    await task
