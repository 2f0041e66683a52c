"""The check that a stranger can run: the very text of the page about the dice, on a record, with nothing but Python."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.resources import TEMPLATES
from app.store.db import Database
from app.store.wakes import Wakes
from tests.play.test_export import record


def check(made: Any, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the page's text in an empty folder, without this project on its path."""
    script, file = folder / "check.py", folder / "game.json"
    script.write_text((TEMPLATES / "fairness" / "check.py.txt").read_text(encoding="utf-8"), encoding="utf-8")
    file.write_text(json.dumps(made), encoding="utf-8")
    command = [sys.executable, "-I", str(script), str(file)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


@pytest.mark.parametrize(("mode", "seats"), [("blitz", 3), ("speed", 4), ("fortune", 3), ("original", 3)])
async def test_a_stranger_verifies_the_dice(db: Database, wakes: Wakes, tmp_path: Path, mode: str, seats: int) -> None:
    made = await record(db, wakes, mode, seats)
    done = check(made, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("verified: ")
    assert int(done.stdout.split()[1]) > 20


@pytest.mark.parametrize("kind", ["rolled", "card_drawn"])
async def test_a_stranger_finds_a_changed_outcome(db: Database, wakes: Wakes, tmp_path: Path, kind: str) -> None:
    made = await record(db, wakes, "blitz", 3)
    event = next(one for one in reversed(made["events"]) if one["type"] == kind)
    if kind == "rolled":
        event["dice"][1] = event["dice"][1] % 6 + 1
    else:
        event["card"] = "repairs" if event["card"] != "repairs" else "to_start"
    done = check(made, tmp_path)
    assert done.returncode != 0
    assert f"event {event['n']}" in done.stderr


async def test_a_stranger_finds_another_seed(db: Database, wakes: Wakes, tmp_path: Path) -> None:
    made = await record(db, wakes, "blitz", 2)
    made["fairness"]["seed"] = "11" * 32
    done = check(made, tmp_path)
    assert done.returncode != 0
    assert "promised" in done.stderr
