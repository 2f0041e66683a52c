"""Rulebook 5, Auction. Bids go round in seat order, each a hundred above the last; passing is final."""

from typing import Final

from app.engine import events as happened
from app.engine.actions import Bid, Pass
from app.engine.agenda import Auction
from app.engine.board import PRICE
from app.engine.draft import Draft
from app.engine.state import NOBODY, PLAYING, Game

RAISE: Final = 100


def open_auction(draft: Draft, decliner: int, square: int) -> None:
    """Put the property up, beginning with the seat after the decliner."""
    auction = Auction(decliner, square, PRICE[square], NOBODY, [], decliner)
    draft.push(auction)
    draft.tell(happened.AuctionOpened, square, auction.asked)
    _ask_after(draft, auction, decliner)


def _ask_after(draft: Draft, auction: Auction, last: int) -> None:
    """Ask the next seat that can bid, passing on the way those who cannot pay; with none left, close."""
    game = draft.game
    seats = len(game.standing)
    for step in range(1, seats + 1):
        seat = (last + step) % seats
        if game.standing[seat] != PLAYING or seat == auction.leader or seat in auction.passed:
            continue
        if game.cash[seat] >= auction.asked:
            draft.ask_bid(auction, seat)
            return
        _step_back(draft, auction, seat, auto=True)
    _close(draft, auction)


def _step_back(draft: Draft, auction: Auction, seat: int, *, auto: bool) -> None:
    draft.note_passed(auction, seat)
    draft.tell(happened.AuctionPassed, seat, auto)


def standing_bid(auction: Auction) -> int:
    """What the leader has bid."""
    return auction.asked - RAISE


def _close(draft: Draft, auction: Auction) -> None:
    draft.game.agenda.pop()
    if auction.leader == NOBODY:
        draft.tell(happened.AuctionFailed, auction.square)
        return
    price = standing_bid(auction)
    draft.spend(auction.leader, price)
    draft.give(auction.square, auction.leader)
    draft.tell(happened.AuctionWon, auction.leader, auction.square, price)


def may_bid(game: Game, at: Auction, ask: Bid) -> str | None:
    """Why the seat cannot bid what is asked."""
    return None if game.cash[at.seat] >= at.asked else "insufficient_cash"


def bid(draft: Draft, at: Auction, ask: Bid) -> None:
    """Bid what is asked; nothing is paid yet."""
    draft.tell(happened.BidMade, at.seat, at.asked)
    draft.lead(at, at.seat, at.asked + RAISE)
    _ask_after(draft, at, at.seat)


def pass_bid(draft: Draft, at: Auction, ask: Pass) -> None:
    """Leave the auction for good."""
    step_back(draft, at)


def step_back(draft: Draft, at: Auction) -> None:
    """The bidder passes, by hand or by the clock."""
    _step_back(draft, at, at.seat, auto=False)
    _ask_after(draft, at, at.seat)


def leave(draft: Draft, at: Auction, seat: int) -> None:
    """A seat that is out drops from the auction; a leader's bid is void and its price asked again."""
    draft.forget_passed(at, seat)
    if at.leader == seat:
        draft.lead(at, NOBODY, standing_bid(at))
        draft.tell(happened.BidVoided, seat, at.asked)
    elif at.seat == seat:
        _ask_after(draft, at, seat)
