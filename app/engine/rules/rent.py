"""Rulebook 7, Rent. What a visitor owes the owner, and the share that late rounds withhold from the owner."""

from typing import Final

from app.engine.board import GROUP, RENTS, STATION_GROUP, STATION_RENTS, UTILITY_FACTORS, UTILITY_GROUP
from app.engine.state import NOBODY, Game
from app.engine.worth import full_group, holds, teammates

PEAK_PERCENT: Final = 99
CARD_CAP: Final = 33
"""The most a collection card can add, in percent."""


def charges(game: Game, square: int, seat: int) -> bool:
    """Whether the property asks this seat for rent: an opponent's, and not mortgaged."""
    owner = game.owner[square]
    if owner in (NOBODY, seat) or game.mortgaged[square]:
        return False
    return game.team[owner] == NOBODY or not teammates(game, owner, seat)


def dice_total(game: Game) -> int:
    """The white dice of the last roll, plus the speed die where it showed a number."""
    return sum(face for face in game.dice if isinstance(face, int))


def rent_due(game: Game, square: int, seat: int) -> int:
    """The whole rent the seat owes for standing here, before any rent tax; 0 where nothing is charged."""
    if not charges(game, square, seat):
        return 0
    owner = game.owner[square]
    base = _base(game, square, owner)
    cards = game.cards[owner]
    if cards and square in cards and game.rules.collection_cards:
        return base * (100 + min(cards[square], CARD_CAP)) // 100
    return base


def card_bonus(game: Game, square: int, seat: int) -> int:
    """The percentage that a seat's collection card adds to the rent of this square while it owns it; 0 without one."""
    return min(game.cards[seat].get(square, 0), CARD_CAP) if game.rules.collection_cards else 0


def _base(game: Game, square: int, owner: int) -> int:
    group = GROUP[square]
    if group == STATION_GROUP:
        return STATION_RENTS[holds(game, owner, group)]
    if group == UTILITY_GROUP:
        return UTILITY_FACTORS[holds(game, owner, group)] * dice_total(game)
    level = game.level[square]
    base = RENTS[square][level]
    if not level and full_group(game, owner, group):
        base *= 2
    return base * 2 if group == game.blessed else base


def withheld(game: Game, rent: int) -> int:
    """The part of a rent that leaves the game in this round instead of reaching the owner."""
    if game.rules.rent_tax is None:
        return 0
    start, peak = game.rules.rent_tax
    elapsed = min(game.round, peak) - start + 1
    return rent * PEAK_PERCENT * elapsed // (100 * (peak - start + 1)) if elapsed > 0 else 0
