"""Answering offers: a bot takes what does not cost it value by its own valuation, and never sells a key too cheap."""

from collections.abc import Sequence
from typing import Final

from app.bots.tempers import Temper
from app.bots.valuation import STEPS, completes, value_of_all
from app.engine.actions import AcceptTrade, Action, RejectTrade, Side
from app.engine.board import GROUP, GROUPS
from app.engine.rules.trades import side_value
from app.engine.state import Game, Half, Offer
from app.engine.worth import teammates

_GROUPS: Final = len(GROUPS)
_RANSOM: Final = 3
"""What completes an opponent's group, and no group of one's own, is given only for more than so many halves of its
list price."""


def reply(game: Game, seat: int, temper: Temper) -> Action | None:
    """The answer to the oldest open offer made to the seat."""
    for offer in game.offers:
        if offer.to == seat:
            allied = teammates(game, offer.origin, seat)
            taken = _helps_team(game, offer, temper) if allied else _pays(game, offer, temper)
            return AcceptTrade(offer.id) if taken else RejectTrade(offer.id)
    return None


def gain_of(game: Game, seat: int, get: Side | Half, give: Side | Half, temper: Temper) -> int:
    """What a swap is worth to the seat by its own valuation."""
    won = value_of_all(game, seat, get.squares, give.squares, temper)
    lost = value_of_all(game, seat, give.squares, get.squares, temper)
    return won - lost + get.cash - give.cash


def _pays(game: Game, offer: Offer, temper: Temper) -> bool:
    get, give = offer.give, offer.get
    completes_mine = completes(game, offer.to, get.squares)
    cost = give.cash - get.cash
    if cost > 0 and game.cash[offer.to] - cost < (0 if completes_mine else temper.thin):
        return False
    is_cheap = 2 * side_value(game, get) <= _RANSOM * side_value(game, give)
    if is_cheap and not completes_mine and completes(game, offer.origin, give.squares):
        return False
    return gain_of(game, offer.to, get, give, temper) >= temper.margin


def _helps_team(game: Game, offer: Offer, temper: Temper) -> bool:
    """Whether a teammate's offer leaves the two no weaker together, and the seat with money to go on."""
    cost = offer.get.cash - offer.give.cash
    if cost > 0 and game.cash[offer.to] - cost < temper.thin:
        return False
    return joint_change(game, offer.origin, offer.to, offer.give.squares, offer.get.squares) >= 0


def joint_change(game: Game, origin: int, to: int, give: Sequence[int], get: Sequence[int]) -> int:
    """What a swap between teammates changes in the worth of the groups of both."""
    change = 0
    for group in {GROUP[square] for square in (*give, *get)}:
        flow = sum(GROUP[square] == group for square in give) - sum(GROUP[square] == group for square in get)
        steps = STEPS[group]
        one, other = game.held[origin * _GROUPS + group], game.held[to * _GROUPS + group]
        change += steps[one - flow] + steps[other + flow] - steps[one] - steps[other]
    return change
