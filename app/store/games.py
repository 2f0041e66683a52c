"""Rooms and games, one row each: read whole, decide, and save in one statement that fails if somebody was faster."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import asyncpg
import msgspec
from msgspec import Struct

from app.engine import room as rooms
from app.engine import state as states
from app.engine.actions import Action
from app.engine.room import Room
from app.engine.state import SCHEMA, Game
from app.store import ids, sql
from app.store.db import FASTER, Connection, Unavailable

_SQL: Final = sql.load("games")

_NEWEST: Final = (2**53, "")  # after every room: the year 2255, in microseconds
_DIGITS: Final = 16

LEASE_MS: Final = 5000
"""How long a table taken by `take_due` stays with its taker."""

Status: TypeAlias = Literal["waiting", "playing", "over"]


class AlreadySeated(Exception):
    """One person sits in one unfinished game at a time."""


class CodeTaken(Exception):
    """Another room has this code."""


class Invitation(Struct, frozen=True):
    """A private waiting room, and the secret that lets people into it."""

    game_id: str
    invite: str


class Row(Struct):
    """A room, and its game once it has started; a private copy, to be changed and given back to `save`.

    `due_at` is when the table next needs looking at, None for never. `away_ms` is how long the service has been away in
    all its life, as of the reading; it is not saved. `people` counts changes to who sits there that were made beside
    the game: a save on an older count fails.
    """

    id: str
    status: Status
    version: int
    room: Room
    game: Game | None
    seed: bytes
    due_at: int | None
    away_ms: int = 0
    people: int = 0


class Played(Struct, frozen=True):
    """What a seat asked, and when."""

    seat: int
    at: int
    action: Action


class Open(Struct, frozen=True):
    """A public room or running game, without its inside; `created_at` is in milliseconds since the epoch.

    `bots` of the `taken` seats are bots'.
    """

    id: str
    mode: str
    clock: str
    capacity: int
    taken: int
    bots: int
    version: int
    creator: str
    creator_name: str
    created_at: int


class Page(Struct, frozen=True):
    """Some open rooms, newest first, and the cursor of the next page, None at the end."""

    rooms: list[Open]
    next: str | None


class Unreadable(Exception):
    """The row of this game has no form we know."""

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.game_id = game_id


class BadCursor(ValueError):
    """This is no place in the list of rooms."""


class Move(Struct, frozen=True):
    """One save of a game, as it is kept: what seats asked, and what happened, each event as JSON."""

    version: int
    first_event: int
    steps: list[Played]
    events: list[msgspec.Raw]


_steps = msgspec.json.Decoder(list[Played])
_events = msgspec.json.Decoder(list[msgspec.Raw])


async def create(c: Connection, row: Row) -> None:
    """A new room with whoever sits in it. Raises AlreadySeated, CodeTaken."""
    room = row.room
    state = states.encode(row.game) if row.game else None
    try:
        await c.execute(
            _SQL["create"],
            row.id,
            room.mode,
            room.private,
            room.clock,
            room.capacity,
            room.creator,
            row.seed,
            room.invite or None,
            row.status,
            len(room.sittings),
            rooms.encode(room),
            row.version,
            SCHEMA if state else None,
            row.due_at,
            state,
            *_chairs(room),
            room.code or None,
        )
    except asyncpg.UniqueViolationError as error:
        if error.constraint_name == "games_code":
            raise CodeTaken from error
        _raise_if_seated(error)


async def read(c: Connection, game_id: str) -> Row | None:
    if not ids.plausible(game_id):
        return None
    record = await c.fetchrow(_SQL["read"], game_id)
    return _row(record) if record else None


async def version_of(c: Connection, game_id: str) -> int | None:
    """The version alone; None for an unknown game."""
    if not ids.plausible(game_id):
        return None
    version: int | None = await c.fetchval(_SQL["read_version"], game_id)
    return version


async def invited(c: Connection, invite: str) -> str | None:
    """The id of the private room an invitation leads to."""
    if not ids.plausible(invite):
        return None
    game_id: str | None = await c.fetchval(_SQL["read_invited"], invite)
    return game_id


async def by_code(c: Connection, code: str) -> Invitation | None:
    """The waiting room a short code leads to."""
    record = await c.fetchrow(_SQL["read_by_code"], code)
    return Invitation(record["id"], record["invite"]) if record else None


async def unfinished_of(c: Connection, player_id: str) -> str | None:
    """The id of the one unfinished game the person sits in, waiting rooms included."""
    game_id: str | None = await c.fetchval(_SQL["read_unfinished"], player_id)
    return game_id


async def list_open(c: Connection, cursor: str | None, limit: int) -> Page:
    """A page of the public waiting rooms, full ones included, that are not long left alone. Raises BadCursor."""
    moment, last_id = _NEWEST if cursor is None else _place(cursor)
    records = await c.fetch(_SQL["list_open"], moment, last_id, limit + 1)
    found = [_open(record) for record in records[:limit]]
    more = len(records) > limit
    return Page(found, f"{records[limit - 1]['created_us']}.{found[-1].id}" if more else None)


async def list_running(c: Connection, limit: int) -> list[Open]:
    """The newest public games under way."""
    return [_open(record) for record in await c.fetch(_SQL["list_running"], limit)]


async def save_room(c: Connection, row: Row, expected_version: int) -> bool:
    """Saves a waiting room and lets the chairs follow `row.room.sittings`. False: somebody was faster, or it started.

    Raises AlreadySeated when somebody in it sits in another unfinished game.
    """
    room = row.room
    try:
        saved = await c.fetchval(
            _SQL["save_room"],
            row.id,
            expected_version,
            room.creator,
            len(room.sittings),
            rooms.encode(room),
            row.version,
            *_chairs(room),
            row.people,
        )
    except FASTER:
        return False
    except asyncpg.UniqueViolationError as error:
        _raise_if_seated(error)
    return saved is not None


async def save(
    c: Connection,
    row: Row,
    expected_version: int,
    steps: Sequence[Played],
    events: Sequence[object],
    first_event: int,
    out_players: Sequence[str],
) -> bool:
    """Saves a game after a move, the start included, and the move with it. False: somebody was faster, nothing changed.

    `events` are the contract's objects, numbered from `first_event`; `out_players` are the persons whom this move put
    out. Inside a transaction a False may have ended it: leave it.
    """
    assert row.game is not None, "a waiting room is saved by save_room"
    values = (
        row.id,
        expected_version,
        row.status,
        row.version,
        row.due_at,
        SCHEMA,
        states.encode(row.game),
        rooms.encode(row.room),
        first_event,
        len(events),
        msgspec.json.encode(steps).decode(),
        msgspec.json.encode(events).decode(),
        row.people,
    )
    try:
        if out_players or row.status == "over":
            return await c.fetchval(_SQL["save_last_move"], *values, list(out_players)) is not None
        return await c.fetchval(_SQL["save_move"], *values) is not None
    except FASTER:
        return False


async def postpone(c: Connection, row: Row) -> None:
    """Writes `row.due_at` alone, for a table where nothing was due after all; does nothing if somebody was faster."""
    await c.execute(_SQL["save_due"], row.id, row.version, row.due_at)


async def take_due(c: Connection, now: int, *, lease_ms: int = LEASE_MS) -> Row | None:
    """The most overdue table that nobody has in hand; call it in autocommit and `save` the row afterwards.

    Taking puts the column `due_at` off by the lease, in one statement that skips locked rows: of several sweeps each
    gets another table, none waits for another, and no transaction stays open while the table is played. A sweep that
    is killed, or that fails on one table every time, delays that table by the lease and no other one. The state keeps
    the true deadlines, so what is made up for later happens as of then; and whoever looks at the table meanwhile may
    play it, for the version decides whose save counts. `due_at` of the row returned is the old one. Raises Unreadable.
    """
    record = await c.fetchrow(_SQL["take_due"], now, lease_ms)
    if record is None:
        return None
    try:
        return _row(record)
    except msgspec.DecodeError as error:
        raise Unreadable(record["id"]) from error


async def next_due(c: Connection) -> int | None:
    """The moment at which `take_due` will next find something."""
    moment: int | None = await c.fetchval(_SQL["read_next_due"])
    return moment


async def events_after(c: Connection, game_id: str, n: int, limit: int) -> list[msgspec.Raw]:
    """Up to `limit` events with numbers above `n`, as the JSON they were saved as."""
    found: list[msgspec.Raw] = []
    for record in await c.fetch(_SQL["list_events"], game_id, n, limit):
        events = _events.decode(record["events"])
        found += events[max(0, n + 1 - record["first_event"]) :]
    return found[:limit]


async def moves_of(c: Connection, game_id: str) -> list[Move]:
    """The whole game, in order."""
    return [_move(record) for record in await c.fetch(_SQL["list_moves"], game_id)]


async def close_room(c: Connection, game_id: str, expected_version: int) -> bool:
    """Deletes a waiting room, because its last person left. False: somebody was faster."""
    return await c.fetchval(_SQL["delete_waiting"], game_id, expected_version) is not None


async def close_abandoned(c: Connection, *, before: int) -> int:
    """Deletes the waiting rooms in which nothing has happened since `before`, and says how many."""
    count: int = await c.fetchval(_SQL["delete_abandoned"], before)
    return count


def _row(record: asyncpg.Record) -> Row:
    schema, state = record["schema"], record["state"]
    if schema is not None and schema > SCHEMA:
        # During an upgrade: saving what we cannot read wholly would lose what a newer process wrote.
        raise Unavailable("a newer release is taking over")
    return Row(
        id=record["id"],
        status=record["status"],
        version=record["version"],
        room=rooms.decode(record["room"]),
        game=None if state is None else states.decode(state),
        seed=record["seed"],
        due_at=record["due_at"],
        away_ms=record["away_ms"],
        people=record["people"],
    )


def _open(record: asyncpg.Record) -> Open:
    values = dict(record)
    return Open(created_at=values.pop("created_us") // 1000, **values)


def _place(cursor: str) -> tuple[int, str]:
    moment, _, last_id = cursor.partition(".")
    if not (moment.isascii() and moment.isdigit() and len(moment) <= _DIGITS and ids.plausible(last_id)):
        raise BadCursor(cursor)
    return int(moment), last_id


def _move(record: asyncpg.Record) -> Move:
    return Move(
        version=record["version"],
        first_event=record["first_event"],
        steps=_steps.decode(record["steps"]),
        events=_events.decode(record["events"]),
    )


def _chairs(room: Room) -> tuple[list[str], list[int]]:
    persons = [(sitting.player, seat) for seat, sitting in enumerate(room.sittings) if sitting.player is not None]
    return [player for player, _ in persons], [seat for _, seat in persons]


def _raise_if_seated(error: asyncpg.UniqueViolationError) -> None:
    if error.constraint_name == "seats_one_unfinished":
        raise AlreadySeated from error
    raise error
