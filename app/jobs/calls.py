"""Calls people to their turn on the devices that want it: once a turn, if it is still theirs after a while.

Any number of processes may do so at once. Who is called is decided in one transaction of the database, and each message
is taken off its list by one process, so nobody is called twice; one that a dying process had in hand is lost.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct
from prometheus_client import Counter

from app import engine
from app.engine.agenda import Auction, waiting
from app.engine.state import Game
from app.i18n import Language, choose
from app.jobs.push import Answer, Fate, Note, Push
from app.people.vapid import Keys
from app.settings import Settings
from app.store import calls, devices, games, messages
from app.store.calls import Silent
from app.store.db import Conflict, Connection, Database, Unavailable
from app.store.games import Row
from app.store.messages import Message

_LOG: Final = logging.getLogger(__name__)

LOOK_SECONDS: Final = 2.0
"""How often a process looks for somebody to call."""
AT_ONCE: Final = 8
"""Messages that a process sends at the same time."""
LONGEST_SECONDS: Final = 20.0
"""After so long a process leaves the rest for its next look: whoever waits for us waits for no slow service."""
PAUSES: Final = (15, 60)
"""Seconds before a message is tried again, the first and the second time; there is no third."""
_TABLES_AT_ONCE: Final = 100
_LONGEST_TTL: Final = 28 * 24 * 3600

PUSHES: Final = Counter("opolyx_pushes", "Messages to devices, by what became of them.", ["outcome"])

Words: TypeAlias = Callable[[Row, Language], bytes]
"""What a device is told of a game in which it is its owner's turn, as JSON for our service worker."""


class Asked(Struct, frozen=True):
    """The person a game waits for, and a number that stays the same for as long as it counts as one call."""

    player_id: str
    turn: int


def asked(row: Row) -> Asked | None:
    """Whom the game waits for; None for a bot, and for a game that waits for nobody."""
    game = row.game
    seat = None if game is None or row.status != "playing" else engine.actor(game)
    if game is None or seat is None:
        return None
    player_id = row.room.sittings[seat].player
    return None if player_id is None else Asked(player_id, _turn(game))


def _turn(game: Game) -> int:
    """A turn is one call, whatever is asked in it; but at an auction each bid is a question of its own."""
    turn = (game.round * 8 + game.turn) * 4096
    phase = waiting(game.agenda)
    return turn + phase.asked // 100 % 4096 if isinstance(phase, Auction) else turn


class Waits(Struct, frozen=True):
    """How long nothing has to happen at a table before somebody is called, in ms."""

    live_ms: int
    daily_ms: int


class Calls:
    """The calls of one process."""

    def __init__(self, db: Database, keys: Keys, words: Words, waits: Waits) -> None:
        self._db = db
        self._keys = keys
        self._words = words
        self._waits = waits
        self._push = Push()

    @classmethod
    def of(cls, settings: Settings, db: Database, keys: Keys, words: Words) -> "Calls":
        """Those that the settings ask for."""
        waits = Waits(settings.push_wait_seconds * 1000, settings.push_daily_wait_seconds * 1000)
        return cls(db, keys, words, waits)

    async def run(self) -> None:
        """Looks every other second, until it is cancelled."""
        try:
            while True:
                await self._look_and_send()
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            await self._push.close()

    async def _look_and_send(self) -> None:
        try:
            await self.run_once()
        except (Unavailable, Conflict) as error:
            _LOG.warning("calls wait for the database: %r", error.__cause__ or error)
        except Exception:  # noqa: BLE001  # said below; whatever it is, the next look may go well
            _LOG.exception("calls failed")

    async def run_once(self) -> int:
        """Calls whoever has to be called now, sends what is due, and says how many messages went out."""
        while await self._look() == _TABLES_AT_ONCE:
            pass
        sent, ends = 0, time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < ends and (batch := await self._taken()):
            sent += sum(await asyncio.gather(*(self._deliver(message) for message in batch)))
        return sent

    async def close(self) -> None:
        """Ends the connections, after `run_once`."""
        await self._push.close()

    async def _look(self) -> int:
        """Puts messages on the list, and says how many tables were looked at."""
        async with self._db.transaction() as c:
            found = await calls.take_silent(
                c, live_ms=self._waits.live_ms, daily_ms=self._waits.daily_ms, limit=_TABLES_AT_ONCE
            )
            for one in found:
                await _call(c, one)
        return len(found)

    async def _taken(self) -> list[Message]:
        async with self._db.connection() as c:
            return await messages.take(c, limit=AT_ONCE)

    async def _deliver(self, message: Message) -> bool:
        """Sends one message, if it is still that turn; whether it went through."""
        async with self._db.connection() as c:
            row = await _read(c, message.game_id)
            vapid = await self._keys.read(c)
        if row is None or asked(row) != Asked(message.player_id, message.turn):
            PUSHES.labels("late").inc()
            return False
        left = _seconds_left(row)
        if left <= 0:
            PUSHES.labels("late").inc()
            return False
        language = choose(None, message.device.language)
        note = Note(self._words(row, language), min(left, _LONGEST_TTL), row.id, urgent=row.room.clock == "live")
        answer = await self._push.send(vapid, message.device, note)
        async with self._db.connection() as c:
            await _note(c, message, answer, left)
        return answer.fate is Fate.SENT


def _seconds_left(row: Row) -> int:
    assert row.game is not None
    return (row.game.deadline - time.time_ns() // 1_000_000) // 1000


async def _call(c: Connection, one: Silent) -> None:
    row = await _read(c, one.game_id)
    if row is None or row.version != one.version:
        return  # somebody moved meanwhile; if nothing more happens, that version is looked at in its turn
    found = asked(row)
    if found is not None and found.player_id == one.player_id:
        await calls.call(c, one.game_id, one.player_id, found.turn)


async def _read(c: Connection, game_id: str) -> Row | None:
    """The row; None also for one that nobody can read, which the sweep complains of."""
    try:
        return await games.read(c, game_id)
    except msgspec.DecodeError:
        return None


async def _note(c: Connection, message: Message, answer: Answer, left: int) -> None:
    """Keeps what became of a message, and has it sent again where that may help."""
    match answer.fate:
        case Fate.SENT:
            await devices.note_told(c, message.device.hash)
            PUSHES.labels("sent").inc()
        case Fate.GONE:
            await devices.drop(c, message.device.hash)
            PUSHES.labels("dropped").inc()
        case Fate.BUSY if (pause := _pause(message, answer)) is not None and pause < left:
            await messages.put_back(c, message, wait_ms=pause * 1000)
            PUSHES.labels("postponed").inc()
        case Fate.BUSY | Fate.REFUSED:
            _LOG.warning("a push service answered %d for game %s", answer.status, message.game_id)
            PUSHES.labels("failed").inc()


def _pause(message: Message, answer: Answer) -> int | None:
    """Seconds until a message is tried again; None: never."""
    if message.attempts >= len(PAUSES):
        return None
    return max(PAUSES[message.attempts], answer.pause_seconds)
