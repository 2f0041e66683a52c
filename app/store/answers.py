"""Idempotency keys: a request sent twice has one effect, and the second gets the first one's answer.

Claim, effect and answer share one transaction, so there is no state between "not done" and "done and answered": a
process that dies in the middle leaves nothing, and an equal request at the same moment waits for the first one's end.
"""

from hashlib import sha256
from typing import Final

from msgspec import Struct

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("answers")


class Answer(Struct, frozen=True):
    """What was answered: the HTTP status and the body."""

    status: int
    body: bytes


class AnotherBody(Exception):
    """This key was used before, for another request."""


async def claim(c: Connection, player_id: str, *, key: str, body: bytes) -> Answer | None:
    """None: this is the first request with the key, go on and `save` its answer in this transaction.

    Otherwise the answer it had. `body` is whatever makes two requests the same one: path and body. Raises AnotherBody.
    """
    assert c.is_in_transaction(), "a claim outside a transaction would be a promise nobody keeps"
    key_hash, body_hash = _digest(key), sha256(body).digest()
    if await c.fetchval(_SQL["create"], player_id, key_hash, body_hash) is not None:
        return None
    record = await c.fetchrow(_SQL["read"], player_id, key_hash)
    assert record is not None
    if record["body_hash"] != body_hash:
        raise AnotherBody
    return Answer(record["status"], record["answer"])


async def save(c: Connection, player_id: str, *, key: str, answer: Answer) -> None:
    """Keeps the answer of the request that claimed the key."""
    assert c.is_in_transaction()
    await c.execute(_SQL["save"], player_id, _digest(key), answer.status, answer.body)


async def forget(c: Connection, *, before: int) -> None:
    """Deletes the answers older than the moment."""
    await c.execute(_SQL["delete_old"], before)


def _digest(key: str) -> bytes:
    return sha256(key.encode("utf-8", "surrogateescape")).digest()
