"""Building, mortgaging, redeeming, and raising money: what a bot does with what it owns.

Each answer is the next single action, or None where nothing is worth doing, so that a turn always comes to its roll.
"""

from collections.abc import Sequence
from itertools import compress
from operator import eq
from typing import Final

from app.bots.dangers import reserve
from app.bots.tempers import Temper
from app.engine.actions import Action, Build, Mortgage, Redeem, Sell
from app.engine.board import (
    BUILD_COST,
    GROUP,
    GROUP_SIZE,
    GROUPS,
    MAX_LEVEL,
    MEMBERS,
    PRICE,
    RENTS,
    SQUARES,
    STREET_GROUPS,
)
from app.engine.state import Game
from app.engine.worth import estate, full_group, highest_level, redeem_price

_GROUPS: Final = len(GROUPS)
_STREET_GROUPS: Final = range(len(STREET_GROUPS))
_ROOM: Final = tuple(MAX_LEVEL * GROUP_SIZE[group] for group in _STREET_GROUPS)
"""How many levels a group takes."""
_LEVEL_COST: Final = tuple(BUILD_COST[MEMBERS[group][0]] for group in _STREET_GROUPS)
_RIPE: Final = 3
_CHEAPEST_REDEMPTION: Final = 300
_DEAREST_LEVEL: Final = max(BUILD_COST)
_FIRST: Final = max(PRICE)
_LARGEST_LOAN: Final = max(PRICE) // 2
_CUSHION: Final = 2500
"""What is left on top of the reserve by a redemption that could wait: more than a mortgage brings, so that a turn never
redeems with the money that it borrowed."""
_LAST_CALL: Final = 2
"""With so few rounds to go a mortgage is redeemed at any price: it can be mortgaged anew, but not got back."""

BUILDS: Final = tuple(Build(square) for square in range(SQUARES))
SELLS: Final = tuple(Sell(square) for square in range(SQUARES))
MORTGAGES: Final = tuple(Mortgage(square) for square in range(SQUARES))
REDEEMS: Final = tuple(Redeem(square) for square in range(SQUARES))


def _gain(square: int, level: int) -> float:
    """Rent won for each unit spent on the next level; up to the ripe level by the whole way there."""
    to = max(_RIPE, level + 1)
    return (RENTS[square][to] - RENTS[square][level]) / ((to - level) * BUILD_COST[square])


def _wanted(builds: str, square: int, level: int) -> float:
    """How much a level is wanted, more than 0: by what it brings, or first by price up to the ripe level."""
    if builds == "yield":
        return _gain(square, level)
    first = max(PRICE) if level < _RIPE else 0
    return first + (PRICE[square] if builds == "dear" else max(PRICE) / PRICE[square])


_PLANS: Final = {
    builds: tuple(
        tuple(_wanted(builds, square, level) for level in range(MAX_LEVEL)) if RENTS[square] else ()
        for square in range(SQUARES)
    )
    for builds in ("yield", "cheap", "dear")
}
"""How much each level of each street is wanted: the larger first."""


def improve(game: Game, seat: int, temper: Temper) -> Action | None:
    """The next thing to spend on: a building, money for one, or a redemption."""
    spare = game.cash[seat] - temper.keep
    counting_down = game.rules.mortgage_rounds is not None
    if spare < _CHEAPEST_REDEMPTION and not temper.borrows and not counting_down:
        return None
    held = game.held[seat * _GROUPS : seat * _GROUPS + _GROUPS]
    streets: list[int] = []
    pledged: list[int] = []
    if True in map(eq, held, GROUP_SIZE):
        streets = _streets(game, held, _DEAREST_LEVEL if temper.borrows else spare)
    if any(game.pledged):
        pledged = _pledged(game, seat, held, patient=spare < _CUSHION and not counting_down)
    if not streets and not pledged:
        return None
    left = reserve(game, seat, temper)
    action = _build(game, seat, temper, streets, left) if streets else None
    return action or (_redeem(game, seat, pledged, left) if pledged else None)


def _streets(game: Game, held: list[int], spare: int) -> list[int]:
    """The streets of own full groups that may be raised in this turn for what there is to spare."""
    streets: list[int] = []
    for group in compress(_STREET_GROUPS, map(eq, held, GROUP_SIZE)):
        if not game.pledged[group] and game.built_up[group] < _ROOM[group] and spare >= _LEVEL_COST[group]:
            streets += _raisable_streets(game, MEMBERS[group])
    return streets


def _raisable_streets(game: Game, members: Sequence[int]) -> list[int]:
    """The streets of an own group that may be raised in this turn."""
    level, raised = game.level, game.raised
    top = min([level[square] for square in members]) if game.rules.even_building else MAX_LEVEL - 1
    streets = [square for square in members if level[square] <= top]
    limit = game.rules.levels_per_street_per_turn
    return streets if limit is None or not raised else [square for square in streets if raised.count(square) < limit]


def _build(game: Game, seat: int, temper: Temper, streets: list[int], left: int) -> Action | None:
    """Raise the street that is wanted most of those that leave enough in hand."""
    spare = game.cash[seat] - left
    plan = _PLANS[temper.builds]
    best, most = -1, 0.0
    for square in streets:
        wanted = plan[square][game.level[square]]
        if wanted > most and BUILD_COST[square] <= spare:
            best, most = square, wanted
    if best >= 0:
        return BUILDS[best]
    return _borrow(game, seat, streets, left) if temper.borrows else None


def _borrow(game: Game, seat: int, streets: list[int], left: int) -> Action | None:
    """Mortgage a single property, where that is enough to raise a street that is not ripe yet."""
    if game.rules.mortgage_rounds is not None:
        return None
    wanted = [BUILD_COST[square] for square in streets if game.level[square] < _RIPE]
    if not wanted:
        return None
    short = min(wanted) + left - game.cash[seat]
    if short > _LARGEST_LOAN:
        return None
    enough = [square for square in _singles(game, seat) if PRICE[square] // 2 >= short]
    return MORTGAGES[min(enough, key=_by_price)] if enough else None


def _by_price(square: int) -> tuple[int, int]:
    return PRICE[square], square


def _singles(game: Game, seat: int) -> list[int]:
    """What the seat can mortgage at once without touching a full group."""
    owner, mortgaged = game.owner, game.mortgaged
    return [
        square
        for group, count in enumerate(game.held[seat * _GROUPS : seat * _GROUPS + _GROUPS])
        if 0 < count < GROUP_SIZE[group]
        for square in MEMBERS[group]
        if owner[square] == seat and not mortgaged[square]
    ]


def _pledged(game: Game, seat: int, held: list[int], *, patient: bool) -> list[int]:
    """The seat's mortgaged properties; to the patient only those matter that lie in its full groups."""
    return [
        square
        for group, count in enumerate(game.pledged)
        if count and (held[group] == GROUP_SIZE[group] if patient else held[group])
        for square in MEMBERS[group]
        if game.mortgaged[square] and game.owner[square] == seat
    ]


def _redeem(game: Game, seat: int, pledged: list[int], left: int) -> Action | None:
    """Redeem what is about to lapse, what keeps a full group from being built on, or what there is plenty for."""
    cash = game.cash[seat]
    best, most = -1, 0
    for square in pledged:
        price = redeem_price(game, square)
        if price > cash:
            continue
        if game.lapses[square] and game.lapses[square] - game.round <= _LAST_CALL:
            return REDEEMS[square]
        full = full_group(game, seat, GROUP[square])
        weight = PRICE[square] + (_FIRST if full else 0)
        if weight > most and cash - price - (0 if full else _CUSHION) >= left:
            best, most = square, weight
    return REDEEMS[best] if most else None


def borrow_for(game: Game, seat: int, short: int) -> Action | None:
    """Mortgage a property outside full groups, if all of them together bring what is short."""
    singles = _singles(game, seat)
    if sum(PRICE[square] // 2 for square in singles) < short:
        return None
    return MORTGAGES[_fitting_loan(singles, short)]


def raise_money(game: Game, seat: int, short: int) -> Action | None:
    """The next step towards covering a debt: what hurts least first. None where it cannot be covered."""
    means = 0
    bare: list[int] = []
    built: list[int] = []
    for square in estate(game, seat):
        means += game.level[square] * BUILD_COST[square] // 2
        if game.level[square]:
            built.append(square)
        if not game.mortgaged[square]:
            means += PRICE[square] // 2
            if not game.built_up[GROUP[square]]:
                bare.append(square)
    if means < short:
        return None
    if bare:
        singles = [square for square in bare if not full_group(game, seat, GROUP[square])]
        return MORTGAGES[_fitting_loan(singles or bare, short)]
    return SELLS[min([square for square in built if _may_sell(game, square)], key=lambda square: _loss(game, square))]


def _fitting_loan(squares: Sequence[int], short: int) -> int:
    """The smallest loan that is enough by itself, or else the largest."""
    enough = [square for square in squares if PRICE[square] // 2 >= short]
    return min(enough, key=_by_price) if enough else max(squares, key=_by_price)


def _may_sell(game: Game, square: int) -> bool:
    return not game.rules.even_building or game.level[square] == highest_level(game, GROUP[square])


def _loss(game: Game, square: int) -> tuple[float, int]:
    """Rent lost for each unit that the sale of a level brings."""
    level = game.level[square]
    return (RENTS[square][level] - RENTS[square][level - 1]) / BUILD_COST[square], square
