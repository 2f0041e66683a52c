"""The devices that want to hear when their owner's turn has come, by the address their push service gave them."""

from hashlib import sha256
from typing import Final

from msgspec import Struct

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("devices")


class Device(Struct, frozen=True):
    """Where to send to a device, and what to seal it with. Whoever knows the endpoint can name the device: no log does.

    `key` is the device's public key, 65 bytes; `auth` the 16 bytes that only it, its browser and we know.
    """

    endpoint: str
    key: bytes
    auth: bytes
    language: str

    @property
    def hash(self) -> bytes:
        """What a device is known by."""
        return digest(self.endpoint)


def digest(endpoint: str) -> bytes:
    """The digest of an endpoint."""
    return sha256(endpoint.encode()).digest()


async def save(c: Connection, player_id: str, device: Device, *, most: int, session: bytes | None = None) -> None:
    """Adds a device to a person's, or renews it; of more than `most` the oldest go. Call it in a transaction.

    `session` is the digest of the token it was switched on with; the device is forgotten when that is ended.
    """
    values = (device.hash, player_id, device.endpoint, device.key, device.auth, device.language, session)
    await c.execute(_SQL["save"], *values)
    await c.execute(_SQL["delete_oldest"], player_id, most)


async def forget(c: Connection, player_id: str, endpoint: str) -> bool:
    """Switches a person's device off; False if they had none of that address."""
    return await c.fetchval(_SQL["delete_own"], digest(endpoint), player_id) is not None


async def drop(c: Connection, device_hash: bytes) -> None:
    """Forgets a device that its push service does not know any more."""
    await c.execute(_SQL["delete_gone"], device_hash)


async def note_told(c: Connection, device_hash: bytes) -> None:
    """Keeps when a message last went through."""
    await c.execute(_SQL["save_told"], device_hash)
