"""The players as the strip above the board shows them."""

from msgspec import Struct

from app import engine
from app.engine.board import GROUP_SIZE, GROUPS
from app.engine.room import Room
from app.engine.state import NOBODY, PLAYING, STANDINGS, Game
from app.engine.worth import estate, holds, net_worth
from app.web import labels


class Whole(Struct, frozen=True):
    """A group that is in one hand."""

    group: str
    letter: str


class SeatSeen(Struct, frozen=True):
    """A seat. `status` is a word of the contract; `leads` says that nobody is worth as much."""

    seat: int
    name: str
    bot: bool
    you: bool
    team: int | None
    status: str
    cash: int
    properties: int
    groups: list[Whole]
    turn: bool
    asked: bool
    jailed: bool
    missed: int
    leads: bool


def seats(game: Game, room: Room, viewer: int | None) -> list[SeatSeen]:
    """All seats, in seat order."""
    worths = [net_worth(game, seat) for seat in range(len(game.standing))]
    best = max(worths)
    leader = worths.index(best) if worths.count(best) == 1 else NOBODY
    return [_seat(game, room, seat, viewer, leads=seat == leader) for seat in range(len(worths))]


def _seat(game: Game, room: Room, seat: int, viewer: int | None, *, leads: bool) -> SeatSeen:
    one = room.sittings[seat]
    team = game.team[seat]
    playing = game.standing[seat] == PLAYING
    return SeatSeen(
        seat=seat,
        name=one.name,
        bot=one.kind == "bot",
        you=seat == viewer,
        team=None if team == NOBODY else team,
        status=STANDINGS[game.standing[seat]],
        cash=game.cash[seat],
        properties=len(estate(game, seat)),
        groups=[
            Whole(group, labels.LETTERS[group])
            for index, group in enumerate(GROUPS)
            if holds(game, seat, index) == GROUP_SIZE[index]
        ],
        turn=bool(game.agenda) and game.turn == seat,
        asked=engine.actor(game) == seat,
        jailed=playing and game.jailed[seat],
        missed=game.missed_turns[seat] if playing else 0,
        leads=leads,
    )
