"""Stored games outlive releases: what any release has written is read, shown and played on."""

import json
from pathlib import Path

import pytest

from app import engine
from app.engine import room as rooms
from app.engine import state as states
from app.engine.agenda import PHASES
from app.engine.luck import Keyed
from app.engine.view import view
from tests.engine import laws

FILES = sorted((Path(__file__).parent / "states").glob("*.json"))


def kept() -> list[tuple[str, str, str, str]]:
    """Release, name, and the hex of room and state."""
    found = []
    for file in FILES:
        one = json.loads(file.read_text(encoding="utf-8"))
        found += [(file.stem, name, one["room"], state) for name, state in one["states"].items()]
    return found


def test_every_release_has_kept_every_phase() -> None:
    assert FILES
    for file in FILES:
        assert json.loads(file.read_text(encoding="utf-8"))["states"].keys() == {*PHASES.values(), "offer", "over"}


@pytest.mark.parametrize(("release", "name", "room", "state"), kept())
def test_a_stored_game_is_read_shown_and_played_on(release: str, name: str, room: str, state: str) -> None:
    game, sat = states.decode(bytes.fromhex(state)), rooms.decode(bytes.fromhex(room))
    laws.holds(game)  # with what was not kept in those days counted anew
    shown = view(game, sat, 0)
    assert name in (shown["phase"], "offer")
    json.dumps(shown)
    due = engine.due(game)
    if name == "over":
        assert due is None
        return
    assert due is not None
    before = game.version
    told = engine.advance(game, now=due, luck=Keyed(b"states", "anything", [])).events
    assert told
    assert game.version > before
    assert states.decode(states.encode(game)) == game
