"""A whole game of every mode as text: what was asked, and everything that came of it.

The decisions are read from the file and played again, so the text changes with a rule and never with a bot. Read the
difference in review. To have new games played by the bots and written down:

    OPOLYX_REWRITE_PLAYTHROUGHS=1 pytest tests/engine/test_playthroughs.py
"""

import json
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest

from app import engine
from app.bots import TEMPERS, decide
from app.engine import SeatStart, actions
from app.engine.actions import Action, action_type
from app.engine.agenda import Auction
from app.engine.events import Told
from app.engine.luck import Keyed
from app.engine.modes import MODES
from app.engine.rules.ending import places
from app.engine.rules.start import capacities
from app.engine.state import Game
from app.engine.worth import net_worth
from app.lab.setup import EPOCH

FOLDER: Final = Path(__file__).parent / "playthroughs"
REWRITE: Final = bool(os.environ.get("OPOLYX_REWRITE_PLAYTHROUGHS"))
READABLE: Final = range(250, 1000)
"""How many lines a game has that people will read."""
ABSENT: Final = (9, 60, 61)
"""The decisions, by number, that nobody takes: the clock runs out instead."""

Line = str
Decision = tuple[int, Action] | None


class Playthrough:
    """A game being played and written down. Every decision is taken a second after the one before."""

    def __init__(self, mode: str, seats: int, number: int) -> None:
        self.now = EPOCH
        self.luck = Keyed(bytes(32), f"{mode} {number}", [])
        step = engine.start(MODES[mode], [SeatStart() for _ in range(seats)], now=self.now, luck=self.luck)
        self.game: Game = step.game
        self.lines = [f"{mode}, {seats} seats, game {number}", *map(told, step.events)]

    def play(self, decision: Decision) -> None:
        """A seat acts, or (None) nobody does until something runs out."""
        if decision is None:
            self.now = engine.due(self.game) or self.now
            self.lines.append("nobody acts")
            self._tell(engine.advance(self.game, now=self.now, luck=self.luck).events)
            return
        seat, action = decision
        self.now += 1000
        fields = {name: value for name, value in msgspec.to_builtins(action).items() if name != "type"}
        self.lines.append(f"{seat} {action_type(action)} {json.dumps(fields) if fields else ''}".rstrip())
        self._tell(engine.apply(self.game, seat, action, now=self.now, luck=self.luck).events)

    def _tell(self, events: list[Told]) -> None:
        self.lines += map(told, events)

    def text(self) -> str:
        """The whole game; its end is the standings."""
        ends = [f"place {place}: seat {seat}, {net_worth(self.game, seat)}" for seat, place in places(self.game)]
        return "\n".join([*self.lines, *ends, ""])


def told(one: Told) -> Line:
    """An event, indented below what caused it."""
    fields = msgspec.to_builtins(one.event)
    return "    " + " ".join([fields.pop("type"), *(f"{name} {json.dumps(value)}" for name, value in fields.items())])


def decisions(text: str) -> Iterator[Decision]:
    """What was decided in a game that was written down."""
    for line in text.splitlines()[1:]:
        if line == "nobody acts":
            yield None
        elif line[0].isdigit():
            seat, kind, *fields = line.split(" ", 2)
            yield int(seat), actions.read({"type": kind, **(json.loads(fields[0]) if fields else {})})


def by_bots(mode: str) -> Playthrough:
    """The first game of readable length that the bots play."""
    for number in count():
        seats = capacities(MODES[mode].teams)[0 if MODES[mode].teams else 1]
        game, random = Playthrough(mode, seats, number), Random(number)
        tempers = random.sample(list(TEMPERS.values()), seats)
        for turn in count():
            if not game.game.agenda or len(game.lines) > READABLE.stop:
                break
            absent = turn in ABSENT and not isinstance(game.game.agenda[-1], Auction)
            game.play(None if absent else decide(game.game, tempers, random.random))
        if not game.game.agenda and len(game.lines) in READABLE:
            return game
    raise AssertionError("unreachable")


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_game_goes_as_it_is_written_down(mode: str) -> None:
    file = FOLDER / f"{mode}.txt"
    if REWRITE:
        file.write_text(by_bots(mode).text(), encoding="utf-8")
    written = file.read_text(encoding="utf-8")
    game = Playthrough(*_heading(written))
    for decision in decisions(written):
        game.play(decision)
    assert game.text() == written
    assert game.game.winners


def _heading(text: str) -> tuple[str, int, int]:
    mode, seats, number = text.split("\n", 1)[0].split(", ")
    return mode, int(seats.split()[0]), int(number.split()[1])
