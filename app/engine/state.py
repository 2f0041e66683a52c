"""The state of a game: flat and small, lists of numbers by seat and by square. It holds nothing secret.

Only `draft.py` writes to it. Some lists (`held`, `built_up`, `pledged`, `whole`, `loans`, `backing`) repeat what the
squares say, so that the questions asked at every step need no loop; the draft's verbs keep them.
"""

from typing import Final

import msgspec
from msgspec import Struct

from app.engine.agenda import AgendaEntry
from app.engine.board import BUILD_COST, GROUP_SIZE, GROUPS, PRICE, PROPERTIES, SQUARES
from app.engine.modes import Rules

SCHEMA: Final = 1
"""Number of this layout, stored beside every state. Fields are appended with a default, never moved."""

NOBODY: Final = -1
PLAYING: Final = 0
BANKRUPT: Final = 1
SURRENDERED: Final = 2
STANDINGS: Final = ("playing", "bankrupt", "surrendered")
GIVEN_ORDER: Final = -1
"""`shuffle` of a game whose cards were laid out before it began."""
FIXED_ORDER: Final = -2
"""`shuffle` of a deck that cycles in the order of the rulebook."""


class Half(Struct, array_like=True):
    """One side of an open offer."""

    cash: int
    squares: list[int]


class Offer(Struct, array_like=True):
    """An open offer. `deadline` 0 is none; `pledged` are the offered squares that were mortgaged when it was made."""

    id: int
    origin: int
    to: int
    give: Half
    get: Half
    deadline: int
    pledged: list[int]


class Game(Struct, array_like=True, kw_only=True):
    """A game under way or over. Moments are milliseconds since the epoch, 0 for none; seats and squares index lists."""

    rules: Rules
    version: int = 0
    told: int = 0
    """The number of the last event."""
    drawn: int = 0
    """How many outcomes have been used: the index of the next one."""
    round: int = 1
    first: int = 0
    turn: int = 0
    deadline: int = 0
    turn_ends: int = 0
    agenda: list[AgendaEntry] = []

    # By seat.
    cash: list[int]
    square: list[int]
    jailed: list[bool]
    jail_attempts: list[int]
    missed_turns: list[int]
    standing: list[int]
    team: list[int]
    cards: list[dict[int, int]]
    left: list[int] = []
    """The seats that are out, in the order of leaving."""

    # By square.
    owner: list[int] = msgspec.field(default_factory=lambda: [NOBODY] * SQUARES)
    level: list[int] = msgspec.field(default_factory=lambda: [0] * SQUARES)
    mortgaged: list[bool] = msgspec.field(default_factory=lambda: [False] * SQUARES)
    lapses: list[int] = msgspec.field(default_factory=lambda: [0] * SQUARES)
    """The round at whose beginning a mortgage lapses, 0 for never."""

    # Derived, kept by the draft.
    held: list[int]
    """Properties by seat × ten groups."""
    built_up: list[int] = msgspec.field(default_factory=lambda: [0] * len(GROUPS))
    """Levels by group."""
    pledged: list[int] = msgspec.field(default_factory=lambda: [0] * len(GROUPS))
    """Mortgages by group."""

    # This turn.
    dice: list[int | str] = []
    doubles: int = 0
    again: bool = False
    """An extra roll is due once this move is settled."""
    missed: bool = False
    """The clock has already run out in this turn."""
    lucky: bool = False
    """This turn's total of eight has been paid."""
    raised: list[int] = []
    """The streets built on in this turn, once a level."""

    shuffle: int = GIVEN_ORDER
    """The outcome that laid out the present deck."""
    deck_left: int = 0
    offers: list[Offer] = []
    offers_made: int = 0
    god: int = 0
    blessed: int = NOBODY
    winners: list[int] = []
    ending: str = ""
    away_ms: int = 0
    """How much of the service's outages these clocks have been put off by, of all there ever were."""

    # Derived too, by seat; counted anew where a game was stored before they were kept.
    whole: list[int] = []
    """The groups that the seat owns whole: the sum of 1 << group."""
    loans: list[int] = []
    """How many of its properties are mortgaged."""
    backing: list[int] = []
    """What selling all its levels and mortgaging all its properties would bring."""

    def __post_init__(self) -> None:
        if not self.whole:
            _count(self)


# A field is set Python's own way, which the interpreter knows a shortcut for. What msgspec's way does besides, to have
# an object that got its first list collected as garbage, means nothing to a record that is made of lists.
for name, plain in (("__setattr__", object.__setattr__), ("__delattr__", object.__delattr__)):
    setattr(Game, name, plain)


def _count(game: Game) -> None:
    """Count what is derived by seat."""
    seats = range(len(game.cash))
    game.whole = [
        sum(1 << group for group, size in enumerate(GROUP_SIZE) if game.held[seat * len(GROUPS) + group] == size)
        for seat in seats
    ]
    game.loans = [0 for _ in seats]
    game.backing = [0 for _ in seats]
    for square in PROPERTIES:
        if game.owner[square] != NOBODY:
            game.loans[game.owner[square]] += game.mortgaged[square]
            game.backing[game.owner[square]] += loanable(game, square)


def loanable(game: Game, square: int) -> int:
    """What a property would bring: half the cost of its levels, and half its list price unless that is lent already."""
    loan = 0 if game.mortgaged[square] else PRICE[square] // 2
    return loan + game.level[square] * (BUILD_COST[square] // 2)


def fresh(rules: Rules, teams: list[int]) -> Game:
    """A table nobody has moved at: `teams` has one number a seat, -1 without teams."""
    seats = len(teams)
    return Game(
        rules=rules,
        cash=[0] * seats,
        square=[0] * seats,
        jailed=[False] * seats,
        jail_attempts=[0] * seats,
        missed_turns=[0] * seats,
        standing=[PLAYING] * seats,
        team=teams,
        cards=[{} for _ in teams],
        held=[0] * (seats * len(GROUPS)),
    )


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Game)


def encode(game: Game) -> bytes:
    """The state as it is stored: compact MessagePack, by position."""
    return _encoder.encode(game)


def decode(data: bytes) -> Game:
    """A private copy of a stored state."""
    return _decoder.decode(data)
