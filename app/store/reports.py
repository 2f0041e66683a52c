"""What people report: a person, or a line of the chat with its text as it was."""

from typing import Final

from msgspec import Struct

from app.store import sql
from app.store.chat import Line
from app.store.db import Connection

_SQL: Final = sql.load("reports")


class Report(Struct, frozen=True):
    """A report that nobody has dealt with yet. Moments are in milliseconds since the epoch."""

    id: int
    reporter: str
    reporter_name: str
    player_id: str
    player_name: str
    suspended_until: int | None
    reason: str
    words: str
    line_id: int | None
    said: str | None
    hidden: bool
    """Whether the line cannot be read in the chat any more."""
    at: int


async def create(c: Connection, reporter: str, player_id: str, *, reason: str, words: str, line: Line | None) -> None:
    """Writes a report down, with the line it is about."""
    said = (line.id, line.text) if line else (None, None)
    await c.execute(_SQL["create"], reporter, player_id, reason, words, *said)


async def list_open(c: Connection, *, before: int, most: int) -> list[Report]:
    """What is to be looked at, newest first, from a number on."""
    return [Report(**record) for record in await c.fetch(_SQL["list_open"], most, before)]


async def count_open(c: Connection, *, most: int) -> int:
    """How many are to be looked at, counted up to `most`."""
    number: int = await c.fetchval(_SQL["count_open"], most)
    return number


async def close(c: Connection, report: int, operator: str) -> str | None:
    """An operator has dealt with it; whom it was about, None where another was faster."""
    about: str | None = await c.fetchval(_SQL["save_closed"], report, operator)
    return about


async def forget(c: Connection, *, before: int) -> None:
    """Forgets what was said in reports from before the moment that were dealt with; open ones still need it."""
    await c.execute(_SQL["delete_said"], before)
