"""Rulebook 18, Progress. "Daily and weekly quests": which ones a person has, and what the events of a game count for
them. Reads and writes nothing.

Every quest counts something that all modes have, so that any game brings any person further.
"""

import hmac
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from app.engine.board import KIND, PROPERTIES
from app.engine.events import (
    AuctionWon,
    BidMade,
    Bought,
    Built,
    CardDrawn,
    Event,
    Paid,
    Redeemed,
    Released,
    Rolled,
    RoundCompleted,
    StartPaid,
    TradeAccepted,
    TradeOffered,
)
from app.engine.rules.ending import places, side_of
from app.engine.state import PLAYING, Game

CHOSEN: Final = 3
"""How many quests a day has, and a week."""
DAY_XP: Final = 40
WEEK_XP: Final = 150
HIGH_RENT: Final = 1000
UPPER_LEVEL: Final = 3
_LABEL: Final = b"opolyx quests 1"


class Quest(Struct, frozen=True):
    """What is counted, and how much of it a day's quest asks for and a week's."""

    name: str
    day: int
    week: int

    def target(self, period: str) -> int:
        """How much is asked for in this day or week."""
        return self.week if is_week(period) else self.day


POOL: Final = (
    Quest("games", 1, 6),
    Quest("wins", 1, 3),
    Quest("lasted", 1, 5),
    Quest("outlasted", 2, 12),
    Quest("rounds", 25, 150),
    Quest("rolls", 30, 180),
    Quest("doubles", 5, 30),
    Quest("sixes", 8, 50),
    Quest("sevens", 5, 30),
    Quest("starts", 5, 35),
    Quest("bought", 5, 30),
    Quest("auctions", 1, 5),
    Quest("bids", 3, 20),
    Quest("stations", 2, 10),
    Quest("utilities", 1, 6),
    Quest("built", 4, 30),
    Quest("uppers", 1, 8),
    Quest("rents", 6, 40),
    Quest("rent_money", 3000, 20_000),
    Quest("high_rents", 1, 8),
    Quest("rents_paid", 6, 40),
    Quest("taxes", 2, 10),
    Quest("cards", 4, 25),
    Quest("offers", 2, 10),
    Quest("trades", 1, 5),
    Quest("redeemed", 1, 5),
    Quest("released", 1, 6),
    Quest("groups", 1, 5),
    Quest("holdings", 6, 40),
)
BY_NAME: Final = {quest.name: quest for quest in POOL}
_ALIKE: Final = (
    ("games", "rounds", "rolls"),
    ("wins", "lasted", "outlasted"),
    ("doubles", "sixes", "sevens"),
    ("bought", "stations", "utilities", "holdings"),
    ("auctions", "bids"),
    ("built", "uppers"),
    ("rents", "rent_money", "high_rents"),
    ("rents_paid", "taxes"),
    ("offers", "trades"),
)
_FAMILY: Final = {name: family for family in _ALIKE for name in family}


def is_week(period: str) -> bool:
    """Whether the text names a week, and not a day."""
    return "W" in period


def reward(period: str) -> int:
    """The experience for a quest of this day or week."""
    return WEEK_XP if is_week(period) else DAY_XP


def chosen(period: str, player: str) -> list[Quest]:
    """The quests that a person has in a day or a week: those of the pool whose keyed hash comes first.

    Of those that are nearly the same, only the first.
    """

    def order(quest: Quest) -> bytes:
        return hmac.digest(_LABEL, f"{period}\n{player}\n{quest.name}".encode(), "sha256")

    found: dict[Sequence[str], Quest] = {}
    for quest in sorted(POOL, key=order):
        found.setdefault(_FAMILY.get(quest.name, (quest.name,)), quest)
    return list(found.values())[:CHOSEN]


def counted(events: Iterable[Event], game: Game, seat: int) -> Counter[str]:
    """What a game that is over counts for the person in a seat, by the names of the pool."""
    counts = _at_the_end(game, seat)
    out = False
    for event in events:
        match event:
            case RoundCompleted():
                counts["rounds"] += not out
            case Paid():
                _count_paid(counts, event, seat)
            case TradeAccepted(origin=one, to=other):
                counts["trades"] += seat in (one, other)
            case TradeOffered(origin=one):
                counts["offers"] += one == seat
            case _ if getattr(event, "seat", None) == seat:
                out = out or type(event).__struct_config__.tag in ("bankrupt", "surrendered")
                _count_own(counts, event)
    return +counts


def _at_the_end(game: Game, seat: int) -> Counter[str]:
    place = dict(places(game))
    behind = [other for other in place if side_of(game, other) != side_of(game, seat) and place[other] > place[seat]]
    return Counter(
        games=1,
        wins=seat in game.winners,
        lasted=game.standing[seat] == PLAYING,
        outlasted=len(behind),
        groups=game.whole[seat].bit_count(),
        holdings=sum(game.owner[square] == seat for square in PROPERTIES),
    )


def _count_paid(counts: Counter[str], event: Paid, seat: int) -> None:
    """Only what arrives counts: the rent tax is nobody's income."""
    if event.reason == "rent" and event.to == seat:
        counts["rents"] += 1
        counts["rent_money"] += event.amount - event.withheld
        counts["high_rents"] += event.amount >= HIGH_RENT
    if event.seat == seat:
        counts["rents_paid"] += event.reason == "rent"
        counts["taxes"] += event.reason == "tax"


def _count_own(counts: Counter[str], event: Event) -> None:
    match event:
        case Rolled(dice=dice):
            _count_roll(counts, dice)
        case StartPaid():
            counts["starts"] += 1
        case Bought(square=square):
            counts["bought"] += 1
            _count_kind(counts, square)
        case AuctionWon(square=square):
            counts["auctions"] += 1
            _count_kind(counts, square)
        case BidMade():
            counts["bids"] += 1
        case Built(level=level):
            counts["built"] += 1
            counts["uppers"] += level == UPPER_LEVEL
        case CardDrawn():
            counts["cards"] += 1
        case Redeemed():
            counts["redeemed"] += 1
        case Released():
            counts["released"] += 1
        case _:
            pass


def _count_roll(counts: Counter[str], dice: Sequence[int | str]) -> None:
    """The white dice: the speed die has no part in it."""
    white = dice[:2]
    counts["rolls"] += 1
    counts["doubles"] += white[0] == white[1]
    counts["sixes"] += white.count(6)
    counts["sevens"] += set(white) in ({1, 6}, {2, 5}, {3, 4})


def _count_kind(counts: Counter[str], square: int) -> None:
    counts["stations"] += KIND[square] == "station"
    counts["utilities"] += KIND[square] == "utility"
