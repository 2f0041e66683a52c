"""Whole games between bots: repeatable, whatever the number of processes, and counted without loss."""

from collections import Counter
from random import Random

import pytest

from app.bots import TEMPERS
from app.engine.modes import MODES
from app.engine.rules.start import capacities
from app.lab.simulate import BATCH, BulkLuck, Plan, Tally, play_batch, report, seating, simulate

BOTS = tuple(TEMPERS)


def plan(mode: str = "classic", seats: int = 4, games: int = 4, seed: str = "a") -> Plan:
    return Plan(mode=mode, seats=seats, games=games, seed=seed, bots=BOTS)


def run(what: Plan, jobs: int = 1) -> Tally:
    return simulate(what, jobs=jobs, played=lambda games: None)


@pytest.mark.parametrize("mode", MODES)
def test_bots_play_every_mode_to_its_end(mode: str) -> None:
    seats = capacities(MODES[mode].teams)[-1]
    tally = run(plan(mode, seats))
    winners = seats // 2 if MODES[mode].teams else 1
    assert tally.games == sum(tally.endings.values()) == sum(tally.rounds.values()) == 4
    assert sum(tally.wins_by_seat) == sum(tally.wins_by_order) == 4 * winners
    assert sum(record.wins for record in tally.bots.values()) == 4 * winners
    assert sum(record.seats for record in tally.bots.values()) == 4 * seats
    assert max(tally.rounds) <= MODES[mode].round_cap


def test_the_same_seed_plays_the_same_games() -> None:
    assert report(plan(), run(plan())) == report(plan(), run(plan()))
    assert report(plan(), run(plan())) != report(plan(), run(plan(seed="b")))


def test_games_may_be_played_in_any_order_and_by_parts() -> None:
    whole, parts = run(plan(games=6)), run(plan(games=0))
    for first, end in ((4, 6), (0, 1), (1, 4)):
        parts.add(play_batch((plan(games=6), first, end)))
    assert report(plan(games=6), parts) == report(plan(games=6), whole)


def test_progress_adds_up_to_all_games() -> None:
    heard: list[int] = []
    simulate(plan("blitz", 2, games=BATCH + 3), jobs=1, played=heard.append)
    assert heard == [BATCH, 3]


def test_the_report_has_the_fields_of_the_contract() -> None:
    found = report(plan(), run(plan()))
    fields = ["mode", "seats", "games", "rolls", "rounds", "wins_by_seat", "wins_by_bot", "endings", "bankruptcies"]
    assert [name for name in fields if name not in found] == []
    assert set(found["rounds"]) == {"median", "max"}
    assert set(found["endings"]) == {"last_standing", "round_cap"}
    assert len(found["wins_by_seat"]) == 4
    assert set(found["wins_by_bot"]) == set(BOTS)


def test_every_bot_sits_as_often_as_any_other_and_never_twice_while_others_wait() -> None:
    random = Random(1)
    taken: Counter[str] = Counter()
    for _ in range(600):
        names = seating(BOTS, 4, random)
        assert len(set(names)) == 4
        taken.update(names)
    assert max(taken.values()) - min(taken.values()) < 100
    assert Counter(seating(BOTS[:2], 6, random)) == Counter({BOTS[0]: 3, BOTS[1]: 3})


def test_bulk_luck_has_every_outcome_and_keeps_an_order() -> None:
    luck = BulkLuck("x")
    assert len({tuple(luck.dice(n)) for n in range(2000)}) == 36
    assert len({tuple(luck.speed_dice(n)) for n in range(20_000)}) == 36 * 5
    assert {luck.die(n) for n in range(500)} == set(range(1, 7))
    assert {luck.envelope(n) for n in range(500)} == {1000, 2000, 3000}
    assert {luck.group(n) for n in range(500)} == set(range(8))
    assert {luck.seat(n, 5) for n in range(500)} == set(range(5))
    assert sorted(luck.order(7)) == list(range(16))
    assert list(luck.order(7)) == list(luck.order(7)) != list(luck.order(8))
