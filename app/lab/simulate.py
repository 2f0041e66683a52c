"""Whole games between bots, counted: no database, no clock, no page.

A game depends on the seed and its own number alone, and only sums are kept: games may be played in any order, by any
number of processes, with the same counts, and memory stays flat.
"""

import gc
import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from typing import Any, Final, cast

from msgspec import Struct, field

from app.bots import TEMPERS, Temper, decide
from app.engine import play
from app.engine.actions import Pay, Roll
from app.engine.agenda import Debt
from app.engine.board import SQUARES, STREET_GROUPS
from app.engine.draft import Draft
from app.engine.luck import CARDS, ENVELOPES, SPEED_FACES
from app.engine.modes import MODES
from app.engine.rules.start import open_table, team_of
from app.engine.state import BANKRUPT, Game, fresh

BATCH: Final = 25
"""Games a worker plays at most before it hands its sums over."""
_SHARES: Final = 3
"""Of what is left to play, a batch is at most one in so many for each process: the last ones are small, so that no
process waits long for another."""


class Plan(Struct, frozen=True):
    """What is to be played. The bots take the seats in a new random order each game."""

    mode: str
    seats: int
    games: int
    seed: str
    bots: tuple[str, ...]


class Record(Struct):
    """How a bot has fared: seats it took, games won among them, and bankruptcies."""

    seats: int = 0
    wins: int = 0
    bankruptcies: int = 0

    def add(self, other: "Record") -> None:
        """Take another record of the same bot in."""
        self.seats += other.seats
        self.wins += other.wins
        self.bankruptcies += other.bankruptcies


class Tally(Struct):
    """Sums over games. In teams every member of the winning side has won."""

    wins_by_seat: list[int]
    wins_by_order: list[int]
    """The same, counted from the seat that moved first."""
    games: int = 0
    rolls: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    bots: dict[str, Record] = field(default_factory=dict)
    rents: list[int] = field(default_factory=lambda: [0] * SQUARES)
    """Rent paid in full, by square; shares of a bankrupt's pot are not counted."""

    def add(self, other: "Tally") -> None:
        """Take the sums of other games in."""
        self.games += other.games
        self.rolls += other.rolls
        self.rounds.update(other.rounds)
        self.endings.update(other.endings)
        for seat, wins in enumerate(other.wins_by_seat):
            self.wins_by_seat[seat] += wins
        for place, wins in enumerate(other.wins_by_order):
            self.wins_by_order[place] += wins
        for name, record in other.bots.items():
            self.bots.setdefault(name, Record()).add(record)
        for square, rent in enumerate(other.rents):
            self.rents[square] += rent

    def count_rent(self, debt: Debt) -> None:
        """Count the rents in a debt that is about to be paid."""
        for item in debt.items:
            if item.reason == "rent":
                self.rents[item.square] += item.amount

    def count(self, game: Game, names: Sequence[str], rolls: int) -> None:
        """Count a game that is over."""
        self.games += 1
        self.rolls += rolls
        self.rounds[game.round] += 1
        self.endings[game.ending] += 1
        for seat, name in enumerate(names):
            won = seat in game.winners
            self.wins_by_seat[seat] += won
            self.wins_by_order[(seat - game.first) % len(names)] += won
            self.bots.setdefault(name, Record()).add(Record(1, won, game.standing[seat] == BANKRUPT))


_ROLLS: Final[tuple[list[int | str], ...]] = tuple([a, b] for a in range(1, 7) for b in range(1, 7))
_SPEED_ROLLS: Final[tuple[list[int | str], ...]] = tuple([*roll, face] for roll in _ROLLS for face in SPEED_FACES)


class BulkLuck:
    """Outcomes from a pseudo-random generator: quick, good enough to count with, and nothing to play for."""

    __slots__ = ("_orders", "_shuffle", "random")

    def __init__(self, seed: str) -> None:
        source = Random(seed)
        self.random = source.random
        self._shuffle = source.shuffle
        self._orders: dict[int, list[int]] = {}

    def dice(self, n: int) -> list[int | str]:
        return _ROLLS[int(self.random() * 36)]

    def speed_dice(self, n: int) -> list[int | str]:
        return _SPEED_ROLLS[int(self.random() * 216)]

    def die(self, n: int) -> int:
        return int(self.random() * 6) + 1

    def envelope(self, n: int) -> int:
        return ENVELOPES[int(self.random() * len(ENVELOPES))]

    def group(self, n: int) -> int:
        return int(self.random() * len(STREET_GROUPS))

    def order(self, n: int) -> Sequence[int]:
        if n not in self._orders:
            cards = list(range(CARDS))
            self._shuffle(cards)
            self._orders = {n: cards}
        return self._orders[n]

    def seat(self, n: int, seats: int) -> int:
        return int(self.random() * seats)


def simulate(plan: Plan, *, jobs: int, played: Callable[[int], object]) -> Tally:
    """Play the plan's games; `played` hears of progress, as the number of games that have come in."""
    total = _nothing(plan)
    for tally in _tallies(plan, jobs):
        total.add(tally)
        played(tally.games)
    return total


def _nothing(plan: Plan) -> Tally:
    none = [0] * plan.seats
    return Tally(wins_by_seat=none, wins_by_order=list(none), bots={name: Record() for name in plan.bots})


def _tallies(plan: Plan, jobs: int) -> Iterator[Tally]:
    batches = list(_batches(plan, jobs))
    if jobs == 1 or len(batches) < 2:
        yield from map(play_batch, batches)
        return
    with multiprocessing.Pool(jobs, _leave_interrupts) as pool:
        yield from pool.imap_unordered(play_batch, batches)


def _batches(plan: Plan, jobs: int) -> Iterator[tuple[Plan, int, int]]:
    first = 0
    while first < plan.games:
        left = plan.games - first
        size = min(BATCH, left if jobs == 1 else left // (jobs * _SHARES) + 1)
        yield plan, first, first + size
        first += size


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that was started by hand; it ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_batch(batch: tuple[Plan, int, int]) -> Tally:
    """The sums of a range of a plan's games."""
    plan, first, end = batch
    tally = _nothing(plan)
    collecting = gc.isenabled()
    gc.disable()  # a game makes no cycles, and looking for some after every few moves is a tenth of its cost
    for number in range(first, end):
        _play_game(plan, number, tally)
    if collecting:
        gc.enable()
    return tally


def _play_game(plan: Plan, number: int, tally: Tally) -> None:
    """Play one game to its end: the same one for the same plan and number."""
    whim = Random(f"{plan.seed}/{number}/whims")
    names = seating(plan.bots, plan.seats, whim)
    tempers: list[Temper | None] = [TEMPERS[name] for name in names]
    rules = MODES[plan.mode]
    game = fresh(rules, [team_of(rules.teams, seat) for seat in range(plan.seats)])
    draft = Draft(game, now=0, luck=BulkLuck(f"{plan.seed}/{number}"), log=None)
    open_table(draft)
    rolls = 0
    agenda, mood = game.agenda, whim.random
    while agenda:
        decision = decide(game, tempers, mood)
        assert decision is not None, "every seat has a bot"
        seat, action = decision
        kind = type(action)
        if kind is Roll:
            rolls += 1
        elif kind is Pay:
            tally.count_rent(cast(Debt, agenda[-1]))
        play(draft, seat, action)
    tally.count(game, names, rolls)


def seating(bots: Sequence[str], seats: int, random: Random) -> list[str]:
    """Who sits where: as many different bots as there are, shuffled, each as often as any other over many games."""
    names: list[str] = []
    while len(names) < seats:
        names += random.sample(bots, len(bots))
    names = names[:seats]
    random.shuffle(names)
    return names


def report(plan: Plan, tally: Tally) -> dict[str, Any]:
    """The counts as the contract's JSON object; what it adds are the wins by order of moving and how each bot fared."""
    return {
        "mode": plan.mode,
        "seats": plan.seats,
        "games": tally.games,
        "rolls": tally.rolls,
        "rounds": {"median": _median(tally.rounds), "max": max(tally.rounds)},
        "wins_by_seat": tally.wins_by_seat,
        "wins_by_order": tally.wins_by_order,
        "wins_by_bot": {name: record.wins for name, record in tally.bots.items()},
        "endings": {ending: tally.endings[ending] for ending in ("last_standing", "round_cap")},
        "bankruptcies": sum(record.bankruptcies for record in tally.bots.values()),
        "bots": {name: _shown(record) for name, record in tally.bots.items()},
    }


def _median(rounds: Counter[int]) -> float:
    middle = median(rounds.elements())
    return int(middle) if middle == int(middle) else middle


def _shown(record: Record) -> dict[str, int]:
    return {"seats": record.seats, "wins": record.wins, "bankruptcies": record.bankruptcies}
