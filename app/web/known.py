"""Whose token a process has seen lately: somebody who makes move after move is not looked up for each of them."""

import time
from collections import OrderedDict
from typing import Final

from app.store.players import Player

_REMEMBERED: Final = 10_000
"""Of how many tokens; the longest known is forgotten first."""


class Known:
    """Players by the digests of their tokens, each for so many seconds after it was looked up."""

    def __init__(self, *, seconds: float) -> None:
        self._seconds = seconds
        self._players: OrderedDict[bytes, tuple[Player, float]] = OrderedDict()

    def recall(self, token_hash: bytes) -> Player | None:
        """The player as they were then; None for a token that has to be looked up."""
        player, until = self._players.get(token_hash, (None, 0.0))
        return player if time.monotonic() < until else None

    def note(self, token_hash: bytes, player: Player) -> None:
        """The token has just been looked up."""
        self._players[token_hash] = player, time.monotonic() + self._seconds
        self._players.move_to_end(token_hash)
        if len(self._players) > _REMEMBERED:
            self._players.popitem(last=False)
