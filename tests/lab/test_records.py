"""Records of earlier releases stay readable and verify for ever: by our replay, and by the text a stranger runs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from app.lab.replay import positions, replay
from app.resources import TEMPLATES

RECORDS: Final = sorted((Path(__file__).parent / "records").glob("*.json"))
CHECK: Final = TEMPLATES / "fairness" / "check.py.txt"


def opened(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_the_first_release_left_a_record() -> None:
    assert "1.json" in [file.name for file in RECORDS]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_of_a_release_verifies(file: Path) -> None:
    record = opened(file)
    verified = replay(record)
    assert (verified.id, verified.events) == (record["id"], len(record["events"]))
    assert verified.actions == len(record["actions"]) > 20
    assert verified.outcomes > 20


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_stranger_verifies_the_record_of_a_release(file: Path) -> None:
    done = subprocess.run([sys.executable, "-I", CHECK, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"verified: {replay(opened(file)).outcomes} outcomes come from the seed that was promised\n"


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_positions_follow_one_another_from_the_start_to_the_end(file: Path) -> None:
    record = opened(file)
    seen = [(position.game.version, position.game.told, position.events) for position in positions(record)]
    versions = [version for version, _, _ in seen]
    assert versions == sorted(set(versions))
    assert [event for _, _, events in seen for event in events] == record["events"]
    assert all(events[-1]["n"] == told and events[-1]["version"] == version for version, told, events in seen)
    assert versions[-1] == record["view"]["version"]
