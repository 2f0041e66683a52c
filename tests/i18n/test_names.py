"""What the squares are called: every one, once, short, and by no real name."""

from pathlib import Path
from typing import Final

import pytest

from app.engine.board import GROUPS, KIND, PROPERTIES, SQUARE_20, SQUARES
from app.engine.modes import MODES
from app.engine.names import GROUP_NAMES, board_of, square_name

BOARDS: Final = ("standard", "fortune")
LONGEST: Final = 16
INVENTED: Final = (*PROPERTIES, *(square for square in range(SQUARES) if KIND[square] == "tax"))
KNOWN: Final = frozenset(
    line.strip().casefold()
    for line in (Path(__file__).parent / "known_names.txt").read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
)


@pytest.mark.parametrize("board", BOARDS)
def test_names_are_short_enough_for_a_small_screen(board: str) -> None:
    names = [square_name(board, square) for square in range(SQUARES)]
    assert [name for name in names if not 0 < len(name) <= LONGEST] == []


@pytest.mark.parametrize("board", BOARDS)
def test_only_chance_squares_share_a_name(board: str) -> None:
    names = [square_name(board, square) for square in range(SQUARES)]
    assert {name for name in names if names.count(name) > 1} == {"Chance"}
    assert [square for square, name in enumerate(names) if name == "Chance"] == [2, 7, 17, 22, 33, 36]


def test_the_boards_share_no_property_name() -> None:
    standard, fortune = ({square_name(board, square) for square in PROPERTIES} for board in BOARDS)
    assert standard.isdisjoint(fortune)


@pytest.mark.parametrize("board", BOARDS)
def test_no_square_carries_a_real_name(board: str) -> None:
    names = [square_name(board, square).casefold() for square in INVENTED]
    assert [name for name in names if not KNOWN.isdisjoint([name, *name.split()])] == []


def test_known_names_would_be_found() -> None:
    assert {"boardwalk", "income tax", "toyota", "huawei"} <= KNOWN
    assert len(KNOWN) > 300


def test_only_the_fortune_rules_are_played_on_the_fortune_board() -> None:
    assert {mode: board_of(rules) for mode, rules in MODES.items() if board_of(rules) != "standard"} == {
        "fortune": "fortune"
    }


@pytest.mark.parametrize(("knob", "name"), [("jackpot", "Jackpot"), ("rest", "Rest"), ("free_parking", "Free parking")])
def test_square_20_is_called_after_its_rule(knob: str, name: str) -> None:
    assert [square_name(board, SQUARE_20, knob) for board in BOARDS] == [name, name]


def test_every_group_has_a_name_of_its_own() -> None:
    assert tuple(GROUP_NAMES) == GROUPS
    assert len(set(GROUP_NAMES.values())) == len(GROUPS)
