"""Mortgages and the pay pause: what a bot redeems, what it borrows on, and in which order it raises money."""

from collections.abc import Sequence
from typing import Final

from app.bots.dangers import reserve
from app.bots.tempers import Temper
from app.engine.actions import Action, Mortgage, Redeem, Sell
from app.engine.board import BUILD_COST, GROUP, GROUPS, MEMBERS, PRICE, PROPERTIES, RENTS, SQUARES
from app.engine.state import Game
from app.engine.worth import highest_level, redeem_price

_GROUPS: Final = len(GROUPS)
LARGEST_LOAN: Final = max(PRICE) // 2
_CUSHION: Final = 2500
"""What is left on top of the reserve by a redemption that could wait: more than a mortgage brings, so that a turn never
redeems with the money that it borrowed."""
_LAST_CALL: Final = 2
"""With so few rounds to go a mortgage is redeemed at any price: it can be mortgaged anew, but not got back."""
_FIRST: Final = max(PRICE)
"""What puts the mortgages of full groups before all others."""

_BY_PRICE: Final = tuple(sorted(PROPERTIES, key=lambda square: (PRICE[square], square)))
"""The order of loans: by size, then by square."""
_EVERY_GROUP: Final = range(_GROUPS)
MORTGAGES: Final = tuple(Mortgage(square) for square in range(SQUARES))
_REDEEMS: Final = tuple(Redeem(square) for square in range(SQUARES))
_SELLS: Final = tuple(Sell(square) for square in range(SQUARES))


def redeem(game: Game, seat: int, temper: Temper, full: Sequence[int]) -> Action | None:
    """Redeem what is about to lapse, what keeps a full group from being built on, or what there is plenty for."""
    cash = game.cash[seat]
    is_short = cash - temper.keep < _CUSHION and game.rules.mortgage_rounds is None
    best, most = -1, 0
    for group in full if is_short else _EVERY_GROUP:
        if not game.pledged[group] or not game.held[seat * _GROUPS + group]:
            continue
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


def _free(game: Game, seat: int) -> list[int]:
    """What the seat can mortgage at once, the smallest loan first."""
    owner, mortgaged, built_up = game.owner, game.mortgaged, game.built_up
    return [at for at in _BY_PRICE if owner[at] == seat and not mortgaged[at] and not built_up[GROUP[at]]]


def singles(game: Game, seat: int) -> list[int]:
    """The same without touching a full group."""
    whole = game.whole[seat]
    return [square for square in _free(game, seat) if not whole >> GROUP[square] & 1]


def borrow_for(game: Game, seat: int, short: int) -> Action | None:
    """Mortgage a property outside full groups, if all of them together bring what is short."""
    found = singles(game, seat)
    if sum(PRICE[square] // 2 for square in found) < short:
        return None
    return MORTGAGES[_fitting_loan(found, short)]


def raise_money(game: Game, seat: int, short: int) -> Action | None:
    """The next step towards covering a debt: what hurts least first. None where it cannot be covered."""
    if game.backing[seat] < short:
        return None
    free = _free(game, seat)
    if free:
        whole = game.whole[seat]
        spared = [square for square in free if not whole >> GROUP[square] & 1]
        return MORTGAGES[_fitting_loan(spared or free, short)]
    built = [square for square in PROPERTIES if game.owner[square] == seat and _may_sell(game, square)]
    return _SELLS[min(built, key=lambda square: _loss(game, square))]


def _fitting_loan(squares: Sequence[int], short: int) -> int:
    """The smallest loan that is enough by itself, or else the largest; `squares` begin with the smallest."""
    return next((square for square in squares if PRICE[square] // 2 >= short), squares[-1])


def _may_sell(game: Game, square: int) -> bool:
    level = game.level[square]
    return level > 0 and (not game.rules.even_building or level == highest_level(game, GROUP[square]))


def _loss(game: Game, square: int) -> tuple[float, int]:
    """Rent lost for each unit that the sale of a level brings."""
    level = game.level[square]
    return (RENTS[square][level] - RENTS[square][level - 1]) / BUILD_COST[square], square
