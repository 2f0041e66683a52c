"""Rulebook 4, Landing. Each kind of square sends whoever arrives to its chapter; unowned property is for sale."""

from app.engine import events as happened
from app.engine.actions import Buy, Decline
from app.engine.agenda import Landed, Purchase
from app.engine.board import BOARD, KIND, PRICE
from app.engine.draft import Draft
from app.engine.rules.auctions import open_auction
from app.engine.rules.chance import draw
from app.engine.rules.debts import owe_bank, owe_one
from app.engine.rules.fortune import meet_god
from app.engine.rules.jackpot import offer_bet
from app.engine.rules.rent import rent_due
from app.engine.state import NOBODY, Game


def resolve(draft: Draft, entry: Landed) -> None:
    """What the square does to the seat that has arrived on it."""
    game, seat = draft.game, entry.seat
    if game.rules.fortune:
        meet_god(draft, seat)
    square = game.square[seat]
    kind = KIND[square]
    if PRICE[square]:
        _visit(draft, seat, square)
    elif kind == "chance":
        draw(draft, seat)
    elif kind == "tax":
        owe_bank(draft, seat, BOARD[square].tax, "tax", square)
    elif kind == "square_20":
        offer_bet(draft, seat)
    elif kind == "go_to_jail":
        draft.jail(seat, "square")


def _visit(draft: Draft, seat: int, square: int) -> None:
    owner = draft.game.owner[square]
    if owner == NOBODY:
        draft.ask(Purchase(seat, square))
    elif owner != seat:
        owe_one(draft, seat, owner, rent_due(draft.game, square, seat), "rent", square)


def may_buy(game: Game, at: Purchase, ask: Buy) -> str | None:
    """Why the property cannot be bought."""
    return None if game.cash[at.seat] >= PRICE[at.square] else "insufficient_cash"


def buy(draft: Draft, at: Purchase, ask: Buy) -> None:
    """Buy at list price."""
    draft.game.agenda.pop()
    draft.spend(at.seat, PRICE[at.square])
    draft.give(at.square, at.seat)
    draft.tell(happened.Bought, at.seat, at.square, PRICE[at.square])


def decline(draft: Draft, at: Purchase, ask: Decline) -> None:
    """Leave it to an auction."""
    leave_to_auction(draft, at)


def leave_to_auction(draft: Draft, at: Purchase) -> None:
    """The property is not bought, by hand or by the clock."""
    draft.game.agenda.pop()
    draft.tell(happened.Declined, at.seat, at.square)
    open_auction(draft, at.seat, at.square)
