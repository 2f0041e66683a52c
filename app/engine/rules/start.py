"""Rulebook 2, Rooms, seats, start: equal cash for everybody, teams by seat, a random first seat."""

from typing import Final

from app.engine import events as happened
from app.engine.board import SQUARE_20
from app.engine.draft import Draft
from app.engine.rules.chance import lay_out
from app.engine.rules.turns import begin
from app.engine.state import NOBODY

CASH: Final = 15_000
FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 6
TEAM_SIZES: Final = (4, 6)


def capacities(teams: int | None) -> tuple[int, ...]:
    """How many seats a room may have."""
    return tuple(range(FEWEST_SEATS, MOST_SEATS + 1)) if teams is None else TEAM_SIZES


def team_of(teams: int | None, seat: int) -> int:
    """The team a seat belongs to: even seats 0, odd seats 1; NOBODY without teams."""
    return NOBODY if teams is None else seat % teams


def open_table(draft: Draft) -> None:
    """Deal the cash, lay out the deck, draw the first seat, start the first turn."""
    game = draft.game
    for seat in range(len(game.standing)):
        draft.gain(seat, CASH)
    lay_out(draft)
    draft.move_god(SQUARE_20)
    first = draft.luck.seat(draft.outcome(), len(game.standing))
    draft.go_first(first)
    draft.tell(happened.GameStarted, first)
    begin(draft, first)
