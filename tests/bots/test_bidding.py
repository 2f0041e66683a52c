"""Buying and bidding with sense."""

import pytest

from app.bots import Temper, value_of
from app.bots.bidding import limit
from app.engine.actions import Bid, Buy, Decline, Mortgage, Pass
from tests.bots.sense import ADA, EVERYBODY, KAI, arriving, auctioned, choice, like, owning


@pytest.mark.parametrize("temper", EVERYBODY, ids=lambda temper: temper.name)
def test_a_property_is_bought_at_list_price(temper: Temper) -> None:
    assert choice(arriving(19), temper) == Buy()


def test_a_purchase_leaves_the_cash_a_bot_needs() -> None:
    at = arriving(19, {"cash": 2000 + ADA.thin})
    assert choice(at, ADA) == Buy()
    at.game.cash[0] -= 1
    assert choice(at, ADA) == Decline()


def test_what_completes_a_group_is_bought_with_the_last_money() -> None:
    held = {"16": {"owner": 0}, "18": {"owner": 0}}
    assert choice(arriving(19, {"cash": 2000}, properties=held), ADA) == Buy()


def test_what_would_complete_a_rivals_group_is_bought_with_the_last_money() -> None:
    held = {"16": {"owner": 1}, "18": {"owner": 1}}
    assert choice(arriving(19, {"cash": 2000}, properties=held), ADA) == Buy()


def test_what_a_bot_does_not_like_is_left_to_an_auction() -> None:
    assert choice(arriving(1), like(ADA, pays=(80,) * 10)) == Decline()


def test_what_it_does_not_like_is_still_bought_where_it_completes_a_group() -> None:
    held = {"3": {"owner": 0}}
    assert choice(arriving(1, properties=held), like(ADA, pays=(80,) * 10)) == Buy()


def test_a_group_is_completed_with_a_loan_where_one_may_manage_after_the_roll() -> None:
    held = {"16": {"owner": 0}, "18": {"owner": 0}, "39": {"owner": 0}}
    at = arriving(19, {"cash": 500}, mode="original", properties=held)
    assert choice(at, ADA) == Mortgage(39)
    at.do(0, Mortgage(39))
    assert choice(at, ADA) == Buy()


def test_nothing_is_mortgaged_for_a_purchase_that_it_cannot_pay_for() -> None:
    held = {"37": {"owner": 0}, "1": {"owner": 0}}
    assert choice(arriving(39, {"cash": 1900}, mode="original", properties=held), ADA) == Decline()


@pytest.mark.parametrize("temper", EVERYBODY, ids=lambda temper: temper.name)
def test_bids_go_up_to_a_limit_and_no_further(temper: Temper) -> None:
    at = auctioned(37, {}, {}, {}, properties={"39": {"owner": 1}})
    asked = at.game.agenda[-1]
    most = limit(at.game, 1, 37, temper)
    assert 3500 < most <= value_of(at.game, 1, 37, temper) * temper.bids // 100
    asked.asked = most  # type: ignore[union-attr]  # an auction is on
    assert choice(at, temper, seat=1) == Bid()
    asked.asked = most + 1  # type: ignore[union-attr]  # as above
    assert choice(at, temper, seat=1) == Pass()


def test_a_bid_leaves_the_cash_a_bot_needs() -> None:
    at = auctioned(1, {}, {"cash": 600 + KAI.thin - 1})
    assert choice(at, like(KAI, bids=200), seat=1) == Pass()


def test_a_key_is_worth_more_in_an_auction_than_a_single() -> None:
    single = auctioned(37, {}, {}, {})
    key = auctioned(37, {}, {}, {}, properties={"39": {"owner": 2}})
    assert limit(key.game, 1, 37, ADA) > limit(single.game, 1, 37, ADA)


def test_no_bid_against_a_leading_teammate() -> None:
    at = auctioned(39, {}, {}, {}, {}, mode="team")
    at.do(1, Bid())
    at.do(2, Pass())
    assert choice(at, ADA, seat=3) == Pass()


def test_a_bid_against_a_leading_opponent() -> None:
    at = auctioned(19, {}, {}, {}, {}, mode="team", properties={"16": {"owner": 2}, "18": {"owner": 2}})
    at.do(1, Bid())
    assert choice(at, ADA, seat=2) == Bid()


def test_a_teammates_group_is_worth_bidding_for() -> None:
    apart = auctioned(19, {}, {}, {}, {}, mode="team")
    together = auctioned(19, {}, {}, {}, {}, mode="team", properties={"16": {"owner": 3}, "18": {"owner": 3}})
    assert limit(together.game, 1, 19, ADA) > limit(apart.game, 1, 19, ADA)


def test_late_in_the_game_a_completion_is_worth_less() -> None:
    early = arriving(19, properties={"16": {"owner": 0}, "18": {"owner": 0}}, mode="blitz")
    late = arriving(19, properties={"16": {"owner": 0}, "18": {"owner": 0}}, mode="blitz", round=24)
    assert value_of(late.game, 0, 19, ADA) < value_of(early.game, 0, 19, ADA)


def test_every_group_is_worth_completing() -> None:
    for group in range(10):
        for square in owning(0, group):
            at = arriving(0, properties={**owning(0, group), square: {"owner": None}})
            assert value_of(at.game, 0, int(square), ADA) > value_of(arriving(0).game, 0, int(square), ADA)
