"""Rulebook 3, A turn. Roll, walk, resolve; a double rolls again, the third goes to jail; the turn passes by itself."""

from typing import Final

from app.engine import events as happened
from app.engine.actions import Roll
from app.engine.agenda import Closing, Turn, Walking
from app.engine.board import SQUARES
from app.engine.draft import Draft
from app.engine.rules import fortune, jail, mortgages, speed_die
from app.engine.rules.ending import finish
from app.engine.rules.start_money import pay_start
from app.engine.rules.trades import close_made_by
from app.engine.state import PLAYING

DOUBLES_TO_JAIL: Final = 3


def roll(draft: Draft, at: Turn, ask: Roll) -> None:
    """Roll the dice and put what follows on the agenda."""
    game, seat = draft.game, at.seat
    game.agenda.pop()
    if game.offers:
        close_made_by(draft, seat, "rolled")
    if game.jailed[seat]:
        jail.attempt(draft, seat)
        return
    rules = game.rules
    third_die = rules.speed_die_from_round is not None and speed_die.in_play(game)
    dice = draft.roll(third_die=third_die)
    if draft.log is not None:
        draft.tell(happened.Rolled, seat, dice)
    if rules.fortune:
        fortune.lucky_eight(draft, seat)
    if third_die and speed_die.is_triple(dice):
        speed_die.ask_teleport(draft, seat)
        return
    if game.again and draft.count_double() >= DOUBLES_TO_JAIL:
        draft.jail(seat, "third_double")
        return
    if third_die:
        speed_die.set_out(draft, seat)
    else:
        one, other = dice
        assert isinstance(one, int)
        assert isinstance(other, int)
        _move(draft, seat, one + other)


def walk(draft: Draft, entry: Walking) -> None:
    """Move by the steps that another chapter has found."""
    _move(draft, entry.seat, entry.steps)


def _move(draft: Draft, seat: int, steps: int) -> None:
    """Move; forwards, Start pays when it is passed or reached."""
    origin = draft.game.square[seat]
    ahead = origin + steps
    to = ahead % SQUARES
    draft.arrive(seat, to)
    if draft.log is not None:
        draft.tell(happened.Moved, seat, origin, to)
    if ahead >= SQUARES:
        pay_start(draft, seat, exactly=to == 0)


def close(draft: Draft, entry: Closing) -> None:
    """All of the move is settled: an extra roll, or the next seat's turn."""
    game = draft.game
    seat = game.turn
    if game.again and game.standing[seat] == PLAYING and not game.jailed[seat]:
        draft.spend_extra_roll()
        draft.open_turn()
        return
    seats = len(game.standing)
    following = (seat + 1) % seats
    while game.standing[following] != PLAYING:
        following = (following + 1) % seats
    # Places in the order that begins at the first seat to move; seats that are out keep theirs.
    if (following - game.first) % seats > (seat - game.first) % seats:
        begin(draft, following)
        return
    if draft.log is not None:
        draft.tell(happened.RoundCompleted, game.round)
    if game.round >= game.rules.round_cap:
        finish(draft, "round_cap")
        return
    fortune.end_round(draft)
    draft.next_round()
    mortgages.lapse(draft)
    fortune.begin_round(draft)
    begin(draft, following)


def begin(draft: Draft, seat: int) -> None:
    """A seat's turn starts."""
    draft.new_turn(seat)
    if draft.log is not None:
        draft.tell(happened.TurnStarted, seat, draft.game.round)
    if draft.game.rules.mortgage_rounds is not None:
        mortgages.remind(draft, seat)
    draft.open_turn()


def skip(draft: Draft, at: Turn) -> None:
    """The clock ran out before the roll: no roll, no attempt, no extra roll."""
    draft.game.agenda.pop()
    draft.spend_extra_roll()
    close_made_by(draft, at.seat, "turn_over")
