"""Rulebook 13, Trades. Offers between seats: made, answered, taken back, and closed when they cannot be kept."""

from collections.abc import Callable
from typing import Final

from app.engine import events as happened
from app.engine.actions import AcceptTrade, CancelTrade, ProposeTrade, RejectTrade, Side
from app.engine.agenda import Phase
from app.engine.board import GROUP
from app.engine.draft import Draft
from app.engine.state import PLAYING, Game, Half, Offer
from app.engine.worth import group_of, property_value, teammates

OPEN_OFFERS: Final = 3
"""How many offers a seat may have open."""


def may_propose(game: Game, at: Phase, ask: ProposeTrade) -> str | None:
    """Why the offer may not be made; the first reason in the contract's order."""
    if not room_for_offer(game, at.seat):
        return "too_many_offers"
    squares = [*ask.give.squares, *ask.get.squares]
    if not _is_choice(game, at.seat, ask, squares):
        return "invalid_choice"
    if any(group_of(square) < 0 for square in squares):
        return "not_a_property"
    if not _owned(game, at.seat, ask.give) or not _owned(game, ask.to, ask.get):
        return "not_owner"
    if not all(tradable(game, square) for square in squares):
        return "not_tradable"
    if game.cash[at.seat] < ask.give.cash or game.cash[ask.to] < ask.get.cash:
        return "insufficient_cash"
    if not teammates(game, at.seat, ask.to) and not fair(side_value(game, ask.give), side_value(game, ask.get)):
        return "unfair_trade"
    return None


def room_for_offer(game: Game, seat: int) -> bool:
    """Whether the seat has fewer than three offers open."""
    return sum(offer.origin == seat for offer in game.offers) < OPEN_OFFERS


def _is_choice(game: Game, seat: int, ask: ProposeTrade, squares: list[int]) -> bool:
    if not 0 <= ask.to < len(game.standing) or ask.to == seat or game.standing[ask.to] != PLAYING:
        return False
    if ask.give.cash < 0 or ask.get.cash < 0 or len(set(squares)) != len(squares):
        return False
    return bool(squares or ask.give.cash or ask.get.cash)


def _owned(game: Game, seat: int, side: Side) -> bool:
    return all(game.owner[square] == seat for square in side.squares)


def tradable(game: Game, square: int) -> bool:
    """Whether a property may change hands at all: no buildings in its group, no mortgage where those stay put."""
    if game.built_up[GROUP[square]]:
        return False
    return game.rules.trade_mortgaged or not game.mortgaged[square]


def side_value(game: Game, side: Side | Half) -> int:
    """Cash and list prices; a mortgaged property counts half."""
    return side.cash + sum(property_value(game, square) for square in side.squares)


def fair(one: int, other: int) -> bool:
    """Whether the smaller side is worth at least half of the larger."""
    return 2 * min(one, other) >= max(one, other)


def propose(draft: Draft, at: Phase, ask: ProposeTrade) -> None:
    """Open the offer."""
    game = draft.game
    seconds = game.rules.trade_seconds
    offer = Offer(
        id=game.offers_made + 1,
        origin=at.seat,
        to=ask.to,
        give=Half(ask.give.cash, list(ask.give.squares)),
        get=Half(ask.get.cash, list(ask.get.squares)),
        deadline=0 if seconds is None else draft.now + seconds * 1000,
        pledged=[square for square in [*ask.give.squares, *ask.get.squares] if game.mortgaged[square]],
    )
    draft.open_offer(offer)
    draft.tell(happened.TradeOffered, offer.id, offer.origin, offer.to, _portion(offer.give), _portion(offer.get))


def _portion(half: Half) -> happened.Portion:
    return happened.Portion(half.cash, list(half.squares))


def find(game: Game, number: int) -> Offer | None:
    """The open offer with this number."""
    return next((offer for offer in game.offers if offer.id == number), None)


def may_answer(game: Game, seat: int, ask: AcceptTrade | RejectTrade) -> str | None:
    """Why the seat may not answer the offer."""
    offer = find(game, ask.trade)
    if offer is None:
        return "trade_gone"
    return None if offer.to == seat else "not_your_turn"


def may_cancel(game: Game, seat: int, ask: CancelTrade) -> str | None:
    """Why the seat may not take the offer back."""
    offer = find(game, ask.trade)
    if offer is None:
        return "trade_gone"
    return None if offer.origin == seat else "not_your_turn"


def accept(draft: Draft, seat: int, ask: AcceptTrade) -> None:
    """Swap at once; mortgages go over as they are."""
    offer = _found(draft.game, ask.trade)
    draft.close_offer(offer)
    draft.spend(offer.origin, offer.give.cash - offer.get.cash)
    draft.gain(seat, offer.give.cash - offer.get.cash)
    for square in offer.give.squares:
        draft.give(square, seat)
    for square in offer.get.squares:
        draft.give(square, offer.origin)
    draft.tell(happened.TradeAccepted, offer.id, offer.origin, offer.to, _portion(offer.give), _portion(offer.get))


def reject(draft: Draft, seat: int, ask: RejectTrade) -> None:
    """Refuse the offer."""
    draft.close_offer(_found(draft.game, ask.trade))
    draft.tell(happened.TradeRejected, ask.trade)


def cancel(draft: Draft, seat: int, ask: CancelTrade) -> None:
    """Take one's own offer back."""
    close(draft, _found(draft.game, ask.trade), "cancelled")


def _found(game: Game, number: int) -> Offer:
    offer = find(game, number)
    assert offer is not None, "the question was not asked"
    return offer


def close(draft: Draft, offer: Offer, reason: str) -> None:
    """End an offer that was not answered."""
    draft.close_offer(offer)
    draft.tell(happened.TradeClosed, offer.id, reason)


def close_where(draft: Draft, condition: Callable[[Offer], bool], reason: str) -> None:
    """End the offers that meet a condition, in the order they were made."""
    for offer in [offer for offer in draft.game.offers if condition(offer)]:
        close(draft, offer, reason)


def close_made_by(draft: Draft, seat: int, reason: str) -> None:
    """End the seat's own offers because its phase ends."""
    close_where(draft, lambda offer: offer.origin == seat, reason)


def close_stale(draft: Draft) -> None:
    """End the offers in which something can no longer be kept."""
    close_where(draft, lambda offer: not stands(draft.game, offer), "stale")


def stands(game: Game, offer: Offer) -> bool:
    """Whether both sides can still give what the offer says, its mortgages being as they were."""
    if game.cash[offer.origin] < offer.give.cash or game.cash[offer.to] < offer.get.cash:
        return False
    return all(_kept(game, offer, square, offer.origin) for square in offer.give.squares) and all(
        _kept(game, offer, square, offer.to) for square in offer.get.squares
    )


def _kept(game: Game, offer: Offer, square: int, giver: int) -> bool:
    if game.owner[square] != giver or game.built_up[GROUP[square]]:
        return False
    return game.mortgaged[square] == (square in offer.pledged)
