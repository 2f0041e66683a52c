"""How far people are with their quests: a count for each one that was started in a day or a week."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("quests")


class Step(Struct, frozen=True):
    """How far a person is with a quest; `claimed_at` is when it was done and paid, in ms, None before."""

    player_id: str
    period: str
    quest: str
    count: int
    claimed_at: int | None = None


async def counts(c: Connection, players: Iterable[str], periods: Iterable[str]) -> dict[tuple[str, str, str], int]:
    """By person, day or week, and quest: how far they are. What was not started is left out."""
    records = await c.fetch(_SQL["list_steps"], list(players), list(periods))
    return {(one["player_id"], one["period"], one["quest"]): one["count"] for one in records}


async def save(c: Connection, steps: Sequence[Step]) -> None:
    """Writes down how far persons are now."""
    values = [(one.player_id, one.period, one.quest, one.count, one.claimed_at) for one in steps]
    await c.executemany(_SQL["save_step"], values)
