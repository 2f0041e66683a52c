"""Rulebook 18, Progress: the pure tables of experience, levels, ranks and cards. Reads and writes nothing."""

from itertools import accumulate
from math import isqrt
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


def xp_at(level: int) -> int:
    """The experience at which a level begins.

    >>> xp_at(1), xp_at(2), xp_at(3)
    (0, 100, 300)
    """
    return XP_PER_LEVEL * level * (level - 1) // 2


def level_of(xp: int) -> int:
    """The level that so much experience has reached.

    >>> level_of(0), level_of(299), level_of(300)
    (1, 2, 3)
    """
    return (1 + isqrt(1 + 8 * xp // XP_PER_LEVEL)) // 2


def rank_of(level: int) -> int:
    """The rank of a level, from 1; whoever is beyond the last one keeps it.

    >>> rank_of(10), rank_of(11), rank_of(99)
    (1, 2, 7)
    """
    return min(RANKS, 1 + (level - 1) // LEVELS_PER_RANK)


def card_levels(level: int) -> list[int]:
    """The levels up to this one that give a card.

    >>> card_levels(34)
    [5, 10, 15, 20, 30]
    """
    later = range(CARD_LEVELS[-1] + LEVELS_PER_RANK, level + 1, LEVELS_PER_RANK)
    return [one for one in (*CARD_LEVELS, *later) if one <= level]


class Earned(Struct, frozen=True):
    """The experience of one seat from one game, in its three parts."""

    place: int = 0
    groups: int = 0
    lasting: int = 0


def earned(place: int, *, groups: int, lasted: bool, last_round: int) -> Earned:
    """What a game that ended in `last_round` pays for a place, full groups held at the end, and lasting to the end."""
    if last_round < PAID_FROM_ROUND:
        return Earned()
    return Earned(XP_BY_PLACE[place - 1], XP_PER_FULL_GROUP * groups, XP_FOR_LASTING if lasted else 0)


def drop_of(percentile: int) -> Drop:
    """The card that one of a hundred equally likely numbers, from 0, stands for.

    >>> drop_of(69).rarity, drop_of(70).rarity, drop_of(97).rarity, drop_of(98).rarity
    ('common', 'rare', 'epic', 'legendary')
    """
    for drop, end in zip(DROPS, accumulate(drop.odds for drop in DROPS), strict=True):
        if percentile < end:
            return drop
    raise AssertionError("the odds are a hundred percent together")


def rarity_of(bonus: int) -> Rarity:
    """How rare a card with this percentage is."""
    return next(drop.rarity for drop in reversed(DROPS) if drop.bonus <= bonus)
