"""Buying and bidding: what a bot pays for a property that is for sale."""

from typing import Final

from app.bots.borrowing import borrow_for
from app.bots.tempers import Temper
from app.bots.valuation import completes, is_key, value_of
from app.engine.actions import Action, Bid, Buy, Decline, Pass
from app.engine.agenda import Auction, Purchase
from app.engine.board import GROUP, PRICE
from app.engine.state import NOBODY, Game
from app.engine.worth import teammates

_BUY: Final = Buy()
_DECLINE: Final = Decline()
_BID: Final = Bid()
_PASS: Final = Pass()
_DEAREST: Final = 3
"""No bid goes beyond so many list prices."""


def at_purchase(game: Game, seat: int, temper: Temper, at: Purchase) -> Action:
    """Buy at list price what is worth it; the auction would ask no less."""
    square = at.square
    price = PRICE[square]
    left = game.cash[seat] - price
    if left >= temper.thin or (left >= 0 and is_key(game, seat, square)):
        worth_it = temper.pays[GROUP[square]] >= 100 or value_of(game, seat, square, temper) >= price
        return _BUY if worth_it else _DECLINE
    if left < 0 and game.rules.manage_after_roll and completes(game, seat, (square,)):
        return borrow_for(game, seat, -left) or _DECLINE
    return _DECLINE


def at_auction(game: Game, seat: int, temper: Temper, at: Auction) -> Action:
    """Bid what is asked up to one's limit, but never against a teammate."""
    if at.leader != NOBODY and teammates(game, seat, at.leader):
        return _PASS
    return _BID if at.asked <= limit(game, seat, at.square, temper) else _PASS


def limit(game: Game, seat: int, square: int, temper: Temper) -> int:
    """The highest bid."""
    worth = value_of(game, seat, square, temper) * temper.bids // 100
    kept = 0 if is_key(game, seat, square) else temper.thin
    return min(worth, game.cash[seat] - kept, PRICE[square] * _DEAREST)
