"""Rules in words, and forms that turn them: every knob is named, bounded and told."""

from typing import Any

import pytest

from app.engine.modes import BOUNDS, MODES, Rules, changed, customised, daily
from app.i18n import choose
from app.web.rules_view import KNOBS, PREFIX, chosen, differences, fields
from app.web.speech import Speech

SAY = Speech(choose(None, "en"))
CLASSIC = MODES["classic"]


def told(**changes: object) -> list[str]:
    return [str(one) for one in differences(CLASSIC, changed(CLASSIC, changes), SAY)]


def test_every_knob_but_the_sides_can_be_turned() -> None:
    assert sorted(knob.name for knob in KNOBS) == sorted(set(Rules.__struct_fields__) - {"teams"})


def test_a_room_as_its_mode_differs_in_nothing() -> None:
    for mode in MODES.values():
        assert differences(mode, mode, SAY) == []
        assert differences(daily(mode), daily(mode), SAY) == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"round_cap": 30}, "Rounds: 30 instead of 500."),
        ({"turn_seconds": 90}, "Time for a turn: 1 minute 30 seconds instead of 1 minute 15 seconds."),
        ({"trade_seconds": None}, "Time for a trade offer: until the turn goes on instead of 45 seconds."),
        ({"rent_tax": None}, "Rounds in which the rent tax grows: none instead of 100 to 200."),
        ({"redeem_surcharge": 0}, "Surcharge on redeeming: 0% instead of 10%."),
        ({"start_landing_bonus": 2500}, "Bonus for landing on Start: 2,500 instead of 1,000."),
        ({"square_20": "free_parking"}, "Square 20: free parking instead of jackpot."),
        ({"levels_per_street_per_turn": None}, "Levels a street can rise in a turn: any number instead of 1."),
        ({"mortgage_rounds": 5}, "Rounds until a mortgage lapses: 5 instead of never."),
        ({"collection_cards": False}, "Collection cards: no instead of yes."),
        ({"fortune": True}, "The four rules of Fortune: yes instead of no."),
    ],
)
def test_a_difference_is_a_sentence(changes: dict[str, object], sentence: str) -> None:
    assert told(**changes) == [sentence]


def test_every_mode_can_be_told_apart_from_every_other() -> None:
    for mode in MODES.values():
        for other in MODES.values():
            knobs = {knob.name for knob in KNOBS if getattr(mode, knob.name) != getattr(other, knob.name)}
            assert len(differences(mode, other, SAY)) == len(knobs)


@pytest.mark.parametrize(
    ("typed", "changes"),
    [
        ({}, {}),
        ({"round_cap": " 30 "}, {"round_cap": 30}),
        ({"round_cap": ""}, {}),
        ({"redeem_surcharge": "0"}, {"redeem_surcharge": 0}),
        ({"mortgage_rounds": "0", "trade_seconds": "0"}, {"mortgage_rounds": None, "trade_seconds": None}),
        ({"even_building": "no", "fortune": "yes"}, {"even_building": False, "fortune": True}),
        ({"levels_per_street_per_turn": "any"}, {"levels_per_street_per_turn": None}),
        ({"levels_per_street_per_turn": "3"}, {"levels_per_street_per_turn": 3}),
        ({"square_20": "rest", "deck": "fixed"}, {"square_20": "rest", "deck": "fixed"}),
        ({"rent_tax_start": "0"}, {"rent_tax": None}),
        ({"rent_tax_start": "10", "rent_tax_peak": "10"}, {"rent_tax": [10, 10]}),
    ],
)
def test_a_form_turns_knobs(typed: dict[str, str], changes: dict[str, Any]) -> None:
    found = chosen({PREFIX + name: value for name, value in typed.items()})
    assert (found.changes, found.wrong) == (changes, frozenset())
    customised(CLASSIC, found.changes)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"round_cap": "0"}, "round_cap"),
        ({"round_cap": "1001"}, "round_cap"),
        ({"round_cap": "-1"}, "round_cap"),
        ({"round_cap": "1e3"}, "round_cap"),
        ({"round_cap": "٣٠"}, "round_cap"),
        ({"round_cap": "9" * 5000}, "round_cap"),
        ({"deck": "stacked"}, "deck"),
        ({"even_building": "True"}, "even_building"),
        ({"levels_per_street_per_turn": "6"}, "levels_per_street_per_turn"),
        ({"rent_tax_start": "20", "rent_tax_peak": "10"}, "rent_tax_peak"),
        ({"rent_tax_start": "20"}, "rent_tax_peak"),
        ({"rent_tax_peak": "20"}, "rent_tax_start"),
    ],
)
def test_a_value_that_cannot_be_is_told_at_its_field(typed: dict[str, str], field: str) -> None:
    form = {PREFIX + name: value for name, value in typed.items()}
    assert chosen(form).wrong == {PREFIX + field}
    assert [one.name for one in fields(form, SAY) if one.wrong] == [PREFIX + field]


@pytest.mark.parametrize("knob", [knob for knob in KNOBS if knob.name in BOUNDS and not knob.choices])
@pytest.mark.parametrize("end", [0, 1])
def test_both_ends_of_every_bound_can_be_chosen(knob: Any, end: int) -> None:
    value = BOUNDS[knob.name][end]
    found = chosen({PREFIX + knob.name: str(value)})
    assert getattr(customised(CLASSIC, found.changes), knob.name) == value
