"""Tables for the tests of play: persons in the database, and rooms with or without bots."""

import pytest

from app.play import rooms
from app.play.rooms import Wish
from app.store import players
from app.store.db import Database
from app.store.games import Row
from app.store.players import Player
from app.store.wakes import Wakes

NOW = 1_800_000_000_000
"""A moment all these tests begin at."""


@pytest.fixture
async def wakes(database_url: str) -> Wakes:
    """News without a listener: telling works, nobody waits."""
    return Wakes(database_url)


async def person(db: Database, name: str = "Ana") -> Player:
    """A guest."""
    async with db.connection() as c:
        return await players.create(c, name=name, language="en")


async def duel(db: Database, wakes: Wakes, **wish: object) -> tuple[Row, Player, Player]:
    """A started two-seat game between two persons."""
    one, other = await person(db, "Ana"), await person(db, "Ben")
    made = Wish(**{"mode": "classic", "seats": 2, **wish})  # type: ignore[arg-type]  # a test names what it changes
    row = await rooms.create(db, wakes, one, made, default_pause=0, now=NOW)
    await rooms.join(db, wakes, other, row.id, invite=None, team=None, contribution=None)
    return await rooms.start(db, wakes, one.id, row.id, now=NOW), one, other
