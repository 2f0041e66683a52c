"""Counting how often somebody did something."""

import asyncio

from app.store import limits
from app.store.db import Database
from tests.store.build import NOON

MINUTE = 60_000


async def counted(db: Database, who: str = "ada", *, began: int = NOON) -> int:
    async with db.connection() as c:
        return await limits.count(c, "room", who, began=began)


async def test_each_time_counts_one_more(db: Database) -> None:
    assert [await counted(db), await counted(db), await counted(db, "eve")] == [1, 2, 1]


async def test_a_new_window_counts_from_one(db: Database) -> None:
    assert [await counted(db), await counted(db), await counted(db, began=NOON + MINUTE)] == [1, 2, 1]


async def test_equal_moments_are_all_counted(db: Database) -> None:
    assert sorted(await asyncio.gather(*(counted(db) for _ in range(10)))) == list(range(1, 11))


async def test_old_windows_are_forgotten(db: Database) -> None:
    await counted(db)
    await counted(db, "eve", began=NOON + MINUTE)
    async with db.connection() as c:
        await limits.forget(c, before=NOON + 1)
    assert [await counted(db), await counted(db, "eve", began=NOON + MINUTE)] == [1, 2]
