"""What belongs to a person: given to another one who is the same, thrown away, or told to them. Names every table."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from app.engine import room as rooms
from app.engine.room import Room
from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("belongings")

NOBODY: Final = "Guest"
"""What the row of somebody who is gone is called, and their seat in old games."""

_GIVEN: Final = (
    _SQL["save_results"],
    _SQL["save_weeks"],
    _SQL["save_cards"],
    _SQL["save_quests"],
    _SQL["save_xp"],
    _SQL["save_tokens"],
    _SQL["save_devices"],
    _SQL["save_calls"],
    _SQL["save_followed"],
    _SQL["save_followers"],
    _SQL["save_blocked"],
    _SQL["save_blockers"],
    _SQL["save_mutes"],
    _SQL["save_muters"],
    _SQL["save_lines"],
    _SQL["save_reporters"],
    _SQL["save_reported"],
    _SQL["save_judgements"],
    _SQL["save_operators"],
)
"""From the first person to the second; what the second has already stays as it is."""
_DROPPED: Final = (
    _SQL["delete_weeks"],
    _SQL["delete_cards"],
    _SQL["delete_quests"],
    _SQL["delete_tokens"],
    _SQL["delete_devices"],
    _SQL["delete_calls"],
    _SQL["delete_answers"],
    _SQL["delete_follows"],
    _SQL["delete_blocks"],
    _SQL["delete_mutes"],
    _SQL["delete_lines"],
    _SQL["delete_reports"],
    _SQL["delete_links"],
    _SQL["delete_challenges"],
    _SQL["delete_addresses"],
    _SQL["delete_passkeys"],
    _SQL["delete_identities"],
)
"""What goes with a person."""


class Played(Struct, frozen=True):
    """A game somebody sits or sat in."""

    id: str
    room: Room
    status: str


async def lock_games(c: Connection, player_id: str) -> list[Played]:
    """Their games, in a transaction, before the persons: the end of a game locks in the same order."""
    records = await c.fetch(_SQL["list_games"], player_id)
    return [Played(record["id"], rooms.decode(record["room"]), record["status"]) for record in records]


async def lock_persons(c: Connection, *players: str) -> set[str]:
    """Those of them who are not gone."""
    return {record["id"] for record in await c.fetch(_SQL["lock_persons"], sorted(players))}


async def unfinished(c: Connection, *players: str) -> int:
    """In how many unfinished games these persons sit, all together."""
    count: int = await c.fetchval(_SQL["count_unfinished"], list(players))
    return count


async def save_people(c: Connection, game: Played) -> None:
    """Who sits in a game that was locked; a move that is made meanwhile has to be decided again."""
    await c.execute(_SQL["save_people"], game.id, rooms.encode(game.room), game.room.creator)


async def give(c: Connection, from_id: str, to_id: str, games: Sequence[str]) -> None:
    """Everything of one person, these seats included, to another."""
    await c.execute(_SQL["save_seats"], from_id, to_id, list(games))
    for statement in _GIVEN:
        await c.execute(statement, from_id, to_id)
    await c.execute(_SQL["delete_followed_blocked"], to_id)


async def drop(c: Connection, player_id: str) -> None:
    """Everything of a person but the nameless row that old games lead to."""
    for statement in _DROPPED:
        await c.execute(statement, player_id)
    await c.execute(_SQL["save_gone"], player_id, NOBODY)


async def read(c: Connection, player_id: str) -> str:
    """Everything kept about a person, as JSON."""
    found: str = await c.fetchval(_SQL["read_own"], player_id)
    return found
