"""Forms become actions: what a browser sends, and what nobody's browser would."""

import pytest

from app.engine import Illegal, actions
from app.engine.actions import ACTION_TYPES, Side
from app.web.pages import orders


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ([("type", "roll")], actions.Roll()),
        ([("type", "build"), ("square", "11")], actions.Build(11)),
        ([("do", "build 11")], actions.Build(11)),
        ([("do", "mortgage 5"), ("square", "9")], actions.Mortgage(9)),
        ([("type", "bet"), ("numbers", "3")], actions.Bet([3])),
        ([("type", "bet"), ("numbers", "1"), ("numbers", "6")], actions.Bet([1, 6])),
        ([("type", "bet")], actions.Bet([])),
        ([("type", "choose_move"), ("steps", "5")], actions.ChooseMove(5)),
        ([("type", "teleport"), ("square", "0")], actions.Teleport(0)),
        ([("type", "accept_trade"), ("trade", "2")], actions.AcceptTrade(2)),
        (
            [
                ("type", "propose_trade"),
                ("to", "2"),
                ("give", "1"),
                ("give", "3"),
                ("give_cash", ""),
                ("get_cash", "50"),
            ],
            actions.ProposeTrade(2, Side(0, [1, 3]), Side(50, [])),
        ),
        ([("type", "surrender"), ("unknown", "field"), ("_csrf_token", "x")], actions.Surrender()),
    ],
)
def test_a_form_is_an_action(fields: list[tuple[str, str]], action: object) -> None:
    assert orders.read(fields).wish == action


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [("type", "")],
        [("type", "timeout")],
        [("type", "build")],
        [("type", "build"), ("square", "")],
        [("type", "build"), ("square", "eleven")],
        [("type", "build"), ("square", "1.5")],
        [("type", "build"), ("square", "٣")],
        [("type", "build"), ("square", "9" * 400)],
        [("do", "build")],
        [("do", "build 1 1")],
        [("type", "bet"), ("numbers", "x")],
        [("type", "propose_trade"), ("to", "1"), ("give_cash", "1e3")],
        [("type", "roll"), ("version", "now")],
    ],
)
def test_a_form_that_is_no_action_is_malformed(fields: list[tuple[str, str]]) -> None:
    with pytest.raises(Illegal) as refused:
        orders.read(fields)
    assert refused.value.code == "malformed"


def test_the_version_a_form_was_drawn_from_comes_along() -> None:
    assert orders.read([("type", "roll"), ("version", "17")]).version == 17
    assert orders.read([("type", "surrender")]).version is None


@pytest.mark.parametrize(("panel", "kept"), [("square=7", "square=7"), ("square=7&trade=1", None), ("//evil", None)])
def test_only_a_panel_of_ours_is_shown_again(panel: str, kept: str | None) -> None:
    assert orders.read([("type", "roll"), ("panel", panel)]).panel == kept


def test_an_offer_can_be_opened_again_as_it_was_typed() -> None:
    fields = [("type", "propose_trade"), ("to", "2"), ("give", "1"), ("give", "3"), ("get", "39"), ("give_cash", "1x")]
    made = orders.draft(fields)
    assert made is not None
    assert (made.to, made.give, made.get, made.give_cash, made.get_cash) == (2, [1, 3], [39], "1x", "")
    assert made.query == "trade=2&give=1&give=3&get=39&give_cash=1x"
    with pytest.raises(Illegal):
        orders.read(fields)


@pytest.mark.parametrize("fields", [[("type", "roll")], [("type", "propose_trade")], [("do", "partner"), ("to", "1")]])
def test_other_forms_hold_no_offer(fields: list[tuple[str, str]]) -> None:
    assert orders.draft(fields) is None


def test_another_partner_keeps_the_rest_of_the_offer() -> None:
    made = orders.draft([("do", "partner 3"), ("to", "1"), ("give", "5"), ("give", "2"), ("get_cash", "70")])
    assert made is not None
    assert made.query == "trade=3&give=5&get_cash=70"


@pytest.mark.parametrize(
    ("button", "wish"),
    [
        (("type", "raise_money"), orders.RaiseMoney()),
        (("do", "check"), orders.Check()),
        (("do", "partner 3"), orders.Check()),
        (("do", "keep"), orders.Keep()),
    ],
)
def test_what_the_pages_ask_for_beside_the_contract(button: tuple[str, str], wish: object) -> None:
    assert orders.read([button, ("type", "propose_trade"), ("version", "5")]).wish == wish


def test_every_action_of_the_contract_can_be_sent_by_a_form() -> None:
    every = {
        "square": "1",
        "steps": "1",
        "trade": "1",
        "to": "1",
        "numbers": "1",
    }
    for kind in ACTION_TYPES:
        sent = orders.read([("type", kind), *every.items()]).wish
        assert str(type(sent).__struct_config__.tag) == kind


@pytest.mark.parametrize("written", ["15,000", "15.000", "15 000", "15\u202f000", "15'000", " 15000 "])
def test_money_is_read_as_the_page_itself_writes_it(written: str) -> None:
    fields = [("type", "propose_trade"), ("to", "1"), ("give_cash", written), ("get", "39")]
    assert orders.read(fields).wish == actions.ProposeTrade(1, Side(15_000, []), Side(0, [39]))


@pytest.mark.parametrize("written", ["1,5", "15,00", "1.5e3", "1,000,00", ",000", "-1,000"])
def test_money_that_could_be_read_in_two_ways_is_not_read(written: str) -> None:
    with pytest.raises(Illegal):
        orders.read([("type", "propose_trade"), ("to", "1"), ("give_cash", written)])


def test_a_short_order_with_a_square_too_many_is_malformed() -> None:
    with pytest.raises(Illegal):
        orders.read([("do", "roll 5")])
