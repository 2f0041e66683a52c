"""What people show of themselves: handle, picture, figures, finished games, and what those they follow are up to."""

from typing import Final

import asyncpg
from msgspec import Struct

from app.store import ids, sql
from app.store.db import Connection

_SQL: Final = sql.load("profiles")
_NEWEST: Final = (2**53, "")
_DIGITS: Final = 16


class HandleTaken(Exception):
    """Somebody else has this handle."""


class BadCursor(ValueError):
    """This is no place in a person's history."""


class Shown(Struct, frozen=True, kw_only=True):
    """What a person shows; `handle` None where they want none."""

    name: str
    handle: str | None
    avatar: str
    shows_games: bool
    shows_album: bool


class Finished(Struct, frozen=True):
    """A finished game of a person; `ended_at` is in milliseconds since the epoch."""

    game_id: str
    mode: str
    place: int
    seats: int
    xp: int
    private: bool
    ended_at: int


class History(Struct, frozen=True):
    """Some finished games, newest first, and the cursor of the next page, None at the end."""

    games: list[Finished]
    next: str | None


class Playing(Struct, frozen=True):
    """Somebody who sits in a public game or room now."""

    id: str
    name: str
    avatar: str
    game_id: str
    mode: str
    clock: str
    status: str
    taken: int
    capacity: int


class News(Struct, frozen=True):
    """A game that somebody has finished."""

    id: str
    name: str
    avatar: str
    game_id: str
    mode: str
    place: int
    seats: int
    xp: int
    xp_before: int
    private: bool
    ended_at: int


async def save(c: Connection, player_id: str, shown: Shown) -> None:
    """Raises HandleTaken."""
    values = (shown.name, shown.handle, shown.avatar, shown.shows_games, shown.shows_album)
    try:
        await c.execute(_SQL["save"], player_id, *values)
    except asyncpg.UniqueViolationError as error:
        raise HandleTaken from error


async def by_handle(c: Connection, handle: str) -> str | None:
    """The id of the person with a handle."""
    if not ids.plausible(handle):
        return None
    player_id: str | None = await c.fetchval(_SQL["read_by_handle"], handle)
    return player_id


async def places(c: Connection, player_id: str) -> dict[int, int]:
    """How often a person came in at which place."""
    return {record["place"]: record["games"] for record in await c.fetch(_SQL["count"], player_id)}


async def history(c: Connection, player_id: str, cursor: str | None, limit: int, *, private: bool) -> History:
    """A page of a person's finished games, with the private ones too where `private`. Raises BadCursor."""
    moment, last_id = _NEWEST if cursor is None else _place(cursor)
    records = await c.fetch(_SQL["list_games"], player_id, moment, last_id, private, limit + 1)
    found = [_finished(record) for record in records[:limit]]
    more = len(records) > limit
    return History(found, f"{records[limit - 1]['ended_us']}.{found[-1].game_id}" if more else None)


async def playing(c: Connection, follower: str, limit: int) -> list[Playing]:
    """Who of those a person follows plays now."""
    return [Playing(**record) for record in await c.fetch(_SQL["list_playing"], follower, limit)]


async def news(c: Connection, follower: str, *, since: int, limit: int) -> list[News]:
    """What those a person follows have finished since a moment, newest first."""
    return [News(**record) for record in await c.fetch(_SQL["list_finished"], follower, since, limit)]


def _finished(record: asyncpg.Record) -> Finished:
    values = dict(record)
    return Finished(ended_at=values.pop("ended_us") // 1000, **values)


def _place(cursor: str) -> tuple[int, str]:
    moment, _, last_id = cursor.partition(".")
    if not (moment.isascii() and moment.isdigit() and len(moment) <= _DIGITS and ids.plausible(last_id)):
        raise BadCursor(cursor)
    return int(moment), last_id
