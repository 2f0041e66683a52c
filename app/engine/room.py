"""The room around a game: who sits where, by which rules, and what is kept beside the state. No rule reads it."""

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from app.engine.modes import Rules

SCHEMA: Final = 1

Clock: TypeAlias = Literal["live", "daily"]


class Sitting(Struct, array_like=True, kw_only=True):
    """Who sits in a seat: a person, named by `player`, or a bot, named by `bot`."""

    player: str | None
    bot: str | None
    name: str
    team: int | None = None
    cards: dict[int, int] = {}
    contribution: str = ""

    @property
    def kind(self) -> Literal["human", "bot"]:
        """The contract's word."""
        return "bot" if self.player is None else "human"


class Room(Struct, array_like=True, kw_only=True):
    """A room from its creation on. `version` counts while it waits; once started, the game's own version goes on.

    `pause` is how long a bot thinks, in milliseconds. `commitment` is the hex SHA-256 of the seed, `revealed` the seed
    in hex once the game is over. `invite` is a secret that lets people into a private room, `code` a short one to type.
    `barred` are the persons whom the creator sent away. `fills_at` is when bots take the seats that are free by then,
    in milliseconds since the epoch; None where somebody opened the room by hand.
    """

    id: str
    mode: str
    rules: Rules
    capacity: int
    private: bool
    clock: Clock
    creator: str
    pause: int
    commitment: str
    invite: str
    sittings: list[Sitting] = []
    version: int = 1
    revealed: str | None = None
    code: str = ""
    barred: list[str] = []
    fills_at: int | None = None

    def seat_of(self, player: str | None) -> int | None:
        """The seat of a person, or None for somebody who only looks on."""
        if player is None:
            return None
        return next((seat for seat, one in enumerate(self.sittings) if one.player == player), None)


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Room)


def encode(room: Room) -> bytes:
    """The room as it is stored."""
    return _encoder.encode(room)


def decode(data: bytes) -> Room:
    """A private copy of a stored room."""
    return _decoder.decode(data)
