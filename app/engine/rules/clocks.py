"""Rulebook 15, Clocks: what running out does. How long each choice may last is set where the draft asks for it."""

from app.engine import events as happened
from app.engine.agenda import (
    Auction,
    Choosing,
    Debt,
    Jackpot,
    Purchase,
    Teleporting,
    Turn,
    debt_total,
    waiting,
)
from app.engine.draft import Draft
from app.engine.rules import auctions, bankruptcy, debts, jackpot, landing, speed_die, turns
from app.engine.state import NOBODY
from app.engine.worth import raisable


def put_off(draft: Draft, ms: int) -> None:
    """The service was away for so long: nobody loses time by it."""
    draft.put_off(ms)
    draft.tell(happened.ClocksMoved, ms)


def run_out(draft: Draft) -> None:
    """The actor's time is up: count a missed turn where it is one, then play what has to be played."""
    game = draft.game
    phase = waiting(game.agenda)
    if isinstance(phase, Auction):
        auctions.step_back(draft, phase)
        return
    seat = phase.seat
    if seat == game.turn and not game.missed:
        count = draft.count_missed(seat)
        draft.tell(happened.TurnMissed, seat, count)
        if count >= game.rules.missed_turns:
            bankruptcy.give_up(draft, seat, "missed_turns")
            return
    _force(draft, phase)


def _force(draft: Draft, phase: Turn | Choosing | Teleporting | Purchase | Jackpot | Debt) -> None:
    match phase:
        case Turn():
            turns.skip(draft, phase)
        case Purchase():
            landing.leave_to_auction(draft, phase)
        case Jackpot():
            jackpot.skip(draft, phase)
        case Choosing():
            speed_die.ride(draft, phase, max(speed_die.bus_steps(draft.game)))
        case Teleporting():
            _teleport(draft, phase)
        case Debt():
            _collect(draft, phase)


def _teleport(draft: Draft, phase: Teleporting) -> None:
    square = speed_die.nearest_unowned(draft.game, draft.game.square[phase.seat])
    if square == NOBODY:
        speed_die.stay(draft, phase)
    else:
        speed_die.arrive(draft, phase, square)


def _collect(draft: Draft, debt: Debt) -> None:
    """Raise the money and pay, or else the debtor is bankrupt."""
    total = debt_total(debt)
    if raisable(draft.game, debt.seat) < total:
        bankruptcy.fail(draft, debt.seat)
        return
    debts.raise_money(draft, debt.seat, total)
    debts.settle(draft, debt)
