"""Throws away what nobody will ask for again: abandoned rooms, old answers to idempotency keys, counts, talk,
links for signing in that nobody opened in time, and sessions of browsers that do not come back."""

from typing import Final

from app.people import talk
from app.store import answers, chat, games, limits, reports, sign_ins
from app.store.db import Database

_HOUR: Final = 3_600_000
ROOM_MS: Final = 24 * _HOUR
"""How long a waiting room in which nothing happens stays open."""
ANSWER_MS: Final = 24 * _HOUR
"""How long a request can be sent again with the same key."""
COUNT_MS: Final = 2 * _HOUR
"""Longer than any window in which something is counted."""


async def tidy(db: Database, *, now: int) -> int:
    """Throw it all away, and say how many rooms were closed."""
    async with db.connection() as c:
        closed = await games.close_abandoned(c, before=now - ROOM_MS)
        await answers.forget(c, before=now - ANSWER_MS)
        await chat.forget(c, before=now - talk.KEPT_MS)
        await reports.forget(c, before=now - talk.KEPT_MS)
        await limits.forget(c, before=now - COUNT_MS)
        await sign_ins.forget(c)
        await sign_ins.forget_sessions(c)
    return closed
