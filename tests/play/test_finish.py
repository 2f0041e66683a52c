"""Rulebook 18: what a game brings to the people who played it, once and with its last move."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import asyncpg
import pytest

from app.bots import TEMPERS
from app.engine.actions import Surrender
from app.engine.luck import Keyed
from app.play import export, finish, moves, progress, quests, rooms
from app.play.errors import Stale
from app.play.periods import day_of, week_of
from app.play.rooms import Wish
from app.play.visit import Visit
from app.store import games, players
from app.store import progress as store
from app.store.db import Database
from app.store.games import Row
from app.store.players import Player
from app.store.progress import Card, Result
from app.store.wakes import Wakes
from tests.play.conftest import NOW, duel, person
from tests.play.late import give_up, late, seated
from tests.play.test_fairness import check

BOTS = sorted(TEMPERS)
WEEK = week_of(NOW)


async def result(db: Database, row: Row, player: Player) -> Result:
    async with db.connection() as c:
        found = await store.result(c, row.id, player.id)
    assert found is not None
    return found


async def cards(db: Database, player: Player) -> list[Card]:
    async with db.connection() as c:
        return await store.cards_of(c, player.id, before=None, limit=100)


async def xp(db: Database, player: Player) -> int:
    async with db.connection() as c:
        found = await players.read(c, player.id)
    assert found is not None
    return found.xp


async def weeks(db: Database, player: Player) -> list[tuple[str, int]]:
    async with db.connection() as c:
        return [tuple(one) for one in await c.fetch("SELECT week, xp FROM weekly_xp WHERE player_id = $1", player.id)]


async def start_with(db: Database, player: Player, xp: int) -> None:
    async with db.connection() as c:
        await c.execute("UPDATE players SET xp = $2 WHERE id = $1", player.id, xp)


async def people(db: Database, names: Sequence[str]) -> list[Player]:
    return [await person(db, name) for name in names]


async def test_xp_for_every_human_seat_by_place_200_120_80_60_50_40(db: Database, wakes: Wakes) -> None:
    everybody = await people(db, "ABCDEF")
    row = await late(db, await seated(db, wakes, everybody))
    for one in everybody[5:0:-1]:
        await give_up(db, wakes, row, one)
    found = [await result(db, row, one) for one in everybody]
    assert [one.place for one in found] == [1, 2, 3, 4, 5, 6]
    assert [one.from_place for one in found] == [200, 120, 80, 60, 50, 40]
    assert [await xp(db, one) for one in everybody] == [one.xp for one in found]


async def test_plus_25_a_full_group_held_at_the_end(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    seat = row.room.seat_of(ana.id)
    assert seat is not None
    await late(db, row, groups={0: seat, 1: seat, 8: seat, 2: 1 - seat})
    await give_up(db, wakes, row, ben)
    assert [(await result(db, row, one)).from_groups for one in (ana, ben)] == [75, 0]


async def test_plus_30_for_lasting_to_the_end(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    await give_up(db, wakes, row, ben)
    assert [(await result(db, row, one)).from_lasting for one in (ana, ben)] == [30, 0]


@pytest.mark.parametrize(("round", "paid"), [(9, 0), (10, 200)])
async def test_a_game_that_ended_before_round_10_pays_nothing(
    db: Database, wakes: Wakes, round: int, paid: int
) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row, round=round, groups={0: 0, 1: 1})
    await give_up(db, wakes, row, ben)
    found = await result(db, row, ana)
    assert (found.place, found.from_place) == (1, paid)
    assert (await xp(db, ana) > 0, bool(await cards(db, ana))) == (bool(paid),) * 2
    assert paid or not found.quests  # whether this game helps with any depends on which three the day chose
    assert len(await weeks(db, ana)) == bool(paid)


async def test_team_both_members_of_a_side_take_that_sides_place(db: Database, wakes: Wakes) -> None:
    row = await seated(db, wakes, await people(db, "ABCD"), mode="team")
    by_seat = {row.room.seat_of(one): one for one in [sitting.player for sitting in row.room.sittings]}
    async with db.connection() as c:
        sides = [[await players.read(c, by_seat[seat] or "") for seat in pair] for pair in ((0, 2), (1, 3))]
    winners, losers = ([one for one in side if one] for side in sides)
    await late(db, row)
    await give_up(db, wakes, row, winners[1])
    for one in losers:
        await give_up(db, wakes, row, one)
    assert [(await result(db, row, one)).from_place for one in winners] == [200, 200]
    assert [(await result(db, row, one)).from_place for one in losers] == [120, 120]
    assert [(await result(db, row, one)).from_lasting for one in winners] == [30, 0]
    assert [sum(card.level is None for card in await cards(db, one)) for one in [*winners, *losers]] == [1, 1, 0, 0]


@pytest.mark.parametrize(
    ("experience", "level"), [(0, 1), (99, 1), (100, 2), (299, 2), (300, 3), (4499, 9), (4500, 10), (10**9, 4472)]
)
def test_level_n_to_n_plus_1_costs_100_times_n_xp(experience: int, level: int) -> None:
    assert progress.level_of(experience) == level
    assert progress.xp_at(level) <= experience < progress.xp_at(level + 1)
    assert progress.xp_at(level + 1) - progress.xp_at(level) == 100 * level == progress.level_cost(level)


def test_seven_ranks_one_every_ten_levels() -> None:
    ranks = [progress.rank_of(level) for level in range(1, 100)]
    assert [ranks.count(rank) for rank in range(1, 8)] == [10, 10, 10, 10, 10, 10, 39]


def test_common_3_rare_8_epic_18_legendary_33_odds_70_20_8_2() -> None:
    drops = [progress.drop_of(percentile) for percentile in range(100)]
    assert [(one.rarity, one.bonus, drops.count(one)) for one in dict.fromkeys(drops)] == [
        ("common", 3, 70),
        ("rare", 8, 20),
        ("epic", 18, 8),
        ("legendary", 33, 2),
    ]
    assert [progress.rarity_of(one.bonus) for one in progress.DROPS] == [one.rarity for one in progress.DROPS]


def test_collection_cards_are_one_square_each_and_every_property_can_come() -> None:
    luck = Keyed(b"seed", "game", ["a", "b"])
    drawn = [luck.collected(seat, number) for seat in range(6) for number in range(500)]
    assert len({square for square, _ in drawn}) == 28
    assert {percentile for _, percentile in drawn} == set(range(100))


async def test_every_winner_gets_one(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    await give_up(db, wakes, row, ben)
    (card,) = await cards(db, ana)
    assert (card.level, card.game_id, card.drawn_at) == (None, row.id, NOW + 1)
    assert await cards(db, ben) == []


async def test_cards_are_drawn_from_the_seed_of_the_game_and_take_none_of_its_outcomes(
    db: Database, wakes: Wakes
) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    assert row.game is not None
    drawn = row.game.drawn
    over = await give_up(db, wakes, row, ben)
    assert over.game is not None
    assert over.game.drawn == drawn
    luck = Keyed(bytes.fromhex(over.room.revealed or ""), row.id, [one.contribution for one in row.room.sittings])
    square, percentile = luck.collected(0, 0)
    (card,) = await cards(db, ana)
    assert (card.square, card.bonus) == (square, progress.drop_of(percentile).bonus)


async def test_a_stranger_recomputes_the_card_of_a_win_from_the_record(
    db: Database, wakes: Wakes, tmp_path: Path
) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    over = await give_up(db, wakes, row, ben)
    async with db.connection() as c:
        made = json.loads(export.as_json(await export.record(c, over)))
    (card,) = await cards(db, ana)
    done = check(made, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1:] == [f"card for the win of seat 0: square {card.square}, +{card.bonus}%"]
    made["view"]["round"] = 9
    assert len(check(made, tmp_path).stdout.splitlines()) == 1


def test_levels_5_10_15_20_and_every_tenth_after_give_one() -> None:
    assert progress.card_levels(60) == [5, 10, 15, 20, 30, 40, 50, 60]
    assert [progress.card_levels(level) for level in (1, 4, 5, 29)] == [[], [], [5], [5, 10, 15, 20]]


async def test_a_level_gives_its_card_once(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    await start_with(db, ben, progress.xp_at(5) - 1)
    await late(db, row)
    await give_up(db, wakes, row, ben)
    assert [card.level for card in await cards(db, ben)] == [5]
    row = await late(db, await seated(db, wakes, [ana, ben]))
    await give_up(db, wakes, row, ben)
    assert [card.level for card in await cards(db, ben)] == [5]


async def test_two_levels_passed_at_once_give_both_cards(db: Database, wakes: Wakes) -> None:
    row, _, ben = await duel(db, wakes)
    await start_with(db, ben, progress.xp_at(10))
    await late(db, row)
    await give_up(db, wakes, row, ben)
    assert [card.level for card in reversed(await cards(db, ben))] == [5, 10]


async def test_a_week_is_the_iso_week_in_utc_and_its_games_add_up(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "AB")
    for _ in range(2):
        row = await late(db, await seated(db, wakes, [ana, ben]))
        await give_up(db, wakes, row, ben)
    assert await weeks(db, ana) == [(WEEK, await xp(db, ana))]


async def test_bots_earn_nothing_and_guests_do(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    row = await rooms.create(
        db, wakes, ana, Wish(mode="blitz", seats=3, bots=BOTS[:2]), default_pause=0, now=NOW, started=True
    )
    for step in range(1, 100):
        row = await moves.look(db, wakes, row.id, now=NOW + 100_000 * step)
        if row.status == "over":
            break
    assert await xp(db, ana) >= 80
    async with db.connection() as c:
        assert await c.fetchval("SELECT count(*) FROM results") == 1


async def test_cards_are_won_also_where_they_do_not_count(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes, rules={"collection_cards": False})
    await late(db, row)
    await give_up(db, wakes, row, ben)
    assert len(await cards(db, ana)) == 1


async def test_a_game_that_the_sweep_ends_is_paid(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    for step in range(1, 30):
        await moves.play_due(db, wakes, now=NOW + 100_000 * step)
    async with db.connection() as c:
        over = await games.read(c, row.id)
    assert over is not None
    assert over.status == "over"
    assert sorted([(await result(db, row, one)).place for one in (ana, ben)]) == [1, 2]


async def test_two_devices_ending_a_game_at_once_are_paid_once(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    ends = [moves.make(db, wakes, row.id, ben.id, Surrender(), version=row.version, now=NOW + 1) for _ in range(10)]
    done = await asyncio.gather(*ends, return_exceptions=True)
    assert [type(one) for one in done].count(moves.Made) == 1
    assert sum(isinstance(one, Stale) or getattr(one, "code", "") == "game_over" for one in done) == 9
    assert await xp(db, ana) == (await result(db, row, ana)).xp
    assert len(await cards(db, ana)) == 1


async def test_a_visit_that_ends_a_game_twice_is_void_the_second_time(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    visits = []
    async with db.connection() as c:
        for _ in range(2):
            found = await games.read(c, row.id)
            assert found is not None
            visit = Visit(found, now=NOW + 1)
            visit.act(found.room.seat_of(ben.id), Surrender())
            visits.append(visit)
        assert [await visit.save(c) for visit in visits] == [True, False]
    assert await xp(db, ana) == (await result(db, row, ana)).xp


async def test_a_crash_between_the_last_move_and_the_payment_leaves_neither(
    db: Database, wakes: Wakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)

    async def crash(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(store, "give", crash)
        with pytest.raises(RuntimeError):
            await give_up(db, wakes, row, ben)
    async with db.connection() as c:
        found = await games.read(c, row.id)
    assert found is not None
    assert (found.status, found.version, await xp(db, ana)) == ("playing", row.version, 0)
    await give_up(db, wakes, row, ben)
    assert await xp(db, ana) == (await result(db, row, ana)).xp > 0


async def test_a_game_cannot_be_paid_a_second_time(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    over = await give_up(db, wakes, row, ben)
    before = await xp(db, ana)
    with pytest.raises(asyncpg.UniqueViolationError):
        async with db.transaction() as c:
            await finish.pay(c, over, Keyed(b"", row.id, []), now=NOW + 2)
    assert await xp(db, ana) == before


async def test_somebody_who_deleted_themselves_gets_nothing_and_stops_nobody(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    async with db.connection() as c:
        await c.execute("UPDATE players SET gone_at = now() WHERE id = $1", ben.id)
    await give_up(db, wakes, row, ben)
    assert (await result(db, row, ana)).place == 1
    async with db.connection() as c:
        assert await store.result(c, row.id, ben.id) is None


async def test_daily_and_weekly_quests_are_claimed_by_themselves_and_paid_once(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "AB")
    while not any(quest.name == "games" for quest in quests.chosen(day_of(NOW), ana.id)):
        ana = await person(db)
    found = []
    for _ in range(2):
        row = await late(db, await seated(db, wakes, [ana, ben]))
        await give_up(db, wakes, row, ben)
        found.append(await result(db, row, ana))
    first = {(one.period, one.quest): (one.before, one.after) for one in found[0].quests}
    assert first[day_of(NOW), "games"] == (0, 1)
    assert found[0].from_quests >= quests.DAY_XP
    assert (day_of(NOW), "games") not in {(one.period, one.quest) for one in found[1].quests}
    assert await xp(db, ana) == found[0].xp + found[1].xp
    assert found[1].xp_before == found[0].xp


async def test_the_best_card_of_each_square_is_frozen_into_the_next_game(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "AB")
    async with db.connection() as c:
        given = [Card(0, square, bonus, None, None, NOW) for square, bonus in ((39, 3), (39, 18), (39, 8), (1, 3))]
        await store.give(c, [(ana.id, one) for one in given])
    row = await seated(db, wakes, [ana, ben])
    assert row.game is not None
    assert [row.game.cards[seat] for seat in (0, 1)] == [{39: 18, 1: 3}, {}]
    async with db.connection() as c:
        await store.give(c, [(ana.id, Card(0, 39, 33, None, None, NOW))])
        saved = await games.read(c, row.id)
    assert saved is not None
    assert saved.room.sittings[0].cards == {39: 18, 1: 3}


async def test_a_room_can_switch_cards_off(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "AB")
    async with db.connection() as c:
        await store.give(c, [(ana.id, Card(0, 39, 33, None, None, NOW))])
    row = await seated(db, wakes, [ana, ben], rules={"collection_cards": False})
    assert row.game is not None
    assert row.game.cards == [{}, {}]
