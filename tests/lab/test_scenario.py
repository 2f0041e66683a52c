"""The scenario runner: what it must find, and what it must let pass."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.engine.rules.chance import CARD_IDS
from app.lab.scenario import run, run_files


def scenario(*steps: dict[str, Any], random: list[Any] | None = None, **changes: Any) -> dict[str, Any]:
    """Seat 0 stands on 7 and is to move: a roll of 1 and 2 is a visit to the jail."""
    setup = {"round": 1, "turn": 0, "seats": [{"square": 7}, {}]}
    found = {"name": "one", "chapter": 3, "mode": "classic", "rules": {}, "setup": setup}
    return {**found, "random": random or [], "steps": list(steps), **changes}


ROLL = {"seat": 0, "do": {"type": "roll"}}


def test_a_scenario_that_holds_passes() -> None:
    step = {**ROLL, "expect": {"turn": 1, "seats": {"0": {"square": 10}}}, "events": [{"type": "moved", "to": 10}]}
    assert run(scenario(step, random=[[1, 2]])) is None


def test_unknown_keys_of_a_scenario_are_ignored() -> None:
    assert run(scenario(ROLL, random=[[1, 2]], note="7+3", question="none")) is None


@pytest.mark.parametrize(
    ("step", "failure"),
    [
        ({**ROLL, "expect": {"turn": 0}}, "step 1: turn is 1, not 0"),
        ({**ROLL, "expect": {"seats": {"0": {"cash": 1}}}}, "step 1: seats.0.cash is 15000, not 1"),
        ({**ROLL, "expect": {"seats": {"0": {"jailed": 0}}}}, "step 1: seats.0.jailed is false, not 0"),
        ({**ROLL, "expect": {"winners": [0]}}, "step 1: winners is [], not [0]"),
        ({**ROLL, "expect": {"sats": 1}}, "step 1: sats is missing"),
        ({**ROLL, "error": "wrong_phase"}, "step 1: was not refused as wrong_phase"),
        ({"seat": 1, "do": {"type": "roll"}}, "step 1: refused as not_your_turn"),
        ({"seat": 1, "do": {"type": "roll"}, "error": "wrong_phase"}, "step 1: refused as not_your_turn"),
        ({**ROLL, "events": [{"type": "moved", "to": 11}]}, "step 1: no event"),
        ({**ROLL, "events": [{"type": "moved"}, {"type": "rolled"}]}, "step 1: no event"),
        ({**ROLL, "legal": {"1": {"has": ["bid"]}}}, "step 1: legal for seat 1: lacks ['bid'], has []"),
        ({**ROLL, "legal": {"1": {"lacks": ["roll"]}}}, "step 1: legal for seat 1: lacks [], has ['roll']"),
        ({**ROLL, "advance": 1}, "step 1: a step is an action or an advance, never both"),
        ({}, "malformed scenario"),
    ],
)
def test_what_does_not_hold_is_named(step: dict[str, Any], failure: str) -> None:
    found = run(scenario(step, random=[[1, 2]]))
    assert found is not None
    assert found.startswith(failure)


@pytest.mark.parametrize(
    ("random", "failure"),
    [
        ([], "random: a roll of two dice was needed, None was listed"),
        ([4], "random: a roll of two dice was needed, 4 was listed"),
        ([[1, 2, 3]], "random: a roll of two dice was needed, [1, 2, 3] was listed"),
        ([[1, 2], [3, 4]], "random: [[3, 4]] was left over"),
    ],
)
def test_outcomes_are_used_up_exactly(random: list[Any], failure: str) -> None:
    assert run(scenario(ROLL, random=random)) == failure


def test_the_first_card_without_a_deck_needs_a_shuffle() -> None:
    setup = {"round": 1, "turn": 0, "seats": [{}, {}]}
    step = {**ROLL, "expect": {"deck_left": 15}, "events": [{"type": "card_drawn", "card": "bank_pays_1000"}]}
    assert run(scenario(step, setup=setup, random=[[3, 4], list(CARD_IDS)])) is None
    assert run(scenario(step, setup=setup, random=[[3, 4], CARD_IDS[1:]])) is not None


def test_files_hold_one_scenario_or_a_list(tmp_path: Path) -> None:
    good, bad = scenario(ROLL, random=[[1, 2]]), scenario(ROLL, name="two")
    (tmp_path / "one.json").write_text(json.dumps(good))
    (tmp_path / "two.json").write_text(json.dumps([good, bad]))
    verdicts = list(run_files([tmp_path / "one.json", tmp_path / "two.json"]))
    assert [(verdict.name, verdict.failure is None) for verdict in verdicts] == [
        ("one", True),
        ("one", True),
        ("two", False),
    ]


@pytest.mark.parametrize("content", ["{", "[1]", "[null]", "{}", '"roll"'])
def test_a_file_that_is_no_scenario_fails_and_the_others_go_on(tmp_path: Path, content: str) -> None:
    (tmp_path / "bad.json").write_text(content)
    (tmp_path / "good.json").write_text(json.dumps(scenario(ROLL, random=[[1, 2]])))
    verdicts = list(run_files([tmp_path / "bad.json", tmp_path / "absent.json", tmp_path / "good.json"]))
    assert [verdict.failure is None for verdict in verdicts] == [False, False, True]
