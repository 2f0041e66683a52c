"""Trades: what a bot takes, what it offers, and what it never does."""

import pytest

from app import bots, engine
from app.bots import TEMPERS, Temper, gain_of, value_of
from app.bots.trading import in_the_mood, pitch
from app.engine.actions import AcceptTrade, Bankrupt, Pay, ProposeTrade, RejectTrade, Roll, Side
from app.engine.board import GROUPS, MEMBERS, PRICE
from app.engine.rules.trades import side_value
from tests.bots.sense import ADA, EVERYBODY, arriving, cautious, choice, like, offered, owning, reply
from tests.build import Table, table

NAMES = [temper.name for temper in EVERYBODY]


@pytest.mark.parametrize("temper", EVERYBODY, ids=NAMES)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("round_", [1, 499])
def test_no_bot_sells_what_completes_a_group_for_the_list_price(temper: Temper, seats: int, round_: int) -> None:
    for group in range(len(GROUPS)):
        for square in MEMBERS[group]:
            properties = {**owning(0, group), str(square): {"owner": 1}}
            at = table(*[{}] * seats, properties=properties, round=round_)
            offered(at, give=Side(PRICE[square]), get=Side(0, [square]))
            assert reply(at, temper) == "RejectTrade", f"{temper.name} sold {square}"


@pytest.mark.parametrize("temper", EVERYBODY, ids=NAMES)
def test_no_bot_swaps_a_key_for_a_single_of_the_same_price(temper: Temper) -> None:
    properties = {**owning(0, 3), "19": {"owner": 1}, "5": {"owner": 0}}
    at = table({}, {}, {}, {}, properties=properties)
    assert reply(offered(at, give=Side(0, [5]), get=Side(0, [19])), temper) == "RejectTrade"


@pytest.mark.parametrize("temper", EVERYBODY, ids=NAMES)
def test_a_bot_takes_a_key_of_its_own_for_a_single(temper: Temper) -> None:
    properties = {**owning(1, 3), "19": {"owner": 0}, "5": {"owner": 1}}
    at = table({}, {}, {}, {}, properties=properties)
    assert reply(offered(at, give=Side(0, [19]), get=Side(0, [5])), temper) == "AcceptTrade"


@pytest.mark.parametrize("temper", EVERYBODY, ids=NAMES)
@pytest.mark.parametrize("cash", range(800, 3201, 200))
def test_no_bot_takes_what_costs_it_value(temper: Temper, cash: int) -> None:
    at = table({}, {}, {}, {}, properties={"14": {"owner": 1}})
    offered(at, give=Side(cash), get=Side(0, [14]))
    gains = cash - value_of(at.game, 1, 14, temper) >= temper.margin
    assert reply(at, temper) == ("AcceptTrade" if gains else "RejectTrade")


def test_the_value_of_a_swap_is_the_value_of_what_comes_less_what_goes() -> None:
    at = table({}, {}, {}, {}, properties={**owning(1, 3), "19": {"owner": 0}, "5": {"owner": 1}})
    game = at.game
    swap = gain_of(game, 1, Side(100, [19]), Side(300, [5]), ADA)
    assert swap == value_of(game, 1, 19, ADA) - value_of(game, 1, 5, ADA) - 200


def test_a_swap_within_one_group_is_judged_as_a_whole() -> None:
    at = table({}, {}, {}, {}, properties={"16": {"owner": 1}, "18": {"owner": 0}, "19": {"owner": 0}})
    assert gain_of(at.game, 1, Side(0, [18]), Side(0, [16]), ADA) == 0
    assert gain_of(at.game, 1, Side(0, [18, 19]), Side(), ADA) > 3800 + value_of(at.game, 1, 18, ADA) - 1800


def test_a_mortgaged_property_is_worth_less_by_what_redeems_it() -> None:
    free = table({}, {}, properties={"39": {"owner": 0}})
    pledged = table({}, {}, properties={"39": {"owner": 0, "mortgaged": True}})
    assert value_of(free.game, 1, 39, ADA) - value_of(pledged.game, 1, 39, ADA) == 2200


def test_no_bot_pays_more_than_it_can_spare() -> None:
    at = table({}, {"cash": 2000}, {}, {}, properties={"5": {"owner": 0}})
    assert reply(offered(at, give=Side(0, [5]), get=Side(1800)), TEMPERS["Ivo"]) == "RejectTrade"
    at.do(1, RejectTrade(1))
    assert reply(offered(at, give=Side(0, [5]), get=Side(1500)), TEMPERS["Ivo"]) == "AcceptTrade"


def test_the_answer_is_legal_and_to_the_oldest_offer() -> None:
    at = table({}, {}, properties={"1": {"owner": 0}, "39": {"owner": 0}})
    offered(at, give=Side(0, [39]), get=Side(2000))
    offered(at, give=Side(0, [1]), get=Side(1200))
    assert bots.answer(at.game, 1, ADA, cautious) == AcceptTrade(1)
    at.do(1, AcceptTrade(1))
    assert bots.answer(at.game, 1, ADA, cautious) == RejectTrade(2)


def test_nothing_is_said_without_an_offer() -> None:
    assert reply(table({}, {}), ADA) == "nothing"


def proposals(at: Table, temper: Temper) -> list[ProposeTrade]:
    """What the bot offers in one turn, each offer being refused at once."""
    made: list[ProposeTrade] = []
    while isinstance(action := choice(at, temper), ProposeTrade):
        at.do(0, action)
        at.do(action.to, RejectTrade(at.game.offers[0].id))
        made.append(action)
        assert len(made) < 10, "the bot drowns the game in offers"
    return made


def almost(group: int = 3) -> dict[str, dict[str, int]]:
    """The first seat lacks one property of a group, which the second holds."""
    return {**owning(0, group), str(MEMBERS[group][-1]): {"owner": 1}, "5": {"owner": 0}, "15": {"owner": 1}}


@pytest.mark.parametrize("temper", EVERYBODY, ids=NAMES)
def test_an_offer_is_made_in_few_turns_and_at_most_two_in_one(temper: Temper) -> None:
    counts = []
    for round_ in range(1, 61):
        at = table({}, {}, {}, {}, properties=almost(), round=round_)
        at.game.offers_made = round_ % 7
        counts.append(len(proposals(at, temper)))
    assert max(counts) <= 2
    assert 0 < sum(counts) < 30


@pytest.mark.parametrize("temper", EVERYBODY, ids=NAMES)
def test_an_offer_gains_for_both_sides(temper: Temper) -> None:
    made = 0
    for group in range(len(GROUPS)):
        at = table({}, {}, {}, {}, properties=almost(group))
        offer = pitch(at.game, 0, temper)
        if offer is not None:
            made += 1
            assert engine.why_not(at.game, 0, offer) is None
            assert gain_of(at.game, 0, offer.get, offer.give, temper) >= temper.margin
            assert side_value(at.game, offer.give) > side_value(at.game, offer.get)
    assert made > 4


def test_somebody_takes_a_typical_offer() -> None:
    at = table({}, {}, {}, {}, properties=almost())
    offer = pitch(at.game, 0, ADA)
    assert offer is not None
    at.do(0, offer)
    assert [temper.name for temper in EVERYBODY if reply(at, temper) == "AcceptTrade"]


def test_no_mortgage_is_asked_for_where_mortgages_stay_put() -> None:
    mine = {**almost(), "16": {"owner": 0, "mortgaged": True}}
    theirs = {**almost(), "19": {"owner": 1, "mortgaged": True}}
    assert pitch(table({}, {}, {}, {}, mode="original", properties=mine).game, 0, ADA) is not None
    assert pitch(table({}, {}, {}, {}, mode="original", properties=theirs).game, 0, ADA) is None


def test_no_second_offer_beside_an_open_one() -> None:
    at = table({}, {}, {}, {}, properties=almost(), round=1)
    eager = like(ADA, pace=1)
    at.do(0, choice(at, eager))
    assert at.game.offers
    assert in_the_mood(at.game, 0, eager)
    assert not isinstance(choice(at, eager), ProposeTrade)


def test_a_teammate_is_given_what_completes_its_group() -> None:
    held = {**owning(2, 3), "19": {"owner": 0}}
    at = table({}, {}, {}, {}, mode="team", properties=held)
    gift = ProposeTrade(2, Side(0, [19]), Side())
    assert pitch(at.game, 0, ADA) == gift
    at.do(0, gift)
    assert reply(at, ADA, seat=2) == "AcceptTrade"
    at.do(2, AcceptTrade(1))
    assert pitch(at.game, 0, ADA) is None


def test_no_gift_that_takes_the_giver_further_back_than_it_brings_the_mate_on() -> None:
    held = {**owning(0, 3), "19": {"owner": 2}}
    assert pitch(table({}, {}, {}, {}, mode="team", properties=held).game, 0, ADA) is None


def test_no_gift_to_a_teammate_who_cannot_build() -> None:
    held = {**owning(2, 3), "19": {"owner": 0}}
    assert pitch(table({}, {}, {"cash": 900}, {}, mode="team", properties=held).game, 0, ADA) is None


def test_a_key_is_not_given_to_an_opponent_in_team() -> None:
    held = {**owning(1, 3), "19": {"owner": 0}}
    assert pitch(table({"cash": 1000}, {}, {}, {}, mode="team", properties=held).game, 0, ADA) is None


def test_a_teammate_saves_a_debtor_who_would_go_bankrupt() -> None:
    at = arriving(4, {"cash": 100}, {}, {}, {}, mode="team", round=2)
    plea = choice(at, ADA)
    assert plea == ProposeTrade(2, Side(), Side(1900))
    at.do(0, plea)
    assert reply(at, ADA, seat=2) == "AcceptTrade"
    at.do(2, AcceptTrade(1))
    assert choice(at, ADA) == Pay()


def test_a_refused_plea_is_not_made_again() -> None:
    at = arriving(4, {"cash": 100}, {}, {}, {}, mode="team", round=2)
    at.do(0, choice(at, ADA))
    assert choice(at, ADA) == Bankrupt()
    at.do(2, RejectTrade(1))
    assert choice(at, ADA) == Bankrupt()


def test_a_teammate_who_needs_the_money_keeps_it() -> None:
    at = arriving(4, {"cash": 100}, {}, {"cash": 2500}, {}, mode="team", round=2)
    assert choice(at, ADA) == Bankrupt()
    offered(at, give=Side(), get=Side(2400), to=2)
    assert reply(at, ADA, seat=2) == "RejectTrade"


def test_a_bot_rolls_on_when_its_offer_stays_unanswered() -> None:
    at = table({"cash": 5000}, {}, {}, {}, properties=almost(), round=4)
    while isinstance(action := choice(at, ADA), ProposeTrade):
        at.do(0, action)
    assert choice(at, ADA) == Roll()
