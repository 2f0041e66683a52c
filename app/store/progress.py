"""What games left behind for people: experience, results, the sums of a week, and collection cards."""

from collections.abc import Iterable, Sequence
from typing import Final

import asyncpg
import msgspec
from msgspec import Struct

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("progress")
_NEWEST: Final = 2**62


class Advance(Struct, frozen=True):
    """What one game did for a quest: its count before and after."""

    period: str
    quest: str
    before: int
    after: int


class Result(Struct, frozen=True):
    """What a game brought a person; `xp` is the sum of the parts. Moments are in milliseconds since the epoch."""

    game_id: str
    player_id: str
    seat: int
    place: int
    xp: int
    from_place: int
    from_groups: int
    from_lasting: int
    from_quests: int
    xp_before: int
    quests: list[Advance]
    mode: str
    seats: int
    ended_at: int
    week: str


class Card(Struct, frozen=True):
    """A collection card. `level` is the one it was given for, None for a win; `id` is 0 before it is written down."""

    id: int
    square: int
    bonus: int
    game_id: str | None
    level: int | None
    drawn_at: int


class Copies(Struct, frozen=True):
    """A person's cards of one square: how many, the best one's percentage, and when the newest came."""

    square: int
    copies: int
    bonus: int
    drawn_at: int


_advances = msgspec.json.Decoder(list[Advance])


async def lock(c: Connection, players: Iterable[str]) -> dict[str, int]:
    """The experience of these persons, kept from others till the transaction ends; the gone ones are left out.

    In one order for everybody, so that two games that end at once wait for each other and never both.
    """
    return {record["id"]: record["xp"] for record in await c.fetch(_SQL["lock_persons"], sorted(players))}


async def pay(c: Connection, results: Sequence[Result]) -> None:
    """Writes the results down, and adds what they brought to the persons and to their weeks."""
    await c.executemany(_SQL["create_result"], [_values(one) for one in results])
    earned = [one for one in results if one.xp]
    await c.executemany(_SQL["save_xp"], [(one.player_id, one.xp) for one in earned])
    await c.executemany(_SQL["save_week"], [(one.week, one.player_id, one.xp) for one in earned])


async def give(c: Connection, drawn: Sequence[tuple[str, Card]]) -> None:
    """Gives persons cards."""
    values = [(who, one.square, one.bonus, one.game_id, one.level, one.drawn_at) for who, one in drawn]
    await c.executemany(_SQL["create_card"], values)


async def card_levels(c: Connection, players: Iterable[str]) -> set[tuple[str, int]]:
    """Which person has had the card of which level."""
    return {(one["player_id"], one["level"]) for one in await c.fetch(_SQL["list_card_levels"], list(players))}


async def best_cards(c: Connection, players: Iterable[str]) -> dict[str, dict[int, int]]:
    """By person: the best card's percentage of each square."""
    found: dict[str, dict[int, int]] = {}
    for one in await c.fetch(_SQL["list_best_cards"], list(players)):
        found.setdefault(one["player_id"], {})[one["square"]] = one["bonus"]
    return found


async def result(c: Connection, game_id: str, player_id: str) -> Result | None:
    """What a game brought a person; None for a game that is not over, or that they did not play."""
    record = await c.fetchrow(_SQL["read_result"], game_id, player_id)
    if record is None:
        return None
    values = dict(record)
    return Result(quests=_advances.decode(values.pop("quests")), **values)


async def cards_of_game(c: Connection, game_id: str, player_id: str) -> list[Card]:
    """The cards that a game brought a person."""
    return [_card(record) for record in await c.fetch(_SQL["list_cards_of_game"], game_id, player_id)]


async def cards_of(c: Connection, player_id: str, *, before: int | None, limit: int) -> list[Card]:
    """A person's cards, newest first, from below the card with the number `before`."""
    return [
        _card(record)
        for record in await c.fetch(_SQL["list_cards"], player_id, _NEWEST if before is None else before, limit)
    ]


async def album(c: Connection, player_id: str) -> list[Copies]:
    """A person's cards by square, in board order."""
    return [Copies(**dict(record)) for record in await c.fetch(_SQL["list_album"], player_id)]


def _card(record: asyncpg.Record) -> Card:
    return Card(**dict(record))


def _values(one: Result) -> tuple[object, ...]:
    return (
        one.game_id,
        one.player_id,
        one.seat,
        one.place,
        one.xp,
        one.from_place,
        one.from_groups,
        one.from_lasting,
        one.from_quests,
        one.xp_before,
        msgspec.json.encode(one.quests).decode(),
        one.mode,
        one.seats,
        one.ended_at,
        one.week,
    )
