"""Random legal play: every mode, every number of seats, concrete actions in and out of turn, and clocks that run out.

Each step of each game is held against the laws and against a second account kept from the log alone. Half of the games
begin late: with estates, short purses and a round of moment. A failure names its mode, seats and game, which play the
same again. OPOLYX_RANDOM_GAMES says how many games each mode and number of seats plays; thousands by hand:

    OPOLYX_RANDOM_GAMES=1000 pytest -q tests/engine/test_play.py
"""

import os
from random import Random
from typing import Final

import msgspec
import pytest

from app import engine
from app.engine import SeatStart
from app.engine.events import Told, wire
from app.engine.luck import Keyed, Luck
from app.engine.modes import MODES
from app.engine.rules.start import capacities
from app.engine.state import decode, encode
from app.engine.view import view
from tests.build import room, scatter
from tests.engine import laws
from tests.engine.chronicle import Chronicle
from tests.engine.referee import Referee
from tests.engine.wanderer import Wanderer

GAMES: Final = int(os.environ.get("OPOLYX_RANDOM_GAMES", "6"))
STEPS: Final = 300
CLOSELY: Final = 0.02
EPOCH: Final = 1_767_225_600_000
TABLES: Final = [(mode, seats) for mode, rules in MODES.items() for seats in capacities(rules.teams)]


class Walk:
    """One game being played at random, and all that is checked on the way."""

    def __init__(self, mode: str, seats: int, number: int) -> None:
        self.random = Random(f"{mode} {seats} {number}")
        self.mode = mode
        self.luck: Luck = Keyed(self.random.randbytes(32), "walk", [str(seat) for seat in range(seats)])
        self.wanderer = Wanderer(self.random, leaving=self.random.choice((0.0, 0.0, 0.002, 0.02)))
        self.hurried = self.random.choice((0.0, 0.01, 0.2))
        self.now = EPOCH
        cards = {self.random.randrange(40): self.random.choice((3, 8, 18, 33))}
        starts = [SeatStart(cards=cards) for _ in range(seats)]
        step = engine.start(MODES[mode], starts, now=self.now, luck=self.luck)
        self.game = step.game
        self.told = len(step.events)
        if number % 2:
            scatter(self.game, self.random)
        self.chronicle = Chronicle(self.game)
        self.referee = Referee(self.game, self.chronicle)
        self._check([], since=0)

    def play(self) -> None:
        """Play until the game is over or long enough."""
        for _ in range(STEPS):
            if not self.game.agenda:
                break
            self._clocks()
            if self.game.agenda:
                self._act()
            if self.random.random() < CLOSELY and self.game.agenda:
                self._look_closely()
        if not self.game.agenda:
            laws.legal_tells_all(self.game, 0)

    def _clocks(self) -> None:
        """Time passes: mostly a moment, sometimes until the next thing runs out, sometimes past several."""
        self.now += self.random.randint(0, 3000)
        chance = self.random.random()
        if chance < self.hurried / 4:
            self._away(self.random.randint(1, 100_000))
        due = engine.due(self.game)
        assert due is not None
        if chance > 1 - self.hurried:
            self.now = max(self.now, due + self.random.choice((-1, 0, 0, 200_000)))
        version = self.game.version
        step = engine.advance(self.game, now=self.now, luck=self.luck)
        assert (self.game.version > version) == (due <= self.now)
        self._check(step.events, since=version)
        after = engine.due(self.game)
        assert after is None or after > self.now

    def _away(self, ms: int) -> None:
        """The service was away: everything runs out later, and nothing else happens."""
        due, version = engine.due(self.game), self.game.version
        self.now += ms
        step = engine.put_off(self.game, ms, now=self.now, luck=self.luck)
        assert self.game.version == version + 1
        self._check(step.events, since=version)
        assert engine.due(self.game) == (due or 0) + ms

    def _act(self) -> None:
        seat, action = self.wanderer.decide(self.game)
        version = self.game.version
        step = engine.apply(self.game, seat, action, now=self.now, luck=self.luck)
        assert self.game.version == version + 1
        self._check(step.events, since=version)

    def _check(self, told: list[Told], *, since: int) -> None:
        laws.holds(self.game)
        for one in told:
            assert since < one.version <= self.game.version
            self.referee.judge(one.event)
            self.chronicle.read(one.event)
        moments = [one.at for one in told]
        assert moments == sorted(moments)
        assert not moments or moments[-1] <= self.now
        assert self.game.told == self.told + len(told)
        self.told = self.game.told
        self.chronicle.agrees(self.game)

    def _look_closely(self) -> None:
        """What is too slow for every step."""
        game = self.game
        for seat in range(len(game.standing)):
            laws.legal_tells_all(game, seat)
            probe = self.random.choice(laws.CONCRETE)
            laws.refusal_changes_nothing(game, seat, probe, now=self.now, luck=self.luck)
        laws.is_kept_whole(game)
        self._twin_does_the_same()
        shown = view(game, room(self.mode, game.rules, len(game.standing)), 0)
        assert msgspec.json.decode(msgspec.json.encode(shown)) == shown

    def _twin_does_the_same(self) -> None:
        """A game that was stored in between goes on exactly like one that was not."""
        one, other = decode(encode(self.game)), decode(encode(self.game))
        seat, action = self.wanderer.decide(one)
        first = engine.apply(one, seat, action, now=self.now, luck=self.luck)
        second = engine.apply(other, seat, action, now=self.now, luck=self.luck)
        assert wire(first.events, first=1) == wire(second.events, first=1)
        assert encode(one) == encode(other)


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_random_play_keeps_every_law(mode: str, seats: int) -> None:
    for number in range(GAMES):
        walk = Walk(mode, seats, number)
        try:
            walk.play()
        except Exception as error:
            error.add_note(f"mode {mode}, {seats} seats, game {number}, version {walk.game.version}")
            raise
