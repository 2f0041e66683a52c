"""Runs scenario files: a rule as data, in the format of the public contract. It judges; it never changes a file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from app import engine
from app.engine import actions
from app.engine.errors import Illegal
from app.engine.events import Told, wire
from app.engine.luck import Exhausted, Listed
from app.engine.room import Room, Sitting
from app.engine.rules.chance import CARD_IDS
from app.engine.state import Game
from app.engine.view import view
from app.lab.setup import EPOCH, lay_out

Json = Any
"""A decoded JSON value: what a scenario file holds is judged, not trusted."""


class Wrong(Exception):
    """The scenario does not hold, or cannot be read."""


class Verdict(Struct, frozen=True):
    """One scenario's result; `failure` None where it passed."""

    file: str
    name: str
    failure: str | None


def run_files(paths: Sequence[Path]) -> Iterator[Verdict]:
    """Run every scenario of every file, in order. A file that cannot be read is one failure."""
    for path in paths:
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            yield Verdict(str(path), "", f"cannot be read: {error}")
            continue
        for scenario in found if isinstance(found, list) else [found]:
            name = str(scenario.get("name", "")) if isinstance(scenario, dict) else ""
            yield Verdict(str(path), name, run(scenario))


def run(scenario: Json) -> str | None:
    """Why the scenario fails, or None."""
    try:
        Run(scenario).play()
    except Wrong as wrong:
        return str(wrong)
    except Exhausted as exhausted:
        return f"random: {exhausted.facts['needed']} was needed, {exhausted.facts['found']} was listed"
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return f"malformed scenario: {type(error).__name__}: {error}"
    return None


class Run:
    """One scenario being played."""

    def __init__(self, scenario: Json) -> None:
        self.steps: list[Json] = scenario["steps"]
        self.luck = Listed(scenario.get("random") or [], CARD_IDS)
        self.game: Game = lay_out(scenario, self.luck)
        self.now = EPOCH
        self.room = _room(scenario["mode"], self.game)

    def play(self) -> None:
        """Play every step; raises Wrong at the first that does not hold."""
        for number, step in enumerate(self.steps, 1):
            try:
                self._step(step)
            except Wrong as wrong:
                raise Wrong(f"step {number}: {wrong}") from wrong
        if self.luck.left:
            raise Wrong(f"random: {json.dumps(self.luck.left)} was left over")

    def _step(self, step: Json) -> None:
        before = self._seen()
        code, told = self._advance(step) if "advance" in step else self._ask(step)
        if code != step.get("error"):
            raise Wrong(f"refused as {code}" if code else f"was not refused as {step['error']}")
        if code and self._seen() != before:
            raise Wrong(f"refused as {code}, but the game has changed")
        _match(step.get("expect", {}), self._seen(), "")
        self._match_legal(step.get("legal", {}))
        _match_events(step.get("events", []), wire(told, first=1))

    def _advance(self, step: Json) -> tuple[None, list[Told]]:
        if "do" in step:
            raise Wrong("a step is an action or an advance, never both")
        self.now += round(step["advance"] * 1000)
        return None, engine.advance(self.game, now=self.now, luck=self.luck).events

    def _ask(self, step: Json) -> tuple[str | None, list[Told]]:
        try:
            action = actions.read(step["do"])
            told = engine.apply(self.game, step["seat"], action, now=self.now, luck=self.luck).events
        except Exhausted:
            raise
        except Illegal as illegal:
            return illegal.code, []
        return None, told

    def _seen(self) -> Json:
        shown: dict[str, Json] = view(self.game, self.room, None)
        shown["seats"] = {str(seat): shown["seats"][seat] for seat in range(len(self.game.standing))}
        return json.loads(json.dumps(shown))

    def _match_legal(self, expected: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        for seat, types in expected.items():
            found = {entry["type"] for entry in engine.legal(self.game, int(seat))}
            missing = sorted(set(types.get("has", [])) - found)
            extra = sorted(set(types.get("lacks", [])) & found)
            if missing or extra:
                raise Wrong(f"legal for seat {seat}: lacks {missing}, has {extra} too many")


def _room(mode: str, game: Game) -> Room:
    sittings = [Sitting(player=str(seat), bot=None, name=f"Seat {seat}") for seat in range(len(game.standing))]
    return Room(
        id="scenario",
        mode=mode,
        rules=game.rules,
        capacity=len(sittings),
        private=True,
        clock="live",
        creator="0",
        pause=0,
        commitment="",
        invite="",
        sittings=sittings,
    )


def _match(expected: Json, found: Json, where: str) -> None:
    """A subset match: objects by the keys expected, lists element by element, the rest by equality and kind."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key not in found:
                raise Wrong(f"{where}{key} is missing")
            _match(value, found[key], f"{where}{key}.")
        return
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            _match(one, other, f"{where}{index}.")
        return
    if isinstance(expected, bool) != isinstance(found, bool) or expected != found:
        raise Wrong(f"{where.rstrip('.')} is {json.dumps(found)}, not {json.dumps(expected)}")


def _match_events(expected: Sequence[Json], found: Sequence[Json]) -> None:
    """An ordered subsequence, each event a subset match."""
    coming = iter(found)
    for event in expected:
        if not any(_matches(event, one) for one in coming):
            raise Wrong(f"no event {json.dumps(event)} in its place among {json.dumps(_short(found))}")


def _matches(expected: Json, found: Json) -> bool:
    try:
        _match(expected, found, "")
    except Wrong:
        return False
    return True


def _short(events: Sequence[Json]) -> list[Json]:
    return [{key: value for key, value in event.items() if key not in ("n", "version", "at")} for event in events]
