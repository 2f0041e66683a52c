"""Tables for the tests of jobs, which live by the real clock: games that began a while ago."""

import time

from app.jobs.calls import Calls
from app.jobs.sweep import Sweep
from app.people.vapid import Keys
from app.play import rooms
from app.play.rooms import Wish
from app.settings import Settings
from app.store import games, players
from app.store.db import Database
from app.store.games import Row
from app.store.wakes import Wakes
from app.web.calls import words

TURN_MS = 75_000


def now() -> int:
    return time.time_ns() // 1_000_000


def caller(db: Database, *, wait_seconds: int = 0) -> Calls:
    """The calls of one process."""
    settings = Settings(push_wait_seconds=wait_seconds, push_daily_wait_seconds=wait_seconds)
    return Calls.of(settings, db, Keys(None, settings.push_contact), words)


def sweeper(db: Database, wakes: Wakes) -> Sweep:
    """The sweep of one process."""
    return Sweep(db, wakes, caller(db))


async def duel(db: Database, wakes: Wakes, *, ago_ms: int) -> Row:
    """A two-seat game between two persons that began so long ago, and at which nobody has moved."""
    began = now() - ago_ms
    async with db.connection() as c:
        one, other = [await players.create(c, name=name, language="en") for name in ("Ana", "Ben")]
    row = await rooms.create(db, wakes, one, Wish(mode="classic", seats=2), default_pause=0, now=began)
    await rooms.join(db, wakes, other, row.id, invite=None, team=None, contribution=None)
    return await rooms.start(db, wakes, one.id, row.id, now=began)


async def saved(db: Database, game_id: str) -> Row:
    async with db.connection() as c:
        row = await games.read(c, game_id)
    assert row is not None
    return row
