"""What a player can ask of a game: orders, with nothing in them that the server knows better."""

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from app.engine.errors import Illegal


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The common form of every order: `type` on the wire, unknown fields refused."""


class Roll(Ask, frozen=True, tag="roll"):
    """Roll the dice."""


class PayBail(Ask, frozen=True, tag="pay_bail"):
    """Buy oneself out of jail before the roll."""


class Build(Ask, frozen=True, tag="build"):
    """Raise a street by one level."""

    square: int


class Sell(Ask, frozen=True, tag="sell"):
    """Take one level down."""

    square: int


class Mortgage(Ask, frozen=True, tag="mortgage"):
    """Mortgage a property."""

    square: int


class Redeem(Ask, frozen=True, tag="redeem"):
    """Redeem a mortgaged property."""

    square: int


class Buy(Ask, frozen=True, tag="buy"):
    """Buy the property one stands on at list price."""


class Decline(Ask, frozen=True, tag="decline"):
    """Leave the property to an auction."""


class Bid(Ask, frozen=True, tag="bid"):
    """Bid what is asked."""


class Pass(Ask, frozen=True, tag="pass"):
    """Leave the auction for good."""


class Bet(Ask, frozen=True, tag="bet"):
    """Stake on one, two or three different numbers of a die."""

    numbers: list[int]


class SkipBet(Ask, frozen=True, tag="skip_bet"):
    """Go on without a bet."""


class ChooseMove(Ask, frozen=True, tag="choose_move"):
    """How many steps the bus goes."""

    steps: int


class Teleport(Ask, frozen=True, tag="teleport"):
    """Where a triple leads."""

    square: int


class Pay(Ask, frozen=True, tag="pay"):
    """Pay the whole debt."""


class Bankrupt(Ask, frozen=True, tag="bankrupt"):
    """Give up because the debt cannot be raised."""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """What one side of a trade puts in: money and squares."""

    cash: int = 0
    squares: list[int] = []


class ProposeTrade(Ask, frozen=True, tag="propose_trade"):
    """Offer a trade to another seat."""

    to: int
    give: Side
    get: Side


class AcceptTrade(Ask, frozen=True, tag="accept_trade"):
    """Take an offer."""

    trade: int


class RejectTrade(Ask, frozen=True, tag="reject_trade"):
    """Refuse an offer."""

    trade: int


class CancelTrade(Ask, frozen=True, tag="cancel_trade"):
    """Take one's own offer back."""

    trade: int


class Surrender(Ask, frozen=True, tag="surrender"):
    """Leave the game for good."""


Action: TypeAlias = (
    Roll
    | PayBail
    | Build
    | Sell
    | Mortgage
    | Redeem
    | Buy
    | Decline
    | Bid
    | Pass
    | Bet
    | SkipBet
    | ChooseMove
    | Teleport
    | Pay
    | Bankrupt
    | ProposeTrade
    | AcceptTrade
    | RejectTrade
    | CancelTrade
    | Surrender
)


def action_type(action: Action | type[Ask]) -> str:
    """The word of the contract for an action."""
    return str(action.__struct_config__.tag)


class _Asked(Struct, frozen=True, array_like=True):
    """Around the union: what msgspec finds out about a struct it keeps, about a union it finds it out each time."""

    action: Action


def read(data: object) -> Action:
    """The action in a decoded JSON object; raises Illegal("malformed") where its form is wrong."""
    try:
        return msgspec.convert((data,), _Asked).action
    except msgspec.ValidationError as error:
        raise Illegal("malformed", {"reason": str(error).replace("`$[0]", "`$")}) from error


ACTION_TYPES: Final = tuple(str(kind.__struct_config__.tag) for kind in Action.__args__)
