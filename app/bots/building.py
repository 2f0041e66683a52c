"""Building: which street a bot raises next, and when it mortgages something to do so."""

from collections.abc import Sequence
from typing import Final

from app.bots.borrowing import LARGEST_LOAN, MORTGAGES, singles
from app.bots.dangers import reserve
from app.bots.tempers import Temper
from app.engine.actions import Action, Build
from app.engine.board import BUILD_COST, GROUP_SIZE, MAX_LEVEL, MEMBERS, PRICE, RENTS, SQUARES, STREET_GROUPS
from app.engine.state import Game

_STREET_GROUPS: Final = len(STREET_GROUPS)
_RIPE: Final = 3
"""The level at which a street starts to hurt: all of a group is first brought there."""
_NEVER: Final = 1 << 30
"""More money than there is: what a level costs where nothing can be built."""
_ROOM: Final = tuple(MAX_LEVEL * size if group < _STREET_GROUPS else 0 for group, size in enumerate(GROUP_SIZE))
"""How many levels a group takes."""
_UNRIPE: Final = tuple(_RIPE * size if group < _STREET_GROUPS else 0 for group, size in enumerate(GROUP_SIZE))
_COST: Final = tuple(BUILD_COST[members[0]] or _NEVER for members in MEMBERS)
_NONE: Final = -1

_BUILDS: Final = tuple(Build(square) for square in range(SQUARES))


def _wanted(builds: str, square: int, level: int) -> float:
    """How much a level is wanted, more than 0: by what it brings, or first by price up to the ripe level."""
    if builds == "yield":
        to = max(_RIPE, level + 1)
        return (RENTS[square][to] - RENTS[square][level]) / ((to - level) * BUILD_COST[square])
    first = max(PRICE) if level < _RIPE else 0
    return first + (PRICE[square] if builds == "dear" else max(PRICE) / PRICE[square])


_PLANS: Final = {
    builds: tuple(
        tuple(_wanted(builds, square, level) for level in range(MAX_LEVEL)) if RENTS[square] else ()
        for square in range(SQUARES)
    )
    for builds in ("yield", "cheap", "dear")
}


def build(game: Game, seat: int, temper: Temper, full: Sequence[int]) -> Action | None:
    """The next level on the seat's full groups, or a loan for one; None where nothing is worth it or leaves enough.

    Where the cheapest of them, the first, is too dear, there is no need to look at any.
    """
    cash = game.cash[seat]
    spare = cash - temper.keep
    cheapest = _COST[full[0]]
    if cheapest <= spare:
        groups = _open_groups(game, full, spare)
        if groups:
            square = _most_wanted(game, temper, groups, cash - reserve(game, seat, temper))
            if square != _NONE:
                return _BUILDS[square]
    if not temper.borrows or cheapest > spare + LARGEST_LOAN or game.rules.mortgage_rounds is not None:
        return None
    return _borrow(game, seat, temper, full)


def _open_groups(game: Game, full: Sequence[int], spare: int) -> list[int]:
    """The groups with room for a level that is not too dear."""
    pledged, built_up = game.pledged, game.built_up
    return [group for group in full if _COST[group] <= spare and built_up[group] < _ROOM[group] and not pledged[group]]


def _most_wanted(game: Game, temper: Temper, groups: Sequence[int], spare: int) -> int:
    """The street to raise of those that may be raised in this turn and for what there is to spare."""
    level, raised, rules = game.level, game.raised, game.rules
    limit = rules.levels_per_street_per_turn
    plan = _PLANS[temper.builds]
    best, most = _NONE, 0.0
    for group in groups:
        if _COST[group] > spare:
            continue
        members = MEMBERS[group]
        top = min([level[square] for square in members]) if rules.even_building else MAX_LEVEL - 1
        for square in members:
            if level[square] <= top and (not raised or limit is None or raised.count(square) < limit):
                wanted = plan[square][level[square]]
                if wanted > most:
                    best, most = square, wanted
    return best


def _borrow(game: Game, seat: int, temper: Temper, full: Sequence[int]) -> Action | None:
    """Mortgage one property outside full groups, where that is enough to raise a street that is not ripe yet."""
    pledged, built_up = game.pledged, game.built_up
    groups = [group for group in full if built_up[group] < _UNRIPE[group] and not pledged[group]]
    if not groups:
        return None
    costs = [_COST[group] for group in groups]
    cash, least = game.cash[seat], min(costs)
    most = cash + LARGEST_LOAN - least
    if most < temper.keep or most < (held_back := reserve(game, seat, temper)):
        return None
    if max(costs) <= cash - held_back:  # it is not money that keeps these from being raised
        return None
    short = least + held_back - cash
    enough = [square for square in singles(game, seat) if PRICE[square] // 2 >= short]
    if not enough:
        return None
    loan = enough[0]  # the smallest
    spare = cash + PRICE[loan] // 2 - held_back
    return MORTGAGES[loan] if _most_wanted(game, temper, groups, spare) != _NONE else None
