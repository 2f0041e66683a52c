"""The rulebook as data: every scenario file in `tests/scenarios`, each scenario a case of its own."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from app.lab.scenario import run

FOLDER: Final = Path(__file__).resolve().parents[1] / "scenarios"
CHAPTERS: Final = 17

Scenario = dict[str, Any]


def scenarios() -> list[tuple[Path, Scenario]]:
    files = sorted(FOLDER.glob("*/*.json"))
    return [(file, found) for file in files for found in json.loads(file.read_text(encoding="utf-8"))]


ALL: Final = scenarios()


@pytest.mark.parametrize("scenario", [pytest.param(one, id=f"{file.parent.name}: {one['name']}") for file, one in ALL])
def test_scenario(scenario: Scenario) -> None:
    assert run(scenario) is None


def test_every_scenario_lies_in_its_chapters_folder() -> None:
    assert [one["name"] for file, one in ALL if int(file.parent.name[:2]) != one["chapter"]] == []


def test_every_chapter_of_the_game_has_scenarios() -> None:
    assert {one["chapter"] for _, one in ALL} == set(range(1, CHAPTERS + 1))


def test_no_two_scenarios_share_a_name() -> None:
    names = [one["name"] for _, one in ALL]
    assert len(set(names)) == len(names)


def test_every_scenario_shows_its_arithmetic() -> None:
    assert [one["name"] for _, one in ALL if not one.get("note")] == []
