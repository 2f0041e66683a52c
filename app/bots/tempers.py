"""Who the bots are: fixed names and fixed ways of playing, as data. The sentences are source text, to be translated."""

from typing import Final, Literal

from msgspec import Struct

from app.engine.names import N_


class Temper(Struct, frozen=True, kw_only=True):
    """One way of playing. Money is whole units, shares are percent."""

    name: str
    words: str
    """What the bot is like, in one sentence."""

    pays: tuple[int, int, int, int, int, int, int, int, int, int]
    """What a property alone is worth to it, by group, in percent of the list price."""
    completion: int
    """How much of a full group's worth it counts when a property completes the group for itself."""
    denial: int
    """How much of it it counts when a property would complete the group for an opponent."""
    bids: int
    """How far it goes in an auction, in percent of what the property is worth to it."""

    thin: int
    """The cash it keeps when it buys or bids."""
    keep: int
    """The cash it keeps when it builds or redeems."""
    fear: int
    """How much of the worst rent within one throw it keeps, where that is more than `keep`."""

    builds: Literal["yield", "cheap", "dear"]
    """Which streets it raises first: those that bring most for their cost, the cheap or the dear ones."""
    borrows: bool
    """Whether it mortgages properties outside full groups to build."""

    pace: int
    """It looks for a trade in one turn out of so many at first, and less often the more has been offered."""
    margin: int
    """What a trade has to bring it at least."""

    settled: int
    """With fewer properties than this for sale it would rather sit in jail than pay bail."""
    bets: int
    """How often it takes the jackpot's bet, in percent."""
    numbers: int = 1
    """On how many numbers."""


ADA: Final = Temper(
    name="Ada",
    words=N_("Careful: trades for fair value, never borrows, and builds only with money it can spare."),
    pays=(100, 105, 105, 110, 110, 105, 100, 100, 105, 100),
    completion=90,
    denial=70,
    bids=90,
    thin=300,
    keep=1000,
    fear=45,
    builds="yield",
    borrows=False,
    pace=5,
    margin=100,
    settled=6,
    bets=0,
)
IVO: Final = Temper(
    name="Ivo",
    words=N_("Patient: collects stations and utilities, and likes to sit out danger in jail."),
    pays=(100, 100, 105, 105, 105, 100, 100, 100, 130, 120),
    completion=75,
    denial=75,
    bids=95,
    thin=500,
    keep=1000,
    fear=40,
    builds="yield",
    borrows=True,
    pace=8,
    margin=150,
    settled=12,
    bets=0,
)
KAI: Final = Temper(
    name="Kai",
    words=N_("Bold: puts nearly every coin into buildings, and sometimes takes a bet."),
    pays=(105, 110, 110, 115, 110, 105, 100, 100, 100, 100),
    completion=95,
    denial=70,
    bids=90,
    thin=100,
    keep=400,
    fear=15,
    builds="yield",
    borrows=True,
    pace=10,
    margin=100,
    settled=4,
    bets=40,
    numbers=2,
)
LENA: Final = Temper(
    name="Lena",
    words=N_("Thrifty: fills the cheap groups first, and leaves the dearest ones to others."),
    pays=(115, 120, 115, 110, 105, 100, 100, 90, 105, 100),
    completion=90,
    denial=70,
    bids=95,
    thin=200,
    keep=600,
    fear=30,
    builds="cheap",
    borrows=True,
    pace=5,
    margin=100,
    settled=8,
    bets=0,
)
MINA: Final = Temper(
    name="Mina",
    words=N_("Stubborn: bids high, and would rather hold a key property than see a rival complete a group."),
    pays=(105, 105, 110, 110, 110, 110, 105, 105, 105, 100),
    completion=80,
    denial=110,
    bids=110,
    thin=200,
    keep=700,
    fear=35,
    builds="yield",
    borrows=True,
    pace=12,
    margin=300,
    settled=6,
    bets=0,
)
NOOR: Final = Temper(
    name="Noor",
    words=N_("Sociable: is always looking for a trade that helps both sides."),
    pays=(110, 115, 115, 110, 105, 100, 100, 100, 105, 100),
    completion=90,
    denial=65,
    bids=90,
    thin=200,
    keep=800,
    fear=30,
    builds="yield",
    borrows=False,
    pace=5,
    margin=50,
    settled=6,
    bets=0,
)
REMI: Final = Temper(
    name="Remi",
    words=N_("Steady: keeps the most cash, trades seldom, and waits for the others to fall."),
    pays=(105, 105, 105, 105, 105, 105, 105, 105, 110, 100),
    completion=85,
    denial=90,
    bids=105,
    thin=400,
    keep=1500,
    fear=40,
    builds="yield",
    borrows=True,
    pace=12,
    margin=200,
    settled=10,
    bets=0,
)
TARA: Final = Temper(
    name="Tara",
    words=N_("Grand: loves the dear end of the board, borrows for it, and now and then takes a bet."),
    pays=(90, 100, 100, 105, 110, 115, 115, 115, 100, 100),
    completion=90,
    denial=75,
    bids=100,
    thin=200,
    keep=700,
    fear=30,
    builds="dear",
    borrows=True,
    pace=9,
    margin=150,
    settled=5,
    bets=20,
    numbers=3,
)

TEMPERS: Final[dict[str, Temper]] = {temper.name: temper for temper in (ADA, IVO, KAI, LENA, MINA, NOOR, REMI, TARA)}
"""By name, in the order in which empty seats are filled."""

TYPICAL: Final = Temper(
    name="",
    words="",
    pays=(105, 105, 105, 110, 110, 105, 105, 105, 110, 105),
    completion=85,
    denial=75,
    bids=95,
    thin=500,
    keep=1500,
    fear=35,
    builds="yield",
    borrows=False,
    pace=6,
    margin=150,
    settled=6,
    bets=0,
)
"""Somebody whose way of playing is not known, as a bot imagines whom it makes an offer."""
