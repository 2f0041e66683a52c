"""The messages that have to go out to devices, kept until a process takes them in hand."""

from typing import Final

from msgspec import Struct

from app.store import sql
from app.store.db import Connection
from app.store.devices import Device

_SQL: Final = sql.load("messages")


class Message(Struct, frozen=True):
    """What one device has to be told: that it is its owner's `turn` in a game. `attempts` were made before."""

    device: Device
    player_id: str
    game_id: str
    turn: int
    attempts: int


async def take(c: Connection, *, limit: int) -> list[Message]:
    """Messages whose time has come, which are then on the list no more: one that is lost with us is not sent twice."""
    return [
        Message(
            device=Device(one["endpoint"], one["key"], one["auth"], one["language"]),
            player_id=one["player_id"],
            game_id=one["game_id"],
            turn=one["turn"],
            attempts=one["attempts"],
        )
        for one in await c.fetch(_SQL["take"], limit)
    ]


async def put_back(c: Connection, message: Message, *, wait_ms: int) -> None:
    """Has a message sent again later; does nothing if there is a newer one, or the device is gone."""
    await c.execute(_SQL["save"], message.device.hash, message.game_id, message.turn, message.attempts + 1, wait_ms)
