"""A game's events as Server-Sent Events. A stream holds a place in the log and nothing else, so it resumes anywhere."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Stream
from msgspec import Raw, Struct

from app.play import moves
from app.store import games, presence
from app.store.db import Database, Unavailable
from app.store.games import Row
from app.store.wakes import News, Wakes, Watcher
from app.web import deps, limits
from app.web.api.documented import documented
from app.web.deps import Asked, Malformed
from app.web.guards import may_see
from app.web.limits import Streams

EVENTS: Final = 500
PATIENCE_SECONDS: Final = 7.0
"""After so long a silence a stream compares versions, and says something so that nobody takes it for dead."""
LONGEST_SECONDS: Final = 55 * 60
"""A stream ends by itself before platforms cut it off; the caller comes back with the last id."""
_ABSENCE_SECONDS: Final = 1.0
_LARGEST: Final = 2**31 - 2
_DIGITS: Final = len(str(_LARGEST))
RETRY: Final = b"retry: 1000\n\n"
COMMENT: Final = b":\n\n"
HEADERS: Final = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no", "Vary": "Authorization"}


class _Head(Struct, frozen=True):
    """What a stream itself reads of an event."""

    type: str
    version: int


class Batch(Struct, frozen=True):
    """Some events as they are sent, and where they lead; `version` None says that the room is gone."""

    frames: bytes
    last: int
    version: int | None
    full: bool
    over: bool


class Feed:
    """Reads events for the streams of this process: of those that are woken together and ask the same, one reads."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._asked: dict[tuple[str, int], asyncio.Task[Batch]] = {}

    async def after(self, game_id: str, n: int) -> Batch:
        """The events after number `n`. Raises Unavailable."""
        key = (game_id, n)
        task = self._asked.get(key)
        if task is None:
            task = self._asked[key] = asyncio.create_task(self._read(key))
            task.add_done_callback(_seen)
        return await asyncio.shield(task)

    async def _read(self, key: tuple[str, int]) -> Batch:
        # Whoever asks from now on may know of more than this read will see.
        del self._asked[key]
        game_id, n = key
        async with self._db.connection() as c:
            events = await games.events_after(c, game_id, n, EVENTS)
            if events:
                return _batch(events, n)
            return Batch(b"", n, await games.version_of(c, game_id), full=False, over=False)

    async def version(self, game_id: str) -> int | None:
        """The version alone. Raises Unavailable."""
        async with self._db.connection() as c:
            return await games.version_of(c, game_id)

    async def note(self, game_id: str, player_id: str) -> None:
        """Whoever listens to a waiting room is there. Raises Unavailable."""
        async with self._db.connection() as c:
            await presence.note(c, game_id, player_id)


def _batch(events: list[Raw], n: int) -> Batch:
    heads = [msgspec.json.decode(event, type=_Head) for event in events]
    return Batch(
        frames=b"".join(b"id: %d\ndata: %b\n\n" % (number, event) for number, event in enumerate(events, n + 1)),
        last=n + len(events),
        version=heads[-1].version,
        full=len(events) == EVENTS,
        over=any(head.type == "game_over" for head in heads),
    )


def _seen(task: asyncio.Task[Batch]) -> None:
    """Looks at the result where every stream that asked has gone away meanwhile."""
    if not task.cancelled():
        task.exception()


class Place:
    """Where one stream stands in the log of one game."""

    def __init__(self, row: Row, *, after: int, player_id: str | None) -> None:
        self._game_id = row.id
        self._player = player_id
        self._sent = after
        self._known: int | None = row.version
        self._over = row.status == "over"
        self._full = False
        self._away = False

    @property
    def ended(self) -> bool:
        """The room is gone, or the game is over and all of it is sent."""
        return self._known is None or (self._over and not self._full and not self._away)

    async def advance(self, feed: Feed, news: News) -> bytes:
        """What to send now; empty for nothing."""
        try:
            if self._player is not None and self._sent == 0:
                await feed.note(self._game_id, self._player)
            if news is News.SILENCE and not self._away and await feed.version(self._game_id) == self._known:
                return COMMENT
            batch = await feed.after(self._game_id, self._sent)
        except Unavailable:
            self._away = True
            return COMMENT
        return self._moved(batch)

    def _moved(self, batch: Batch) -> bytes:
        changed = batch.version != self._known
        self._sent, self._known, self._full, self._away = batch.last, batch.version, batch.full, False
        self._over = self._over or batch.over
        if batch.frames or not changed or batch.version is None:
            return batch.frames
        return b'event: room\ndata: {"version":%d}\n\n' % batch.version

    async def wait(self, watcher: Watcher) -> News:
        """News, or the end of our patience."""
        if self._full:
            return News.CHANGED
        return await watcher.news(_ABSENCE_SECONDS if self._away else PATIENCE_SECONDS)


async def frames(feed: Feed, wakes: Wakes, row: Row, *, after: int, player_id: str | None) -> AsyncIterator[bytes]:
    """The stream, from its first byte to its last."""
    yield RETRY
    place = Place(row, after=after, player_id=player_id)
    ends = time.monotonic() + LONGEST_SECONDS
    with wakes.watch(row.id) as watcher:
        news = News.CHANGED
        while news is not News.CLOSED and time.monotonic() < ends:
            sent = await place.advance(feed, news)
            if sent:
                yield sent
            if place.ended:
                return
            news = await place.wait(watcher)


@get(
    "/games/{game_id:str}/stream",
    opt={
        **documented(
            media_type="text/event-stream",
            query={
                "after": "Where to begin when there is no `Last-Event-ID`: the number of the last event you have.",
                "invite": "The invitation, for looking into a private room without a seat in it.",
                "Last-Event-ID": "The `id` of the last event you got; the stream goes on after it.",
            },
            problems=(400, 401, 403, 404, 429),
            open_to_all=True,
        ),
        "streams": True,
    },
)
async def stream_game(
    request: Asked, game_id: FromPath[str], after: FromQuery[int] = 0, invite: FromQuery[str | None] = None
) -> Stream:
    """The events as they happen, as Server-Sent Events.

    Each event is one message with its number as `id`, from the first event or after `Last-Event-ID`. While the room
    waits, a message of the type `room` with the new `version` says that it changed. There is a comment at least every
    15 seconds. The stream ends after the end of the game, and may end before: then come back with the last id.
    """
    player = await deps.caller(request)
    where = limits.address(request)
    caller = player.id if player else where
    state = request.app.state
    state.streams.check(caller, where)
    row = await moves.look(deps.database(request), deps.wakes(request), game_id, now=deps.moment())
    may_see(row, player, invite)
    told = 0 if row.game is None else row.game.told
    # A number beyond the log comes from before a restored backup: what is new would otherwise be kept from its reader.
    after = min(_begin(request, after), told)
    body = frames(state.feed, deps.wakes(request), row, after=after, player_id=player.id if player else None)
    return Stream(counted(body, state.streams, caller, where), media_type="text/event-stream", headers=HEADERS)


async def counted(body: AsyncIterator[bytes], streams: Streams, caller: str, where: str) -> AsyncIterator[bytes]:
    with streams.held(caller, where):
        async for part in body:
            yield part


def _begin(request: Asked, after: int) -> int:
    """What a browser says of itself counts more than what its address once said."""
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit():
        after = int(last[: _DIGITS + 1])
    if after < 0:
        raise Malformed("Expected `int` >= 0 - at `after`")
    return min(after, _LARGEST)


ROUTES: Final[tuple[Any, ...]] = (stream_game,)
