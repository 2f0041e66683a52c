"""The rules of the game, pure: a state, a wish, the moment and the luck go in; a new state and what happened come out.

Why pure: the same function serves a page, a script, a bot, the clock, a simulation of thousands of games and the
verification of a finished one, and a test writes its dice. The engine knows no database, no clock and no language.
"""

from typing import Any, Final

from msgspec import Struct

from app.engine.actions import Action
from app.engine.agenda import PHASES, waiting
from app.engine.draft import Draft
from app.engine.errors import Illegal
from app.engine.events import Told
from app.engine.legal import legal
from app.engine.luck import Luck
from app.engine.modes import Rules
from app.engine.refusals import facts, find, why_not
from app.engine.rules import AS_ACTOR, clocks, settle, trades
from app.engine.rules.start import open_table, team_of
from app.engine.state import Game, fresh

__all__ = [
    "RULES_VERSION",
    "Action",
    "Illegal",
    "SeatStart",
    "Step",
    "actor",
    "advance",
    "apply",
    "due",
    "legal",
    "phase",
    "play",
    "put_off",
    "start",
    "why_not",
]


RULES_VERSION: Final = 1
"""Rises when the same actions with the same luck would lead to other events; a record says which it was played by."""


class Step(Struct, frozen=True):
    """A game after a step, the same object as before, and what the step told."""

    game: Game
    events: list[Told]


class SeatStart(Struct, frozen=True):
    """What a seat brings into a game: its team (None: by its number), and card percentages by square."""

    team: int | None = None
    cards: dict[int, int] = {}


def start(rules: Rules, seats: list[SeatStart], *, now: int, luck: Luck, version: int = 1) -> Step:
    """A new game: cash dealt, deck laid out, first seat drawn, first turn begun; `version` goes on from the room's."""
    teams = [team_of(rules.teams, seat) if one.team is None else one.team for seat, one in enumerate(seats)]
    game = fresh(rules, teams)
    game.cards = [dict(one.cards) for one in seats]
    draft = Draft(game, now=now, luck=luck, log=[])
    game.version = version
    open_table(draft)
    return _step(draft)


def apply(game: Game, seat: int | None, action: Action, *, now: int, luck: Luck) -> Step:
    """Apply a seat's action, in place. What is due by `now` must have been played by `advance` before.

    Raises Illegal, and then the game is as it was.
    """
    draft = Draft(game, now=now, luck=luck, log=[])
    play(draft, seat, action)
    return _step(draft)


def play(draft: Draft, seat: int | None, action: Action) -> None:
    """The same on a draft that is kept, for games played in bulk."""
    game = draft.game
    agenda: list[Any] = game.agenda
    # The plain case first: the actor, asking for what its phase always knows.
    if agenda and (asker := agenda[-1]).seat == seat and (rule := AS_ACTOR[type(asker)].get(type(action))):
        question, deed = rule
    else:
        found = find(game, seat, type(action))
        if isinstance(found, str):
            raise Illegal(found, facts(game, seat, action, found))
        (question, deed, _), asker = found
    if question is not None and (code := question(game, asker, action)):
        raise Illegal(code, facts(game, seat, action, code))
    draft.begin_action(seat)
    deed(draft, asker, action)
    settle(draft)


def advance(game: Game, *, now: int, luck: Luck) -> Step:
    """Play every clock and offer that ran out by `now`, in order, each at the moment it ran out."""
    draft = Draft(game, now=now, luck=luck, log=[])
    while True:
        moment = due(game)
        if moment is None or moment > now:
            return _step(draft)
        draft.now = moment
        draft.new_version()
        expired = [offer for offer in game.offers if offer.deadline == moment]
        if expired:
            trades.close(draft, expired[0], "expired")
        else:
            clocks.run_out(draft)
            settle(draft)


def put_off(game: Game, ms: int, *, now: int, luck: Luck) -> Step:
    """Let every open clock and offer run out later, because nobody could have acted: a version of its own."""
    draft = Draft(game, now=now, luck=luck, log=[])
    draft.new_version()
    clocks.put_off(draft, ms)
    return _step(draft)


def _step(draft: Draft) -> Step:
    told = draft.log or []
    return Step(draft.game, told)


def due(game: Game) -> int | None:
    """The earliest moment something runs out, in ms since the epoch; None once the game is over."""
    if not game.agenda:
        return None
    return min([game.deadline, *(offer.deadline for offer in game.offers if offer.deadline)])


def actor(game: Game) -> int | None:
    """The seat whose decision the clock is running for; None once the game is over."""
    return waiting(game.agenda).seat if game.agenda else None


def phase(game: Game) -> str:
    """The contract's word for what is being waited for."""
    return PHASES[type(game.agenda[-1])] if game.agenda else "over"
