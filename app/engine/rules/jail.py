"""Rulebook 11, Jail. In by the third double, square 30 or a card; out by bail, by a double, or after three failures."""

from typing import Final

from app.engine import events as happened
from app.engine.actions import PayBail
from app.engine.agenda import Releasing, Turn, Walking
from app.engine.draft import Draft
from app.engine.rules.debts import owe_bank
from app.engine.rules.fortune import lucky_eight
from app.engine.rules.rent import dice_total
from app.engine.state import NOBODY, Game

BAIL: Final = 500
ATTEMPTS: Final = 3


def may_pay_bail(game: Game, at: Turn, ask: PayBail) -> str | None:
    """Why the seat cannot buy itself out."""
    if not game.jailed[at.seat]:
        return "not_jailed"
    return None if game.cash[at.seat] >= BAIL else "insufficient_cash"


def pay_bail(draft: Draft, at: Turn, ask: PayBail) -> None:
    """Out before the roll; the turn goes on as it was."""
    draft.pay(at.seat, NOBODY, BAIL, withheld=0, reason="bail")
    draft.free(at.seat, "bail")


def attempt(draft: Draft, seat: int) -> None:
    """Roll for a double with two dice. A double frees and moves, without an extra roll."""
    dice = draft.roll(third_die=False)
    draft.spend_extra_roll()
    draft.tell(happened.Rolled, seat, dice)
    if draft.game.rules.fortune:
        lucky_eight(draft, seat)
    if dice[0] == dice[1]:
        draft.free(seat, "double")
        draft.push(Walking(seat, dice_total(draft.game)))
        return
    attempts = draft.fail_jail(seat)
    draft.tell(happened.JailFailed, seat, attempts)
    if attempts >= ATTEMPTS:
        draft.push(Releasing(seat))
        owe_bank(draft, seat, BAIL, "bail")


def release(draft: Draft, entry: Releasing) -> None:
    """The forced bail is paid: out, and on by the roll that failed."""
    draft.free(entry.seat, "bail")
    draft.push(Walking(entry.seat, dice_total(draft.game)))
