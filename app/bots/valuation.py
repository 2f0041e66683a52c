"""What a property is worth to a bot: its list price, what it completes, and what it keeps from others.

This is the measure by which bots buy, bid and trade, and by which a trade may be judged afterwards.
"""

from collections.abc import Sequence
from typing import Final

from app.bots.tempers import Temper
from app.engine.board import GROUP, GROUP_SIZE, GROUPS, MEMBERS, PRICE, RENTS, STREET_GROUPS
from app.engine.state import NOBODY, PLAYING, Game
from app.engine.worth import redeem_price, teammates

_GROUPS: Final = len(GROUPS)
_RIPE_LEVEL: Final = 3
"""The level at which a street starts to hurt: what a full group is worth is measured there."""
_VISITS: Final = 4
"""A full group is taken to be worth one visit in so many of its streets at that level."""
_HORIZON: Final = 25
"""Completing a group pays in full only with so many rounds left; before the round cap it is worth less and less."""


def _steps_of(group: int) -> tuple[int, ...]:
    size = GROUP_SIZE[group]
    if group >= len(STREET_GROUPS):
        return (0, 0, 400, 1400, 3600)[: size + 1] if size > 2 else (0, 0, 1000)
    full = sum(RENTS[square][_RIPE_LEVEL] for square in MEMBERS[group]) // _VISITS
    return (0, 0, full // 6, full) if size > 2 else (0, 0, full)


STEPS: Final = tuple(_steps_of(group) for group in range(_GROUPS))
"""By group, what holding none, one, two … of it is worth above the list prices; no step is lower than the last."""


def value_of(game: Game, seat: int, square: int, temper: Temper) -> int:
    """What holding this property, rather than an opponent holding it, is worth to the seat; whoever owns it now."""
    group = GROUP[square]
    value = PRICE[square] * temper.pays[group] // 100
    if game.mortgaged[square]:
        value -= redeem_price(game, square)
    counts = game.held[group::_GROUPS]
    owner = game.owner[square]
    if owner != NOBODY:
        counts[owner] -= 1
    return value + _position(game, seat, group, counts, 1, temper)


def value_of_all(game: Game, seat: int, squares: Sequence[int], against: Sequence[int], temper: Temper) -> int:
    """The same for several that are held together, at the moment when others, `against` them, change hands too."""
    if len(squares) == 1 and not against:
        return value_of(game, seat, squares[0], temper)
    value = 0
    for square in squares:
        value += PRICE[square] * temper.pays[GROUP[square]] // 100
        if game.mortgaged[square]:
            value -= redeem_price(game, square)
    for group in {GROUP[square] for square in squares}:
        counts = game.held[group::_GROUPS]
        for square in (*squares, *against):
            if GROUP[square] == group and game.owner[square] != NOBODY:
                counts[game.owner[square]] -= 1
        moving = sum(GROUP[square] == group for square in squares)
        value += _position(game, seat, group, counts, moving, temper)
    return value


def _position(game: Game, seat: int, group: int, counts: list[int], moving: int, temper: Temper) -> int:
    """What `moving` properties of a group are worth above their list prices; `counts` has what stays, by seat.

    A teammate who has more of the group counts as the seat itself would.
    """
    mine = counts[seat]
    counts[seat] = 0
    most = max(counts)
    if moving == 1 and not mine and not most:
        return 0
    if most and game.rules.teams is not None:
        allied = [teammates(game, seat, other) for other in range(len(counts))]
        mine = max(mine, *(count for other, count in enumerate(counts) if allied[other]), 0)
        most = max(count for other, count in enumerate(counts) if not allied[other])
    steps = STEPS[group]
    own = (steps[mine + moving] - steps[mine]) * temper.completion
    rival = (steps[most + moving] - steps[most]) * temper.denial
    worth = own // 100 + rival * 2 // (100 * (rivals(game, seat) + 1))
    left = game.rules.round_cap - game.round
    return worth if left >= _HORIZON else worth * left // _HORIZON


def rivals(game: Game, seat: int) -> int:
    """How many opponents are left."""
    if game.rules.teams is None:
        return game.standing.count(PLAYING) - 1
    return sum(
        standing == PLAYING and game.team[other] != game.team[seat] for other, standing in enumerate(game.standing)
    )


def completes(game: Game, seat: int, squares: Sequence[int]) -> bool:
    """Whether the seat would own a whole group with these properties that it does not own whole without them."""
    for square in squares:
        group = GROUP[square]
        new = sum(GROUP[other] == group and game.owner[other] != seat for other in squares)
        if new and game.held[seat * _GROUPS + group] + new == GROUP_SIZE[group]:
            return True
    return False


def is_key(game: Game, seat: int, square: int) -> bool:
    """Whether one side, the seat's or an opponent's, holds all the rest of the property's group."""
    group = GROUP[square]
    counts = game.held[group::_GROUPS]
    owner = game.owner[square]
    if owner != NOBODY:
        counts[owner] -= 1
    return max(counts) == GROUP_SIZE[group] - 1
