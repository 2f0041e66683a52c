"""How fast the leaderboard is with 200,000 people in a week: its plan, and its pages over the simplest statement.

People and their weeks are filled into a database of its own, which is thrown away.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import asyncpg

from app.store import leaders, sql
from app.store.db import Connection
from infra.bench import servers
from infra.bench.figures import Figure, say

BENCH: Final = "leaders"
PEOPLE: Final = 200_000
PAGE: Final = 50
ROUNDS: Final = 30
WEEK: Final = "2026-W49"
PAGE_GOAL_MS: Final = 100.0
"""For the whole of a page's reading, the counting of its place included, wherever it is."""

_PEOPLE: Final = (
    "INSERT INTO players (id, name, language, xp) SELECT 'p' || n, 'P' || n, 'en', n FROM generate_series(1, $1) AS n"
)
_WEEKS: Final = (
    "INSERT INTO weekly_xp (week, player_id, xp)"
    " SELECT $2, 'p' || n, (n::bigint * 7919) % 60000 FROM generate_series(1, $1) AS n"
)


def measure() -> list[Figure]:
    """Whether the plan uses the index, and milliseconds of three pages and of one's own place."""
    with servers.postgres() as dsn:
        return asyncio.run(_measured(dsn))


async def _measured(dsn: str) -> list[Figure]:
    c = await asyncpg.connect(dsn)
    try:
        await c.execute(_PEOPLE, PEOPLE, timeout=120)
        await c.execute(_WEEKS, PEOPLE, WEEK, timeout=120)
        await c.execute("VACUUM ANALYZE weekly_xp", timeout=120)
        await c.execute("ANALYZE players", timeout=120)
        return [await _plan(c), *await _times(c)]
    finally:
        await c.close()


async def _plan(c: Connection) -> Figure:
    """The plan of a page in the middle, for the reader too."""
    values = (WEEK, 30_000, "p1", PAGE + 1)
    lines = [row[0] for row in await c.fetch("EXPLAIN (ANALYZE) " + sql.load("leaders")["list"], *values)]
    say("\n".join(lines))
    scans = sum("Seq Scan" in line or "Sort" in line for line in lines)
    return Figure(bench=BENCH, name="sequential scans and sorts in a page's plan", found=scans, goal=0)


async def _times(c: Connection) -> list[Figure]:
    async def nothing() -> None:
        await c.fetchval("SELECT 1")

    async def first() -> None:
        await leaders.board(c, WEEK, None, PAGE)

    async def page_400() -> None:
        await leaders.board(c, WEEK, "54000.p1", PAGE)

    async def last() -> None:
        await leaders.board(c, WEEK, "20.p1", PAGE)

    async def own() -> None:
        await leaders.place_of(c, WEEK, "p1")

    base = await _rounds(nothing)
    note = f"{PEOPLE} people"
    figures = [Figure.of(BENCH, "SELECT 1", base, unit="ms")]
    for name, work in (("first page", first), ("page 400", page_400), ("last page", last), ("one's own place", own)):
        rounds = await _rounds(work)
        figures.append(Figure.of(BENCH, name, rounds, unit="ms", goal=PAGE_GOAL_MS, note=note))
        ratios = [one / other for one, other in zip(rounds, base, strict=True)]
        figures.append(Figure.of(BENCH, f"{name} over SELECT 1", ratios))
    return figures


async def _rounds(work: Callable[[], Awaitable[None]]) -> list[float]:
    await work()
    found = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await work()
        found.append(1000 * (time.perf_counter() - began))
    return found
