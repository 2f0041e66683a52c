"""Short builders: a table at a point in a game in one line, in the words of the contract's scenario files."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from app import engine
from app.engine.actions import Action
from app.engine.board import BOARD, GROUP_SIZE, MEMBERS
from app.engine.draft import Draft
from app.engine.events import Event
from app.engine.luck import Listed, Luck
from app.engine.modes import Rules
from app.engine.room import Room, Sitting
from app.engine.rules.chance import CARD_IDS
from app.engine.state import NOBODY, Game
from app.lab.setup import EPOCH, lay_out


class Table:
    """A game under way whose dice are written in the test, and the time at it."""

    def __init__(self, game: Game, luck: Luck) -> None:
        self.game = game
        self.luck = luck
        self.now = EPOCH

    def do(self, seat: int, action: Action) -> list[Event]:
        """What an action makes happen."""
        return [one.event for one in engine.apply(self.game, seat, action, now=self.now, luck=self.luck).events]

    def wait(self, seconds: int) -> list[Event]:
        """What happens while time passes."""
        self.now += seconds * 1000
        return [one.event for one in engine.advance(self.game, now=self.now, luck=self.luck).events]


def table(
    *seats: Mapping[str, Any],
    mode: str = "classic",
    rules: Mapping[str, Any] | None = None,
    random: Sequence[Any] = (),
    **setup: Any,
) -> Table:
    """A table in the words of a scenario's setup: `table({}, {"cash": 10}, properties={"39": {"owner": 0}})`."""
    luck = Listed(random, CARD_IDS)
    scenario = {"mode": mode, "rules": rules or {}, "setup": {"seats": list(seats) or [{}, {}], **setup}}
    return Table(lay_out(scenario, luck), luck)


def room(mode: str, rules: Rules, seats: int) -> Room:
    """A room full of people, for a game that needs one to be looked at."""
    sittings = [Sitting(player=str(seat), bot=None, name=f"Seat {seat}") for seat in range(seats)]
    return Room(
        id="room",
        mode=mode,
        rules=rules,
        capacity=seats,
        private=False,
        clock="live",
        creator="0",
        pause=0,
        commitment="",
        invite="",
        sittings=sittings,
    )


def scatter(game: Game, random: Random) -> None:
    """Put a game that has just begun somewhere late: estates, buildings, mortgages, short purses, a round of moment."""
    draft = Draft(game, now=0, luck=Listed((), CARD_IDS), log=None)
    seats = range(len(game.standing))
    game.round = random.choice((6, 7, 40, 99, 150, max(1, game.rules.round_cap - 1)))
    for seat in seats:
        game.cash[seat] = random.choice((0, 60, 400, 3000, 15_000))
        game.square[seat] = random.choice((0, 10, 12, 17, 24, 28, 35))
        game.missed_turns[seat] = random.randrange(game.rules.missed_turns)
    for group, members in enumerate(MEMBERS):
        whole = random.choice(seats)
        levels = random.choice((0, 0, 1, 3, 4)) if BOARD[members[0]].kind == "street" else 0
        shared = random.random() < 0.3
        for square in members:
            owner = random.choice((NOBODY, *seats)) if shared else whole
            draft.give(square, owner)
            if owner != NOBODY and (shared or not levels) and random.random() < 0.25:
                draft.mortgage(square)
        if not shared and game.held[whole * len(MEMBERS) + group] == GROUP_SIZE[group]:
            for square in members:
                draft.set_level(square, levels)
