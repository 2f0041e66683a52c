"""Trades as the page shows them: the open offers, with whom one may trade, and the builder of a new offer."""

from msgspec import Struct

from app import engine
from app.engine.actions import ProposeTrade, Side
from app.engine.board import GROUP, GROUPS, PRICE
from app.engine.rules.trades import room_for_offer, side_value, tradable
from app.engine.state import PLAYING, Game, Half, Offer
from app.engine.worth import estate, living_after, property_value, teammates
from app.web import labels
from app.web.phrases import Narrator


class Lot(Struct, frozen=True):
    """A property in a trade. `why_not` says why it cannot change hands now."""

    square: int
    name: str
    group: str
    letter: str
    value: int
    mortgaged: bool
    chosen: bool
    why_not: str | None


class Stake(Struct, frozen=True):
    """What one side of an offer puts in, and what it is worth by list prices."""

    cash: int
    lots: list[Lot]
    value: int


class OfferSeen(Struct, frozen=True):
    """An open offer. `seconds` None: it has no clock of its own."""

    id: int
    origin: int
    to: int
    give: Stake
    get: Stake
    seconds: int | None
    answerable: bool
    cancellable: bool


class Trading(Struct, frozen=True):
    """All open offers, and with whom the viewer may trade now."""

    offers: list[OfferSeen]
    partners: list[int]
    full: bool
    """The viewer could propose but has too many offers open."""


class Builder(Struct, frozen=True):
    """A new offer being put together."""

    to: int
    give: list[Lot]
    get: list[Lot]
    give_cash: int
    get_cash: int
    most_give: int
    most_get: int
    gifts: bool
    """The other is a teammate: anything goes."""


def trading(game: Game, viewer: int | None, say: Narrator, *, now: int) -> Trading:
    """The trades at a table as a viewer sees them."""
    offers = [_offer(game, offer, viewer, say, now=now) for offer in game.offers]
    if viewer is None or not may_trade(game, viewer):
        return Trading(offers, [], full=False)
    room = room_for_offer(game, viewer)
    return Trading(offers, living_after(game, viewer) if room else [], full=not room)


def may_trade(game: Game, seat: int) -> bool:
    """Whether the phase lets the seat propose, whatever it has open."""
    return engine.actor(game) == seat and game.standing[seat] == PLAYING and engine.phase(game) in ("turn", "debt")


def _offer(game: Game, offer: Offer, viewer: int | None, say: Narrator, *, now: int) -> OfferSeen:
    return OfferSeen(
        id=offer.id,
        origin=offer.origin,
        to=offer.to,
        give=_stake(game, offer.give, say),
        get=_stake(game, offer.get, say),
        seconds=-(-(offer.deadline - now) // 1000) if offer.deadline else None,
        answerable=offer.to == viewer,
        cancellable=offer.origin == viewer,
    )


def _stake(game: Game, half: Half, say: Narrator) -> Stake:
    lots = [_lot(game, square, say, chosen=True) for square in half.squares]
    return Stake(half.cash, lots, side_value(game, half))


def _lot(game: Game, square: int, say: Narrator, *, chosen: bool) -> Lot:
    group = GROUPS[GROUP[square]]
    return Lot(
        square=square,
        name=say.square(square),
        group=group,
        letter=labels.LETTERS[group],
        value=property_value(game, square),
        mortgaged=game.mortgaged[square],
        chosen=chosen,
        why_not=None if tradable(game, square) else _kept_because(game, square, say),
    )


def _kept_because(game: Game, square: int, say: Narrator) -> str:
    if game.built_up[GROUP[square]]:
        return say.gettext("There are buildings in its group.")
    return say.gettext("Mortgaged properties are not traded in this mode.")


def builder(game: Game, seat: int, to: int, say: Narrator, draft: ProposeTrade | None) -> Builder:
    """The builder for an offer to a seat, filled with what was put together before."""
    give = draft.give if draft else Side()
    get = draft.get if draft else Side()
    return Builder(
        to=to,
        give=[_lot(game, square, say, chosen=square in give.squares) for square in _sorted(game, seat)],
        get=[_lot(game, square, say, chosen=square in get.squares) for square in _sorted(game, to)],
        give_cash=max(0, give.cash),
        get_cash=max(0, get.cash),
        most_give=game.cash[seat],
        most_get=game.cash[to],
        gifts=teammates(game, seat, to),
    )


def _sorted(game: Game, seat: int) -> list[int]:
    return sorted(estate(game, seat), key=lambda square: (GROUP[square], PRICE[square], square))
