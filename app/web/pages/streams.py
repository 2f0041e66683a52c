"""A table's parts as Server-Sent Events: a message is what changed for this viewer, its id the version it leads to."""

import time
from collections.abc import AsyncIterator
from typing import Any, Final

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from app.play import moves
from app.play.errors import Busy, Forbidden, Unknown
from app.store.db import Unavailable
from app.store.wakes import News
from app.web import deps, limits, talks
from app.web.deps import Asked
from app.web.pages import scene, table
from app.web.pages.scene import Scene
from app.web.render import Shown
from app.web.talks import Place
from app.web.visitor import Visitor

PATIENCE_SECONDS: Final = 7.0
"""After so long a silence a stream looks by itself, and says that it is alive."""
LONGEST_SECONDS: Final = 55 * 60
"""A stream ends by itself before platforms cut it off; the page comes back with the version it shows."""
_RETRY: Final = b"retry: 1000\n"
_BEAT: Final = b"event: beat\ndata:\n\n"
_END: Final = b"event: end\ndata:\n\n"
_HEADERS: Final = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no", "Vary": "Cookie"}


def message(version: int, html: str) -> bytes:
    """One message. No line end of the text can end it early."""
    return f"id: {version}\ndata: {' '.join(html.splitlines())}\n\n".encode()


class Watch:
    """What one page has been sent."""

    def __init__(self, first: Scene, *, after: int) -> None:
        self.over = False
        self._visitor = first.visitor
        self.version = after
        self._shown: Shown | None = None
        self._checked = time.monotonic()

    async def check(self, request: Asked) -> None:
        """Now and then: is it still the same person's browser? It may be signed out, or its guest merged.

        Raises Forbidden.
        """
        if time.monotonic() - self._checked < PATIENCE_SECONDS:
            return
        self._checked = time.monotonic()
        player = await deps.caller(request)
        if (player.id if player else None) != self._visitor.player_id:
            raise Forbidden

    def news(self, seen: Scene) -> bytes:
        """What to send of a look; empty where the page has it already."""
        self.over = seen.row.status == "over"
        if seen.view.version <= self.version:
            if self._shown is None:
                self._shown = seen.shown()
            return b""
        if self._shown is None:
            html = scene.difference(seen, self.version)
        else:
            html = scene.update(seen, self._shown.changed(seen.parts), since=self.version)
        self._shown = seen.shown()
        self.version = seen.view.version
        return message(self.version, html)


class Listener:
    """What one page has heard of what is said where it is."""

    def __init__(self, place: Place, who: Visitor, *, after: int) -> None:
        self.place = place
        self._who = who
        self._last = after

    async def news(self, request: Asked) -> bytes:
        """What it has not heard; empty for nothing."""
        async with deps.database(request).connection() as c:
            found = await talks.newer(c, self.place, self._who.player, self._last)
        if not found.last:
            return b""
        self._last = found.last
        return talks.message(talks.drawn(found, self.place, self._who))


@get("/games/{game_id:str}/live", opt={"compressed": True}, include_in_schema=False)
async def live(
    request: Asked, game_id: FromPath[str], after: FromQuery[int] = 0, chat: FromQuery[int | None] = None
) -> Stream:
    """News for a page that shows version `after`, and of what is said the lines up to number `chat`."""
    async with deps.database(request).connection() as c:
        first = await table.look(c, request, game_id)
    where = limits.address(request)
    caller = first.visitor.player_id or where
    request.app.state.streams.check(caller, where)
    heard = (
        None if chat is None else Listener(talks.at_game(first.row, first.visitor.player), first.visitor, after=chat)
    )
    frames = _frames(request, first, _begin(request, after), heard)
    return Stream(_held(request, caller, where, frames), media_type="text/event-stream", headers=_HEADERS)


def _begin(request: Asked, after: int) -> int:
    """What a browser that comes back says of itself counts more than what its address once said."""
    last = request.headers.get("last-event-id", "")
    return int(last) if last.isascii() and last.isdigit() and len(last) <= len("2147483647") else after


async def _held(request: Asked, caller: str, where: str, frames: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    with request.app.state.streams.held(caller, where):
        async for frame in frames:
            yield frame


async def _frames(request: Asked, first: Scene, after: int, listener: Listener | None) -> AsyncIterator[bytes]:
    yield _RETRY + _BEAT
    watch = Watch(first, after=after)
    ends = time.monotonic() + LONGEST_SECONDS
    talk = () if listener is None else (listener.place.news,)
    with deps.wakes(request).watch(first.row.id, *talk) as watcher:
        while time.monotonic() < ends:
            heard = watcher.heard()
            sent = b""
            try:
                await watch.check(request)
                if not heard.issubset(talk) or not heard:
                    seen = await _look(request, first.row.id, first.visitor, since=watch.version)
                    sent = watch.news(seen)
                if listener is not None and (not heard or listener.place.news in heard):
                    sent += await listener.news(request)
            except (Unknown, Forbidden):
                break  # the room is gone or no longer theirs to see; the page comes back as whoever its browser is now
            except (Unavailable, Busy):
                pass  # it comes back, and so do we
            yield sent or _BEAT
            if watch.over or await watcher.news(PATIENCE_SECONDS) is News.CLOSED:
                break
    if watch.over:
        yield _END


async def _look(request: Asked, game_id: str, who: Visitor, *, since: int) -> Scene:
    async with deps.database(request).connection() as c:
        row = await moves.look_on(c, deps.wakes(request), game_id, now=deps.moment())
        return await table.look_at(c, request, row, who, since=since)


ROUTES: Final[tuple[Any, ...]] = (live,)
