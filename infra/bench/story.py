"""Whole games between bots, seen from inside: for benchmarks that need a table late in its game."""

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from app import bots, engine
from app.bots import TEMPERS
from app.engine import SeatStart
from app.engine.events import wire
from app.engine.modes import MODES
from app.engine.room import Room, Sitting
from app.engine.rules.start import capacities
from app.engine.state import Game, decode, encode
from app.lab.simulate import BulkLuck
from app.store.games import Row

_EPOCH: Final = 1_767_225_600_000
_SECOND: Final = 1000


class Moment(Struct, frozen=True):
    """A game after a decision, shared with the story that goes on; `events` are the newest ones, as they are stored."""

    game: Game
    now: int
    events: list[bytes]


def story(mode: str, seats: int, seed: str, *, kept: int = 0) -> Iterator[Moment]:
    """A game from its start to its end, with the last `kept` events at each step; the same for the same arguments."""
    whim = Random(f"{seed}/whims")
    tempers = [TEMPERS[name] for name in whim.sample(sorted(TEMPERS), seats)]
    luck = BulkLuck(seed)
    now = _EPOCH
    step = engine.start(MODES[mode], [SeatStart()] * seats, now=now, luck=luck)
    game, events = step.game, [msgspec.json.encode(event) for event in wire(step.events, first=1)]
    while game.agenda:
        yield Moment(game, now, events[-kept:] if kept else [])
        decision = bots.decide(game, tempers, whim.random)
        assert decision is not None, "every seat has a bot"
        now += _SECOND
        first = game.told + 1
        told = engine.apply(game, *decision, now=now, luck=luck).events
        if kept:
            events = events[-kept:] + [msgspec.json.encode(event) for event in wire(told, first=first)]


def most_seats(mode: str) -> int:
    """The largest table of a mode."""
    return max(capacities(MODES[mode].teams))


def row(mode: str, moment: Moment) -> Row:
    """What would be stored: a private copy, at a table where the first seat is a person's."""
    game = decode(encode(moment.game))
    names = ("Ann", "Ben", "Cyd", "Dot", "Eve", "Fay")
    sittings = [Sitting(player=f"p{seat}", bot=None, name=names[seat]) for seat in range(len(game.standing))]
    room = Room(
        id="bench",
        mode=mode,
        rules=game.rules,
        capacity=len(sittings),
        private=False,
        clock="live",
        creator="p0",
        pause=0,
        commitment="0" * 64,
        invite="",
        sittings=sittings,
    )
    return Row(id="bench", status="playing", version=game.version, room=room, game=game, seed=b"", due_at=None)
