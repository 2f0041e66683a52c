"""Rulebook 6, Jackpot. A fixed stake on one, two or three numbers of a die; its expectation is exactly zero."""

from typing import Final

from app.engine import events as happened
from app.engine.actions import Bet, SkipBet
from app.engine.agenda import Jackpot
from app.engine.draft import Draft
from app.engine.state import Game

STAKE: Final = 1000
FEWEST_NUMBERS: Final = 1
MOST_NUMBERS: Final = 3
PAYOUTS: Final = (0, 6000, 3000, 2000)
"""What a hit pays, gross, by how many numbers were chosen."""


def offer_bet(draft: Draft, seat: int) -> None:
    """Offer the bet to a seat that has the stake; to others nothing is offered."""
    if draft.game.rules.square_20 == "jackpot" and draft.game.cash[seat] >= STAKE:
        draft.ask(Jackpot(seat))


def may_bet(game: Game, at: Jackpot, ask: Bet) -> str | None:
    """Why these numbers cannot be bet on."""
    numbers = ask.numbers
    if not FEWEST_NUMBERS <= len(numbers) <= MOST_NUMBERS or len(set(numbers)) != len(numbers):
        return "invalid_choice"
    return None if all(1 <= number <= 6 for number in numbers) else "invalid_choice"


def bet(draft: Draft, at: Jackpot, ask: Bet) -> None:
    """Stake, roll, pay a hit."""
    draft.game.agenda.pop()
    draft.spend(at.seat, STAKE)
    draft.tell(happened.JackpotBet, at.seat, list(ask.numbers), STAKE)
    die = draft.luck.die(draft.outcome())
    payout = PAYOUTS[len(ask.numbers)] if die in ask.numbers else 0
    draft.gain(at.seat, payout)
    draft.tell(happened.JackpotRolled, at.seat, die, payout)


def skip_bet(draft: Draft, at: Jackpot, ask: SkipBet) -> None:
    """Go on without a bet."""
    skip(draft, at)


def skip(draft: Draft, at: Jackpot) -> None:
    """The bet is not taken, by hand or by the clock."""
    draft.game.agenda.pop()
    draft.tell(happened.JackpotSkipped, at.seat)
