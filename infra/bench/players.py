"""People for the benchmarks: games for two made in the database before a server runs, and how the two go on in them."""

from typing import Final

import msgspec
from msgspec import Struct

from app.engine import actions
from app.engine.actions import Action
from app.engine.board import BOARD
from app.engine.view import view
from app.people.guests import Guest, welcome
from app.play import moves, rooms
from app.play.rooms import Wish
from app.store.db import Database
from app.store.wakes import Wakes
from app.web import deps
from infra.bench.wire import Lost, Wire

WARM_MOVES: Final = 120
"""Moves made before anything is measured, so that the squares have owners and the views are as long as they get."""

_KEEP: Final = 4000
"""Cash that nobody spends: enough for the rents of a board without buildings, so that games go on."""


class Pair(Struct):
    """Two people and the game they are at; the tokens are by seat, `told` is the number of the newest event."""

    game_id: str
    told: int
    tokens: tuple[str, str]


class _Seat(Struct):
    cash: int
    square: int


class _Debt(Struct):
    total: int


class Seen(Struct):
    """What the players look at of a view."""

    version: int
    phase: str
    actor: int | None
    seats: list[_Seat]
    debt: _Debt | None


class _Answered(Struct):
    view: Seen


class _Room(Struct):
    id: str


class Table:
    """A pair at their game, speaking to a server: each over a connection of their own, on and on."""

    def __init__(self, pair: Pair, wires: tuple[Wire, Wire], seen: Seen) -> None:
        self.pair = pair
        self.wires = wires
        self.seen = seen

    @classmethod
    async def open(cls, port: int, pair: Pair) -> "Table":
        wires = (await Wire.open(port, pair.tokens[0]), await Wire.open(port, pair.tokens[1]))
        # A move on a version that never was is refused, with the view.
        refused = await _post(wires[0], f"games/{pair.game_id}/actions", b'{"type":"roll","version":0}', expected=409)
        return cls(pair, wires, _answered.decode(refused).view)

    async def move(self) -> None:
        """The next move; a new game first if this one is over."""
        if self.seen.actor is None:
            await self._begin_anew()
        seen = self.seen
        assert seen.actor is not None
        body = b'{"version":%d,%b' % (seen.version, msgspec.json.encode(choice(seen))[1:])
        answer = await _post(self.wires[seen.actor], f"games/{self.pair.game_id}/actions", body)
        self.seen = _answered.decode(answer).view

    async def _begin_anew(self) -> None:
        first, second = self.wires
        made = await _post(first, "games", b'{"mode":"classic","seats":2}', expected=201)
        self.pair.game_id = msgspec.json.decode(made, type=_Room).id
        await _post(second, f"games/{self.pair.game_id}/join", b"{}")
        self.seen = msgspec.json.decode(await _post(first, f"games/{self.pair.game_id}/start", b"{}"), type=Seen)

    def close(self) -> None:
        for wire in self.wires:
            wire.close()


async def _post(wire: Wire, path: str, body: bytes, *, expected: int = 200) -> bytes:
    status, answer = await wire.post(f"/api/v1/{path}".encode(), body)
    if status != expected:
        raise Lost(answer)
    return answer


async def pairs(dsn: str, count: int) -> list[Pair]:
    """So many games for two, some way into their middle."""
    db, wakes = Database(dsn), Wakes(dsn)
    await db.open()
    try:
        return [await _pair(db, wakes, number) for number in range(count)]
    finally:
        await db.close()


async def _pair(db: Database, wakes: Wakes, number: int) -> Pair:
    async with db.transaction() as c:
        guests = [await welcome(c, name=f"{name} {number}", language="en") for name in ("Ann", "Ben")]
    while (pair := await _begun(db, wakes, guests)) is None:
        pass
    return pair


async def _begun(db: Database, wakes: Wakes, guests: list[Guest]) -> Pair | None:
    """A game that is well under way; None if it came to its end before."""
    first, second = guests
    now = deps.moment()
    row = await rooms.create(db, wakes, first.player, Wish(mode="classic", seats=2), default_pause=0, now=now)
    await rooms.join(db, wakes, second.player, row.id, invite=None, team=None, contribution=None)
    row = await rooms.start(db, wakes, first.player.id, row.id, now=now)
    for _ in range(WARM_MOVES):
        seen = msgspec.convert(view(row.game, row.room, None), Seen)
        if seen.actor is None:
            return None
        player = guests[seen.actor].player
        row = (await moves.make(db, wakes, row.id, player.id, choice(seen), version=None, now=deps.moment())).row
    assert row.game is not None
    return Pair(row.id, row.game.told, (first.secret, second.secret))


def choice(seen: Seen) -> Action:
    """What the actor does: it buys while that leaves money, bids and bets on nothing, and pays; ruined, it gives up."""
    assert seen.actor is not None
    seat = seen.seats[seen.actor]
    match seen.phase:
        case "turn":
            return actions.Roll()
        case "purchase":
            return actions.Buy() if seat.cash >= BOARD[seat.square].price + _KEEP else actions.Decline()
        case "auction":
            return actions.Pass()
        case "jackpot":
            return actions.SkipBet()
        case "debt" if seen.debt is not None and seat.cash >= seen.debt.total:
            return actions.Pay()
        case _:
            return actions.Surrender()


_answered: Final = msgspec.json.Decoder(_Answered)
