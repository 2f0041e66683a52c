"""Whims that can be had again: a decision that has to be made anew comes out the same."""

from collections.abc import Callable
from hashlib import blake2b
from itertools import count
from typing import Final, TypeAlias

Whim: TypeAlias = Callable[[], float]
"""A source of numbers from 0 up to 1, for what a bot does by whim. Never the game's own luck."""

_BITS: Final = 53


def whim_of(game_id: str, version: int, seat: int) -> Whim:
    """The whims of a seat at one version of a game."""
    numbers = count()

    def whim() -> float:
        text = f"{game_id}\n{version}\n{seat}\n{next(numbers)}"
        drawn = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
        return float(drawn >> (64 - _BITS)) / (1 << _BITS)

    return whim
