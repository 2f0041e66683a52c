"""Short builders for store tests: persons, rooms and rows with just enough in them."""

import asyncio
from collections.abc import Callable

from app.engine.modes import MODES
from app.engine.room import Room, Sitting
from app.engine.state import fresh
from app.store import ids, players
from app.store.db import Connection
from app.store.games import Row
from app.store.players import Player

NOON = 1_767_268_800_000
"""2026-01-01T12:00:00Z in milliseconds."""


async def until(true: Callable[[], object]) -> None:
    """Waits for something that will soon be true; fails if it never is."""
    for _ in range(1000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came true")


async def person(c: Connection, name: str = "Ada") -> Player:
    return await players.create(c, name=name, language="en")


def sitting(player: Player | str) -> Sitting:
    person_id = player if isinstance(player, str) else player.id
    return Sitting(player=person_id, bot=None, name=person_id)


def waiting(creator: Player, *others: Player, capacity: int = 4, private: bool = False, invite: str = "") -> Row:
    """A room that has not started."""
    game_id = ids.fresh()
    room = Room(
        id=game_id,
        mode="classic",
        rules=MODES["classic"],
        capacity=capacity,
        private=private,
        clock="live",
        creator=creator.id,
        pause=900,
        commitment="c0",
        invite=invite,
        sittings=[sitting(player) for player in (creator, *others)],
    )
    return Row(id=game_id, status="waiting", version=1, room=room, game=None, seed=b"seed", due_at=None)


def begin(row: Row, *, due_at: int | None = None) -> Row:
    """The row as its start leaves it: playing, one version on."""
    row.status, row.version, row.due_at = "playing", row.version + 1, due_at
    row.game = fresh(row.room.rules, [-1] * len(row.room.sittings))
    row.game.version = row.version
    return row


def event(n: int) -> dict[str, object]:
    """A contract event, as far as the store looks at it."""
    return {"n": n, "type": "rolled", "dice": [1, 2]}
