"""Refusals beyond their code: who is asked at all, and the numbers that explain."""

from typing import Any

import pytest

from app import engine
from app.engine import actions
from app.engine.actions import Action, Side
from tests.build import Table, table


def told(at: Table, seat: int | None, action: Action) -> tuple[str, dict[str, Any]]:
    refusal = engine.why_not(at.game, seat, action)
    assert refusal is not None
    return refusal.code, refusal.facts


@pytest.mark.parametrize("seat", [None, -1, 2, 99])
def test_whoever_has_no_seat_is_told_so(seat: int | None) -> None:
    assert told(table(), seat, actions.Roll()) == ("not_seated", {})
    assert told(table(), seat, actions.Surrender()) == ("not_seated", {})


def test_after_the_end_nothing_else_is_the_reason() -> None:
    at = table()
    at.do(0, actions.Surrender())
    for seat in (None, 0, 1, 9):
        assert told(at, seat, actions.Build(99))[0] == "game_over"


def test_what_a_level_a_mortgage_and_bail_need_is_told() -> None:
    owned = {"1": {"owner": 0}, "3": {"owner": 0}, "12": {"owner": 0, "mortgaged": True}}
    at = table({"cash": 100, "jailed": True}, {}, properties=owned)
    assert told(at, 0, actions.Build(1)) == ("insufficient_cash", {"needed": 500, "cash": 100})
    assert told(at, 0, actions.Redeem(12)) == ("insufficient_cash", {"needed": 825, "cash": 100})
    assert told(at, 0, actions.PayBail()) == ("insufficient_cash", {"needed": 500, "cash": 100})


def test_what_a_property_and_a_debt_need_is_told() -> None:
    at = table({"cash": 100}, {}, random=[[1, 2]])
    at.do(0, actions.Roll())
    assert told(at, 0, actions.Buy()) == ("insufficient_cash", {"needed": 600, "cash": 100})
    at = table({"cash": 10}, {}, random=[[1, 2]], properties={"3": {"owner": 1}, "39": {"owner": 0}})
    at.do(0, actions.Roll())
    assert told(at, 0, actions.Pay()) == ("insufficient_cash", {"needed": 40, "cash": 10})
    assert told(at, 0, actions.Bankrupt()) == ("still_solvent", {"raisable": 2010, "total": 40})


def test_an_offer_of_too_much_cash_tells_what_it_needs_in_a_pay_pause_too() -> None:
    at = table({"cash": 10}, {}, random=[[1, 2]], properties={"3": {"owner": 1}, "39": {"owner": 0}})
    offer = actions.ProposeTrade(1, Side(300), Side(0, [3]))
    assert told(at, 0, offer) == ("insufficient_cash", {"needed": 300, "cash": 10})
    at.do(0, actions.Roll())
    assert told(at, 0, offer) == ("insufficient_cash", {"needed": 300, "cash": 10})


def test_an_offer_the_other_side_cannot_pay_tells_no_need_of_ones_own() -> None:
    at = table({}, {"cash": 10}, properties={"39": {"owner": 0}})
    assert told(at, 0, actions.ProposeTrade(1, Side(0, [39]), Side(4000))) == ("insufficient_cash", {})


def test_the_limit_of_offers_is_told() -> None:
    at = table(properties={"39": {"owner": 0}})
    offer = actions.ProposeTrade(1, Side(0, [39]), Side(4000))
    for _ in range(3):
        at.do(0, offer)
    assert told(at, 0, offer) == ("too_many_offers", {"limit": 3})


def test_the_square_in_question_is_told() -> None:
    assert told(table(), 0, actions.Build(5)) == ("not_a_street", {"square": 5})
    assert told(table(), 0, actions.Mortgage(39)) == ("not_owner", {"square": 39})


def legal(at: Table, seat: int, kind: str) -> list[dict[str, Any]]:
    return [entry for entry in engine.legal(at.game, seat) if entry["type"] == kind]


def test_many_choices_are_listed_by_their_bounds() -> None:
    at = table({"square": 13}, {}, random=[[3, 4]])
    at.do(0, actions.Roll())
    assert legal(at, 0, "bet") == [{"type": "bet", "numbers": {"fewest": 1, "most": 3, "from": 1, "to": 6}}]
    at = table({"square": 12}, {}, mode="speed", round=7, random=[[2, 2, 2]])
    assert legal(at, 0, "propose_trade") == [{"type": "propose_trade", "to": [1]}]
    at.do(0, actions.Roll())
    assert legal(at, 0, "teleport") == [{"type": "teleport", "square": {"from": 0, "to": 39, "except": 12}}]


@pytest.mark.parametrize(("dice", "steps"), [([2, 5], [2, 5, 7]), ([3, 3], [3, 6])])
def test_every_way_the_bus_may_go_is_listed(dice: list[int], steps: list[int]) -> None:
    at = table({}, {}, mode="speed", round=7, random=[[*dice, "bus"]])
    at.do(0, actions.Roll())
    assert [entry["steps"] for entry in legal(at, 0, "choose_move")] == steps


def test_offers_are_answered_by_one_side_and_cancelled_by_the_other() -> None:
    at = table({}, {}, {}, properties={"39": {"owner": 0}})
    at.do(0, actions.ProposeTrade(1, Side(0, [39]), Side(4000)))
    surrender = {"type": "surrender"}
    assert {"type": "cancel_trade", "trade": 1} in engine.legal(at.game, 0)
    assert engine.legal(at.game, 1) == [
        {"type": "accept_trade", "trade": 1},
        {"type": "reject_trade", "trade": 1},
        surrender,
    ]
    assert engine.legal(at.game, 2) == [surrender]


def test_whoever_is_out_has_nothing_to_choose() -> None:
    at = table({}, {}, {})
    at.do(2, actions.Surrender())
    assert engine.legal(at.game, 2) == []
    at.do(1, actions.Surrender())
    assert [engine.legal(at.game, seat) for seat in range(3)] == [[], [], []]


@pytest.mark.parametrize("numbers", [[], [1, 2, 3, 4], [2, 2], [0], [7]])
def test_a_bet_that_is_none_says_how_many_numbers_it_takes(numbers: list[int]) -> None:
    at = table({"square": 13}, {}, random=[[3, 4]])
    at.do(0, actions.Roll())
    assert told(at, 0, actions.Bet(numbers)) == ("invalid_choice", {"fewest": 1, "most": 3})
