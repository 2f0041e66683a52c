"""What the table still has to settle, top first.

An entry either waits for a seat, and then it is the phase and its seat the actor, or it settles by itself.
"""

from typing import Final, TypeAlias

from msgspec import Struct


class Entry(Struct, array_like=True, tag_field="type"):
    """The common form: stored by position, the tag first."""


# Entries that wait for a seat: the phases.


class Turn(Entry, tag=1):
    """The seat to move may manage, trade and roll."""

    seat: int


class Choosing(Entry, tag=2):
    """The bus: the seat to move picks its steps (phase `choose_move`)."""

    seat: int


class Teleporting(Entry, tag=3):
    """A triple: the seat to move picks a square (phase `teleport`)."""

    seat: int


class Purchase(Entry, tag=4):
    """The seat to move stands on an unowned property."""

    seat: int
    square: int


class Auction(Entry, tag=5):
    """Bids go round. `seat` is the bidder being asked, `decliner` bids last in the first round.

    `leader` is -1 while nobody has bid; `passed` is in the order of passing.
    """

    seat: int
    square: int
    asked: int
    leader: int
    passed: list[int]
    decliner: int


class Jackpot(Entry, tag=6):
    """The dice bet is offered."""

    seat: int


class Item(Struct, array_like=True):
    """One creditor's part of a debt. `to` -1 is the bank, `square` -1 is none."""

    to: int
    amount: int
    reason: str
    square: int


class Debt(Entry, tag=7):
    """The pay pause of one debtor."""

    seat: int
    items: list[Item]


# Entries that settle themselves.


class Owing(Entry, tag=8):
    """A debt that is open but whose pause has not begun."""

    seat: int
    items: list[Item]


class Walking(Entry, tag=9):
    """The seat moves by so many steps, backwards if negative."""

    seat: int
    steps: int


class Landed(Entry, tag=10):
    """The seat has arrived: its square is to be resolved."""

    seat: int


class Jumping(Entry, tag=11):
    """The x of the speed die is still to be played."""

    seat: int


class Releasing(Entry, tag=12):
    """The bail of the third failure is paid: out, and on by that roll."""

    seat: int


class Closing(Entry, tag=13):
    """The move is over: an extra roll, or the turn passes. Always at the bottom while the game is on."""


TURNS: Final = tuple(Turn(seat) for seat in range(6))
LANDED: Final = tuple(Landed(seat) for seat in range(6))
CLOSING: Final = Closing()
"""Entries that nobody writes to are shared: a game makes them at every step."""
OPENINGS: Final = tuple((CLOSING, turn) for turn in TURNS)
"""By seat, what a turn opens with: what ends it, and above that what it begins with."""

Phase: TypeAlias = Turn | Choosing | Teleporting | Purchase | Auction | Jackpot | Debt
Settling: TypeAlias = Owing | Walking | Landed | Jumping | Releasing | Closing
AgendaEntry: TypeAlias = Phase | Settling

PHASES: Final[dict[type[Entry], str]] = {
    Turn: "turn",
    Choosing: "choose_move",
    Teleporting: "teleport",
    Purchase: "purchase",
    Auction: "auction",
    Jackpot: "jackpot",
    Debt: "debt",
}
"""The contract's word for each entry that waits."""


def waiting(agenda: list[AgendaEntry]) -> Phase:
    """The entry on top, which waits for a seat whenever a table under way is looked at."""
    top = agenda[-1]
    assert not isinstance(top, Owing | Walking | Landed | Jumping | Releasing | Closing), "the agenda is not settled"
    return top


def debt_total(debt: Debt | Owing) -> int:
    """What the debtor has to pay, the creditors' parts together."""
    items = debt.items
    return items[0].amount if len(items) == 1 else sum(item.amount for item in items)
