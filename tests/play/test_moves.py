"""One pipeline for every hand: what is due comes first, the version decides, and bots play on."""

import asyncio
import itertools

import msgspec
import pytest

from app import engine
from app.bots import TEMPERS
from app.engine.actions import Action, Decline, Roll, Surrender
from app.engine.errors import Illegal
from app.play import moves, rooms
from app.play.errors import Stale, Unknown
from app.play.rooms import Wish
from app.store import games
from app.store.db import Database
from app.store.games import Row
from app.store.players import Player
from app.store.wakes import Wakes
from tests.play.conftest import NOW, duel, person

BOT = min(TEMPERS)


def to_move(row: Row, *persons: Player) -> Player:
    assert row.game is not None
    seat = engine.actor(row.game)
    return next(one for one in persons if row.room.seat_of(one.id) == seat)


async def saved(db: Database, game_id: str) -> Row:
    async with db.connection() as c:
        row = await games.read(c, game_id)
    assert row is not None
    return row


async def test_a_move_is_saved_with_its_events(db: Database, wakes: Wakes) -> None:
    row, *persons = await duel(db, wakes)
    mover = to_move(row, *persons)
    made = await moves.make(db, wakes, row.id, mover.id, Roll(), version=row.version, now=NOW + 1)
    assert made.version == row.version + 1
    assert [event["type"] for event in made.events][:1] == ["rolled"]
    assert made.events[0]["n"] == 3
    assert (await saved(db, row.id)).version == made.version


async def test_of_twenty_equal_moves_at_once_one_is_made_and_nineteen_are_stale(db: Database, wakes: Wakes) -> None:
    row, *persons = await duel(db, wakes)
    mover = to_move(row, *persons)
    results = await asyncio.gather(
        *(moves.make(db, wakes, row.id, mover.id, Roll(), version=row.version, now=NOW + 1) for _ in range(20)),
        return_exceptions=True,
    )
    made = [result for result in results if isinstance(result, moves.Made)]
    stale = [result for result in results if isinstance(result, Stale)]
    assert (len(made), len(stale)) == (1, 19)
    assert {one.row.version for one in stale} == {made[0].version}


async def test_two_different_moves_at_once_end_in_one_of_the_two_orders(db: Database, wakes: Wakes) -> None:
    row, *persons = await duel(db, wakes)
    mover = to_move(row, *persons)
    other = next(one for one in persons if one.id != mover.id)
    asks: list[tuple[Player, Action]] = [(mover, Roll()), (other, Surrender())]
    results = await asyncio.gather(
        *(moves.make(db, wakes, row.id, who.id, ask, version=None, now=NOW + 1) for who, ask in asks),
        return_exceptions=True,
    )
    found = await saved(db, row.id)
    assert found.status == "over"
    rolled_first = isinstance(results[0], moves.Made)
    assert rolled_first or (isinstance(results[0], Illegal) and results[0].code == "game_over")
    assert found.version == row.version + (2 if rolled_first else 1)


async def test_a_refused_move_changes_nothing(db: Database, wakes: Wakes) -> None:
    row, *persons = await duel(db, wakes)
    mover = to_move(row, *persons)
    other = next(one for one in persons if one.id != mover.id)
    for who, ask, code in ((mover, Decline(), "wrong_phase"), (other, Roll(), "not_your_turn")):
        with pytest.raises(Illegal) as refused:
            await moves.make(db, wakes, row.id, who.id, ask, version=row.version, now=NOW + 1)
        assert refused.value.code == code
    stranger = await person(db, "Eva")
    with pytest.raises(Illegal) as refused:
        await moves.make(db, wakes, row.id, stranger.id, Roll(), version=row.version, now=NOW + 1)
    assert refused.value.code == "not_seated"
    with pytest.raises(Unknown):
        await moves.make(db, wakes, "nothing", mover.id, Roll(), version=None, now=NOW + 1)
    assert (await saved(db, row.id)).version == row.version


async def test_what_was_due_comes_before_a_late_move_and_stays_when_it_is_refused(db: Database, wakes: Wakes) -> None:
    row, *persons = await duel(db, wakes)
    mover = to_move(row, *persons)
    with pytest.raises(Stale) as stale:
        await moves.make(db, wakes, row.id, mover.id, Roll(), version=row.version, now=NOW + 75_000)
    assert stale.value.row.version == row.version + 1
    found = await saved(db, row.id)
    assert found.game is not None
    assert found.version == row.version + 1
    assert found.game.turn != row.room.seat_of(mover.id)
    assert found.game.deadline == NOW + 150_000


async def test_a_look_applies_what_is_overdue_in_order_each_once(db: Database, wakes: Wakes) -> None:
    row, *_ = await duel(db, wakes)
    looks = await asyncio.gather(*(moves.look(db, wakes, row.id, now=NOW + 151_000) for _ in range(6)))
    assert {one.version for one in looks} == {row.version + 2}
    async with db.connection() as c:
        numbers = [msgspec.json.decode(raw)["n"] for raw in await games.events_after(c, row.id, 0, 500)]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_missing_two_turns_frees_the_person_for_another_game(db: Database, wakes: Wakes) -> None:
    row, *persons = await duel(db, wakes)
    await moves.look(db, wakes, row.id, now=NOW + 10 * 75_000)
    assert (await saved(db, row.id)).status == "over"
    async with db.connection() as c:
        for one in persons:
            assert await games.unfinished_of(c, one.id) is None


async def test_bots_that_take_no_time_play_until_a_person_is_asked(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    wish = Wish(mode="blitz", seats=3, bots=sorted(TEMPERS)[:2], pause=0)
    row = await rooms.create(db, wakes, ana, wish, default_pause=900, now=NOW, started=True)
    assert row.game is not None
    assert engine.actor(row.game) == row.room.seat_of(ana.id) or any(
        offer.to == row.room.seat_of(ana.id) for offer in row.game.offers
    )


async def test_a_bot_with_a_pause_is_due_after_it_and_the_sweep_plays_it(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    wish = Wish(mode="classic", seats=2, bots=[BOT], pause=1000)
    row = await rooms.create(db, wakes, ana, wish, default_pause=900, now=NOW, started=True)
    now, asked = NOW, 0
    for _ in range(6):
        assert row.game is not None
        if engine.actor(row.game) == 1:
            assert row.due_at == now + 1000
            assert await moves.play_due(db, wakes, now=now + 999) is None
            now += 1000
            assert await moves.play_due(db, wakes, now=now) == row.id
            asked += 1
        else:
            now += 75_000
            await moves.look(db, wakes, row.id, now=now)
        row = await saved(db, row.id)
    assert asked > 0


async def test_bots_do_not_miss_their_turns_while_nobody_looks(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    wish = Wish(mode="blitz", seats=3, bots=sorted(TEMPERS)[:2], pause=1000)
    row = await rooms.create(db, wakes, ana, wish, default_pause=900, now=NOW, started=True)
    row = await moves.look(db, wakes, row.id, now=NOW + 24 * 3_600_000)
    async with db.connection() as c:
        told = [msgspec.json.decode(raw) for raw in await games.events_after(c, row.id, 0, 500)]
    missed = {event["seat"] for event in told if event["type"] == "turn_missed"}
    assert missed == {row.room.seat_of(ana.id)}
    assert all(one["at"] <= other["at"] for one, other in itertools.pairwise(told))


async def test_a_game_that_all_persons_have_left_still_ends(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    wish = Wish(mode="blitz", seats=4, bots=sorted(TEMPERS)[:3], pause=1000)
    row = await rooms.create(db, wakes, ana, wish, default_pause=900, now=NOW, started=True)
    await moves.make(db, wakes, row.id, ana.id, Surrender(), version=None, now=NOW + 1)
    for step in range(60):
        if await moves.play_due(db, wakes, now=NOW + 1000 * (step + 2)) is None:
            break
    found = await saved(db, row.id)
    assert found.status == "over"
    assert (found.due_at, found.room.revealed) == (None, found.seed.hex())


async def test_two_sweeps_at_once_share_the_tables_and_play_none_twice(db: Database, wakes: Wakes) -> None:
    tables = [(await duel(db, wakes))[0] for _ in range(10)]
    later = NOW + 76_000

    async def sweep() -> list[str]:
        played = []
        while (one := await moves.play_due(db, wakes, now=later)) is not None:
            played.append(one)
        return played

    first, second = await asyncio.gather(sweep(), sweep())
    assert sorted([*first, *second]) == sorted(table.id for table in tables)
    for table in tables:
        assert (await saved(db, table.id)).version == table.version + 1
