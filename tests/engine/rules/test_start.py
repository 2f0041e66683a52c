"""Rulebook 2, what a scenario cannot say: how a game begins."""

import pytest

from app import engine
from app.engine import SeatStart
from app.engine.events import GameStarted, TurnStarted
from app.engine.luck import Exhausted, Keyed, Listed
from app.engine.modes import MODES
from app.engine.rules.chance import CARD_IDS
from app.engine.rules.start import capacities

SHUFFLE = list(reversed(CARD_IDS))


def test_the_deck_is_shuffled_before_the_first_seat_is_drawn() -> None:
    step = engine.start(MODES["classic"], [SeatStart()] * 3, now=0, luck=Listed([SHUFFLE, 2], CARD_IDS))
    assert [one.event for one in step.events] == [GameStarted(2), TurnStarted(2, 1)]
    assert (step.game.first, step.game.turn, step.game.deck_left) == (2, 2, 16)
    with pytest.raises(Exhausted):
        engine.start(MODES["classic"], [SeatStart()] * 3, now=0, luck=Listed([2, SHUFFLE], CARD_IDS))


def test_a_fixed_deck_is_not_shuffled() -> None:
    step = engine.start(MODES["original"], [SeatStart()] * 3, now=0, luck=Listed([1], CARD_IDS))
    assert (step.game.first, step.game.deck_left) == (1, 16)


def test_everybody_begins_with_the_same() -> None:
    game = engine.start(MODES["classic"], [SeatStart()] * 6, now=0, luck=Keyed(bytes(32), "g", [])).game
    assert game.cash == [15_000] * 6
    assert game.square == [0] * 6


def test_any_seat_may_come_first() -> None:
    firsts = {
        engine.start(MODES["classic"], [SeatStart()] * 4, now=0, luck=Keyed(bytes(32), str(n), [])).game.first
        for n in range(60)
    }
    assert firsts == {0, 1, 2, 3}


def test_teams_are_taken_as_chosen_or_by_seat() -> None:
    luck = Keyed(bytes(32), "g", [])
    by_seat = engine.start(MODES["team"], [SeatStart()] * 6, now=0, luck=luck).game
    assert by_seat.team == [0, 1, 0, 1, 0, 1]
    chosen = [SeatStart(team=team) for team in (1, 1, 0, 0)]
    assert engine.start(MODES["team"], chosen, now=0, luck=luck).game.team == [1, 1, 0, 0]


def test_the_version_goes_on_from_the_room() -> None:
    step = engine.start(MODES["classic"], [SeatStart()] * 2, now=0, luck=Keyed(bytes(32), "g", []), version=9)
    assert step.game.version == 9
    assert {one.version for one in step.events} == {9}


def test_cards_are_frozen_into_the_game() -> None:
    brought = {39: 18}
    game = engine.start(
        MODES["classic"], [SeatStart(cards=brought), SeatStart()], now=0, luck=Keyed(bytes(32), "g", [])
    ).game
    brought[39] = 33
    assert game.cards == [{39: 18}, {}]


@pytest.mark.parametrize("mode", MODES)
def test_a_room_has_two_to_six_seats_and_teams_four_or_six(mode: str) -> None:
    assert tuple(capacities(MODES[mode].teams)) == ((4, 6) if mode == "team" else (2, 3, 4, 5, 6))
