"""What lies ahead of a seat: rents it may have to pay soon, and what it should hold back for them."""

from typing import Final

from app.bots.tempers import Temper
from app.engine.board import GROUP, KIND, MEMBERS, RENTS, SQUARES, STREET_GROUPS, UTILITY_FACTORS
from app.engine.rules.rent import charges, rent_due
from app.engine.state import NOBODY, Game
from app.engine.worth import holds, teammates

_REACH: Final = range(2, 13)
"""What two dice can show."""
_ODDS: Final = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""How many of the 36 throws make each total."""
_MEAN_TOTAL: Final = 7
_STREETS_AHEAD: Final = tuple(
    tuple(
        (group, streets[0][0], streets)
        for group in range(len(STREET_GROUPS))
        if (streets := tuple((square, RENTS[square]) for square in MEMBERS[group] if (square - at) % SQUARES in _REACH))
    )
    for at in range(SQUARES)
)
"""By square, the groups within one throw: one of the streets, and all of them that are within it with their rents."""


def toll(game: Game, square: int, seat: int) -> int:
    """What arriving on a square would cost in rent; a utility is taken at an average throw."""
    owner = game.owner[square]
    if owner in (NOBODY, seat):
        return 0
    if KIND[square] != "utility":
        return rent_due(game, square, seat)
    return UTILITY_FACTORS[holds(game, owner, GROUP[square])] * _MEAN_TOTAL if charges(game, square, seat) else 0


def worst_ahead(game: Game, seat: int) -> int:
    """The highest rent within one throw of streets with buildings: the rents that can ruin."""
    built_up = game.built_up
    worst = 0
    for group, first, streets in _STREETS_AHEAD[game.square[seat]]:
        if built_up[group] and (owner := game.owner[first]) != seat:
            if game.rules.teams is not None and teammates(game, seat, owner):
                continue
            level = game.level
            for square, rents in streets:
                rent = rents[level[square]]
                if rent > worst:
                    worst = rent
    return worst


def mean_ahead(game: Game, seat: int) -> int:
    """The rent that the next throw costs on average."""
    at = game.square[seat]
    return sum(_ODDS[steps] * toll(game, (at + steps) % SQUARES, seat) for steps in _REACH) // 36


def reserve(game: Game, seat: int, temper: Temper) -> int:
    """The cash a bot does not spend on what could wait."""
    feared = worst_ahead(game, seat) * temper.fear // 100
    return feared if feared > temper.keep else temper.keep
