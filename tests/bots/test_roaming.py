"""Jail, bus, triple and jackpot with sense."""

from typing import Any

import pytest

from app import bots
from app.bots import TEMPERS
from app.engine.actions import Action, Bet, ChooseMove, PayBail, Roll, SkipBet, Teleport
from app.engine.board import PROPERTIES
from tests.bots.sense import ADA, EVERYBODY, arriving, cautious, choice, daring, owning
from tests.build import table

JAILED = {"jailed": True}
SOLD_OUT = {str(square): {"owner": number % 2} for number, square in enumerate(PROPERTIES)}


def test_bail_is_paid_while_there_is_much_to_buy() -> None:
    assert choice(table(JAILED, {}), ADA) == PayBail()


def test_late_in_the_game_a_bot_sits_in_jail() -> None:
    assert choice(table(JAILED, {}, properties=SOLD_OUT), ADA) == Roll()


def test_a_bot_sits_where_the_streets_ahead_are_dear() -> None:
    assert choice(table(JAILED, {}, properties=owning(1, 3, level=5)), ADA) == Roll()


def test_a_poor_bot_sits() -> None:
    assert choice(table({**JAILED, "cash": 500}, {}), ADA) == Roll()


def test_the_patient_sit_earlier() -> None:
    sold = {str(square): {"owner": 1} for square in PROPERTIES[:18]}
    at = table(JAILED, {}, properties=sold)
    assert [temper.name for temper in EVERYBODY if choice(at, temper) == Roll()] == ["Ivo"]


def riding(dice: list[int | str], properties: dict[str, Any]) -> Action:
    """What a bot on square 20 does with the bus."""
    at = table({"square": 20}, {}, mode="speed", round=7, random=[dice], properties=properties)
    at.do(0, Roll())
    return choice(at, ADA)


def test_the_bus_goes_where_a_group_is_completed() -> None:
    assert riding([3, 4, "bus"], {**owning(0, 5), "27": {"owner": None}}) == ChooseMove(7)


def test_the_bus_avoids_a_dear_street() -> None:
    assert riding([2, 5, "bus"], {**owning(1, 5, level=5), "25": {"owner": 1}}) == ChooseMove(2)


def test_a_triple_leads_to_what_completes_a_group() -> None:
    held = {**SOLD_OUT, "37": {"owner": 0}, "39": {"owner": None}}
    at = table({}, {}, mode="speed", round=7, random=[[2, 2, 2]], properties=held)
    at.do(0, Roll())
    assert choice(at, ADA) == Teleport(39)


def test_a_triple_leads_to_start_where_there_is_nothing_to_buy() -> None:
    at = table({"square": 5}, {}, mode="speed", round=7, random=[[2, 2, 2]], properties=SOLD_OUT)
    at.do(0, Roll())
    assert choice(at, ADA) == Teleport(0)


def test_a_triple_on_start_leads_to_no_rent() -> None:
    at = table({"square": 0}, {}, mode="speed", round=7, random=[[2, 2, 2]], properties=SOLD_OUT)
    at.do(0, Roll())
    chosen = choice(at, ADA)
    assert isinstance(chosen, Teleport)
    assert SOLD_OUT.get(str(chosen.square), {"owner": 0}) == {"owner": 0}


@pytest.mark.parametrize("temper", EVERYBODY, ids=lambda temper: temper.name)
def test_only_the_daring_bet_and_only_by_whim(temper: bots.Temper) -> None:
    at = arriving(20)
    assert bots.choose(at.game, 0, temper, cautious) == SkipBet()
    bet = bots.choose(at.game, 0, temper, daring)
    assert bet == (Bet(list(range(1, temper.numbers + 1))) if temper.name in ("Kai", "Tara") else SkipBet())


def test_nobody_bets_the_last_money() -> None:
    at = arriving(20, {"cash": 3999})
    assert bots.choose(at.game, 0, TEMPERS["Kai"], daring) == SkipBet()
