"""The bodies of the API: what a script may send. The actions themselves are the engine's."""

from typing import Any, Literal

from msgspec import Struct


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest: a name of 1 to 24 characters, and a language, which is otherwise taken from `Accept-Language`."""

    name: str
    language: str | None = None


class PlayerChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What to change of oneself; what is left out stays."""

    name: str | None = None
    language: str | None = None


class NewGame(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A room. `bots` are names of `/bots`, `rules` changes single knobs of the mode.

    `contribution` is your own share of the game's luck (up to 64 printable characters); `bot_pause_ms` is how long bots
    think, 0 to 5000, where 0 lets them act within your own request.
    """

    mode: str
    seats: int
    private: bool = False
    clock: Literal["live", "daily"] = "live"
    bots: list[str] = []
    team: int | None = None
    rules: dict[str, Any] = {}
    contribution: str | None = None
    bot_pause_ms: int | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """How to sit down: a private room takes its invitation, a team game may be joined on either side."""

    invite: str | None = None
    team: int | None = None
    contribution: str | None = None


class SendAway(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to send away: the seat, and the name seen in it, for people move up when somebody leaves."""

    seat: int
    name: str


class AddBot(Struct, frozen=True, forbid_unknown_fields=True):
    """Which bot takes the next free seat; any, if none is named."""

    name: str | None = None


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for a program; its name, 1 to 24 characters, says which."""

    name: str


class Find(Struct, frozen=True, forbid_unknown_fields=True):
    """What table to find: the mode, which is classic where none is named."""

    mode: str = "classic"
