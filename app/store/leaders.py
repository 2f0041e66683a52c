"""Who has done well: the leaderboard of each week by keyset, a person's weeks, and what bots have won."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from app.store import ids, sql
from app.store.db import Connection

_SQL: Final = sql.load("leaders")

_ABOVE_ALL: Final = 2**62
_DIGITS: Final = 18


class BadCursor(ValueError):
    """This is no place in a leaderboard."""


class Leader(Struct, frozen=True):
    """Somebody in a week's leaderboard. `total` is all their experience; who has as much shares the place."""

    place: int
    id: str
    name: str
    avatar: str
    total: int
    xp: int


class Board(Struct, frozen=True):
    """Some leaders, and the cursor of the next page, None at the end."""

    leaders: list[Leader]
    next: str | None


class Week(Struct, frozen=True):
    """What a week brought a person."""

    week: str
    xp: int


class BotResult(Struct, frozen=True):
    """How a bot has done in a mode."""

    bot: str
    mode: str
    games: int
    wins: int


async def board(c: Connection, week: str, cursor: str | None, limit: int) -> Board:
    """A page of a week, the best first. Raises BadCursor."""
    xp, last_id = (_ABOVE_ALL, "") if cursor is None else _place(cursor)
    records = await c.fetch(_SQL["list"], week, xp, last_id, limit + 1)
    shown = [dict(record) for record in records[:limit]]
    first = await _better(c, week, shown[0]["xp"]) + 1 if shown else 1
    passed = await _passed(c, week, shown, cursor)
    next_page = f"{shown[-1]['xp']}.{shown[-1]['id']}" if len(records) > limit else None
    return Board(_placed(shown, first, passed), next_page)


async def _passed(c: Connection, week: str, shown: list[dict[str, object]], cursor: str | None) -> int:
    """How many stand before the page, whoever shares a place counted too."""
    if not shown or cursor is None:
        return 0
    below = next((one["xp"] for one in shown if one["xp"] != shown[0]["xp"]), None)
    if below is None:
        return 0  # all of the page share one place
    better = await _better(c, week, below)
    return better - sum(one["xp"] == shown[0]["xp"] for one in shown)


def _placed(shown: list[dict[str, object]], first: int, passed: int) -> list[Leader]:
    places: list[int] = []
    for number, one in enumerate(shown):
        if number == 0:
            places.append(first)
        else:
            places.append(places[-1] if one["xp"] == shown[number - 1]["xp"] else passed + number + 1)
    return [Leader(place=place, **one) for place, one in zip(places, shown, strict=True)]  # type: ignore[arg-type]  # a row


async def followed(c: Connection, week: str, player_id: str, limit: int) -> list[Leader]:
    """A person and whom they follow, placed among themselves."""
    shown = [dict(record) for record in await c.fetch(_SQL["list_followed"], week, player_id, limit)]
    return _placed(shown, 1, 0)


async def place_of(c: Connection, week: str, player_id: str) -> tuple[int, int] | None:
    """A person's place in a week, and their experience of it; None for who has none."""
    xp: int | None = await c.fetchval(_SQL["read_week"], week, player_id)
    return None if xp is None else (await _better(c, week, xp) + 1, xp)


async def _better(c: Connection, week: str, xp: object) -> int:
    count: int = await c.fetchval(_SQL["count_better"], week, xp)
    return count


async def weeks_of(c: Connection, player_id: str, limit: int) -> list[Week]:
    """A person's newest weeks, newest first, without those that brought nothing."""
    return [Week(**record) for record in await c.fetch(_SQL["list_weeks"], player_id, limit)]


async def note_bots(c: Connection, mode: str, bots: Iterable[tuple[str, bool]]) -> None:
    """Count a finished game for the bots in it, each with whether it won; call it in the transaction that ends it."""
    await c.executemany(_SQL["save_bot"], [(bot, mode, int(won)) for bot, won in sorted(bots)])


async def bots(c: Connection) -> list[BotResult]:
    """How every bot has done."""
    return [BotResult(**record) for record in await c.fetch(_SQL["list_bots"])]


def _place(cursor: str) -> tuple[int, str]:
    xp, _, last_id = cursor.partition(".")
    if not (xp.isascii() and xp.isdigit() and len(xp) <= _DIGITS and (not last_id or ids.plausible(last_id))):
        raise BadCursor(cursor)
    return int(xp), last_id
