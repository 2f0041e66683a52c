"""Find me a table: a seat in the waiting room that fits best, or a new room, which bots fill when its wait is over."""

import secrets
from typing import Final

from msgspec import Struct

from app.bots import TEMPERS
from app.engine.errors import Illegal
from app.engine.modes import MODES
from app.play import rooms
from app.play.errors import Busy, Conflict, Unknown
from app.play.rooms import QUICK_MODE, QUICK_SEATS, Wish
from app.store import follows, games, matching
from app.store.db import Connection, Database
from app.store.games import AlreadySeated, Row
from app.store.players import Player
from app.store.wakes import Wakes

CANDIDATES: Final = 10
"""How many rooms are looked at in one go."""
ATTEMPTS: Final = 8
LEASE_MS: Final = 5000
"""How long a room stays with the sweep that fills it."""


class Search(Struct, frozen=True, kw_only=True):
    """What somebody looks for, and what a new room would be like. Moments and times are in milliseconds.

    `instead` is a room they have just turned down, empty for none.
    """

    mode: str = QUICK_MODE
    wait: int
    pause: int
    now: int
    instead: str = ""


async def find(db: Database, wakes: Wakes, player: Player, search: Search) -> Row:
    """A seat for somebody at a table of that mode. Raises Illegal, Conflict("already_seated"), Busy."""
    if search.mode not in MODES:
        raise Illegal("invalid_choice", {"field": "mode"})
    async with db.connection() as c:
        if await games.unfinished_of(c, player.id) is not None:
            raise Conflict("already_seated")
    closed = {search.instead}
    for _ in range(ATTEMPTS):
        row = await _seated(db, wakes, player, search, closed) or await _opened(db, player, search, closed)
        if row is not None:
            return row
    raise Busy


async def _seated(db: Database, wakes: Wakes, player: Player, search: Search, closed: set[str]) -> Row | None:
    """A seat in a room that is there; None where none is left. Rooms that do not let them in become `closed`."""
    async with db.connection() as c:
        found = await _fitting(c, player, search)
    for game_id in found:
        if game_id in closed:
            continue
        try:
            row = await rooms.join(db, wakes, player, game_id, invite=None, team=None, contribution=None)
        except Conflict as conflict:
            if conflict.code == "already_seated":
                raise
            if conflict.code == "sent_away":
                closed.add(game_id)
        except follows.Refused:
            closed.add(game_id)
        except (Unknown, Busy):
            continue
        else:
            async with db.connection() as c:
                return await _begun(c, wakes, row, search.now)
    return None


async def _fitting(c: Connection, player: Player, search: Search) -> list[str]:
    return await matching.fitting(
        c, player.id, mode=search.mode, xp=player.xp, language=player.language, limit=CANDIDATES
    )


async def _opened(db: Database, player: Player, search: Search, closed: set[str]) -> Row | None:
    """A room of one's own; None where somebody opened one meanwhile."""
    row = rooms.lay_out(player, Wish(mode=search.mode, seats=QUICK_SEATS), search.pause)
    row.room.fills_at = search.now + search.wait
    try:
        async with db.transaction() as c:
            await matching.lock(c, search.mode)
            if not closed.issuperset(await _fitting(c, player, search)):
                return None
            await rooms.keep(c, row)
            await matching.fill_at(c, row.id, row.room.fills_at)
    except AlreadySeated as error:
        raise Conflict("already_seated") from error
    return row


async def _begun(c: Connection, wakes: Wakes, row: Row, now: int) -> Row:
    """The game begins with the last person to come: in a room that nobody opened by hand nobody has to begin it."""
    if row.room.fills_at is None or len(row.room.sittings) < row.room.capacity:
        return row
    if await rooms.begin(c, row, now):
        await wakes.tell(c, row.id, row.version)
        return row
    return await games.read(c, row.id) or row


async def fill_due(db: Database, wakes: Wakes, *, now: int) -> str | None:
    """Fill one room whose wait is over with bots and begin its game; its id, None if none is due. For the sweep.

    Any number may do so at once: each takes another room, and a room changed meanwhile is looked at again.
    """
    async with db.connection() as c:
        game_id = await matching.take(c, now, lease_ms=LEASE_MS)
        if game_id is None:
            return None
        for _ in range(ATTEMPTS):
            row = await games.read(c, game_id)
            if row is None or row.status != "waiting":
                return game_id
            if _fill(row) and not await rooms.save(c, wakes, row):
                continue
            if await rooms.begin(c, row, now):
                await wakes.tell(c, game_id, row.version)
                return game_id
        return game_id


def _fill(row: Row) -> bool:
    """Seat bots in what is free; whether anything was."""
    free = row.room.capacity - len(row.room.sittings)
    names = [name for name in TEMPERS if all(one.bot != name for one in row.room.sittings)]
    secrets.SystemRandom().shuffle(names)
    for name in names[:free]:
        rooms.seat_bot(row.room, name)
    return free > 0
