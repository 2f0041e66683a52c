"""Replays the record of a finished game: every outcome from the revealed seed, every event from the actions.

It trusts nothing in the record but the seed, and that only as far as the commitment goes that was shown before the
first move.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from app import engine
from app.engine import RULES_VERSION, SeatStart, Step, actions
from app.engine.errors import Illegal
from app.engine.events import wire
from app.engine.luck import SCHEME, Keyed
from app.engine.modes import MODES, changed
from app.engine.moments import moment
from app.engine.room import Room, Sitting
from app.engine.state import Game
from app.engine.view import view

SCHEMA: Final = 1
"""The form of a record. What is read here stays readable."""

Json = Any


class Differs(Exception):
    """The record does not follow from its seed and its actions; the message says where."""


class Verified(Struct, frozen=True):
    """A record in which everything was recomputed and nothing differed."""

    id: str
    actions: int
    events: int
    outcomes: int


class Position(Struct, frozen=True):
    """The table as it stood after some events. `game` is the replay's own: the next position changes it."""

    game: Game
    events: list[dict[str, object]]


def replay(record: Json) -> Verified:
    """Recompute a whole record. Raises Differs at the first thing that is not as it must be."""
    with _told_as_differences():
        return _Replay(record).run()


def positions(record: Json) -> Iterator[Position]:
    """The table at the start and after every step, recomputed and compared on the way. Raises Differs as it goes.

    Steps of one moment may share a position: a clock and an offer that ran out together.
    """
    with _told_as_differences():
        yield from _Replay(record).steps()


@contextmanager
def _told_as_differences() -> Iterator[None]:
    """Whatever is wrong with a record comes out as Differs."""
    try:
        yield
    except Illegal as illegal:
        raise Differs(f"an action the rules refuse: {illegal.code} {illegal.facts}") from illegal
    except KeyError as missing:
        raise Differs(f"not the record of a game: {missing} is missing or not known") from missing
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise Differs("not the record of a game: something in it has another form than in a record") from error


class _Replay:
    def __init__(self, record: Json) -> None:
        self.record = record
        if record["schema"] != SCHEMA:
            raise Differs(f"schema {record['schema']} is not known here, only {SCHEMA}")
        if record["rules_version"] != RULES_VERSION:
            raise Differs(f"played by version {record['rules_version']} of the rules, this is {RULES_VERSION}")
        self.expected: list[Json] = record["events"]
        self.told = 0
        self.luck = _luck(record)

    def run(self) -> Verified:
        for position in self.steps():
            game = position.game
        self._check_view(game)
        return Verified(self.record["id"], len(self.record["actions"]), self.told, game.drawn)

    def steps(self) -> Iterator[Position]:
        record = self.record
        seats = [SeatStart(team=one["team"], cards=_cards(one["cards"])) for one in record["seats"]]
        first = self.expected[0]
        rules = changed(MODES[record["mode"]], record["rules"])
        step = engine.start(rules, seats, now=moment(first["at"]), luck=self.luck, version=first["version"])
        yield self._checked(step)
        for number, asked in enumerate(record["actions"], 1):
            yield from self._waiting(step.game, moment(asked["at"]))
            yield self._played(step.game, number, asked)
        yield from self._waiting(step.game, moment(self.expected[-1]["at"]))
        if self.told < len(self.expected):
            raise Differs(
                f"event {self.told + 1} is recorded, but nothing more happens: {_brief(self.expected[self.told])}"
            )

    def _played(self, game: Game, number: int, asked: Json) -> Position:
        action = actions.read(asked["action"])
        try:
            step = engine.apply(game, asked["seat"], action, now=moment(asked["at"]), luck=self.luck)
        except Illegal as illegal:
            raise Differs(f"action {number} of seat {asked['seat']} is refused: {illegal.code}") from illegal
        return self._checked(step)

    def _waiting(self, game: Game, until: int) -> Iterator[Position]:
        """Let the clocks run, standing still where the record says that the service was away."""
        while True:
            recorded = self.expected[self.told] if self.told < len(self.expected) else {}
            due = engine.due(game)
            if recorded.get("type") == "clocks_moved":
                yield self._checked(engine.put_off(game, recorded["ms"], now=moment(recorded["at"]), luck=self.luck))
            elif due is not None and due <= until:
                yield self._checked(engine.advance(game, now=due, luck=self.luck))
            else:
                return

    def _checked(self, step: Step) -> Position:
        """The position a step led to, its events compared with the recorded ones."""
        events = wire(step.events, first=self.told + 1)
        for event in events:
            recorded = self.expected[self.told] if self.told < len(self.expected) else None
            if recorded != event:
                raise Differs(f"event {self.told + 1} is recorded as {_brief(recorded)}, recomputed as {_brief(event)}")
            self.told += 1
        return Position(step.game, events)

    def _check_view(self, game: Game) -> None:
        recorded: dict[str, Json] = self.record["view"]
        recomputed = json.loads(json.dumps(view(game, _room(self.record), None)))
        for key, value in recomputed.items():
            if key not in recorded or recorded[key] != value:
                raise Differs(
                    f"the end is recorded with {key} = {_brief(recorded.get(key))}, recomputed as {_brief(value)}"
                )


def _luck(record: Json) -> Keyed:
    fairness = record["fairness"]
    if fairness["scheme"] != SCHEME:
        raise Differs(f"the dice follow the recipe {fairness['scheme']}, known here is {SCHEME}")
    seed = bytes.fromhex(fairness["seed"])
    if hashlib.sha256(seed).hexdigest() != fairness["commitment"]:
        raise Differs("the seed is not the one that was committed to")
    return Keyed(seed, record["id"], fairness["contributions"])


def _room(record: Json) -> Room:
    """The room as far as the view shows it."""
    shown, fairness = record["view"], record["fairness"]
    sittings = [
        Sitting(player=f"{seat}" if one["kind"] == "human" else None, bot=None, name=one["name"], contribution=given)
        for seat, (one, given) in enumerate(zip(record["seats"], fairness["contributions"], strict=True))
    ]
    return Room(
        id=record["id"],
        mode=record["mode"],
        rules=changed(MODES[record["mode"]], record["rules"]),
        capacity=shown["capacity"],
        private=shown["private"],
        clock=shown["clock"],
        creator=f"{shown['creator']}",
        pause=0,
        commitment=fairness["commitment"],
        invite="",
        sittings=sittings,
        revealed=fairness["seed"],
    )


def _cards(cards: dict[str, int]) -> dict[int, int]:
    return {int(square): percent for square, percent in cards.items()}


def _brief(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"))
