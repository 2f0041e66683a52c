"""Rulebook 17, Fortune: red envelope, lucky eight, God of Wealth, blessed group. Does nothing where they are off."""

from typing import Final

from app.engine import events as happened
from app.engine.board import GROUPS, SQUARES
from app.engine.draft import Draft
from app.engine.state import NOBODY

LUCKY_TOTAL: Final = 8
LUCKY_PAY: Final = 800
GOD_PAYS: Final = 1000
BLESSED_EVERY: Final = 8
"""A group is blessed at the start of every round that is a multiple of this."""


def envelope(draft: Draft, salary: int) -> int:
    """What passing Start pays: the envelope, or the salary where there are none."""
    return draft.luck.envelope(draft.outcome()) if draft.game.rules.fortune else salary


def lucky_eight(draft: Draft, seat: int) -> None:
    """In games with lucky numbers: the first white total of eight in a turn is paid, right after the roll."""
    game = draft.game
    if not game.lucky and sum(map(int, game.dice[:2])) == LUCKY_TOTAL:
        draft.mark_lucky()
        draft.receive(seat, LUCKY_PAY, "lucky_eight")


def meet_god(draft: Draft, seat: int) -> None:
    """In games with the figure: whoever arrives where it stands is paid, and it moves on."""
    game = draft.game
    if game.square[seat] == game.god:
        draft.receive(seat, GOD_PAYS, "god_of_wealth")
        _advance_god(draft)


def _advance_god(draft: Draft) -> None:
    die = draft.luck.die(draft.outcome())
    origin = draft.game.god
    draft.move_god((origin + die) % SQUARES)
    draft.tell(happened.GodMoved, origin, draft.game.god, die)


def end_round(draft: Draft) -> None:
    """A round has ended: the blessing is over and the figure walks."""
    if draft.game.rules.fortune:
        draft.bless(NOBODY)
        _advance_god(draft)


def begin_round(draft: Draft) -> None:
    """A round begins: in every eighth a street group is blessed."""
    if draft.game.rules.fortune and draft.game.round % BLESSED_EVERY == 0:
        group = draft.luck.group(draft.outcome())
        draft.bless(group)
        draft.tell(happened.GroupBlessed, GROUPS[group])
