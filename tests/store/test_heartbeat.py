"""The pulse of the service: a gap counts once, however many processes come back from it."""

import asyncio

from app.store import heartbeat
from app.store.db import Connection, Database
from app.store.heartbeat import Heartbeat


async def quiet_for(c: Connection, seconds: int) -> None:
    """Nobody has been at work for so long."""
    await c.execute(f"UPDATE heartbeat SET beat_at = clock_timestamp() - interval '{seconds} seconds', away_ms = 0")


async def test_a_gap_is_counted_once_by_all_processes_together(db: Database) -> None:
    async with db.connection() as c:
        await quiet_for(c, 100)

    async def come_back() -> None:
        async with db.connection() as c:
            await Heartbeat(10).keep(c)

    await asyncio.gather(*(come_back() for _ in range(8)))
    async with db.connection() as c:
        assert 100_000 <= await heartbeat.away(c) < 110_000


async def test_an_ordinary_pause_is_no_outage_and_gaps_add_up(db: Database) -> None:
    async with db.connection() as c:
        await quiet_for(c, 9)
        await Heartbeat(10).keep(c)
        assert await heartbeat.away(c) == 0
        for _ in range(2):
            await c.execute("UPDATE heartbeat SET beat_at = clock_timestamp() - interval '20 seconds'")
            await Heartbeat(10).keep(c)
        assert 40_000 <= await heartbeat.away(c) < 44_000


async def test_a_process_beats_seldom_and_one_that_counts_no_outage_never(db: Database) -> None:
    async with db.connection() as c:
        beating, off = Heartbeat(10), Heartbeat(0)
        await beating.keep(c)
        await quiet_for(c, 100)
        await beating.keep(c)
        await off.keep(c)
        assert await heartbeat.away(c) == 0


async def test_the_outage_is_known_before_a_connection_is_used(database_url: str, db: Database) -> None:
    async with db.connection() as c:
        await quiet_for(c, 50)
    back = Database(database_url, keep=Heartbeat(10).keep)
    await back.open()
    async with back.connection() as c:
        assert await heartbeat.away(c) >= 50_000
    await back.close()
