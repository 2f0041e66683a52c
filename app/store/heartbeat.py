"""The pulse of the service: a row that every process at work touches, so that the next one knows how long none was.

What is counted is time in which no process could have answered a player: no process ran, or none reached the database.
Clocks of live games are later put off by it; a shorter gap than the threshold is an ordinary pause.
"""

import time
from typing import Final

from app.store import sql
from app.store.db import Connection

_SQL: Final = sql.load("heartbeat")

BEAT_SECONDS: Final = 2.0


class Heartbeat:
    """One process's part in it. `outage_seconds` is how long a gap must be to count; 0 counts none."""

    def __init__(self, outage_seconds: int) -> None:
        assert outage_seconds == 0 or outage_seconds > BEAT_SECONDS
        self._threshold_ms: Final = outage_seconds * 1000
        self._last = float("-inf")

    async def keep(self, c: Connection) -> None:
        """Beat if it is time. Called before a connection is used for anything else, so an outage is known in time."""
        if self._threshold_ms and time.monotonic() - self._last > BEAT_SECONDS:
            await c.execute(_SQL["save_beat"], self._threshold_ms)
            self._last = time.monotonic()


async def away(c: Connection) -> int:
    """All outages so far, added up, in ms."""
    total: int = await c.fetchval(_SQL["read_away"])
    return total
