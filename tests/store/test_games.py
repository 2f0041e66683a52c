"""Rooms and games in PostgreSQL: what is saved, what is refused, and who wins a race."""

import asyncio
from copy import deepcopy

import msgspec
import pytest

from app.engine.actions import Bid, Roll
from app.store import games
from app.store.db import Conflict, Database
from app.store.games import AlreadySeated, BadCursor, Played, Row
from tests.store.build import NOON, begin, event, person, sitting, waiting


async def stored(db: Database, *, people: int = 2, due_at: int | None = None) -> Row:
    """A game that has started, as its start was saved: version 2, events 1 and 2."""
    async with db.connection() as c:
        row = waiting(*[await person(c) for _ in range(people)])
        await games.create(c, row)
        begin(row, due_at=due_at)
        assert await games.save(c, row, 1, [], [event(1), event(2)], 1, [])
    return row


def moved(row: Row) -> Row:
    """A private copy, one version on."""
    copy = deepcopy(row)
    copy.version += 1
    return copy


async def test_game_is_read_as_it_was_saved(db: Database) -> None:
    row = await stored(db, due_at=NOON + 123)
    async with db.connection() as c:
        assert await games.read(c, row.id) == row


async def test_unknown_game_is_none(db: Database) -> None:
    async with db.connection() as c:
        for odd in ("nothing", "", "a\0b", "\ud800", "x" * 5000, "' OR true --"):
            assert await games.read(c, odd) is None
            assert await games.version_of(c, odd) is None
            assert await games.invited(c, odd) is None


async def test_of_twenty_equal_saves_one_wins(db: Database) -> None:
    row = await stored(db)
    step = Played(0, NOON, Roll())

    async def save() -> bool:
        async with db.connection() as c:
            return await games.save(c, moved(row), row.version, [step], [event(3)], 3, [])

    won = await asyncio.gather(*(save() for _ in range(20)))
    assert sorted(won) == [False] * 19 + [True]
    async with db.connection() as c:
        assert await games.version_of(c, row.id) == 3
        assert len(await games.events_after(c, row.id, 0, 100)) == 3


async def test_stale_save_changes_nothing(db: Database) -> None:
    row = await stored(db)
    async with db.connection() as c:
        assert not await games.save(c, moved(row), 1, [], [event(3)], 3, [row.room.creator])
        assert await games.read(c, row.id) == row
        assert await games.unfinished_of(c, row.room.creator) == row.id
        assert await c.fetchval("SELECT count(*) FROM moves") == 1


async def test_serialization_failure_is_a_lost_race(db: Database) -> None:
    row = await stored(db)
    async with db.connection() as slow, db.connection() as quick:
        transaction = slow.transaction(isolation="repeatable_read")
        await transaction.start()
        await games.read(slow, row.id)
        assert await games.save(quick, moved(row), 2, [], [event(3)], 3, [])
        assert not await games.save(slow, moved(row), 2, [], [event(3)], 3, [])
        await transaction.rollback()
        assert await games.version_of(slow, row.id) == 3


async def test_deadlock_is_a_conflict_and_leaves_the_pool_usable(db: Database) -> None:
    first, second = await stored(db), await stored(db)
    both_hold_one = asyncio.Barrier(2)

    async def lock_in_order(*ids: str) -> bool:
        try:
            async with db.transaction() as c:
                await c.execute("SET LOCAL deadlock_timeout = '50ms'")
                await c.execute("UPDATE games SET taken = taken WHERE id = $1", ids[0])
                await both_hold_one.wait()
                await c.execute("UPDATE games SET taken = taken WHERE id = $1", ids[1])
        except Conflict:
            return False
        return True

    assert sorted(await asyncio.gather(lock_in_order(first.id, second.id), lock_in_order(second.id, first.id))) == [
        False,
        True,
    ]
    async with db.connection() as c:
        assert await games.read(c, first.id) == first


async def test_steps_are_kept_as_asked(db: Database) -> None:
    row = await stored(db)
    steps = [Played(0, NOON, Roll()), Played(1, NOON + 5, Bid())]
    async with db.connection() as c:
        assert await games.save(c, moved(row), 2, steps, [event(3)], 3, [])
        start, move = await games.moves_of(c, row.id)
        written = await c.fetchval("SELECT steps ->> 1 FROM moves WHERE game_id = $1 AND version = 3", row.id)
    assert (start.version, start.steps, start.first_event, len(start.events)) == (2, [], 1, 2)
    assert (move.version, move.steps, move.first_event) == (3, steps, 3)
    assert [msgspec.json.decode(one) for one in move.events] == [event(3)]
    assert msgspec.json.decode(written) == {"seat": 1, "at": NOON + 5, "action": {"type": "bid"}}


async def test_events_after_any_number_come_without_a_gap(db: Database) -> None:
    row = await stored(db)
    async with db.connection() as c:
        for first, size in ((3, 1), (4, 4), (8, 2)):
            row = moved(row)
            assert await games.save(c, row, row.version - 1, [], [event(first + i) for i in range(size)], first, [])
        for after in range(12):
            for limit in (1, 3, 500):
                found = await games.events_after(c, row.id, after, limit)
                numbers = [msgspec.json.decode(raw)["n"] for raw in found]
                assert numbers == list(range(after + 1, 10))[:limit]
    assert msgspec.json.decode(msgspec.json.encode(found)) == []


async def test_newest_event_is_found_without_reading_the_whole_game(db: Database) -> None:
    row = await stored(db)
    async with db.connection() as c:
        for n in range(3, 203):
            row = moved(row)
            assert await games.save(c, row, row.version - 1, [], [event(n)], n, [])
        await c.execute("ANALYZE moves")
        plan = await c.fetchval(
            "EXPLAIN (ANALYZE, FORMAT JSON) " + games._SQL["list_events"],
            row.id,
            201,
            500,
        )
    assert '"Actual Rows": 20' not in plan


async def test_one_person_sits_in_one_unfinished_game(db: Database) -> None:
    async with db.connection() as c:
        ada, bob = await person(c), await person(c)
        first, second = waiting(ada), waiting(bob)
        await games.create(c, first)
        await games.create(c, second)
        with pytest.raises(AlreadySeated):
            await games.create(c, waiting(ada))
        second.room.sittings.append(sitting(ada))
        with pytest.raises(AlreadySeated):
            await games.save_room(c, second, 1)
        kept = await games.read(c, second.id)
        assert kept is not None
        assert len(kept.room.sittings) == 1
        assert await games.unfinished_of(c, ada.id) == first.id


async def test_person_joining_two_rooms_at_once_gets_one(db: Database) -> None:
    async with db.connection() as c:
        ada, *creators = [await person(c) for _ in range(6)]
        rows = [waiting(creator) for creator in creators]
        for row in rows:
            await games.create(c, row)

    async def join(row: Row) -> bool:
        row.room.sittings.append(sitting(ada))
        async with db.connection() as c:
            try:
                return await games.save_room(c, moved(row), 1)
            except AlreadySeated:
                return False

    assert sorted(await asyncio.gather(*(join(row) for row in rows))) == [False] * 4 + [True]


async def test_of_five_joining_the_last_chair_one_sits(db: Database) -> None:
    async with db.connection() as c:
        creator, *guests = [await person(c) for _ in range(6)]
        row = waiting(creator, capacity=2)
        await games.create(c, row)

    async def join(index: int) -> bool:
        mine = moved(row)
        mine.room.sittings.append(sitting(guests[index]))
        async with db.connection() as c:
            return await games.save_room(c, mine, 1)

    assert sorted(await asyncio.gather(*(join(index) for index in range(5)))) == [False] * 4 + [True]
    async with db.connection() as c:
        assert await c.fetchval("SELECT count(*) FROM seats WHERE game_id = $1", row.id) == 2
        assert await c.fetchval("SELECT taken FROM games WHERE id = $1", row.id) == 2


async def test_who_leaves_a_room_is_free_and_the_others_move_up(db: Database) -> None:
    async with db.connection() as c:
        ada, bob, eve = [await person(c) for _ in range(3)]
        row = waiting(ada, bob, eve)
        await games.create(c, row)
        del row.room.sittings[0]
        row.room.creator = bob.id
        row.version = 2
        assert await games.save_room(c, row, 1)
        assert await games.read(c, row.id) == row
        assert await games.unfinished_of(c, ada.id) is None
        seats = await c.fetch("SELECT player_id, seat FROM seats WHERE game_id = $1 ORDER BY seat", row.id)
        assert [tuple(seat) for seat in seats] == [(bob.id, 0), (eve.id, 1)]
        await games.create(c, waiting(ada))


async def test_room_that_has_started_is_no_longer_changed(db: Database) -> None:
    row = await stored(db)
    async with db.connection() as c:
        assert not await games.save_room(c, moved(row), row.version)
        assert not await games.close_room(c, row.id, row.version)
        assert await games.read(c, row.id) == row


async def test_who_is_out_is_free_while_the_rest_play_on(db: Database) -> None:
    row = moved(await stored(db, people=3))
    out, *others = [one.player for one in row.room.sittings if one.player]
    async with db.connection() as c:
        assert await games.save(c, row, 2, [], [event(3)], 3, [out])
        assert await games.unfinished_of(c, out) is None
        assert [await games.unfinished_of(c, other) for other in others] == [row.id, row.id]


async def test_end_of_the_game_frees_everybody(db: Database) -> None:
    row = moved(await stored(db, people=3, due_at=NOON))
    row.status, row.due_at = "over", None
    async with db.connection() as c:
        assert await games.save(c, row, 2, [], [event(3)], 3, [])
        for one in row.room.sittings:
            assert one.player is not None
            assert await games.unfinished_of(c, one.player) is None
        assert await games.next_due(c) is None
        assert await c.fetchval("SELECT ended_at IS NOT NULL FROM games WHERE id = $1", row.id)


async def test_invitation_leads_to_its_room(db: Database) -> None:
    async with db.connection() as c:
        row = waiting(await person(c), private=True, invite="s3cret-word")
        await games.create(c, row)
        assert await games.invited(c, "s3cret-word") == row.id
        assert await games.invited(c, "s3cret") is None


async def test_running_games_are_listed_newest_first_and_private_ones_never(db: Database) -> None:
    async with db.connection() as c:
        rows = [waiting(await person(c, f"P{i}"), await person(c)) for i in range(4)]
        hidden = waiting(await person(c), await person(c), private=True, invite="x")
        for row in (*rows, hidden):
            await games.create(c, row)
        for row in (*rows[1:], hidden):
            begin(row)
            assert await games.save(c, row, 1, [], [event(1)], 1, [])
        over = moved(rows[2])
        over.status = "over"
        assert await games.save(c, over, 2, [], [event(2)], 2, [])
        assert [one.id for one in await games.list_running(c, 10)] == [rows[3].id, rows[1].id]
        (newest,) = await games.list_running(c, 1)
        assert (newest.id, newest.taken, newest.creator_name) == (rows[3].id, 2, "P3")


async def test_open_rooms_are_listed_newest_first_page_by_page(db: Database) -> None:
    async with db.connection() as c:
        rows = [waiting(await person(c, f"P{i}")) for i in range(7)]
        hidden = waiting(await person(c), private=True, invite="x")
        for row in (*rows, hidden):
            await games.create(c, row)
        await stored(db)
        found, cursor = [], None
        for _ in range(4):
            page = await games.list_open(c, cursor, 2)
            found += page.rooms
            cursor = page.next
        assert cursor is None
        assert [one.id for one in found] == [row.id for row in reversed(rows)]
        assert (found[0].creator_name, found[0].taken, found[0].capacity) == ("P6", 1, 4)


async def test_rooms_made_in_the_same_moment_are_all_listed(db: Database) -> None:
    async with db.transaction() as c:
        ids = set()
        for _ in range(5):
            row = waiting(await person(c))
            await games.create(c, row)
            ids.add(row.id)
    async with db.connection() as c:
        page = await games.list_open(c, None, 3)
        rest = await games.list_open(c, page.next, 3)
    assert {one.id for one in (*page.rooms, *rest.rooms)} == ids


@pytest.mark.parametrize("cursor", ["", ".", "1", "1.", "x.abc", "-1.abc", "٣.abc", "9" * 30 + ".abc", "1.a\0b"])
async def test_odd_cursor_is_refused(db: Database, cursor: str) -> None:
    async with db.connection() as c:
        with pytest.raises(BadCursor):
            await games.list_open(c, cursor, 10)


async def test_last_person_leaving_closes_the_room(db: Database) -> None:
    async with db.connection() as c:
        ada = await person(c)
        row = waiting(ada)
        await games.create(c, row)
        assert not await games.close_room(c, row.id, 7)
        assert await games.close_room(c, row.id, 1)
        assert await games.read(c, row.id) is None
        assert await games.unfinished_of(c, ada.id) is None


async def test_abandoned_rooms_are_closed_and_games_are_not(db: Database) -> None:
    game = await stored(db)
    async with db.connection() as c:
        old, new = waiting(await person(c)), waiting(await person(c))
        await games.create(c, old)
        await games.create(c, new)
        await c.execute("UPDATE games SET updated_at = to_timestamp(1000) WHERE id <> $1", new.id)
        assert await games.close_abandoned(c, before=2_000_000) == 1
        assert await games.read(c, old.id) is None
        assert await games.read(c, new.id) == new
        assert await games.read(c, game.id) == game
