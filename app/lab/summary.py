"""What a finished game comes to: net worths by round, luck against expectation, and the moves that decided it.

Pure arithmetic over the positions of a replay; it holds no words and draws nothing.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from app import engine
from app.engine.board import BUILD_COST, MAX_LEVEL, MEMBERS, SQUARES
from app.engine.rules.ending import side_of
from app.engine.rules.jail import ATTEMPTS
from app.engine.rules.rent import rent_due
from app.engine.state import PLAYING, Game
from app.engine.worth import full_group, living, net_worth
from app.lab.replay import Json, Position, positions

Event = dict[str, Any]

THROWS: Final = tuple((one, other) for one in range(1, 7) for other in range(1, 7))
"""The 36 ways two dice can fall."""
HORIZON: Final = 10
"""For how many rounds of rent a property counts where the weight of a side is estimated."""
MOMENTS: Final = 5
FEWEST: Final = 3
NOTABLE: Final = 0.04
"""A moment worth telling moves at least so much of the whole table; a quiet game tells its FEWEST largest ones."""

_SEVEN: Final = [3, 4]
"""The throw that stands for all, where a utility's rent depends on it."""
_WEIGHING: Final = {
    "paid", "received", "start_paid", "bought", "auction_won", "trade_accepted", "built", "sold", "mortgaged",
    "redeemed", "mortgage_lapsed", "bankrupt", "surrendered", "estate_released", "estate_passed", "jackpot_bet",
    "jackpot_rolled", "group_blessed",
}  # fmt: skip
"""Events after which sides may weigh more or less; nothing else is looked at."""
_TELLING: Final = {
    "paid", "received", "bought", "auction_won", "trade_accepted", "built", "mortgage_lapsed", "bankrupt",
    "surrendered", "estate_passed", "jackpot_rolled", "group_blessed", "card_drawn", "game_over",
}  # fmt: skip
"""Events that say what a moment was."""


class Sample(Struct, frozen=True):
    """The net worth of every seat when `round` was complete; round 0 is the start, the last one is the end."""

    round: int
    worths: list[int]


class Luck(Struct):
    """What the dice brought one seat.

    `charged` is the rent of the squares that its throws led to, `charged_usual` the mean of that over the 36 throws
    there could have been, each from the position then; `earned` the same of its opponents' throws and its own
    properties. `paid` and `received` are what the log says, whatever led there, `received` after rent tax.
    """

    rolls: int = 0
    thrown: int = 0
    doubles: int = 0
    jailed: int = 0
    charged: int = 0
    charged_usual: float = 0.0
    earned: int = 0
    earned_usual: float = 0.0
    paid: int = 0
    received: int = 0

    @property
    def balance(self) -> float:
        """How much better the dice were than usual, in money."""
        return (self.earned - self.earned_usual) - (self.charged - self.charged_usual)


class Moment(Struct, frozen=True):
    """A move that shifted the table. `side` gained or lost most: its share of the whole, before and after.

    `version` is where the replay shows it; `square` is where a rent was paid, None for anything else.
    """

    version: int
    round: int
    side: int
    before: float
    after: float
    events: list[Event]
    square: int | None

    @property
    def swing(self) -> float:
        """How much of the table changed sides."""
        return abs(self.after - self.before)


class Summary(Struct, frozen=True):
    """All of it. `out` is the sample at which a seat is no longer there, None for those who stayed to the end.

    `events` and `outcomes` were recomputed from the seed on the way, and are as they were recorded.
    """

    samples: list[Sample]
    out: list[int | None]
    luck: list[Luck]
    moments: list[Moment]
    events: int
    outcomes: int


def summary(record: Json) -> Summary:
    """The summary of a record. Raises Differs where the record does not follow from its seed."""
    return analyse(positions(record))


def analyse(found: Iterable[Position]) -> Summary:
    """The summary of a game's positions, from its first to its last."""
    analyst = _Analyst()
    for position in found:
        analyst.see(position)
    return analyst.result()


def rents_ahead(game: Game, seat: int) -> dict[tuple[int, int], tuple[int, int]]:
    """What each throw would cost the seat: the owner and the whole rent. Throws that cost nothing are left out.

    The square the throw leads to counts, with the white dice alone: no card, no jump, and no move for a third double
    or for a throw that leaves the seat in jail.
    """
    then = msgspec.structs.replace(game)
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for throw in THROWS:
        if not _moves(game, seat, throw):
            continue
        square = (game.square[seat] + sum(throw)) % SQUARES
        then.dice = list(throw)
        if rent := rent_due(then, square, seat):
            found[throw] = (game.owner[square], rent)
    return found


def _moves(game: Game, seat: int, throw: tuple[int, int]) -> bool:
    double = throw[0] == throw[1]
    if game.jailed[seat]:
        return double or game.jail_attempts[seat] == ATTEMPTS - 1
    return not (double and game.doubles == 2)


def weight(game: Game, seat: int) -> float:
    """Net worth, and the rent of HORIZON rounds in which each opponent lands on each square equally often.

    A full group without mortgages counts as it would be built up with most profit, what that costs taken off.
    """
    if game.standing[seat] != PLAYING:
        return 0.0
    visitors = [other for other in living(game) if side_of(game, other) != side_of(game, seat)]
    if not visitors:
        return float(net_worth(game, seat))
    then = msgspec.structs.replace(game, dice=list(_SEVEN), level=list(game.level))
    visits = HORIZON * len(visitors) / SQUARES
    total = float(net_worth(game, seat))
    for group, members in enumerate(MEMBERS):
        if full_group(game, seat, group) and not game.pledged[group] and BUILD_COST[members[0]]:
            total += max(_built_up(then, members, level, visitors[0], visits) for level in range(MAX_LEVEL + 1))
        else:
            total += visits * sum(rent_due(then, one, visitors[0]) for one in members if game.owner[one] == seat)
    return total


def _built_up(then: Game, members: tuple[int, ...], level: int, visitor: int, visits: float) -> float:
    """The rents of a group with every street at that level at least, less what that would cost. `then` is a copy."""
    found = 0.0
    for one in members:
        now = then.level[one]
        then.level[one] = max(now, level)
        found += visits * rent_due(then, one, visitor) - BUILD_COST[one] * (then.level[one] - now)
        then.level[one] = now
    return found


def shares(game: Game) -> dict[int, float]:
    """How the table is divided among its sides, by `weight`; the whole is 1."""
    weights: dict[int, float] = {}
    for seat in range(len(game.standing)):
        side = side_of(game, seat)
        weights[side] = weights.get(side, 0.0) + weight(game, seat)
    whole = sum(weights.values()) or 1.0
    return {side: one / whole for side, one in weights.items()}


class _Analyst:
    """Watches a game go by; what it keeps of a position is copied, for the game is the replay's own."""

    def __init__(self) -> None:
        self.samples: list[Sample] = []
        self.out: list[int | None] = []
        self.luck: list[Luck] = []
        self.moments: list[Moment] = []
        self.best: Moment | None = None
        self.shares: dict[int, float] = {}
        self.ahead: dict[tuple[int, int], tuple[int, int]] = {}
        self.round = 1
        self.version = self.events = self.outcomes = 0

    def see(self, position: Position) -> None:
        game, events = position.game, position.events
        if not self.samples:
            self._begin(game)
        for event in events:
            self._count(event)
        kinds = {event["type"] for event in events}
        if kinds & _WEIGHING:
            self._weigh(game, events)
        if kinds & {"turn_started", "game_over"}:
            self._end_turn()
        if kinds & {"round_completed", "game_over"}:
            self._sample(game)
        self.round, self.version = game.round, game.version
        self.events, self.outcomes = game.told, game.drawn
        self.ahead = rents_ahead(game, game.turn) if engine.phase(game) == "turn" else {}

    def _begin(self, game: Game) -> None:
        seats = range(len(game.standing))
        self.samples.append(Sample(0, [net_worth(game, seat) for seat in seats]))
        self.luck = [Luck() for _ in seats]
        self.out = [None for _ in seats]
        self.shares = shares(game)
        self.round = game.round

    def _count(self, event: Event) -> None:
        match event["type"]:
            case "rolled":
                self._throw(event["seat"], event["dice"][0], event["dice"][1])
            case "jailed":
                self.luck[event["seat"]].jailed += 1
            case "paid" if event["reason"] == "rent":
                self.luck[event["seat"]].paid += event["amount"]
                if event["to"] is not None:
                    self.luck[event["to"]].received += event["amount"] - event["withheld"]

    def _throw(self, seat: int, one: int, other: int) -> None:
        luck = self.luck[seat]
        luck.rolls += 1
        luck.thrown += one + other
        luck.doubles += one == other
        for throw, (owner, rent) in self.ahead.items():
            luck.charged_usual += rent / len(THROWS)
            self.luck[owner].earned_usual += rent / len(THROWS)
            if throw == (one, other):
                luck.charged += rent
                self.luck[owner].earned += rent
        self.ahead = {}

    def _weigh(self, game: Game, events: list[Event]) -> None:
        before, self.shares = self.shares, shares(game)
        told = [event for event in events if event["type"] in _TELLING]
        side = _most_moved(before, self.shares, next((side_of(game, one["seat"]) for one in told if "seat" in one), 0))
        moment = Moment(
            game.version, self.round, side, before[side], self.shares[side], told, _square_of_rent(game, told)
        )
        if told and (self.best is None or moment.swing > self.best.swing):
            self.best = moment

    def _end_turn(self) -> None:
        """One turn tells at most one moment, so that three levels built in a row are one story."""
        if self.best is not None:
            self.moments.append(self.best)
        self.best = None

    def _sample(self, game: Game) -> None:
        completed = game.round - 1 if game.agenda else game.round
        worths = [net_worth(game, seat) for seat in range(len(game.standing))]
        if self.samples[-1].round == completed:
            self.samples.pop()
        for seat, standing in enumerate(game.standing):
            if standing != PLAYING and self.out[seat] is None:
                self.out[seat] = len(self.samples)
        self.samples.append(Sample(completed, worths))

    def result(self) -> Summary:
        return Summary(self.samples, self.out, self.luck, _largest(self.moments), self.events, self.outcomes)


def _most_moved(before: dict[int, float], after: dict[int, float], actor: int) -> int:
    """The side whose share changed most; where two changed alike, the one that acted."""
    return min(before, key=lambda side: (-round(abs(after[side] - before[side]), 9), side != actor, side))


def _square_of_rent(game: Game, events: list[Event]) -> int | None:
    """Where somebody stands who has just paid rent."""
    for event in events:
        if event["type"] == "paid" and event["reason"] == "rent":
            return game.square[event["seat"]]
    return None


def _largest(moments: list[Moment]) -> list[Moment]:
    """The few that moved most, in the order of the game."""
    ordered = sorted(moments, key=lambda moment: (-moment.swing, moment.version))
    told = [one for number, one in enumerate(ordered[:MOMENTS]) if one.swing >= NOTABLE or number < FEWEST]
    return sorted((one for one in told if one.swing > 0), key=lambda moment: moment.version)
