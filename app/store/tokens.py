"""Bearer tokens: how a program or a browser shows who it is. Only their SHA-256 is kept."""

from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

from msgspec import Struct

from app.store import ids, sql
from app.store.db import Connection

_SQL: Final = sql.load("tokens")

MOST_SCRIPTS: Final = 20
"""So many tokens for programs a person may have."""


class TooManyTokens(Exception):
    """This person has as many tokens for programs as anybody may have."""


class Token(Struct, frozen=True):
    """A token as its owner sees it in a list: never the secret itself. Moments are milliseconds since the epoch."""

    id: str
    name: str
    created_at: int
    last_used_at: int | None


class Issued(Struct, frozen=True):
    """A token just made; `secret` can be shown this once."""

    token: Token
    secret: str


def digest(secret: str) -> bytes:
    """What the database knows of a token. Any text has one, so an odd header is merely unknown."""
    return sha256(secret.encode("utf-8", "surrogateescape")).digest()


async def create(c: Connection, player_id: str, *, name: str) -> Issued:
    secret = token_urlsafe(32)
    record = await c.fetchrow(_SQL["create"], ids.fresh(), player_id, digest(secret), name)
    assert record is not None
    return Issued(Token(**record), secret)


async def create_for_script(c: Connection, player_id: str, *, name: str) -> Issued:
    """A token for a program of a person's. Raises TooManyTokens."""
    secret = token_urlsafe(32)
    async with c.transaction():
        await c.execute(_SQL["lock_owner"], player_id)
        if await c.fetchval(_SQL["count_scripts"], player_id) >= MOST_SCRIPTS:
            raise TooManyTokens
        record = await c.fetchrow(_SQL["create_for_script"], ids.fresh(), player_id, digest(secret), name)
    assert record is not None
    return Issued(Token(**record), secret)


async def list_of(c: Connection, player_id: str) -> list[Token]:
    return [Token(**record) for record in await c.fetch(_SQL["list"], player_id)]


async def touch(c: Connection, token_hash: bytes) -> None:
    """Notes a use; `players.by_token` asks for it when the last one noted is an hour old."""
    await c.execute(_SQL["save_use"], token_hash)


async def delete(c: Connection, player_id: str, token_id: str) -> bool:
    """False when the person has no such token."""
    return ids.plausible(token_id) and await c.fetchval(_SQL["delete"], player_id, token_id) is not None


async def sign_out(c: Connection, token_hash: bytes) -> None:
    await c.execute(_SQL["delete_by_hash"], token_hash)
