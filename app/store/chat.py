"""What people say in the lobby and at tables, and who does not want to hear whom. Who may do either others know."""

from typing import Final, Literal, TypeAlias

import asyncpg
from msgspec import Struct

from app.store import ids, sql
from app.store.db import Connection

_SQL: Final = sql.load("chat")

LOBBY: Final = "lobby"
"""The place that is no game."""
MOST_MUTED: Final = 500
_LARGEST: Final = 2**63 - 1

Kind: TypeAlias = Literal["text", "sticker", "phrase"]


class Line(Struct, frozen=True):
    """A line as it was written; `text` is the code of a sticker or phrase, `side` None is for everybody there."""

    id: int
    place: str
    side: int | None
    player_id: str
    name: str
    kind: Kind
    text: str
    at: int


class Heard(Struct, frozen=True):
    """What is new for a reader: lines in their order, the numbers of lines they have that were hidden since, and where
    to go on, 0 for nothing new."""

    lines: list[Line]
    hidden: list[int]
    last: int


class Hidden(Struct, frozen=True):
    """Whose line was hidden and where, and the number under which readers hear of it."""

    player_id: str
    place: str
    hidden_as: int


class Other(Struct, frozen=True):
    """Another person, by their name."""

    id: str
    name: str


async def create(c: Connection, line: Line) -> int:
    """Writes a line down, whatever its id says; the number it has."""
    number: int = await c.fetchval(
        _SQL["create"], line.place, line.side, line.player_id, line.name, line.kind, line.text, line.at
    )
    return number


async def after(c: Connection, place: str, number: int, *, side: int | None, reader: str | None, most: int) -> Heard:
    """What is new after a number for somebody of this side: the newest lines, and what they are not to see any more."""
    number = max(0, min(number, _LARGEST))
    found = await c.fetch(_SQL["list_new"], place, number, side, most, reader or "")
    lines = [_line(record) for record in reversed(found) if record["hidden_as"] is None]
    hidden = [record["id"] for record in found if record["hidden_as"] is not None]
    return Heard(lines, hidden, max((record["hidden_as"] or record["id"] for record in found), default=0))


async def around(c: Connection, number: int) -> list[Line]:
    """What was said there shortly before and after a line, and the line itself; nothing where it is gone."""
    return [_line(record) for record in await c.fetch(_SQL["list_around"], number)]


async def newest(c: Connection, place: str, *, side: int | None) -> int:
    """The number of the newest line, 0 where nobody has said anything."""
    return await c.fetchval(_SQL["find_newest"], place, side) or 0


async def read(c: Connection, number: int) -> Line | None:
    """One line that is not hidden."""
    record = await c.fetchrow(_SQL["read"], number) if 0 < number <= _LARGEST else None
    return _line(record) if record else None


async def hide(c: Connection, number: int, operator: str) -> Hidden | None:
    """Hides a line, from open pages too; None where there is nothing to hide."""
    record = await c.fetchrow(_SQL["save_hidden"], number, operator)
    return Hidden(**record) if record else None


async def forget(c: Connection, *, before: int) -> None:
    """Deletes what was said before the moment."""
    await c.execute(_SQL["delete_old"], before)


async def mute(c: Connection, player_id: str, muted: str) -> None:
    """From now on the one does not see the other's lines; nobody mutes themselves."""
    if ids.plausible(muted) and muted != player_id:
        await c.execute(_SQL["save_mute"], player_id, muted)
        await c.execute(_SQL["limit_mutes"], player_id, MOST_MUTED)


async def unmute(c: Connection, player_id: str, muted: str) -> None:
    if ids.plausible(muted):
        await c.execute(_SQL["delete_mute"], player_id, muted)


async def muted_by(c: Connection, player_id: str) -> list[Other]:
    """Whom a person does not hear."""
    return [Other(record["id"], record["name"]) for record in await c.fetch(_SQL["list_muted"], player_id)]


def _line(record: asyncpg.Record) -> Line:
    return Line(**{name: record[name] for name in Line.__struct_fields__})
