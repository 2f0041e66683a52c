"""Taking tables whose time has come: each once, whoever asks, and nobody held up by a taker who died."""

import asyncio

from app.store import games
from app.store.db import Connection, Database
from app.store.games import Row
from tests.store.build import NOON, begin, event, person, waiting


async def table(c: Connection, due_at: int | None) -> Row:
    row = waiting(await person(c))
    await games.create(c, row)
    begin(row, due_at=due_at)
    assert await games.save(c, row, 1, [], [event(1)], 1, [])
    return row


async def test_most_overdue_table_is_taken_first(db: Database) -> None:
    async with db.connection() as c:
        late, later, _ = await table(c, NOON - 1), await table(c, NOON - 50), await table(c, NOON + 1)
        await table(c, None)
        assert await games.take_due(c, NOON) == later
        assert await games.take_due(c, NOON) == late
        assert await games.take_due(c, NOON) is None


async def test_two_sweeps_at_once_share_twenty_tables_and_take_none_twice(db: Database) -> None:
    async with db.connection() as c:
        tables = {(await table(c, NOON - n)).id for n in range(20)}

    async def sweep() -> list[str]:
        taken = []
        async with db.connection() as c:
            while row := await games.take_due(c, NOON):
                taken.append(row.id)
        return taken

    first, second = await asyncio.gather(sweep(), sweep())
    assert sorted(first + second) == sorted(tables)


async def test_table_in_somebodys_hands_is_passed_over(db: Database) -> None:
    async with db.connection() as c:
        held, free = await table(c, NOON - 2), await table(c, NOON - 1)
        async with db.transaction() as holder:
            await holder.execute("SELECT 1 FROM games WHERE id = $1 FOR UPDATE", held.id)
            assert await games.take_due(c, NOON) == free
            assert await games.take_due(c, NOON) is None


async def test_table_of_a_killed_sweep_comes_back_after_the_lease_with_its_deadlines(db: Database) -> None:
    async with db.connection() as c:
        row = await table(c, NOON)
        assert await games.take_due(c, NOON) == row
        assert await games.take_due(c, NOON + games.LEASE_MS - 1) is None
        assert await games.next_due(c) == NOON + games.LEASE_MS
        again = await games.take_due(c, NOON + games.LEASE_MS)
        assert again is not None
        assert (again.game, again.version) == (row.game, row.version)


async def test_table_that_fails_every_time_holds_up_no_other(db: Database) -> None:
    async with db.connection() as c:
        broken, sound = await table(c, NOON - 2), await table(c, NOON - 1)
        taken = [await games.take_due(c, NOON) for _ in range(2)]
        assert taken == [broken, sound]


async def test_save_after_taking_sets_the_next_moment(db: Database) -> None:
    async with db.connection() as c:
        await table(c, NOON)
        row = await games.take_due(c, NOON)
        assert row is not None
        row.version, row.due_at = 3, NOON + 900
        assert await games.save(c, row, 2, [], [event(2)], 2, [])
        assert await games.next_due(c) == NOON + 900
        assert await games.take_due(c, NOON + 900) == row


async def test_table_where_nothing_was_due_is_put_back(db: Database) -> None:
    async with db.connection() as c:
        await table(c, NOON)
        row = await games.take_due(c, NOON)
        assert row is not None
        row.due_at = NOON + 30
        await games.postpone(c, row)
        assert await games.next_due(c) == NOON + 30


async def test_putting_back_does_not_undo_a_faster_move(db: Database) -> None:
    async with db.connection() as c:
        await table(c, NOON)
        row = await games.take_due(c, NOON)
        assert row is not None
        faster = await games.read(c, row.id)
        assert faster is not None
        faster.version, faster.due_at = 3, NOON + 75_000
        assert await games.save(c, faster, 2, [], [event(2)], 2, [])
        await games.postpone(c, row)
        assert await games.next_due(c) == NOON + 75_000


async def test_who_looks_at_a_taken_table_may_play_it_and_the_version_decides(db: Database) -> None:
    async with db.connection() as c:
        await table(c, NOON)
        taken = await games.take_due(c, NOON)
        assert taken is not None
        seen = await games.read(c, taken.id)
        assert seen is not None
        seen.version = taken.version = 3
        assert await games.save(c, seen, 2, [], [event(2)], 2, [])
        assert not await games.save(c, taken, 2, [], [event(2)], 2, [])
