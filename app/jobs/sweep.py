"""The scheduled function: plays every table whose time has come. For the server's loop, the command and the route.

Any number of sweeps may run at once, in any number of processes: each takes another table.
"""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Final

from prometheus_client import Counter

from app.jobs.calls import Calls
from app.jobs.tidy import tidy
from app.play import matching, moves
from app.play.errors import Broken
from app.store import games
from app.store import matching as waits
from app.store.db import Conflict, Database, Unavailable
from app.store.wakes import News, Wakes

_LOG: Final = logging.getLogger(__name__)

LONGEST_SLEEP_SECONDS: Final = 5.0
"""A sweep looks this often even if it hears of nothing; a wake can be lost."""
TIDY_SECONDS: Final = 600.0
_BREATH_SECONDS: Final = 0.1
"""Many moves at once are one piece of news."""
_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 5.0

TABLES: Final = Counter("opolyx_swept_tables", "Tables played because their time had come.", ["outcome"])
SWEEPS: Final = Counter("opolyx_sweeps", "Sweeps made.")


def _now() -> int:
    return time.time_ns() // 1_000_000


class Sweep:
    """The sweep of one process. It keeps nothing but when it last tidied."""

    def __init__(self, db: Database, wakes: Wakes, calls: Calls) -> None:
        self._db = db
        self._wakes = wakes
        self._calls = calls
        self._tidied = -TIDY_SECONDS
        self._sleep = 0.0

    async def run_once(self) -> dict[str, int]:
        """Play everything that is due, tidy up, and say what was done. Raises Unavailable."""
        filled = await self.fill_all()
        played, failed = await self.play_all()
        closed = await tidy(self._db, now=_now())
        told = await self._calls.run_once()
        return {"played": played, "failed": failed, "rooms_filled": filled, "rooms_closed": closed, "told": told}

    async def fill_all(self) -> int:
        """Have bots fill the rooms whose wait is over; how many there were."""
        filled = 0
        while await matching.fill_due(self._db, self._wakes, now=_now()) is not None:
            filled += 1
        return filled

    async def play_all(self) -> tuple[int, int]:
        """Play tables until none is due; how many were played, and how many failed."""
        SWEEPS.inc()
        played = failed = 0
        while True:
            try:
                if await moves.play_due(self._db, self._wakes, now=_now()) is None:
                    return played, failed
            except Broken as error:
                _LOG.exception("game %s cannot be played", error.game_id)
                TABLES.labels("failed").inc()
                failed += 1
            else:
                TABLES.labels("played").inc()
                played += 1

    async def run(self) -> None:
        """Sweep until the watchers are closed, sleeping until the next table is due or something changed.

        Calls have a task of their own, so that no push service holds up a table.
        """
        calling = asyncio.create_task(self._calls.run(), name="calls")
        try:
            await self._sweep()
        finally:
            calling.cancel()
            with suppress(asyncio.CancelledError):
                await calling

    async def _sweep(self) -> None:
        pause = _FIRST_PAUSE
        with self._wakes.watch_all() as watcher:
            news = News.CHANGED
            while news is not News.CLOSED:
                if await self._round():
                    seconds, pause = self._sleep, _FIRST_PAUSE
                else:
                    seconds, pause = pause, min(2 * pause, _LONGEST_PAUSE)
                news = await watcher.news(seconds)
                await asyncio.sleep(_BREATH_SECONDS)

    async def _round(self) -> bool:
        """One sweep; False if it has to wait for the database, or for whoever mends it."""
        try:
            await self.fill_all()
            await self.play_all()
            await self._tidy_sometimes()
            self._sleep = await self._until_next()
        except (Unavailable, Conflict) as error:
            _LOG.warning("the sweep waits for the database: %r", error.__cause__ or error)
            return False
        except Exception:  # noqa: BLE001  # said below; whatever it is, nobody else plays the clocks
            _LOG.exception("the sweep failed")
            return False
        return True

    async def _until_next(self) -> float:
        async with self._db.connection() as c:
            moments = [await games.next_due(c), await waits.next_filling(c)]
        dues = [(moment - _now()) / 1000 for moment in moments if moment is not None]
        return min(LONGEST_SLEEP_SECONDS, max(0.0, min(dues, default=LONGEST_SLEEP_SECONDS)))

    async def _tidy_sometimes(self) -> None:
        if time.monotonic() - self._tidied >= TIDY_SECONDS:
            await tidy(self._db, now=_now())
            self._tidied = time.monotonic()
