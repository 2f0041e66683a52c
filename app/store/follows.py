"""Who follows whom, and who has blocked whom; what is refused between them is decided here in one transaction."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from app.store import ids, sql
from app.store.db import Connection

_SQL: Final = sql.load("follows")

MOST: Final = 500
"""So many a person may follow, and so many they may block."""

Code: TypeAlias = Literal["oneself", "blocked", "blocked_by_you", "too_many_follows", "too_many_blocks"]


class Refused(Exception):
    """What one person may not do to another. `blocked`: the other wants nothing to do with them."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code


class Missing(Exception):
    """There is no such person, or no longer."""


class Between(Struct, frozen=True):
    """What stands between a person and another: `blocks` by the first, `blocked` by the second."""

    follows: bool
    blocks: bool
    blocked: bool


class Somebody(Struct, frozen=True):
    """A person in a list."""

    id: str
    name: str
    avatar: str


async def follow(c: Connection, follower: str, followed: str) -> None:
    """Follow somebody; twice is once. Raises Missing, Refused."""
    async with c.transaction():
        await _lock(c, follower, followed)
        found = await between(c, follower, followed)
        if found.blocked or found.blocks:
            raise Refused("blocked" if found.blocked else "blocked_by_you")
        await c.execute(_SQL["create"], follower, followed)
        if await c.fetchval(_SQL["count"], follower) > MOST:
            raise Refused("too_many_follows")


async def unfollow(c: Connection, follower: str, followed: str) -> None:
    if ids.plausible(followed):
        await c.execute(_SQL["delete"], follower, followed)


async def block(c: Connection, blocker: str, blocked: str) -> None:
    """Have nothing more to do with somebody: neither follows the other. Raises Missing, Refused."""
    async with c.transaction():
        await _lock(c, blocker, blocked)
        await c.execute(_SQL["create_block"], blocker, blocked)
        if await c.fetchval(_SQL["count_blocked"], blocker) > MOST:
            raise Refused("too_many_blocks")
        await c.execute(_SQL["delete_between"], blocker, blocked)


async def unblock(c: Connection, blocker: str, blocked: str) -> None:
    if ids.plausible(blocked):
        await c.execute(_SQL["delete_block"], blocker, blocked)


async def _lock(c: Connection, one: str, other: str) -> None:
    """Both persons, in one order, so that a follow and a block at once never both hold."""
    if one == other:
        raise Refused("oneself")
    if not ids.plausible(other) or len(await c.fetch(_SQL["lock_pair"], [one, other])) < 2:
        raise Missing


async def between(c: Connection, one: str, other: str) -> Between:
    """What stands between two persons, as the first one sees it."""
    record = await c.fetchrow(_SQL["check"], one, other)
    assert record is not None
    return Between(**record)


async def blocked_between(c: Connection, one: str, other: str) -> bool:
    """Whether either has blocked the other."""
    found = await between(c, one, other)
    return found.blocks or found.blocked


async def blocked_by(c: Connection, player_id: str) -> set[str]:
    """The ids of those whom a person has blocked."""
    return {record["blocked"] for record in await c.fetch(_SQL["list_blocks_of"], player_id)}


async def blockers_at(c: Connection, game_id: str, player_id: str) -> set[str]:
    """The ids of those at a table who have blocked a person."""
    if not ids.plausible(game_id):
        return set()
    return {record["blocker"] for record in await c.fetch(_SQL["list_blockers"], game_id, player_id)}


async def shut_out(c: Connection, game_id: str, player_id: str) -> bool:
    """Whether the creator of a room has blocked a person."""
    if not ids.plausible(game_id):
        return False
    found: bool = await c.fetchval(_SQL["check_room"], game_id, player_id)
    return found


async def followed_by(c: Connection, player_id: str) -> list[Somebody]:
    """Whom a person follows."""
    return [Somebody(**record) for record in await c.fetch(_SQL["list"], player_id, MOST)]


async def list_blocked(c: Connection, player_id: str) -> list[Somebody]:
    """Whom a person has blocked."""
    return [Somebody(**record) for record in await c.fetch(_SQL["list_blocked"], player_id, MOST)]


async def followers(c: Connection, player_id: str) -> int:
    """How many follow a person."""
    count: int = await c.fetchval(_SQL["count_followers"], player_id)
    return count
