"""A finished game once more: one room for it, with the same rules and bots, to which its people come back."""

import hashlib
import secrets
from typing import Final

import msgspec
from msgspec import Struct

from app.engine.room import Room
from app.play import moves, rooms
from app.play.errors import Busy, Conflict, Forbidden, Unknown
from app.store import games, heartbeat, ids, rematches
from app.store.db import Connection, Database
from app.store.games import AlreadySeated, Row
from app.store.players import Player
from app.store.wakes import Wakes

INVITE_BYTES: Final = 12


class Rematch(Struct, frozen=True):
    """The room or game, and whether it was made just now."""

    row: Row
    made: bool


class _OthersWereFaster(Exception):
    """Somebody else has just made the room."""


async def find(c: Connection, game_id: str) -> Row | None:
    """The rematch of a game, None where nobody wants one yet."""
    next_id = await rematches.of(c, game_id)
    return None if next_id is None else await games.read(c, next_id)


async def rematch(db: Database, wakes: Wakes, player: Player, game_id: str, *, now: int) -> Rematch:
    """Open the one rematch of a game, or sit down in it. Where all others are bots, it begins at once.

    Raises Unknown, Forbidden for whoever had no seat, Busy, and Conflict: "not_over", "already_seated" in another
    unfinished game, "seats_full", "not_waiting"; follows.Refused("blocked") by whoever opened it.
    """
    old = await moves.look(db, wakes, game_id, now=now)
    seat = old.room.seat_of(player.id)
    if seat is None:
        raise Forbidden
    if old.status != "over":
        raise Conflict("not_over")
    for _ in range(rooms.ATTEMPTS):
        found = await _once(db, wakes, player, old, now)
        if found is not None:
            return found
    raise Busy


async def _once(db: Database, wakes: Wakes, player: Player, old: Row, now: int) -> Rematch | None:
    """One attempt. None: somebody opened or closed the room meanwhile."""
    async with db.connection() as c:
        there = await find(c, old.id)
        if there is None:
            made = await _open(c, player, old, now)
            if made is not None and made.made:
                await wakes.tell(c, made.row.id, made.row.version)
            return made
    if there.room.seat_of(player.id) is not None:
        return Rematch(there, made=False)
    try:
        return Rematch(await _join(db, wakes, player, old, there), made=False)
    except Unknown:
        return None
    except Conflict as conflict:
        if conflict.code != "already_seated":
            raise
        async with db.connection() as c:
            return await _seated(c, player, old)


async def _open(c: Connection, player: Player, old: Row, now: int) -> Rematch | None:
    row = _lay_out(player, old.room)
    try:
        async with c.transaction():
            await rooms.keep(c, row)
            if not await rematches.create(c, old.id, row.id):
                raise _OthersWereFaster
            if len(row.room.sittings) == row.room.capacity:
                row.away_ms = await heartbeat.away(c)
                await rooms.begin(c, row, now)
    except _OthersWereFaster:
        return None
    except AlreadySeated:
        return await _seated(c, player, old)
    return Rematch(row, made=True)


async def _seated(c: Connection, player: Player, old: Row) -> Rematch:
    """The rematch, if another tap of the same person was faster. Raises Conflict where they sit in another game."""
    there = await find(c, old.id)
    if there is None or there.room.seat_of(player.id) is None:
        raise Conflict("already_seated")
    return Rematch(there, made=False)


def _lay_out(player: Player, old: Room) -> Row:
    """The same room with other luck: whoever asks sits first, then the bots."""
    seed = secrets.token_bytes(rooms.SEED_BYTES)
    room = msgspec.structs.replace(
        old,
        id=ids.fresh(),
        creator=player.id,
        commitment=hashlib.sha256(seed).hexdigest(),
        invite=secrets.token_urlsafe(INVITE_BYTES) if old.private else "",
        sittings=[],
        version=1,
        revealed=None,
        fills_at=None,
    )
    rooms.seat_person(room, player, _team(player, old), None)
    for one in old.sittings:
        if one.bot is not None:
            rooms.seat_bot(room, one.bot, one.team)
    return Row(id=room.id, status="waiting", version=room.version, room=room, game=None, seed=seed, due_at=None)


async def _join(db: Database, wakes: Wakes, player: Player, old: Row, there: Row) -> Row:
    """A seat on the same side as before; on the other one where a stranger took it."""
    team = _team(player, old.room)
    try:
        return await _sit(db, wakes, player, there, team)
    except Conflict as conflict:
        if team is None or conflict.code != "seats_full":
            raise
        return await _sit(db, wakes, player, there, None)


async def _sit(db: Database, wakes: Wakes, player: Player, there: Row, team: int | None) -> Row:
    return await rooms.join(db, wakes, player, there.id, invite=there.room.invite, team=team, contribution=None)


def _team(player: Player, old: Room) -> int | None:
    """The side the person played on, None where there were none."""
    seat = old.seat_of(player.id)
    return None if seat is None else old.sittings[seat].team
