"""The ways people come back: links to their addresses, passkeys, providers that know them; and the browsers signed in.

Of every secret only the SHA-256 is kept.
"""

from typing import Final

from msgspec import Struct

from app.store import ids, sql
from app.store.db import Connection
from app.store.tokens import digest

_SQL: Final = sql.load("sign_ins")


class Link(Struct, frozen=True):
    """Where a link was sent; `player_id` asked for it, None for a stranger, and is called `name`."""

    address: str
    player_id: str | None
    name: str | None = None


class Session(Struct, frozen=True):
    """A browser that is signed in, or a program; `here` is the one that asks. Moments are milliseconds since 1970."""

    id: str
    name: str
    script: bool
    here: bool
    created_at: int
    last_used_at: int | None


class Passkey(Struct, frozen=True):
    """A passkey as its owner sees it; `id` in hex."""

    id: str
    name: str
    created_at: int
    last_used_at: int | None


class Key(Struct, frozen=True):
    """What a signature is checked with, and whose it is."""

    player_id: str
    public_key: bytes
    sign_count: int


class Challenge(Struct, frozen=True):
    """What was waited for; `player_id` None for whoever signs in."""

    player_id: str | None
    nonce: str
    verifier: str


async def keep_link(c: Connection, secret: str, address: str, player_id: str | None, *, seconds: int) -> None:
    await c.execute(_SQL["create_link"], digest(secret), address, player_id, float(seconds))


async def link(c: Connection, secret: str) -> Link | None:
    """A link that can be used; looking at it does not use it."""
    record = await c.fetchrow(_SQL["read_link"], digest(secret))
    return Link(**dict(record)) if record else None


async def take_link(c: Connection, secret: str) -> Link | None:
    """Uses the link up; None for one that was used or whose time is over."""
    record = await c.fetchrow(_SQL["take_link"], digest(secret))
    return Link(**dict(record)) if record else None


async def add_address(c: Connection, address: str, player_id: str) -> str:
    """The address is theirs unless it is somebody's; whose it is."""
    await c.execute(_SQL["create_address"], address, player_id)
    owner: str = await c.fetchval(_SQL["read_owner"], address)
    return owner


async def owner(c: Connection, address: str) -> str | None:
    """Whose address it is."""
    found: str | None = await c.fetchval(_SQL["read_owner"], address)
    return found


async def addresses(c: Connection, player_id: str) -> list[str]:
    return [record["address"] for record in await c.fetch(_SQL["list_addresses"], player_id)]


async def is_account(c: Connection, player_id: str) -> bool:
    """Whether the person has a way to come back; whoever has none is a guest."""
    found: bool = await c.fetchval(_SQL["check_account"], player_id)
    return found


async def open_session(c: Connection, player_id: str, secret: str, *, name: str, replaces: str | None) -> None:
    """A signed-in browser. Its old session goes on under the new secret, so that its device stays with it."""
    if replaces is not None:
        kept = await c.fetchval(_SQL["save_session"], digest(replaces), player_id, digest(secret), name)
        if kept is not None:
            return
    await c.execute(_SQL["create_session"], ids.fresh(), player_id, digest(secret), name)


async def sessions(c: Connection, player_id: str, secret: str) -> list[Session]:
    records = await c.fetch(_SQL["list_sessions"], player_id, digest(secret))
    return [Session(**dict(record)) for record in records]


async def close_session(c: Connection, player_id: str, session_id: str) -> bytes | None:
    """Signs out a browser with its device, or a program; the digest of its secret, None where there is none."""
    if not ids.plausible(session_id):
        return None
    found: bytes | None = await c.fetchval(_SQL["delete_session"], player_id, session_id)
    return found


async def end_session(c: Connection, secret: str) -> None:
    """Signs the browser with this secret out, and its device."""
    await c.execute(_SQL["delete_by_hash"], digest(secret))


async def close_sessions(c: Connection, player_id: str) -> None:
    """Signs every browser out. Tokens of programs stay."""
    await c.execute(_SQL["delete_sessions"], player_id)
    await c.execute(_SQL["delete_all_devices"], player_id)


async def keep_challenge(
    c: Connection, secret: str, kind: str, player_id: str | None, *, seconds: int, nonce: str = "", verifier: str = ""
) -> None:
    values = (digest(secret), kind, player_id, nonce, verifier, float(seconds))
    await c.execute(_SQL["create_challenge"], *values)


async def take_challenge(c: Connection, secret: str, kind: str) -> Challenge | None:
    """Uses the challenge up; None for one that was used, or whose time is over, or of another kind."""
    record = await c.fetchrow(_SQL["take_challenge"], digest(secret), kind)
    return Challenge(**dict(record)) if record else None


async def add_passkey(c: Connection, key_id: bytes, key: Key, *, name: str) -> bool:
    """False for a passkey that is somebody's already."""
    values = (key_id, key.player_id, key.public_key, key.sign_count, name)
    return await c.fetchval(_SQL["create_passkey"], *values) is not None


async def passkey(c: Connection, key_id: bytes) -> Key | None:
    record = await c.fetchrow(_SQL["read_passkey"], key_id)
    return Key(**dict(record)) if record else None


async def note_passkey(c: Connection, key_id: bytes, sign_count: int) -> None:
    await c.execute(_SQL["save_passkey"], key_id, sign_count)


async def passkeys(c: Connection, player_id: str) -> list[Passkey]:
    return [Passkey(**dict(record)) for record in await c.fetch(_SQL["list_passkeys"], player_id)]


async def remove_passkey(c: Connection, player_id: str, key_id: str) -> bool:
    """False where they have no such passkey."""
    return ids.plausible(key_id) and await c.fetchval(_SQL["delete_passkey"], player_id, key_id) is not None


async def identified(c: Connection, issuer: str, subject: str) -> str | None:
    """Whom a provider knows by that name."""
    found: str | None = await c.fetchval(_SQL["read_identified"], issuer, subject)
    return found


async def add_identity(c: Connection, issuer: str, subject: str, player_id: str) -> str:
    """The provider knows that person unless it knows somebody already; whom it knows."""
    await c.execute(_SQL["create_identity"], issuer, subject, player_id)
    found: str = await c.fetchval(_SQL["read_identified"], issuer, subject)
    return found


async def identities(c: Connection, player_id: str) -> list[str]:
    """The issuers that know a person."""
    return [record["issuer"] for record in await c.fetch(_SQL["list_identities"], player_id)]


async def forget(c: Connection) -> None:
    """Throws away the links and challenges whose time is over."""
    await c.execute(_SQL["delete_old_links"])
    await c.execute(_SQL["delete_old_challenges"])


async def forget_sessions(c: Connection) -> None:
    """Throws away the sessions of browsers that do not come back."""
    await c.execute(_SQL["delete_old_sessions"])
