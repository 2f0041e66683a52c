"""Persons: a name and a language are enough."""

from typing import Final

import asyncpg
from msgspec import Struct

from app.store import ids, sql, tokens
from app.store.db import Connection

_SQL: Final = sql.load("players")


class Player(Struct, frozen=True):
    """A person. Moments are in milliseconds since the epoch; a level follows from `xp`."""

    id: str
    name: str
    language: str
    created_at: int
    handle: str | None = None
    avatar: str = ""
    xp: int = 0
    shows_games: bool = True
    shows_album: bool = True
    operator: bool = False
    suspended_until: int | None = None
    suspended_because: str | None = None
    warned_for: str | None = None


async def create(c: Connection, *, name: str, language: str) -> Player:
    return _player(await c.fetchrow(_SQL["create"], ids.fresh(), name, language))


async def read(c: Connection, player_id: str) -> Player | None:
    if not ids.plausible(player_id):
        return None
    record = await c.fetchrow(_SQL["read"], player_id)
    return _player(record) if record else None


async def by_token(c: Connection, token_hash: bytes) -> Player | None:
    """The person whose token has this digest; also keeps the token's last use, to the hour."""
    record = await c.fetchrow(_SQL["read_by_token"], token_hash)
    if record is None:
        return None
    if record["stale"]:
        await tokens.touch(c, token_hash)
    return _player(record)


async def change(c: Connection, player_id: str, *, name: str | None, language: str | None) -> Player | None:
    """A new name, a new language, or both; None leaves what is. None is returned for an unknown person."""
    record = await c.fetchrow(_SQL["save"], player_id, name, language)
    return _player(record) if record else None


def _player(record: asyncpg.Record | None) -> Player:
    assert record is not None
    return Player(**{name: record[name] for name in Player.__struct_fields__})
