"""Trades as the page shows them: the open offers, and with whom one may trade."""

from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct

from app import engine
from app.engine.board import GROUP, GROUPS
from app.engine.rules.trades import room_for_offer, side_value, tradable
from app.engine.state import PLAYING, Game, Half, Offer
from app.engine.worth import living_after, property_value, teammates
from app.web import labels
from app.web.phrases import Narrator
from app.web.weighing import Effect, effects, weighed


class Lot(Struct, frozen=True):
    """A property in a trade. `why_not` says why it cannot change hands now."""

    square: int
    name: str
    group: str
    letter: str
    value: int
    mortgaged: bool
    rounds_left: int | None
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
    told: Markup
    effects: list[Effect]
    """What it would do to groups, for whoever may answer or take it back."""
    counter: str
    """The address part that opens the builder with the sides swapped; empty for whoever may not answer."""


class Trading(Struct, frozen=True):
    """All open offers, and with whom the viewer may trade now."""

    offers: list[OfferSeen]
    partners: list[int]
    full: bool
    """The viewer could propose but has too many offers open."""


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
    answerable = offer.to == viewer
    give, get = (offer.get, offer.give) if answerable else (offer.give, offer.get)
    own, other = (offer.to, offer.origin) if answerable else (offer.origin, offer.to)
    partners = teammates(game, own, other)
    return OfferSeen(
        id=offer.id,
        origin=offer.origin,
        to=offer.to,
        give=_stake(game, offer.give, say),
        get=_stake(game, offer.get, say),
        seconds=-(-(offer.deadline - now) // 1000) if offer.deadline else None,
        answerable=answerable,
        cancellable=offer.origin == viewer,
        told=weighed(side_value(game, give), side_value(game, get), say, partners=partners),
        effects=effects(game, own, other, give, get, say) if viewer in (own, other) else [],
        counter=_counter(offer) if answerable else "",
    )


def _counter(offer: Offer) -> str:
    give, get = offer.get, offer.give
    pairs: list[tuple[str, object]] = [("trade", offer.origin), ("answers", offer.id)]
    pairs += [("give", square) for square in give.squares] + [("get", square) for square in get.squares]
    pairs += [(name, cash) for name, cash in (("give_cash", give.cash), ("get_cash", get.cash)) if cash]
    return urlencode(pairs)


def _stake(game: Game, half: Half, say: Narrator) -> Stake:
    lots = [lot(game, square, say, chosen=True) for square in half.squares]
    return Stake(half.cash, lots, side_value(game, half))


def lot(game: Game, square: int, say: Narrator, *, chosen: bool) -> Lot:
    """A property as a trade shows it."""
    group = GROUPS[GROUP[square]]
    return Lot(
        square=square,
        name=say.square(square),
        group=group,
        letter=labels.LETTERS[group],
        value=property_value(game, square),
        mortgaged=game.mortgaged[square],
        rounds_left=game.lapses[square] - game.round if game.lapses[square] else None,
        chosen=chosen,
        why_not=None if tradable(game, square) else _kept_because(game, square, say),
    )


def _kept_because(game: Game, square: int, say: Narrator) -> str:
    if game.built_up[GROUP[square]]:
        return say.gettext("buildings in its group")
    return say.gettext("mortgaged ones are not traded in this mode")
