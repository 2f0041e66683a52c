"""The rulebook a second time, as far as a log can be judged by it: every event is checked against what stood before it.

Written from the rulebook's sentences and not from the engine, so that the two have to agree.
"""

from collections import Counter
from typing import Final

from app.engine import events as happened
from app.engine.board import BOARD, GROUP, GROUPS, MEMBERS, PROPERTIES
from app.engine.events import Event
from app.engine.modes import Rules
from app.engine.state import NOBODY, Game
from tests.engine.chronicle import Chronicle

_FEES: Final = {"pay_bank_500": 500, "pay_bank_1500": 1500, "pay_bank_2500": 2500}
_GIFTS: Final = {"bank_pays_1000": 1000, "bank_pays_1500": 1500, "bank_pays_2000": 2000}
_TARGETS: Final = {"to_start": 0, "advance_24": 24, "advance_39": 39}
_NEAREST: Final = {"nearest_station": (5, 15, 25, 35), "nearest_utility": (12, 28)}


class Referee:
    """Watches one game beside its chronicle, which tells what stood on the table before each event."""

    def __init__(self, game: Game, chronicle: Chronicle) -> None:
        self.rules: Rules = game.rules
        self.cards = game.cards
        self.team = game.team
        self.first = game.first
        self.table = chronicle
        self.seats = len(game.cash)
        self.dice: list[int | str] = []
        self.doubles = 0
        self.cause = ""
        self.reachable: set[int] = set()
        self.start_due = ""
        self.blessed = NOBODY
        self.lucky = False
        self.raised: Counter[int] = Counter()
        self.drawn: list[str] = []
        self.lapses = {square: game.lapses[square] for square in PROPERTIES if game.lapses[square]}
        self.auction: tuple[int, int, int] | None = None
        self.passed: list[int] = []
        self.numbers: list[int] = []
        self.owes = (NOBODY, 0)
        self.round_done = False

    def judge(self, event: Event) -> None:
        """Hold an event against the rules; call it before the chronicle reads the event."""
        assert bool(self.start_due) == isinstance(event, happened.StartPaid), f"Start money and {event}"
        self._turn(event)
        self._journey(event)
        self._on_the_way(event)
        self._prices(event)
        self._building(event)
        self._auction(event)
        self._debts(event)
        self._fortune(event)
        self._mortgages(event)
        self._end(event)

    # Chapters 2 and 3.

    def _turn(self, event: Event) -> None:
        match event:
            case happened.TurnStarted(seat, number):
                assert seat == self._after(self.table.turn)
                wraps = self._place(seat) <= self._place(self.table.turn)
                assert (number, self.round_done) == (self.table.round + wraps, wraps)
                assert all(lapse > number for lapse in self.lapses.values())
                self.dice, self.doubles, self.lucky, self.round_done = [], 0, False, False
                self.raised.clear()
            case happened.RoundCompleted(number):
                assert number == self.table.round
                assert self._place(self._after(self.table.turn)) <= self._place(self.table.turn)
                self.round_done = True
            case happened.Rolled(seat, dice):
                assert seat == self.table.turn
                start = self.rules.speed_die_from_round
                third = start is not None and self.table.round >= start and not self.table.jailed[seat]
                assert len(dice) == 2 + third
                self._note_roll(seat, dice)
            case happened.Jailed(_, "third_double"):
                assert self.doubles == 3
            case _:
                pass

    def _after(self, seat: int) -> int:
        following = (seat + 1) % self.seats
        while following in self.table.gone:
            following = (following + 1) % self.seats
        return following

    def _place(self, seat: int) -> int:
        return (seat - self.first) % self.seats

    def _note_roll(self, seat: int, dice: list[int | str]) -> None:
        assert not self.dice or self.dice[0] == self.dice[1], "an extra roll without a double"
        self.dice = dice
        one, other, third = int(dice[0]), int(dice[1]), dice[2] if len(dice) == 3 else 0
        triple = one == other == third
        if one == other and not triple and not self.table.jailed[seat]:
            self.doubles += 1
        steps = {one + other + (third if isinstance(third, int) else 0)}
        if third == "bus":
            steps |= {one, other}
        self.reachable = set() if triple else {(self.table.square[seat] + step) % 40 for step in steps}
        self.cause = "jail" if self.table.jailed[seat] else ""

    # Chapters 3, 4, 11, 12 and 14.

    def _journey(self, event: Event) -> None:
        match event:
            case happened.Moved(seat, origin, to):
                assert to in self.reachable
                assert not self.table.jailed[seat]
                self._arrive(to, passes=to < origin and self.cause != "back_3")
            case happened.Jumped(seat, origin, to):
                assert self.dice[2:] == ["x"]
                assert to == self._jump(seat, origin)
                self._arrive(to, passes=to < origin)
            case happened.Teleported(seat, to):
                assert self.dice[0] == self.dice[1] == self.dice[2]
                assert to != self.table.square[seat]
                self._arrive(to, passes=to == 0)
            case happened.TeleportSkipped(seat):
                ahead = [square for square in PROPERTIES if square != self.table.square[seat]]
                assert NOBODY not in [self.table.owner[square] for square in ahead]
            case _:
                pass

    def _on_the_way(self, event: Event) -> None:
        match event:
            case happened.StartPaid(_, amount):
                salaries = (1000, 2000, 3000) if self.rules.fortune else (2000,)
                bonus = self.rules.start_landing_bonus if self.start_due == "exactly" else 0
                assert amount - bonus in salaries
                self.start_due = ""
            case happened.CardDrawn(seat, card):
                self._draw(seat, card)
            case happened.Received(_, amount, "chance"):
                assert amount == _GIFTS[self.cause]
            case happened.Released(_, "double"):
                assert self.dice[0] == self.dice[1]
            case _:
                pass

    def _arrive(self, to: int, *, passes: bool) -> None:
        self.start_due = ("exactly" if to == 0 else "passed") if passes else ""
        self.cause = BOARD[to].kind
        self.reachable = set()

    def _jump(self, seat: int, origin: int) -> int:
        ahead = [square % 40 for square in range(origin + 1, origin + 40) if square % 40 in PROPERTIES]
        free = [square for square in ahead if self.table.owner[square] == NOBODY]
        return (free or [square for square in ahead if self._rent(square, seat)])[0]

    def _draw(self, seat: int, card: str) -> None:
        assert self.cause == "chance"
        assert card not in self.drawn
        self.drawn = [*self.drawn, card] if len(self.drawn) < 15 else []
        at = self.table.square[seat]
        self.cause = card
        if card in _TARGETS:
            self.reachable = {_TARGETS[card]}
        elif card == "back_3":
            self.reachable = {(at - 3) % 40}
        elif card in _NEAREST:
            self.reachable = {min(_NEAREST[card], key=lambda square: (square - at - 1) % 40)}

    # Chapters 4, 6, 8: what things cost.

    def _prices(self, event: Event) -> None:
        match event:
            case happened.Bought(seat, square, amount):
                assert (square, amount) == (self.table.square[seat], BOARD[square].price)
            case happened.Mortgaged(seat, square, amount):
                assert amount == BOARD[square].price // 2
                assert (self.table.owner[square], self.table.mortgaged[square]) == (seat, False)
                assert not any(self.table.level[other] for other in MEMBERS[GROUP[square]])
            case happened.Redeemed(seat, square, amount):
                loan = BOARD[square].price // 2
                assert amount == loan + loan * self.rules.redeem_surcharge // 100
                assert (self.table.owner[square], self.table.mortgaged[square]) == (seat, True)
            case happened.JackpotBet(seat, numbers, stake):
                assert (stake, self.table.square[seat]) == (1000, 20)
                self.numbers = numbers
            case happened.JackpotRolled(_, die, payout):
                assert payout == ({1: 6000, 2: 3000, 3: 2000}[len(self.numbers)] if die in self.numbers else 0)
            case _:
                pass

    def _building(self, event: Event) -> None:
        match event:
            case happened.Built(seat, square, level, amount):
                group = MEMBERS[GROUP[square]]
                levels = [self.table.level[other] for other in group]
                assert amount == BOARD[square].build_cost
                assert all(self.table.owner[other] == seat and not self.table.mortgaged[other] for other in group)
                assert level == self.table.level[square] + 1 <= 5
                assert not self.rules.even_building or level - 1 == min(levels)
                self.raised[square] += 1
                limit = self.rules.levels_per_street_per_turn
                assert limit is None or self.raised[square] <= limit
                assert seat == self.table.turn
            case happened.Sold(seat, square, level, amount):
                levels = [self.table.level[other] for other in MEMBERS[GROUP[square]]]
                assert amount == BOARD[square].build_cost // 2
                assert self.table.owner[square] == seat
                assert not self.rules.even_building or level + 1 == max(levels)
            case _:
                pass

    # Chapter 5.

    def _auction(self, event: Event) -> None:
        match event:
            case happened.AuctionOpened(square, asked):
                assert self.table.owner[square] == NOBODY
                assert (square, asked) == (self.table.square[self.table.turn], BOARD[square].price)
                self.auction, self.passed = (square, asked, NOBODY), []
            case happened.BidMade(seat, amount):
                square, asked, leader = self._running()
                assert amount == asked <= self.table.cash[seat]
                assert seat not in (leader, *self.passed)
                self.auction = square, asked + 100, seat
            case happened.AuctionPassed(seat, auto):
                _, asked, leader = self._running()
                assert seat not in (leader, *self.passed)
                assert auto <= (self.table.cash[seat] < asked)
                self.passed.append(seat)
            case happened.BidVoided(seat, asked):
                square, standing, leader = self._running()
                assert (leader, asked) == (seat, standing - 100)
                self.auction = square, asked, NOBODY
            case _:
                self._hammer(event)

    def _hammer(self, event: Event) -> None:
        match event:
            case happened.AuctionWon(seat, square, amount):
                assert (square, amount + 100, seat) == self._running()
                assert self._all_but(seat) <= set(self.passed)
                self.auction = None
            case happened.AuctionFailed(square):
                assert self._running()[::2] == (square, NOBODY)
                assert self._all_but(NOBODY) <= set(self.passed)
                self.auction = None
            case _:
                pass

    def _running(self) -> tuple[int, int, int]:
        assert self.auction is not None
        return self.auction

    def _all_but(self, seat: int) -> set[int]:
        return set(range(self.seats)) - {seat} - set(self.table.gone)

    # Chapters 7, 9 and 10.

    def _debts(self, event: Event) -> None:
        match event:
            case happened.DebtOpened(seat, total):
                assert total == self._owed(seat)
                self.owes = (seat, total)
            case happened.Paid(_, to, amount, withheld, "rent"):
                assert withheld == (0 if to is None else self._tax(amount))
            case happened.Paid(seat, to, amount, 0, reason):
                assert reason in ("tax", "chance", "bail", "estate")
                assert reason != "bail" or amount == 500 or seat in self.table.gone
                assert reason != "tax" or to is None
            case happened.Paid():
                raise AssertionError(f"{event} withholds what is no rent")
            case happened.WentBankrupt(seat):
                assert self.owes[0] == seat
                assert self._raisable(seat) < self.owes[1]
            case _:
                pass

    def _owed(self, seat: int) -> int:
        """What the seat can only owe, by what has happened to the seat to move."""
        square = self.table.square[seat]
        if self.cause == "collect_from_each":
            assert not self._allied(seat, self.table.turn)
            return 250
        assert seat == self.table.turn
        if self.cause in ("street", "station", "utility"):
            return self._rent(square, seat)
        opponents = [other for other in self._all_but(seat) if not self._allied(other, seat)]
        levels = sum(self.table.level[other] for other in PROPERTIES if self.table.owner[other] == seat)
        return {
            "tax": BOARD[square].tax,
            "jail": 500 if self.table.attempts[seat] == 3 else 0,
            "repairs": 250 * levels,
            "pay_each": 250 * len(opponents),
            **_FEES,
        }[self.cause]

    def _allied(self, one: int, other: int) -> bool:
        return one == other or (self.team[one] != NOBODY and self.team[one] == self.team[other])

    def _raisable(self, seat: int) -> int:
        own = [square for square in PROPERTIES if self.table.owner[square] == seat]
        levels = sum(self.table.level[square] * (BOARD[square].build_cost // 2) for square in own)
        loans = sum(BOARD[square].price // 2 for square in own if not self.table.mortgaged[square])
        return self.table.cash[seat] + levels + loans

    def _tax(self, rent: int) -> int:
        if self.rules.rent_tax is None or self.table.round < self.rules.rent_tax[0]:
            return 0
        start, peak = self.rules.rent_tax
        return rent * 99 * (min(self.table.round, peak) - start + 1) // (100 * (peak - start + 1))

    def _rent(self, square: int, seat: int) -> int:
        owner = self.table.owner[square]
        if owner == NOBODY or self.table.mortgaged[square] or self._allied(owner, seat):
            return 0
        held = sum(self.table.owner[other] == owner for other in MEMBERS[GROUP[square]])
        match BOARD[square].kind:
            case "station":
                base = 250 << (held - 1)
            case "utility":
                base = {1: 40, 2: 100}[held] * sum(face for face in self.dice if isinstance(face, int))
            case _:
                base = BOARD[square].rents[self.table.level[square]]
                if held == len(MEMBERS[GROUP[square]]) and not self.table.level[square]:
                    base *= 2
                if GROUP[square] == self.blessed:
                    base *= 2
        percent = min(33, self.cards[owner].get(square, 0)) if self.rules.collection_cards else 0
        return base * (100 + percent) // 100

    # Chapters 8 and 17.

    def _fortune(self, event: Event) -> None:
        match event:
            case happened.Received(seat, amount, "lucky_eight"):
                assert (amount, self.lucky) == (800, False)
                assert int(self.dice[0]) + int(self.dice[1]) == 8
                self.lucky = True
            case happened.Received(seat, amount, "god_of_wealth"):
                assert (amount, self.table.square[seat]) == (1000, self.table.god)
            case happened.GodMoved(origin, to, die):
                assert (origin, to) == (self.table.god, (origin + die) % 40)
                if self.round_done:
                    self.blessed = NOBODY
            case happened.GroupBlessed(group):
                assert (self.round_done, (self.table.round + 1) % 8) == (True, 0)
                self.blessed = GROUPS.index(group)
            case _:
                pass

    def _mortgages(self, event: Event) -> None:
        match event:
            case happened.Mortgaged(_, square, _):
                if self.rules.mortgage_rounds is not None:
                    self.lapses[square] = self.table.round + self.rules.mortgage_rounds + 1
            case happened.Redeemed(_, square, _):
                self.lapses.pop(square, None)
            case happened.MortgageLapsed(square):
                assert self.round_done
                assert self.lapses.pop(square) == self.table.round + 1
            case happened.MortgageReminder(seat, square, left):
                assert (self.table.owner[square], self.table.turn) == (seat, seat)
                assert left == self.lapses[square] - self.table.round
            case happened.EstateReleased(seat):
                for square in PROPERTIES:
                    if self.table.owner[square] == seat:
                        self.lapses.pop(square, None)
            case _:
                pass

    # Chapter 16.

    def _end(self, event: Event) -> None:
        if not isinstance(event, happened.GameOver):
            return
        worth: dict[int, int] = {}
        for seat in sorted(self._all_but(NOBODY)):
            worth.setdefault(self._side(seat), 0)
            worth[self._side(seat)] += self._worth(seat)
        best = max(worth.values())
        winner = min(
            (side for side in worth if worth[side] == best),
            key=lambda side: min(seat for seat in range(self.seats) if self._side(seat) == side),
        )
        assert event.winners == [seat for seat in range(self.seats) if self._side(seat) == winner]
        assert event.reason == ("last_standing" if len(worth) == 1 else "round_cap")
        assert len(worth) == 1 or (self.round_done and self.table.round >= self.rules.round_cap)

    def _side(self, seat: int) -> int:
        return seat if self.team[seat] == NOBODY else self.team[seat]

    def _worth(self, seat: int) -> int:
        own = [square for square in PROPERTIES if self.table.owner[square] == seat]
        deeds = sum(BOARD[square].price // (2 if self.table.mortgaged[square] else 1) for square in own)
        return (
            self.table.cash[seat] + deeds + sum(self.table.level[square] * BOARD[square].build_cost for square in own)
        )
