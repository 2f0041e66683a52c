"""Rulebook 18, Progress: the pure tables of experience, levels, ranks and cards. Reads and writes nothing."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

Rarity: TypeAlias = Literal["common", "rare", "epic", "legendary"]

XP_BY_PLACE: Final = (200, 120, 80, 60, 50, 40)
XP_PER_FULL_GROUP: Final = 25
XP_FOR_LASTING: Final = 30
PAID_FROM_ROUND: Final = 10
"""A game that ended before this round pays nothing."""
XP_PER_LEVEL: Final = 100
RANKS: Final = 7
LEVELS_PER_RANK: Final = 10
CARD_LEVELS: Final = (5, 10, 15, 20)
"""The levels that give a card; after the last of them every tenth does."""


class Drop(Struct, frozen=True):
    """How rare a card is: what it adds to the rent of its square, and how often it is drawn, both in percent."""

    rarity: Rarity
    bonus: int
    odds: int


DROPS: Final = (Drop("common", 3, 70), Drop("rare", 8, 20), Drop("epic", 18, 8), Drop("legendary", 33, 2))


def level_cost(level: int) -> int:
    """The experience that leads from this level to the next.

    >>> level_cost(3)
    300
    """
    return XP_PER_LEVEL * level
