"""The one place that writes to a game. Each verb changes the state and records the event, so that log and state agree.

A draft is a game with what a deed needs beside it: the moment, the luck, and where events go. `log` None is off, for
games played in bulk.
"""

from collections.abc import Callable
from typing import TypeVarTuple

from app.engine import events as happened
from app.engine.agenda import LANDED, OPENINGS, AgendaEntry, Auction, Debt, Owing, debt_total
from app.engine.board import BUILD_COST, GROUP, GROUP_SIZE, GROUPS, JAIL, PRICE
from app.engine.events import Event, Told
from app.engine.luck import Luck
from app.engine.state import NOBODY, Game, Offer, loanable

_Facts = TypeVarTuple("_Facts")
_GROUPS = len(GROUPS)


class Draft:
    """A game being changed. Seats and squares must be valid: the questions have been asked before."""

    __slots__ = ("game", "log", "luck", "now")

    def __init__(self, game: Game, *, now: int, luck: Luck, log: list[Told] | None) -> None:
        self.game = game
        self.now = now
        self.luck = luck
        self.log = log

    # The record.

    def tell(self, kind: Callable[[*_Facts], Event], *facts: *_Facts) -> None:
        """Record an event; its form is only made when somebody listens.

        Where nearly every step passes, the chapters look at `log` themselves: that is cheaper than the call.
        """
        if self.log is not None:
            self.game.told += 1
            self.log.append(Told(self.game.version, self.now, kind(*facts)))

    def roll(self, *, third_die: bool) -> list[int | str]:
        """Roll and lay the dice on the table; an equal pair of white ones earns another roll until told otherwise."""
        game = self.game
        index = game.drawn
        game.drawn = index + 1
        dice = self.luck.speed_dice(index) if third_die else self.luck.dice(index)
        game.dice = dice
        game.again = dice[0] == dice[1]
        return dice

    def outcome(self) -> int:
        """The index of the next outcome, used up by asking."""
        index = self.game.drawn
        self.game.drawn = index + 1
        return index

    def new_version(self) -> None:
        """Begin a step: an action, or something that ran out."""
        self.game.version += 1

    def begin_action(self, seat: int | None) -> None:
        """Begin a seat's own action: a version more, and its missed turns are forgotten."""
        assert seat is not None, "nobody's wish was found legal"
        game = self.game
        game.version += 1
        game.missed_turns[seat] = 0

    # The agenda and the clocks.

    def push(self, entry: AgendaEntry) -> None:
        """Put an entry on top of the agenda."""
        self.game.agenda.append(entry)

    def open_turn(self) -> None:
        """Ask the seat to move, with a full turn's time: at its start, and for an extra roll."""
        game = self.game
        game.agenda.extend(OPENINGS[game.turn])
        game.turn_ends = game.deadline = self.now + game.rules.turn_seconds * 1000

    def ask(self, entry: AgendaEntry) -> None:
        """Put a new choice of the seat to move on top: the rest of the turn, but never too little."""
        game = self.game
        game.agenda.append(entry)
        soonest = self.now + game.rules.choice_seconds * 1000
        game.deadline = soonest if soonest > game.turn_ends else game.turn_ends

    def ask_bid(self, auction: Auction, seat: int) -> None:
        """Ask the next bidder."""
        auction.seat = seat
        self.game.deadline = self.now + self.game.rules.auction_seconds * 1000

    def ask_debt(self, debt: Debt) -> None:
        """Open a pay pause."""
        game = self.game
        game.agenda.append(debt)
        pause = self.now + game.rules.debt_seconds * 1000
        game.deadline = game.turn_ends if debt.seat == game.turn and game.turn_ends > pause else pause
        if self.log is not None:
            self.tell(happened.DebtOpened, debt.seat, debt_total(debt))

    def put_off(self, ms: int) -> None:
        """Let every clock and offer that is open run out later."""
        game = self.game
        game.deadline += ms
        game.turn_ends += ms
        for offer in game.offers:
            if offer.deadline:
                offer.deadline += ms

    # Money.

    def spend(self, seat: int, amount: int) -> None:
        """Take cash whose event is told by the caller."""
        self.game.cash[seat] -= amount

    def gain(self, seat: int, amount: int) -> None:
        """Give cash whose event is told by the caller."""
        self.game.cash[seat] += amount

    def receive(self, seat: int, amount: int, reason: str) -> None:
        """Money from the bank."""
        self.game.cash[seat] += amount
        self.tell(happened.Received, seat, amount, reason)

    def pay(self, seat: int, to: int, amount: int, *, withheld: int, reason: str) -> None:
        """Money from a seat to a seat or, with NOBODY, to the bank; `withheld` never reaches the payee."""
        cash = self.game.cash
        cash[seat] -= amount
        if to != NOBODY:
            cash[to] += amount - withheld
        if self.log is not None:
            self.tell(happened.Paid, seat, None if to == NOBODY else to, amount, withheld, reason)

    # Property.

    def give(self, square: int, to: int) -> None:
        """Change the owner; the property stays as it is otherwise."""
        game = self.game
        group = GROUP[square]
        held = game.held
        before = game.owner[square]
        if before != NOBODY:
            held[before * _GROUPS + group] -= 1
            game.whole[before] &= ~(1 << group)
            game.loans[before] -= game.mortgaged[square]
            game.backing[before] -= loanable(game, square)
        if to != NOBODY:
            held[to * _GROUPS + group] += 1
            if held[to * _GROUPS + group] == GROUP_SIZE[group]:
                game.whole[to] |= 1 << group
            game.loans[to] += game.mortgaged[square]
            game.backing[to] += loanable(game, square)
        game.owner[square] = to

    def release(self, square: int) -> None:
        """Back to the bank: unowned, without buildings or mortgage."""
        self.set_level(square, 0)
        self.unmortgage(square)
        self.give(square, NOBODY)

    def set_level(self, square: int, level: int) -> None:
        """Set a street's level."""
        game = self.game
        change = level - game.level[square]
        game.built_up[GROUP[square]] += change
        game.level[square] = level
        if game.owner[square] != NOBODY:
            game.backing[game.owner[square]] += change * (BUILD_COST[square] // 2)

    def mortgage(self, square: int) -> None:
        """Pledge a property; where mortgages run out, its countdown begins."""
        game = self.game
        game.mortgaged[square] = True
        self._count_loan(square, 1)
        rounds = game.rules.mortgage_rounds
        game.lapses[square] = 0 if rounds is None else game.round + rounds + 1

    def unmortgage(self, square: int) -> None:
        """Free a property of its mortgage, if it has one."""
        game = self.game
        if game.mortgaged[square]:
            game.mortgaged[square] = False
            self._count_loan(square, -1)
            game.lapses[square] = 0

    def _count_loan(self, square: int, change: int) -> None:
        game = self.game
        game.pledged[GROUP[square]] += change
        owner = game.owner[square]
        if owner != NOBODY:
            game.loans[owner] += change
            game.backing[owner] -= change * (PRICE[square] // 2)

    def note_raised(self, square: int) -> None:
        """Remember that a street was built on in this turn."""
        self.game.raised.append(square)

    # Offers.

    def open_offer(self, offer: Offer) -> None:
        """Lay an offer on the table."""
        self.game.offers_made = offer.id
        self.game.offers.append(offer)

    def close_offer(self, offer: Offer) -> None:
        """Take an offer off the table; the event is told by the caller."""
        self.game.offers.remove(offer)

    # Places.

    def arrive(self, seat: int, square: int) -> None:
        """Put a seat on a square, which is to be resolved; the event is told by the caller."""
        game = self.game
        game.square[seat] = square
        game.agenda.append(LANDED[seat])

    def jail(self, seat: int, reason: str) -> None:
        """Send to jail: no salary, no extra roll."""
        game = self.game
        game.square[seat] = JAIL
        game.jailed[seat] = True
        game.jail_attempts[seat] = 0
        game.again = False
        self.tell(happened.Jailed, seat, reason)

    def free(self, seat: int, how: str) -> None:
        """Out of jail."""
        game = self.game
        game.jailed[seat] = False
        game.jail_attempts[seat] = 0
        self.tell(happened.Released, seat, how)

    # Turns and rounds.

    def go_first(self, seat: int) -> None:
        """The seat drawn to move first."""
        self.game.first = self.game.turn = seat

    def new_turn(self, seat: int) -> None:
        """Hand the turn over: nothing of the last one is left."""
        game = self.game
        game.turn = seat
        game.dice = []
        if game.raised:
            game.raised = []
        game.doubles = 0
        game.again = game.missed = game.lucky = False

    def next_round(self) -> None:
        """Count the rounds."""
        self.game.round += 1

    def count_double(self) -> int:
        """Count a double of this turn, this one included; a triple of the speed die is none."""
        self.game.doubles += 1
        return self.game.doubles

    def spend_extra_roll(self) -> None:
        """The extra roll is taken, or lost."""
        self.game.again = False

    def count_missed(self, seat: int) -> int:
        """The clock has run out in the seat's own turn: how many in a row."""
        self.game.missed = True
        self.game.missed_turns[seat] += 1
        return self.game.missed_turns[seat]

    def fail_jail(self, seat: int) -> int:
        """Count a failed attempt, this one included."""
        self.game.jail_attempts[seat] += 1
        return self.game.jail_attempts[seat]

    # Chance and fortune.

    def lay_deck(self, shuffle: int, left: int) -> None:
        """Which order the cards lie in, and how many are still to come."""
        self.game.shuffle = shuffle
        self.game.deck_left = left

    def mark_lucky(self) -> None:
        """This turn's total of eight has been paid."""
        self.game.lucky = True

    def move_god(self, square: int) -> None:
        """Put the God of Wealth on a square."""
        self.game.god = square

    def bless(self, group: int) -> None:
        """Bless a group; NOBODY ends the blessing."""
        self.game.blessed = group

    # Auctions.

    def lead(self, auction: Auction, seat: int, asked: int) -> None:
        """Who leads, or NOBODY, and what is asked now."""
        auction.leader = seat
        auction.asked = asked

    def note_passed(self, auction: Auction, seat: int) -> None:
        """The seat has passed for good."""
        auction.passed.append(seat)

    def forget_passed(self, auction: Auction, seat: int) -> None:
        """A seat that is out is no longer listed among those who passed."""
        if seat in auction.passed:
            auction.passed.remove(seat)

    # Leaving and the end.

    def put_out(self, seat: int, standing: int) -> None:
        """The seat is out of the game; its estate is settled by the caller."""
        game = self.game
        game.standing[seat] = standing
        game.left.append(seat)
        game.jailed[seat] = False
        game.jail_attempts[seat] = 0

    def forget_claims(self, seat: int) -> None:
        """What others owe to the seat falls to the bank."""
        for entry in self.game.agenda:
            if isinstance(entry, Debt | Owing):
                for item in entry.items:
                    if item.to == seat:
                        item.to = NOBODY

    def keep_entries(self, stays: Callable[[AgendaEntry], bool]) -> None:
        """Drop from the agenda what does not stay."""
        self.game.agenda[:] = [entry for entry in self.game.agenda if stays(entry)]

    def end(self, winners: list[int], reason: str) -> None:
        """Nothing is left to settle."""
        game = self.game
        game.agenda.clear()
        game.winners = winners
        game.ending = reason
        game.deadline = game.turn_ends = 0
