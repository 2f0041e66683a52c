"""The commands of the lab as a shell sees them: what they print, and their exit status."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner, Result

from app import __version__
from app.cli import main

SCENARIOS: Final = Path(__file__).resolve().parents[1] / "scenarios"
RECORD: Final = Path(__file__).parent / "records" / "1.json"
BLITZ: Final = ("simulate", "--mode", "blitz", "--seats", "2", "--games", "60", "--seed", "7")


def opolyx(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_the_version_is_told() -> None:
    assert opolyx("--version").output.strip().endswith(__version__)


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_explains_itself(command: str) -> None:
    told = opolyx(command, "--help")
    assert told.exit_code == 0
    assert (main.commands[command].help or "").split(".")[0] in " ".join(told.output.split())


def test_scenarios_that_hold_are_counted() -> None:
    told = opolyx("scenario", str(SCENARIOS / "01_board/basics.json"), str(SCENARIOS / "02_start/basics.json"))
    assert (told.exit_code, told.output) == (0, "9 passed, 0 failed\n")


def test_a_scenario_that_fails_is_a_line_and_status_one(tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    step = {"seat": 1, "do": {"type": "roll"}}
    file.write_text(json.dumps({"name": "x", "mode": "classic", "setup": {"seats": [{}, {}]}, "steps": [step]}))
    told = opolyx("scenario", str(file))
    assert told.exit_code == 1
    assert told.output.splitlines() == [f"{file}: x: step 1: refused as not_your_turn", "0 passed, 1 failed"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("scenario",),
        ("simulate", "--mode", "chess"),
        ("simulate", "--mode", "team", "--seats", "5"),
        ("simulate", "--seats", "7"),
        ("simulate", "--games", "0"),
        ("simulate", "--bots", "nobody"),
        ("fly",),
    ],
)
def test_wrong_usage_is_status_two(arguments: tuple[str, ...]) -> None:
    assert opolyx(*arguments).exit_code == 2


def test_the_same_seed_prints_the_same_bytes_whatever_the_processes() -> None:
    printed = [
        subprocess.run([sys.executable, "-m", "app", *BLITZ, "--json", "--jobs", jobs], capture_output=True, check=True)
        for jobs in ("1", "2")
    ]
    assert printed[0].stdout == printed[1].stdout
    assert json.loads(printed[0].stdout)["games"] == 60


def test_only_the_named_bots_play() -> None:
    told = opolyx(*BLITZ, "--bots", "ada, KAI", "--jobs", "1", "--json")
    assert set(json.loads(told.stdout)["wins_by_bot"]) == {"Ada", "Kai"}


def test_the_tables_name_seats_and_bots() -> None:
    told = opolyx(*BLITZ, "--jobs", "1")
    assert told.exit_code == 0
    assert told.stdout.startswith("blitz, 2 seats, 60 games,")
    assert "Ada" in told.stdout


def test_a_drawing_that_cannot_be_kept_is_told_after_the_results(tmp_path: Path) -> None:
    told = opolyx("simulate", "--games", "1", "--jobs", "1", "--json", "--plot", str(tmp_path / "nowhere" / "wins.svg"))
    assert told.exit_code == 1
    assert json.loads(told.stdout)["games"] == 1
    assert "Error: cannot write " in told.stderr


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("", "cannot be read"),
        ("[]", "another form than in a record"),
        ("{}", "'schema' is missing"),
        ('{"schema": 1}', "'rules_version' is missing"),
        ('{"schema": 7}', "schema 7 is not known here"),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_plain_words(tmp_path: Path, broken: str, says: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(broken, encoding="utf-8")
    done = opolyx("replay", str(file))
    assert done.exit_code == 1
    assert says in done.output
    assert not re.search(r"[a-z]Error|NoneType|object is not", done.output)


@pytest.mark.parametrize("lost", ["seats", "mode", "fairness", "events", "actions", "view"])
def test_a_record_that_lost_a_part_is_refused_in_plain_words(tmp_path: Path, lost: str) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    del record[lost]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    done = opolyx("replay", str(file))
    assert done.exit_code == 1
    assert f"'{lost}' is missing" in done.output
