"""What the bots' tests ask in one line: who does what at a table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app import bots
from app.bots import TEMPERS, Temper
from app.engine.actions import Action, Decline, ProposeTrade, Roll, Side
from app.engine.board import MEMBERS, SQUARES
from tests.build import Table, table

ADA: Final = TEMPERS["Ada"]
KAI: Final = TEMPERS["Kai"]
EVERYBODY: Final = tuple(TEMPERS.values())
THROW: Final = 3
"""What the dice of `arriving` show."""


def cautious() -> float:
    """A whim that keeps the daring quiet."""
    return 0.999


def daring() -> float:
    """A whim to dare anything."""
    return 0.0


def choice(at: Table, temper: Temper, seat: int = 0) -> Action:
    """What the bot does as the actor."""
    return bots.choose(at.game, seat, temper, cautious)


def owning(seat: int, *groups: int, **condition: Any) -> dict[str, Any]:
    """Whole groups of one owner, as a setup's properties."""
    return {str(square): {"owner": seat, **condition} for group in groups for square in MEMBERS[group]}


def arriving(square: int, *seats: Mapping[str, Any], random: Sequence[Any] = (), **setup: Any) -> Table:
    """A table whose first seat has just thrown three and arrived on a square."""
    first = {**(seats[0] if seats else {}), "square": (square - THROW) % SQUARES}
    at = table(first, *(seats[1:] or ({},)), random=[[1, 2], *random], **setup)
    at.do(0, Roll())
    return at


def auctioned(square: int, *seats: Mapping[str, Any], **setup: Any) -> Table:
    """A table whose first seat has just left the square to an auction; the second is asked."""
    at = arriving(square, *seats, **setup)
    at.do(0, Decline())
    return at


def offered(at: Table, *, give: Side, get: Side, origin: int = 0, to: int = 1) -> Table:
    """The table after an offer."""
    at.do(origin, ProposeTrade(to, give, get))
    return at


def reply(at: Table, temper: Temper, seat: int = 1) -> str:
    """The kind of answer the bot gives to the offer made to it."""
    said = bots.answer(at.game, seat, temper, cautious)
    return "nothing" if said is None else type(said).__name__


def like(temper: Temper, **changes: Any) -> Temper:
    """A temper with some figures otherwise."""
    return msgspec.structs.replace(temper, **changes)
