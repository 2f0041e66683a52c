"""Quests: which ones a person has follows from the date, and any game of any mode brings any of them further."""

from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest

from app import engine
from app.bots import TEMPERS, decide
from app.engine import SeatStart
from app.engine.actions import Surrender
from app.engine.events import (
    AuctionWon,
    Bought,
    Built,
    Event,
    Paid,
    Portion,
    Released,
    Rolled,
    RoundCompleted,
    TradeAccepted,
    TradeOffered,
    WentBankrupt,
)
from app.engine.modes import MODES
from app.engine.state import Game
from app.lab.simulate import BulkLuck
from app.play import quests
from app.play.periods import day_of, next_day, next_week, week_of
from tests.build import table

NEW_YEAR = 1_767_225_600_000
"""2026-01-01T00:00:00Z, a Thursday."""
HOUR = 3_600_000


def test_the_pool_has_at_least_24_quests_with_names_of_their_own() -> None:
    assert len(quests.POOL) == len(quests.BY_NAME) >= 24
    assert all(0 < quest.day < quest.week for quest in quests.POOL)


def test_three_a_day_and_three_a_week_are_the_same_whenever_they_are_asked_for() -> None:
    for period in ("2026-12-01", "2026-W49"):
        chosen = quests.chosen(period, "ana")
        assert len({quest.name for quest in chosen}) == 3
        assert chosen == quests.chosen(period, "ana")


def test_another_day_or_another_person_has_other_quests() -> None:
    days = [str(date(2026, 1, 1) + timedelta(days=day)) for day in range(200)]
    assert len({tuple(quests.chosen(day, "ana")) for day in days}) > 150
    assert len({tuple(quests.chosen("2026-12-01", str(player))) for player in range(200)}) > 150
    seen = Counter(quest.name for day in days for quest in quests.chosen(day, "ana"))
    assert set(seen) == set(quests.BY_NAME)


def test_no_two_quests_of_a_day_are_nearly_the_same() -> None:
    alike = ({"auctions", "bids"}, {"offers", "trades"}, {"built", "uppers"}, {"rents", "rent_money", "high_rents"})
    for player in range(500):
        names = {quest.name for quest in quests.chosen("2026-12-01", str(player))}
        assert len(names) == 3
        assert all(len(names & family) < 2 for family in alike)


def test_a_quest_of_a_week_asks_for_more_and_pays_more() -> None:
    quest = quests.BY_NAME["bought"]
    assert (quest.target("2026-12-01"), quest.target("2026-W49")) == (quest.day, quest.week)
    assert quests.reward("2026-W49") > quests.reward("2026-12-01")


def test_a_new_day_begins_at_midnight_utc_and_a_new_week_on_monday() -> None:
    last = NEW_YEAR - 1
    assert (day_of(last), day_of(NEW_YEAR)) == ("2025-12-31", "2026-01-01")
    assert (next_day(last), next_day(NEW_YEAR)) == (NEW_YEAR, NEW_YEAR + 24 * HOUR)
    monday = NEW_YEAR + 4 * 24 * HOUR
    assert next_week(NEW_YEAR) == next_week(monday - 1) == monday
    assert (week_of(monday - 1), week_of(monday)) == ("2026-W01", "2026-W02")
    assert next_week(monday) == monday + 7 * 24 * HOUR


def over() -> Game:
    """A game of three that seat 0 has won with a whole group."""
    at = table({}, {}, {}, properties={"1": {"owner": 0}, "3": {"owner": 0}, "39": {"owner": 1}})
    engine.apply(at.game, 1, Surrender(), now=at.now, luck=at.luck)
    engine.apply(at.game, 2, Surrender(), now=at.now, luck=at.luck)
    return at.game


def counted(*events: Event, seat: int = 0) -> Counter[str]:
    return quests.counted(events, over(), seat)


def test_the_end_of_a_game_counts() -> None:
    assert counted() == {"games": 1, "wins": 1, "lasted": 1, "outlasted": 2, "groups": 1, "holdings": 2}
    assert counted(seat=1) == {"games": 1}


@pytest.mark.parametrize(
    ("event", "counts"),
    [
        (Rolled(0, [6, 6]), {"rolls": 1, "doubles": 1, "sixes": 2}),
        (Rolled(0, [3, 4, "bus"]), {"rolls": 1, "sevens": 1}),
        (Rolled(1, [6, 6]), {}),
        (Bought(0, 5, 2000), {"bought": 1, "stations": 1}),
        (AuctionWon(0, 12, 10), {"auctions": 1, "utilities": 1}),
        (Built(0, 1, 3, 500), {"built": 1, "uppers": 1}),
        (Paid(1, 0, 1000, 990, "rent"), {"rents": 1, "rent_money": 10, "high_rents": 1}),
        (Paid(0, 1, 999, 0, "rent"), {"rents_paid": 1}),
        (Paid(0, None, 2000, 0, "tax"), {"taxes": 1}),
        (Paid(1, 0, 500, 0, "chance"), {}),
        (TradeOffered(1, 0, 1, Portion(1, []), Portion(0, [1])), {"offers": 1}),
        (TradeOffered(1, 1, 0, Portion(1, []), Portion(0, [1])), {}),
        (TradeAccepted(1, 1, 0, Portion(1, []), Portion(0, [1])), {"trades": 1}),
        (TradeAccepted(1, 1, 2, Portion(1, []), Portion(0, [1])), {}),
        (Released(0, "double"), {"released": 1}),
    ],
)
def test_an_event_counts_for_the_seat_it_happened_to(event: Event, counts: dict[str, int]) -> None:
    assert counted(event) - counted() == counts


def test_rounds_count_as_long_as_the_seat_is_in() -> None:
    events = (RoundCompleted(1), RoundCompleted(2), WentBankrupt(0), RoundCompleted(3))
    assert counted(*events)["rounds"] == 2
    assert counted(*events, seat=1)["rounds"] == 3


@pytest.mark.parametrize("mode", sorted(MODES))
def test_any_mode_makes_progress_in_any_quest(mode: str) -> None:
    missing = set(quests.BY_NAME)
    for number in range(30):
        game, events = played(mode, f"{mode} {number}")
        for seat in range(4):
            missing -= set(quests.counted(events, game, seat))
        if not missing:
            return
    raise AssertionError(f"nobody got any further with {sorted(missing)}")


def played(mode: str, seed: str) -> tuple[Game, list[Event]]:
    """A whole game between bots and what happened in it."""
    luck, whim = BulkLuck(seed), Random(seed).random
    step = engine.start(MODES[mode], [SeatStart() for _ in range(4)], now=0, luck=luck, version=1)
    game, told = step.game, list(step.events)
    tempers = [TEMPERS[name] for name in sorted(TEMPERS)[:4]]
    while game.agenda:
        decision = decide(game, tempers, whim)
        assert decision is not None
        told += engine.apply(game, *decision, now=0, luck=luck).events
    return game, [one.event for one in told]
