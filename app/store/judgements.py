"""What operators decide about people, the log of it, and who the operators are."""

from typing import Final

from msgspec import Struct

from app.store import ids, sql
from app.store.db import Connection

_SQL: Final = sql.load("judgements")
LARGEST: Final = 2**63 - 1
"""Above every number there is."""


class Judgement(Struct, frozen=True, kw_only=True):
    """Who did what to whom. Moments are in milliseconds since the epoch."""

    id: int
    operator: str
    operator_name: str
    player_id: str
    player_name: str
    deed: str
    reason: str
    words: str
    until: int | None
    at: int


class Named(Struct, frozen=True):
    """Somebody as a command line shows them."""

    id: str
    name: str
    handle: str | None


async def create(
    c: Connection,
    operator: str,
    player_id: str,
    deed: str,
    *,
    reason: str = "",
    words: str = "",
    until: int | None = None,
) -> None:
    """Writes a decision into the log."""
    await c.execute(_SQL["create"], operator, player_id, deed, reason, words, until)


async def newest(c: Connection, *, most: int, before: int = LARGEST, about: str | None = None) -> list[Judgement]:
    """The log, newest first, from a number on; or what was decided about one person."""
    return [Judgement(**record) for record in await c.fetch(_SQL["list"], most, before, about)]


async def suspend(c: Connection, player_id: str, *, until: int | None, because: str | None) -> bool:
    """Suspends somebody, or ends it with None; False where there is no such person."""
    return ids.plausible(player_id) and bool(await c.fetchval(_SQL["save_suspension"], player_id, until, because))


async def warn(c: Connection, player_id: str, reason: str | None) -> bool:
    """Warns somebody, or notes with None that they have read it."""
    return ids.plausible(player_id) and bool(await c.fetchval(_SQL["save_warning"], player_id, reason))


async def appoint(c: Connection, player_id: str, *, operator: bool) -> None:
    """Makes somebody an operator, or no longer."""
    await c.execute(_SQL["save_operator"], player_id, operator)


async def operators(c: Connection) -> list[Named]:
    """Who may judge."""
    return [Named(**record) for record in await c.fetch(_SQL["list_operators"])]


async def named(c: Connection, text: str) -> list[Named]:
    """Whoever goes by this id, handle or name; an id or a handle stands alone."""
    found = [Named(**record) for record in await c.fetch(_SQL["find_named"], text)]
    exact = [one for one in found if one.id == text or (one.handle or "").lower() == text.lower()]
    return exact[:1] or found
