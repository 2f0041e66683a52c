"""Rulebook 9, what a scenario cannot say: the orders that raise a debt are what the clock would do, and no more."""

from collections.abc import Mapping
from typing import Any

import pytest

from app.engine.actions import Mortgage, Roll, Sell
from app.engine.events import Event, Mortgaged, Sold
from app.engine.rules.debts import raised_by, raising
from tests.build import Table, table

BROWN = {"1": {"owner": 1, "level": 5}, "3": {"owner": 1, "level": 5}}
PINK = {"11": {"owner": 0, "level": 1}, "13": {"owner": 0, "level": 2}, "14": {"owner": 0, "level": 2}}
STATIONS = {"5": {"owner": 0}, "15": {"owner": 0}, "12": {"owner": 0}, "39": {"owner": 0}}


def owing(cash: int, own: Mapping[str, Any], *, mode: str = "classic") -> Table:
    """Seat 0 stands on square 3 and owes seat 1 the rent of its fifth level: 4,500. Passing Start paid 2,000."""
    properties = {**BROWN, **own}
    at = table({"square": 38, "cash": cash}, {}, properties=properties, random=[[1, 4], [1, 2]], mode=mode)
    at.do(0, Roll())
    return at


def done(events: list[Event]) -> list[tuple[str, int]]:
    return [(type(one).__name__, one.square) for one in events if isinstance(one, Sold | Mortgaged)]


@pytest.mark.parametrize("mode", ["classic", "speed"])
@pytest.mark.parametrize("cash", [0, 1000, 2400])
@pytest.mark.parametrize("own", [STATIONS, {**PINK, "5": {"owner": 0}}, {**PINK, **STATIONS}])
def test_the_orders_are_what_the_clock_does(cash: int, own: Mapping[str, Any], mode: str) -> None:
    at, other = owing(cash, own, mode=mode), owing(cash, own, mode=mode)
    orders = raising(at.game, 0)
    assert orders
    by_hand = [event for order in orders for event in at.do(0, order)]
    assert done(by_hand) == done(other.wait(75))
    assert at.game.cash[0] >= 4500


def test_it_stops_as_soon_as_the_debt_is_covered() -> None:
    at = owing(1500, STATIONS)
    assert raising(at.game, 0) == [Mortgage(12), Mortgage(5)]
    assert [raised_by(order) for order in raising(at.game, 0)] == [750, 1000]


def test_levels_go_evenly_and_their_streets_once_they_are_bare() -> None:
    at = owing(0, PINK)
    assert raising(at.game, 0) == [Sell(13), Sell(14), Sell(11), Sell(13), Sell(14)]
    lower = {**PINK, "13": {"owner": 0, "level": 1}}  # four levels bring 2,000 of the 2,500, and a street 700 more
    assert raising(owing(0, lower).game, 0) == [Sell(14), Sell(11), Sell(13), Sell(14), Mortgage(11)]
    assert raising(owing(500, lower).game, 0)[-1] == Sell(14)


def test_nothing_is_raised_where_all_would_not_be_enough() -> None:
    assert raising(owing(0, {"12": {"owner": 0}}).game, 0) == []


def test_nothing_is_raised_where_the_cash_is_enough_or_nothing_is_owed() -> None:
    at = owing(9000, STATIONS)
    assert raising(at.game, 0) == []
    assert raising(at.game, 1) == []
    assert raising(table({}, {}, properties=STATIONS).game, 0) == []
