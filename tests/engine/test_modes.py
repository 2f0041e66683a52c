"""The presets against the rulebook's table, and what a room's creator may change."""

from typing import Any, Final

import pytest

from app.engine.errors import Illegal
from app.engine.modes import BOUNDS, MODES, Rules, customised, daily, knobs

NAMES: Final = ("classic", "blitz", "speed", "team", "halal", "fortune", "original", "original_speed")
TABLE: Final = """
round_cap                  | 500  | 25   | 300  | 500  | 500  | 500  | 500  | 300
turn_seconds               | 75   | 75   | 45   | 75   | 75   | 75   | 75   | 45
rent_tax                   | 100–200 | – | 40–100 | 100–200 | 100–200 | 100–200 | 100–200 | 40–100
speed_die_from_round       | –    | –    | 7    | –    | –    | –    | –    | 7
even_building              | yes  | yes  | no   | yes  | yes  | yes  | yes  | no
levels_per_street_per_turn | 1    | 1    | 1    | 1    | 1    | 1    | 1    | –
mortgage_rounds            | –    | –    | 10   | –    | –    | –    | –    | 10
redeem_surcharge           | 10   | 10   | 10   | 10   | 0    | 10   | 10   | 10
square_20                  | jackpot | jackpot | jackpot | jackpot | rest | jackpot | free_parking | free_parking
start_landing_bonus        | 1000 | 1000 | 1000 | 1000 | 1000 | 1000 | 0    | 0
deck                       | shuffled | shuffled | shuffled | shuffled | shuffled | shuffled | fixed | fixed
manage_after_roll          | no   | no   | no   | no   | no   | no   | yes  | yes
trade_mortgaged            | yes  | yes  | yes  | yes  | yes  | yes  | no   | no
missed_turns               | 2    | 2    | 2    | 2    | 2    | 2    | 3    | 3
teams                      | –    | –    | –    | 2    | –    | –    | –    | –
fortune                    | no   | no   | no   | no   | no   | yes  | no   | no
collection_cards           | yes  | yes  | yes  | yes  | yes  | yes  | no   | no
auction_seconds            | 10   | 10   | 10   | 10   | 10   | 10   | 10   | 10
debt_seconds               | 75   | 75   | 75   | 75   | 75   | 75   | 75   | 75
choice_seconds             | 15   | 15   | 15   | 15   | 15   | 15   | 15   | 15
trade_seconds              | 45   | 45   | 45   | 45   | 45   | 45   | 45   | 45
"""


def value(cell: str) -> Any:
    words = {"yes": True, "no": False, "–": None}
    if cell in words:
        return words[cell]
    if "–" in cell:
        return [int(part) for part in cell.split("–")]
    return int(cell) if cell.isdigit() else cell


def column(number: int) -> dict[str, Any]:
    rows = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
    return {row[0]: value(row[1 + number]) for row in rows}


@pytest.mark.parametrize("mode", NAMES)
def test_a_preset_has_the_knobs_of_the_rulebook(mode: str) -> None:
    assert knobs(MODES[mode]) == column(NAMES.index(mode))


def test_off_is_the_classic_rule() -> None:
    assert MODES["classic"] == Rules()


def test_the_daily_clock_changes_nothing_but_clocks() -> None:
    before, after = knobs(MODES["team"]), knobs(daily(MODES["team"]))
    slower = {name: after[name] for name in after if after[name] != before[name]}
    assert slower == {"turn_seconds": 86_400, "auction_seconds": 28_800, "debt_seconds": 86_400, "trade_seconds": None}


@pytest.mark.parametrize("knob", sorted(BOUNDS))
def test_a_creator_may_turn_a_knob_within_its_bounds_only(knob: str) -> None:
    least, most = BOUNDS[knob]
    for allowed in (least, most):
        assert getattr(customised(MODES["classic"], {knob: allowed}), knob) == allowed
    for refused in (least - 1, most + 1):
        with pytest.raises(Illegal) as told:
            customised(MODES["classic"], {knob: refused})
        assert told.value.code == "invalid_choice"


@pytest.mark.parametrize(
    "changes",
    [
        {"no_such_knob": 1},
        {"round_cap": None},
        {"round_cap": "many"},
        {"round_cap": 2.5},
        {"even_building": 1},
        {"square_20": "casino"},
        {"rent_tax": [200, 100]},
        {"rent_tax": [0, 100]},
        {"rent_tax": [1, 10**30]},
        {"rent_tax": [100]},
        {"teams": 2},
        {"teams": 3},
    ],
)
def test_what_is_no_rule_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(Illegal) as told:
        customised(MODES["classic"], changes)
    assert told.value.code == "invalid_choice"


def test_knobs_may_be_switched_on_and_off() -> None:
    found = customised(
        MODES["classic"],
        {"rent_tax": None, "speed_die_from_round": 3, "levels_per_street_per_turn": None, "collection_cards": False},
    )
    assert found.rent_tax is None
    assert (found.speed_die_from_round, found.levels_per_street_per_turn, found.collection_cards) == (3, None, False)
