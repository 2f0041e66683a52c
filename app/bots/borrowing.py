"""Mortgages and the pay pause: what a bot redeems, what it borrows on, and in which order it raises money."""

from collections.abc import Sequence
from typing import Final

from app.bots.dangers import reserve
from app.bots.tempers import Temper
from app.engine.actions import Action, Mortgage, Redeem, Sell
from app.engine.board import BUILD_COST, GROUP, GROUP_SIZE, GROUPS, MEMBERS, PRICE, RENTS, SQUARES
from app.engine.state import Game
from app.engine.worth import full_group, highest_level, redeem_price

_GROUPS: Final = len(GROUPS)
LARGEST_LOAN: Final = max(PRICE) // 2
_CUSHION: Final = 2500
"""What is left on top of the reserve by a redemption that could wait: more than a mortgage brings, so that a turn never
redeems with the money that it borrowed."""
_LAST_CALL: Final = 2
"""With so few rounds to go a mortgage is redeemed at any price: it can be mortgaged anew, but not got back."""
_FIRST: Final = max(PRICE)
"""What puts the mortgages of full groups before all others."""

_PRICE_OF: Final = tuple(sum(PRICE[square] for square in members) for members in MEMBERS)
"""The list prices of each group together."""

MORTGAGES: Final = tuple(Mortgage(square) for square in range(SQUARES))
_REDEEMS: Final = tuple(Redeem(square) for square in range(SQUARES))
_SELLS: Final = tuple(Sell(square) for square in range(SQUARES))


def by_price(square: int) -> tuple[int, int]:
    """The order of loans: by size, then by square."""
    return PRICE[square], square


def redeem(game: Game, seat: int, temper: Temper, full: Sequence[int], pledged: Sequence[int]) -> Action | None:
    """Redeem what is about to lapse, what keeps a full group from being built on, or what there is plenty for.

    `pledged` are the groups of the seat's in which there are mortgages.
    """
    cash = game.cash[seat]
    if cash - temper.keep < _CUSHION and game.rules.mortgage_rounds is None:
        pledged = [group for group in pledged if group in full]
    best, most = -1, 0
    for group in pledged:
        for square in MEMBERS[group]:
            if not game.mortgaged[square] or game.owner[square] != seat:
                continue
            left = cash - redeem_price(game, square)
            if game.lapses[square] and game.lapses[square] - game.round <= _LAST_CALL and left >= 0:
                return _REDEEMS[square]
            weight = PRICE[square] + (_FIRST if group in full else 0)
            if weight > most and left >= temper.keep + (0 if group in full else _CUSHION):
                best, most = square, weight
    if best < 0:
        return None
    left = cash - redeem_price(game, best) - (0 if GROUP[best] in full else _CUSHION)
    return _REDEEMS[best] if left >= reserve(game, seat, temper) else None


def singles(game: Game, seat: int) -> list[int]:
    """What the seat can mortgage at once without touching a full group."""
    owner, mortgaged = game.owner, game.mortgaged
    return [
        square
        for group, count in enumerate(game.held[seat * _GROUPS : seat * _GROUPS + _GROUPS])
        if 0 < count < GROUP_SIZE[group]
        for square in MEMBERS[group]
        if owner[square] == seat and not mortgaged[square]
    ]


def borrow_for(game: Game, seat: int, short: int) -> Action | None:
    """Mortgage a property outside full groups, if all of them together bring what is short."""
    found = singles(game, seat)
    if sum(PRICE[square] // 2 for square in found) < short:
        return None
    return MORTGAGES[_fitting_loan(found, short)]


def raise_money(game: Game, seat: int, short: int) -> Action | None:
    """The next step towards covering a debt: what hurts least first. None where it cannot be covered."""
    means = 0
    free: list[int] = []
    built: list[int] = []
    owner, mortgaged, built_up = game.owner, game.mortgaged, game.built_up
    for group, count in enumerate(game.held[seat * _GROUPS : seat * _GROUPS + _GROUPS]):
        if count and built_up[group]:
            built += MEMBERS[group]
            means += _PRICE_OF[group] // 2 + built_up[group] * (BUILD_COST[built[-1]] // 2)
        elif count:
            for square in MEMBERS[group]:
                if owner[square] == seat and not mortgaged[square]:
                    free.append(square)
                    means += PRICE[square] // 2
    if means < short:
        return None
    if free:
        spared = [square for square in free if not full_group(game, seat, GROUP[square])]
        return MORTGAGES[_fitting_loan(spared or free, short)]
    return _SELLS[min([square for square in built if _may_sell(game, square)], key=lambda square: _loss(game, square))]


def _fitting_loan(squares: Sequence[int], short: int) -> int:
    """The smallest loan that is enough by itself, or else the largest."""
    enough = [square for square in squares if PRICE[square] // 2 >= short]
    return min(enough, key=by_price) if enough else max(squares, key=by_price)


def _may_sell(game: Game, square: int) -> bool:
    level = game.level[square]
    return level > 0 and (not game.rules.even_building or level == highest_level(game, GROUP[square]))


def _loss(game: Game, square: int) -> tuple[float, int]:
    """Rent lost for each unit that the sale of a level brings."""
    level = game.level[square]
    return (RENTS[square][level] - RENTS[square][level - 1]) / BUILD_COST[square], square
