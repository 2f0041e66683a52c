"""One move, from any hand: read, play what is due, check the version, apply, save, tell. Everything else calls this."""

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec import Struct

from app import engine
from app.engine import Action, Illegal
from app.engine.actions import Pay, ProposeTrade
from app.engine.rules.debts import raising
from app.engine.view import View, view
from app.play.errors import Broken, Busy, Stale, Unknown
from app.play.visit import Visit
from app.store import follows, games
from app.store.db import AWAY, Connection, Database
from app.store.follows import Refused
from app.store.games import Row, Unreadable
from app.store.wakes import Wakes

Wish: TypeAlias = Callable[[Visit, int | None], None]
"""What a seat wants done at a visit; raises Illegal, or Stale, and what was done before that stays done."""

ATTEMPTS: Final = 8
"""How often a move that names no version is decided again when somebody was faster."""
BROKEN_MS: Final = 60_000
"""How long a table that fails is left alone."""


class Made(Struct, frozen=True):
    """A move that was made: the version it led to, what it told, and the row as saved."""

    version: int
    events: list[dict[str, object]]
    row: Row


class Decided(Struct, frozen=True):
    """What became of a wish: what was told and the row as saved, and why it was refused, if it was.

    Also a refusal may have told something: what was due by then has been played.
    """

    row: Row
    events: list[dict[str, object]]
    refusal: Illegal | Stale | Refused | None

    @property
    def made(self) -> Made:
        """The move; raises its refusal."""
        if self.refusal is not None:
            raise self.refusal
        return Made(self.row.version, self.events, self.row)


async def make(
    db: Database, wakes: Wakes, game_id: str, player_id: str, action: Action, *, version: int | None, now: int
) -> Made:
    """Make a person's move. `version` is the one it was decided on, None for whatever stands.

    Raises Unknown, Illegal, Stale, Busy. What was due by now stays applied whatever is raised.
    """
    async with db.connection() as c:
        decided = await decide(c, game_id, player_id, action, version=version, now=now)
        if decided.events:
            await wakes.tell(c, game_id, decided.row.version)
        return decided.made


async def decide(
    c: Connection, game_id: str, player_id: str, action: Action, *, version: int | None, now: int
) -> Decided:
    """The same on a connection in hand, inside a transaction or not; telling is left to the caller."""
    offer = action if isinstance(action, ProposeTrade) else None
    blockers = await follows.blockers_at(c, game_id, player_id) if offer else set()

    def make(visit: Visit, seat: int | None) -> None:
        if offer is not None and blockers:
            _check_welcome(visit, seat, offer, blockers)
        visit.act(seat, action)

    return await _decided(c, game_id, player_id, make, version=version, now=now)


def _check_welcome(visit: Visit, seat: int | None, offer: ProposeTrade, blockers: set[str]) -> None:
    """Raises Refused for an offer that the rules allow, to somebody who wants nothing to do with its maker."""
    if engine.why_not(visit.game, seat, offer) is None and visit.row.room.sittings[offer.to].player in blockers:
        raise Refused("blocked")


async def raise_money(c: Connection, game_id: str, player_id: str, *, version: int | None, now: int) -> Decided:
    """Sell and mortgage for a debtor what the clock would, one ordinary move after the other; paying is left to them.

    It stops as Stale where somebody answers an offer in between: what was done by then stays done.
    """
    return await _decided(c, game_id, player_id, _raise, version=version, now=now)


def _raise(visit: Visit, seat: int | None) -> None:
    game = visit.game
    orders = [] if seat is None else raising(game, seat)
    if not orders:
        raise engine.why_not(game, seat, Pay()) or Illegal("wrong_phase")
    for order in orders:
        expected = game.version
        visit.act(seat, order)
        if game.version != expected + 1 and order is not orders[-1]:
            raise Stale(visit.row)


async def _decided(
    c: Connection, game_id: str, player_id: str, wish: Wish, *, version: int | None, now: int
) -> Decided:
    for _ in range(ATTEMPTS):
        row = await _read(c, game_id)
        seat = row.room.seat_of(player_id)
        if row.game is None:
            return Decided(row, [], Illegal("not_seated" if seat is None else "wrong_phase"))
        visit = Visit(row, now=now)
        visit.catch_up()
        if not visit.caught_up:
            await visit.save(c)
            continue
        refusal = _try(visit, seat, wish, version)
        if not visit.changed or await visit.save(c):
            return Decided(row, visit.events, refusal)
    raise Busy


def _try(visit: Visit, seat: int | None, wish: Wish, version: int | None) -> Illegal | Stale | Refused | None:
    # Whoever has no seat is told so, and not how the game stands: it may be a private one.
    if seat is not None and version is not None and version != visit.game.version:
        return Stale(visit.row)
    try:
        wish(visit, seat)
    except (Illegal, Stale, Refused) as refusal:
        return refusal
    return None


async def look(db: Database, wakes: Wakes, game_id: str, *, now: int) -> Row:
    """The row as it stands, after playing what is due. Raises Unknown, Busy."""
    async with db.connection() as c:
        return await look_on(c, wakes, game_id, now=now)


async def look_on(c: Connection, wakes: Wakes, game_id: str, *, now: int) -> Row:
    """The same on a connection in hand, which must not be in a transaction."""
    for _ in range(ATTEMPTS):
        row = await _read(c, game_id)
        if row.game is None:
            return row
        visit = Visit(row, now=now)
        visit.catch_up()
        if not visit.changed:
            return row
        if await visit.save(c):
            await wakes.tell(c, game_id, row.version)
            if visit.caught_up:
                return row
    raise Busy


async def play_due(db: Database, wakes: Wakes, *, now: int) -> str | None:
    """Play one table whose time has come, and name it; None if none is due. For the scheduled function.

    Raises Broken for a table that fails, which is put off so that the next call takes another one.
    """
    async with db.connection() as c:
        try:
            row = await games.take_due(c, now)
        except Unreadable as error:
            raise Broken(error.game_id) from error
        if row is None:
            return None
        found_version = row.version
        try:
            await _play(c, wakes, row, now)
        except AWAY:
            raise
        except Exception as error:
            row.version, row.due_at = found_version, now + BROKEN_MS
            await games.postpone(c, row)
            raise Broken(row.id) from error
        return row.id


async def _play(c: Connection, wakes: Wakes, row: Row, now: int) -> None:
    visit = Visit(row, now=now)
    visit.catch_up()
    if not visit.changed:
        await visit.put_back(c)
    elif await visit.save(c):
        await wakes.tell(c, row.id, row.version)


def row_view(row: Row, player_id: str | None) -> View:
    """The contract's view of a row, for a person or for somebody who only looks on."""
    return view(row.game, row.room, row.room.seat_of(player_id))


async def _read(c: Connection, game_id: str) -> Row:
    row = await games.read(c, game_id)
    if row is None:
        raise Unknown
    return row
