"""Rulebook 8, Mortgages. The bank lends half the list price; in some modes what is not redeemed in time is lost."""

from app.engine import events as happened
from app.engine.actions import Mortgage, Redeem
from app.engine.agenda import Phase
from app.engine.board import PROPERTIES
from app.engine.draft import Draft
from app.engine.rules.building import group_is_bare
from app.engine.state import Game
from app.engine.worth import estate, group_of, mortgage_value, redeem_price


def may_mortgage(game: Game, at: Phase, ask: Mortgage) -> str | None:
    """Why the property may not be mortgaged now."""
    square = ask.square
    if group_of(square) < 0:
        return "not_a_property"
    if game.owner[square] != at.seat:
        return "not_owner"
    if game.mortgaged[square]:
        return "already_mortgaged"
    if not group_is_bare(game, square):
        return "group_built"
    return None


def mortgage(draft: Draft, at: Phase, ask: Mortgage) -> None:
    """Pledge the property for half its list price."""
    pledge(draft, at.seat, ask.square)


def pledge(draft: Draft, seat: int, square: int) -> None:
    """Mortgage a property that is not mortgaged."""
    draft.gain(seat, mortgage_value(square))
    draft.mortgage(square)
    if draft.log is not None:
        draft.tell(happened.Mortgaged, seat, square, mortgage_value(square))


def may_redeem(game: Game, at: Phase, ask: Redeem) -> str | None:
    """Why the mortgage may not be redeemed now."""
    square = ask.square
    if group_of(square) < 0:
        return "not_a_property"
    if game.owner[square] != at.seat:
        return "not_owner"
    if not game.mortgaged[square]:
        return "not_mortgaged"
    if game.cash[at.seat] < redeem_price(game, square):
        return "insufficient_cash"
    return None


def redeem(draft: Draft, at: Phase, ask: Redeem) -> None:
    """Pay the loan back with its surcharge."""
    price = redeem_price(draft.game, ask.square)
    draft.spend(at.seat, price)
    draft.unmortgage(ask.square)
    draft.tell(happened.Redeemed, at.seat, ask.square, price)


def lapse(draft: Draft) -> None:
    """At the beginning of a round: release every mortgage whose time is up, in square order."""
    game = draft.game
    if game.rules.mortgage_rounds is None:
        return
    for square in PROPERTIES:
        if game.lapses[square] and game.lapses[square] <= game.round:
            draft.release(square)
            draft.tell(happened.MortgageLapsed, square)


def remind(draft: Draft, seat: int) -> None:
    """At the start of the owner's turn: how many rounds each mortgage has left."""
    game = draft.game
    for square in estate(game, seat):
        if game.lapses[square]:
            draft.tell(happened.MortgageReminder, seat, square, game.lapses[square] - game.round)
