"""What handlers need to know of a request: who is asking, what the body says, what time it is, where things are."""

import time
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from litestar.connection import ASGIConnection, Request

from app.settings import Settings
from app.store import players, tokens
from app.store.db import Connection, Database
from app.store.players import Player
from app.store.wakes import Wakes
from app.web.known import Known

SESSION_COOKIE: Final = "opolyx_session"
API: Final = "/api/"
Asked: TypeAlias = Request[Any, Any, Any]
Connected: TypeAlias = ASGIConnection[Any, Any, Any, Any]
_T = TypeVar("_T")


class Unauthorized(Exception):
    """A token is needed, or this one is no good."""


class Malformed(Exception):
    """The body or the query has not the form it must have."""


def settings(connection: Connected) -> Settings:
    found: Settings = connection.app.state.settings
    return found


def database(connection: Connected) -> Database:
    found: Database = connection.app.state.db
    return found


def wakes(connection: Connected) -> Wakes:
    found: Wakes = connection.app.state.wakes
    return found


def moment() -> int:
    """Now, in milliseconds since the epoch: the one place where a request meets the clock."""
    return time.time_ns() // 1_000_000


def origin(connection: Connected) -> str:
    """Our address as people type it: the configured one, or else the one they came to."""
    public = settings(connection).public_url
    return public or f"{connection.base_url.scheme}://{connection.base_url.netloc}"


async def caller(connection: Connected) -> Player | None:
    """Who is asking; None is a stranger. Raises Unauthorized for a bearer token that is no good."""
    async with database(connection).connection() as c:
        return await caller_on(c, connection)


async def caller_on(c: Connection, connection: Connected) -> Player | None:
    """The same on a connection in hand. Programs show a bearer token, pages a cookie; neither counts for the other."""
    if not connection.scope["path"].startswith(API):
        secret = connection.cookies.get(SESSION_COOKIE)
        return await players.by_token(c, tokens.digest(secret)) if secret else None
    token_hash = _bearer(connection)
    return None if token_hash is None else await _player_of(c, token_hash)


async def mover_on(c: Connection, connection: Connected) -> Player:
    """Who moves, by bearer token, as `Known` recalls them: for what looks at the id alone, many times a minute.

    A token that was ended moves on for those few seconds. Raises Unauthorized.
    """
    token_hash = _bearer(connection)
    if token_hash is None:
        raise Unauthorized
    known: Known = connection.app.state.known
    player = known.recall(token_hash)
    if player is None:
        player = await _player_of(c, token_hash)
        known.note(token_hash, player)
    return player


def _bearer(connection: Connected) -> bytes | None:
    """The digest of the bearer token, None without one."""
    header = connection.headers.get("authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthorized
    return tokens.digest(secret.strip())


async def _player_of(c: Connection, token_hash: bytes) -> Player:
    player = await players.by_token(c, token_hash)
    if player is None:
        raise Unauthorized
    return player


async def player_on(c: Connection, connection: Connected) -> Player:
    """Who is asking; raises Unauthorized for a stranger."""
    player = await caller_on(c, connection)
    if player is None:
        raise Unauthorized
    return player


async def body(request: Asked, kind: type[_T]) -> _T:
    """The JSON body in that form; an empty one is an empty object. Raises Malformed."""
    return read(await request.body() or b"{}", kind)


def read(data: bytes, kind: type[_T]) -> _T:
    """JSON in that form. Raises Malformed."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise Malformed(str(error)) from error
    except RecursionError as error:
        raise Malformed("It is nested too deeply.") from error
