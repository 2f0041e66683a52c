"""A finished game as frames: the table after every step, kept small enough to hold a few games in memory."""

import zlib
from bisect import bisect_left
from collections import OrderedDict
from typing import Final

from msgspec import Struct

from app.engine import state
from app.engine.state import Game
from app.lab.replay import Json, positions

KEPT: Final = 16
"""Films a process remembers; one is about 150 KB."""


class Frame(Struct, frozen=True):
    """One step: the table after it. Its events are those numbered above `since`, of the versions above `before`."""

    step: int
    game: Game
    since: int
    before: int


class Film(Struct, frozen=True):
    """Every step of a game, by its version."""

    versions: list[int]
    rounds: list[int]
    tables: list[bytes]

    def at(self, version: int) -> Frame | None:
        """The step that led to this version, or past it where two steps were one; None outside the game."""
        step = bisect_left(self.versions, version)
        if version < self.versions[0] or step == len(self.versions):
            return None
        if step == 0:
            return Frame(1, self._table(0), since=0, before=0)
        return Frame(step + 1, self._table(step), since=self._table(step - 1).told, before=self.versions[step - 1])

    def version_of_step(self, step: int) -> int:
        """The version that a step led to; the nearest step there is."""
        return self.versions[min(max(step, 1), len(self.versions)) - 1]

    def version_of_round(self, number: int) -> int:
        """The version with which a round begins; the last one after the last round."""
        return self.versions[min(bisect_left(self.rounds, number), len(self.versions) - 1)]

    def _table(self, step: int) -> Game:
        return state.decode(zlib.decompress(self.tables[step]))


def film(record: Json) -> Film:
    """The film of a record. Raises Differs."""
    made = Film([], [], [])
    for position in positions(record):
        made.versions.append(position.game.version)
        made.rounds.append(position.game.round)
        made.tables.append(zlib.compress(state.encode(position.game), 1))
    return made


class Films:
    """The films of this process, by game; the one not looked at for longest goes first."""

    def __init__(self, size: int = KEPT) -> None:
        self._size = size
        self._films: OrderedDict[str, Film] = OrderedDict()

    def find(self, game_id: str) -> Film | None:
        """The film of a game, if it is remembered."""
        found = self._films.get(game_id)
        if found is not None:
            self._films.move_to_end(game_id)
        return found

    def keep(self, game_id: str, made: Film) -> None:
        """Remember a film."""
        self._films[game_id] = made
        self._films.move_to_end(game_id)
        while len(self._films) > self._size:
            self._films.popitem(last=False)
