"""Rulebook 3, Start money: the salary for passing Start, with the bonus for landing on it."""

from typing import Final

from app.engine import events as happened
from app.engine.draft import Draft
from app.engine.rules.fortune import envelope

SALARY: Final = 2000


def pay_start(draft: Draft, seat: int, *, exactly: bool) -> None:
    """Pay in one sum what passing Start, or landing exactly on it, is worth."""
    amount = envelope(draft, SALARY)
    if exactly:
        amount += draft.game.rules.start_landing_bonus
    draft.gain(seat, amount)
    draft.tell(happened.StartPaid, seat, amount)
