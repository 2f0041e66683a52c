"""Building, borrowing, redeeming and raising money with sense."""

import pytest

from app import engine
from app.bots import Temper
from app.engine.actions import Action, Bankrupt, Build, Mortgage, Pay, Redeem, Roll, Sell
from tests.bots.sense import ADA, EVERYBODY, KAI, arriving, choice, owning
from tests.build import Table, table

PINK, ORANGE, GREEN, DARK_BLUE = 2, 3, 6, 7


def spree(at: Table, temper: Temper, seat: int = 0) -> list[Action]:
    """Everything the bot does until it rolls."""
    done: list[Action] = []
    while (action := choice(at, temper, seat)) != Roll():
        at.do(seat, action)
        done.append(action)
        assert len(done) < 40, "the turn does not come to its roll"
    return done


@pytest.mark.parametrize("temper", EVERYBODY, ids=lambda temper: temper.name)
def test_a_full_group_is_built_on_evenly_one_level_a_street_a_turn(temper: Temper) -> None:
    at = table({}, {}, properties=owning(0, ORANGE))
    assert sorted(map(repr, spree(at, temper))) == sorted(repr(Build(square)) for square in (16, 18, 19))


@pytest.mark.parametrize("temper", EVERYBODY, ids=lambda temper: temper.name)
@pytest.mark.parametrize("cash", [0, 400, 999, 1500, 2300, 4000])
@pytest.mark.parametrize("mode", ["classic", "speed", "original_speed"])
def test_nobody_builds_itself_broke(temper: Temper, cash: int, mode: str) -> None:
    at = table({"cash": cash}, {}, mode=mode, properties={**owning(0, ORANGE, DARK_BLUE), "1": {"owner": 0}})
    spree(at, temper)
    assert at.game.cash[0] >= min(cash, temper.keep)


def test_money_is_kept_for_a_dear_street_ahead() -> None:
    threat = owning(1, DARK_BLUE, level=5)
    far = table({"cash": 8000, "square": 1}, {}, properties={**owning(0, ORANGE), **threat})
    near = table({"cash": 8000, "square": 30}, {}, properties={**owning(0, ORANGE), **threat})
    spree(far, ADA)
    assert far.game.cash[0] == 5000
    assert spree(near, ADA) == []


def test_a_teammates_street_ahead_is_no_threat() -> None:
    properties = {**owning(0, ORANGE), **owning(2, DARK_BLUE, level=5)}
    at = table({"cash": 8000, "square": 30}, {}, {}, {}, mode="team", properties=properties)
    assert len(spree(at, ADA)) == 3


def test_any_number_of_levels_is_built_where_the_rules_let_it() -> None:
    at = table({}, {}, mode="original_speed", properties=owning(0, PINK))
    built = spree(at, KAI)
    assert len(built) > 3
    assert all(isinstance(action, Build) for action in built)


def test_the_grand_build_dear_and_the_thrifty_cheap() -> None:
    at = table({}, {}, properties=owning(0, PINK, GREEN))
    by_name = {temper.name: choice(at, temper) for temper in EVERYBODY}
    assert by_name["Tara"] == Build(34)
    assert by_name["Lena"] == Build(11)


def test_a_group_with_a_mortgage_is_redeemed_before_it_is_built_on() -> None:
    at = table({}, {}, properties={**owning(0, ORANGE), "18": {"owner": 0, "mortgaged": True}})
    assert spree(at, ADA)[0] == Redeem(18)


def test_a_borrower_mortgages_a_single_to_build_and_a_careful_one_does_not() -> None:
    properties = {**owning(0, ORANGE), "39": {"owner": 0}, "1": {"owner": 0}}
    at = table({"cash": 500}, {}, properties=properties)
    assert choice(at, ADA) == Roll()
    assert spree(at, KAI)[:2] == [Mortgage(39), Build(19)]


def test_nobody_borrows_where_mortgages_lapse() -> None:
    properties = {**owning(0, ORANGE), "39": {"owner": 0}}
    assert choice(table({"cash": 500}, {}, mode="speed", properties=properties), KAI) == Roll()


@pytest.mark.parametrize("temper", EVERYBODY, ids=lambda temper: temper.name)
@pytest.mark.parametrize("mode", ["classic", "halal", "original"])
@pytest.mark.parametrize("cash", [0, 600, 1700, 2600, 3500, 6000])
def test_no_turn_redeems_what_it_mortgaged(temper: Temper, mode: str, cash: int) -> None:
    properties = {**owning(0, ORANGE), **{str(square): {"owner": 0} for square in (1, 13, 15, 39)}}
    properties["6"] = {"owner": 0, "mortgaged": True}
    done = spree(table({"cash": cash}, {}, mode=mode, properties=properties), temper)
    mortgaged = {action.square for action in done if isinstance(action, Mortgage)}
    assert not mortgaged & {action.square for action in done if isinstance(action, Redeem)}


def test_a_rich_bot_redeems_what_it_has() -> None:
    at = table({"cash": 9000}, {}, properties={"39": {"owner": 0, "mortgaged": True}})
    assert spree(at, ADA) == [Redeem(39)]


def test_a_bot_short_of_cash_leaves_its_mortgages() -> None:
    at = table({"cash": 3000}, {}, properties={"39": {"owner": 0, "mortgaged": True}})
    assert spree(at, ADA) == []


@pytest.mark.parametrize("temper", EVERYBODY, ids=lambda temper: temper.name)
def test_a_mortgage_about_to_lapse_is_redeemed_if_it_can_be_paid(temper: Temper) -> None:
    lapsing = {"39": {"owner": 0, "mortgaged": True, "lapses_in_round": 31}}
    assert choice(table({"cash": 2200}, {}, mode="speed", round=20, properties=lapsing), temper) == Roll()
    assert choice(table({"cash": 2200}, {}, mode="speed", round=30, properties=lapsing), temper) == Redeem(39)
    assert choice(table({"cash": 2199}, {}, mode="speed", round=30, properties=lapsing), temper) == Roll()


def raised(cash: int, debt: int, properties: dict[str, object]) -> list[Action]:
    """Everything a bot does in a pay pause for one of the two taxes."""
    at = arriving({1000: 38, 2000: 4}[debt], {"cash": cash}, {}, properties=properties)
    done: list[Action] = []
    while engine.phase(at.game) == "debt":
        done.append(choice(at, ADA))
        at.do(0, done[-1])
    return done


def test_a_debt_is_paid_at_once_where_there_is_cash() -> None:
    assert raised(1000, 1000, {"1": {"owner": 0}}) == [Pay()]


def test_the_smallest_loan_that_is_enough_raises_a_debt() -> None:
    assert raised(300, 1000, {str(square): {"owner": 0} for square in (1, 16, 39)}) == [Mortgage(16), Pay()]


def test_a_full_group_is_spared_while_a_single_can_be_mortgaged() -> None:
    assert raised(0, 1000, {**owning(0, 0), "39": {"owner": 0}}) == [Mortgage(39), Pay()]


def test_buildings_go_last_and_evenly() -> None:
    properties = {**owning(0, ORANGE, level=2), "1": {"owner": 0}}
    assert raised(0, 1000, properties) == [Mortgage(1), Sell(16), Sell(18), Pay()]


def test_a_bare_group_is_mortgaged_after_its_buildings_are_sold() -> None:
    assert raised(399, 2000, owning(0, 0, level=2)) == [Bankrupt()]
    assert raised(400, 2000, owning(0, 0, level=2)) == [*[Sell(1), Sell(3)] * 2, Mortgage(3), Mortgage(1), Pay()]


def test_bankrupt_at_once_where_the_debt_cannot_be_raised() -> None:
    assert raised(100, 1000, {"1": {"owner": 0}}) == [Bankrupt()]


def test_the_level_that_earns_least_is_sold_first() -> None:
    assert raised(500, 1000, {**owning(0, ORANGE, level=3), **owning(0, DARK_BLUE, level=4)}) == [Sell(37), Pay()]
