"""Rulebook 10, Bankruptcy and surrender. Whoever leaves settles what is owed; the estate is released or inherited."""

from app.engine import events as happened
from app.engine.actions import Bankrupt, Surrender
from app.engine.agenda import AgendaEntry, Auction, Closing, Debt, Item, Owing, debt_total
from app.engine.draft import Draft
from app.engine.rules import auctions
from app.engine.rules.debts import pay_item, raise_money
from app.engine.rules.ending import end_if_decided
from app.engine.rules.trades import close_where
from app.engine.state import BANKRUPT, NOBODY, SURRENDERED, Game
from app.engine.worth import estate, heir_of, raisable


def may_go_bankrupt(game: Game, at: Debt, ask: Bankrupt) -> str | None:
    """Why bankruptcy is refused: selling and mortgaging would cover the debt."""
    return None if raisable(game, at.seat) < debt_total(at) else "still_solvent"


def go_bankrupt(draft: Draft, at: Debt, ask: Bankrupt) -> None:
    """Give up because the debt cannot be raised."""
    fail(draft, at.seat)


def fail(draft: Draft, seat: int) -> None:
    """The seat is bankrupt, by hand or by the clock."""
    draft.put_out(seat, BANKRUPT)
    draft.tell(happened.WentBankrupt, seat)
    _leave(draft, seat)


def surrender(draft: Draft, seat: int, ask: Surrender) -> None:
    """Leave the game for good."""
    give_up(draft, seat, "player")


def give_up(draft: Draft, seat: int, reason: str) -> None:
    """The seat surrenders, by hand or by missing its turns."""
    draft.put_out(seat, SURRENDERED)
    draft.tell(happened.Surrendered, seat, reason)
    _leave(draft, seat)


def _leave(draft: Draft, seat: int) -> None:
    close_where(draft, lambda offer: seat in (offer.origin, offer.to), "left")
    _settle_estate(draft, seat)
    draft.forget_claims(seat)
    _clear_agenda(draft, seat)
    if end_if_decided(draft):
        return
    top = draft.game.agenda[-1]
    if isinstance(top, Auction):
        auctions.leave(draft, top, seat)


def _settle_estate(draft: Draft, seat: int) -> None:
    """Own debts first, then what is left: to the teammate, or to the bank."""
    owed = _debts_of(draft.game, seat)
    heir = heir_of(draft.game, seat)
    in_full = True
    if owed or heir == NOBODY:
        raise_money(draft, seat, None)
        in_full = _pay_shares(draft, seat, owed)
    rest = draft.game.cash[seat]
    if rest:
        draft.pay(seat, heir if in_full else NOBODY, rest, withheld=0, reason="estate")
    for square in estate(draft.game, seat):
        if heir == NOBODY:
            draft.release(square)
        else:
            draft.give(square, heir)
    if heir == NOBODY:
        draft.tell(happened.EstateReleased, seat)
    else:
        draft.tell(happened.EstatePassed, seat, heir)


def _debts_of(game: Game, seat: int) -> list[Item]:
    return [
        item
        for entry in reversed(game.agenda)
        if isinstance(entry, Debt | Owing) and entry.seat == seat
        for item in entry.items
    ]


def _pay_shares(draft: Draft, seat: int, owed: list[Item]) -> bool:
    """Pay the creditors in proportion, never more than what is owed; says whether all were paid in full."""
    pot = draft.game.cash[seat]
    total = sum(item.amount for item in owed)
    for item in owed:
        share = item.amount if pot >= total else pot * item.amount // total
        if share:
            pay_item(draft, seat, item, share)
    return pot >= total


def _clear_agenda(draft: Draft, seat: int) -> None:
    """The seat's own choices and steps fall away; auctions, other seats' debts and the closing of the turn stay."""
    draft.keep_entries(lambda entry: _stays(entry, seat))


def _stays(entry: AgendaEntry, seat: int) -> bool:
    return isinstance(entry, Auction | Closing) or entry.seat != seat
