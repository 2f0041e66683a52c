"""What happened, in the past tense: one type an event of the contract, numbers and codes only, no words."""

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from app.engine.moments import iso


class Fact(Struct, frozen=True, tag_field="type"):
    """The common form: `type` on the wire. Money in units; a `to` of None is the bank."""


class GameStarted(Fact, frozen=True, tag="game_started"):
    first: int


class TurnStarted(Fact, frozen=True, tag="turn_started"):
    seat: int
    round: int


class Rolled(Fact, frozen=True, tag="rolled"):
    seat: int
    dice: list[int | str]


class Moved(Fact, frozen=True, tag="moved", rename={"origin": "from"}):
    seat: int
    origin: int
    to: int


class StartPaid(Fact, frozen=True, tag="start_paid"):
    seat: int
    amount: int


class Bought(Fact, frozen=True, tag="bought"):
    seat: int
    square: int
    amount: int


class Declined(Fact, frozen=True, tag="declined"):
    seat: int
    square: int


class AuctionOpened(Fact, frozen=True, tag="auction_opened"):
    square: int
    asked: int


class BidMade(Fact, frozen=True, tag="bid"):
    seat: int
    amount: int


class AuctionPassed(Fact, frozen=True, tag="auction_passed"):
    seat: int
    auto: bool


class AuctionWon(Fact, frozen=True, tag="auction_won"):
    seat: int
    square: int
    amount: int


class AuctionFailed(Fact, frozen=True, tag="auction_failed"):
    square: int


class BidVoided(Fact, frozen=True, tag="bid_voided"):
    seat: int
    asked: int


class CardDrawn(Fact, frozen=True, tag="card_drawn"):
    seat: int
    card: str


class DebtOpened(Fact, frozen=True, tag="debt_opened"):
    seat: int
    total: int


class Paid(Fact, frozen=True, tag="paid"):
    seat: int
    to: int | None
    amount: int
    withheld: int
    reason: str


class Received(Fact, frozen=True, tag="received"):
    seat: int
    amount: int
    reason: str


class Jailed(Fact, frozen=True, tag="jailed"):
    seat: int
    reason: str


class JailFailed(Fact, frozen=True, tag="jail_failed"):
    seat: int
    attempts: int


class Released(Fact, frozen=True, tag="released"):
    seat: int
    how: str


class Built(Fact, frozen=True, tag="built"):
    seat: int
    square: int
    level: int
    amount: int


class Sold(Fact, frozen=True, tag="sold"):
    seat: int
    square: int
    level: int
    amount: int


class Mortgaged(Fact, frozen=True, tag="mortgaged"):
    seat: int
    square: int
    amount: int


class Redeemed(Fact, frozen=True, tag="redeemed"):
    seat: int
    square: int
    amount: int


class MortgageReminder(Fact, frozen=True, tag="mortgage_reminder"):
    seat: int
    square: int
    rounds_left: int


class MortgageLapsed(Fact, frozen=True, tag="mortgage_lapsed"):
    square: int


class Portion(Struct, frozen=True):
    """One side of a trade."""

    cash: int
    squares: list[int]


class TradeOffered(Fact, frozen=True, tag="trade_offered", rename={"origin": "from"}):
    trade: int
    origin: int
    to: int
    give: Portion
    get: Portion


class TradeAccepted(Fact, frozen=True, tag="trade_accepted", rename={"origin": "from"}):
    trade: int
    origin: int
    to: int
    give: Portion
    get: Portion


class TradeRejected(Fact, frozen=True, tag="trade_rejected"):
    trade: int


class TradeClosed(Fact, frozen=True, tag="trade_closed"):
    trade: int
    reason: str


class JackpotBet(Fact, frozen=True, tag="jackpot_bet"):
    seat: int
    numbers: list[int]
    stake: int


class JackpotRolled(Fact, frozen=True, tag="jackpot_rolled"):
    seat: int
    die: int
    payout: int


class JackpotSkipped(Fact, frozen=True, tag="jackpot_skipped"):
    seat: int


class Jumped(Fact, frozen=True, tag="jumped", rename={"origin": "from"}):
    seat: int
    origin: int
    to: int


class Teleported(Fact, frozen=True, tag="teleported"):
    seat: int
    to: int


class TeleportSkipped(Fact, frozen=True, tag="teleport_skipped"):
    seat: int


class TurnMissed(Fact, frozen=True, tag="turn_missed"):
    seat: int
    count: int


class WentBankrupt(Fact, frozen=True, tag="bankrupt"):
    seat: int


class Surrendered(Fact, frozen=True, tag="surrendered"):
    seat: int
    reason: str


class EstateReleased(Fact, frozen=True, tag="estate_released"):
    seat: int


class EstatePassed(Fact, frozen=True, tag="estate_passed"):
    seat: int
    to: int


class RoundCompleted(Fact, frozen=True, tag="round_completed"):
    round: int


class GameOver(Fact, frozen=True, tag="game_over"):
    winners: list[int]
    reason: str


class GodMoved(Fact, frozen=True, tag="god_moved", rename={"origin": "from"}):
    origin: int
    to: int
    die: int


class GroupBlessed(Fact, frozen=True, tag="group_blessed"):
    group: str


class ClocksMoved(Fact, frozen=True, tag="clocks_moved"):
    """The service was away: every open clock and offer runs out that much later."""

    ms: int


Event: TypeAlias = (
    GameStarted
    | TurnStarted
    | Rolled
    | Moved
    | StartPaid
    | Bought
    | Declined
    | AuctionOpened
    | BidMade
    | AuctionPassed
    | AuctionWon
    | AuctionFailed
    | BidVoided
    | CardDrawn
    | DebtOpened
    | Paid
    | Received
    | Jailed
    | JailFailed
    | Released
    | Built
    | Sold
    | Mortgaged
    | Redeemed
    | MortgageReminder
    | MortgageLapsed
    | TradeOffered
    | TradeAccepted
    | TradeRejected
    | TradeClosed
    | JackpotBet
    | JackpotRolled
    | JackpotSkipped
    | Jumped
    | Teleported
    | TeleportSkipped
    | TurnMissed
    | WentBankrupt
    | Surrendered
    | EstateReleased
    | EstatePassed
    | RoundCompleted
    | GameOver
    | GodMoved
    | GroupBlessed
    | ClocksMoved
)

EVENT_TYPES: Final = tuple(str(kind.__struct_config__.tag) for kind in Event.__args__)


class Told(Struct, frozen=True):
    """An event with the version it belongs to and the moment it happened (ms)."""

    version: int
    at: int
    event: Event


def wire(told: list[Told], *, first: int) -> list[dict[str, object]]:
    """The events as the contract writes them, numbered from `first`."""
    return [
        {"n": n, "version": one.version, "at": iso(one.at), **msgspec.to_builtins(one.event)}
        for n, one in enumerate(told, first)
    ]
