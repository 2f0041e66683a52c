"""A person's own events across games, as Server-Sent Events: what concerns them of the one game they sit in at a time.

The stream is for programs that wait for their turn. What it tells is read from the log and the state of the game, so
nothing is kept of it; where it stands is the game and the number of an event.
"""

import time
from collections.abc import AsyncIterator
from typing import Any, Final, Literal

import msgspec
from litestar import get
from litestar.response import Stream
from msgspec import Struct

from app import engine
from app.engine.moments import iso
from app.store import games, ids, presence
from app.store.db import Connection, Database, Unavailable
from app.store.games import Row
from app.store.wakes import News, Wakes
from app.web import deps, limits
from app.web.api.documented import documented
from app.web.api.streams import COMMENT, HEADERS, LONGEST_SECONDS, PATIENCE_SECONDS, RETRY, counted
from app.web.deps import Asked
from app.web.guards import requires_player

_IDLE_SECONDS: Final = 2.0
"""How soon a new game is noticed. A person gets into one only by what they do themselves, so this seldom matters."""
_EVENTS: Final = 500
_DIGITS: Final = 9


class YourTurn(Struct, frozen=True, kw_only=True, tag_field="type", tag="your_turn"):
    """It is for you to decide: you are the actor, in this phase, until the deadline."""

    game: str
    version: int
    phase: str
    deadline: str


class OwnEvent(Struct, frozen=True, kw_only=True):
    """One of the game's own events that concern you, with all its fields, and the game it is of."""

    type: Literal["game_started", "trade_offered", "game_over"]
    game: str
    n: int
    version: int
    at: str


class _Head(Struct, frozen=True):
    """What the stream reads of an event."""

    type: str
    to: int | None = None


class Desk:
    """Where one person's stream stands: the game it follows, None for none, and the number of the last event."""

    def __init__(self, player_id: str, last: str) -> None:
        self._player = player_id
        self._resumed = _place(last)
        self._known: int | None = None
        self._asked: tuple[str, int] | None = None
        self._fresh = True
        self.game_id: str | None = None
        self.sent = 0

    async def advance(self, db: Database, news: News) -> bytes:
        """What to send now; empty for nothing."""
        try:
            async with db.connection() as c:
                if self._fresh:
                    await self._open(c)
                if self.game_id is None:
                    await self._seek(c)
                    return COMMENT if news is News.SILENCE and self.game_id is None else b""
                if news is News.SILENCE and self.sent == 0:
                    await presence.note(c, self.game_id, self._player)
                if news is News.SILENCE and await games.version_of(c, self.game_id) == self._known:
                    await self._seek(c)
                    return COMMENT
                return await self._told(c, self.game_id)
        except Unavailable:
            return COMMENT

    async def _open(self, c: Connection) -> None:
        """Goes on where the stream before ended; one that begins tells nothing of what is over."""
        if self._resumed is not None:
            game_id, n = self._resumed
            row = await games.read(c, game_id)
            if row is not None and row.room.seat_of(self._player) is not None:
                told = 0 if row.game is None else row.game.told
                self._follow(game_id, min(n, told))
        if self.game_id is None:
            found = await self._seek(c)
            row = None if found is None else await games.read(c, found)
            self.sent = row.game.told if row is not None and row.game is not None else 0
        self._fresh = False

    async def _seek(self, c: Connection) -> str | None:
        """Whoever sits in another game by now follows that one; the game they sit in."""
        found = await games.unfinished_of(c, self._player)
        if found is not None and found != self.game_id:
            self._follow(found, 0)
        return found

    def _follow(self, game_id: str, after: int) -> None:
        self.game_id, self.sent, self._known, self._asked = game_id, after, None, None

    async def _told(self, c: Connection, game_id: str) -> bytes:
        row = await games.read(c, game_id)
        if row is None or (seat := row.room.seat_of(self._player)) is None:
            self.game_id = None
            return b""
        self._known = row.version
        found = b""
        while row.game is not None and self.sent < row.game.told:
            events = await games.events_after(c, game_id, self.sent, _EVENTS)
            found += b"".join(
                _message(f"{game_id}.{n}", _marked(event, game_id))
                for n, event in enumerate(events, self.sent + 1)
                if _concerns(event, seat)
            )
            self.sent += len(events)
            if not events:
                break
        found += self._turn(row, seat)
        if row.status == "over":
            self.game_id = None
        return found

    def _turn(self, row: Row, seat: int) -> bytes:
        """Each decision is told once: a new one has another phase, or a clock of its own."""
        game = row.game
        if game is None or engine.actor(game) != seat:
            self._asked = None
            return b""
        asked = (engine.phase(game), game.deadline)
        if asked == self._asked:
            return b""
        self._asked = asked
        turn = YourTurn(game=row.id, version=row.version, phase=asked[0], deadline=iso(game.deadline))
        return _message(f"{row.id}.{game.told}", msgspec.json.encode(turn))


def _concerns(event: bytes, seat: int) -> bool:
    head = msgspec.json.decode(event, type=_Head)
    return head.type in {"game_started", "game_over"} or (head.type == "trade_offered" and head.to == seat)


def _marked(event: bytes, game_id: str) -> bytes:
    return msgspec.json.encode({**msgspec.json.decode(event, type=dict[str, Any]), "game": game_id})


def _message(place: str, data: bytes) -> bytes:
    return b"id: %b\ndata: %b\n\n" % (place.encode(), data)


def _place(last: str) -> tuple[str, int] | None:
    """The game and the number of the last event a caller had; None where it says nothing we wrote."""
    game_id, _, n = last.rpartition(".")
    if not (ids.plausible(game_id) and n.isascii() and n.isdigit() and len(n) <= _DIGITS):
        return None
    return game_id, int(n)


async def frames(db: Database, wakes: Wakes, player_id: str, last: str) -> AsyncIterator[bytes]:
    """The stream, from its first byte to its last."""
    yield RETRY
    desk = Desk(player_id, last)
    ends = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < ends:
        watched = desk.game_id
        # Without a game this watches a name that nobody has, and wakes only to look, or to end.
        with wakes.watch(watched or "") as watcher:
            news = News.CHANGED
            while news is not News.CLOSED and time.monotonic() < ends:
                sent = await desk.advance(db, news)
                if sent:
                    yield sent
                if desk.game_id != watched:
                    break
                news = await watcher.news(PATIENCE_SECONDS if watched else _IDLE_SECONDS)
            if news is News.CLOSED:
                return


@get(
    "/stream",
    guards=[requires_player],
    opt={
        **documented(
            gives=(OwnEvent, YourTurn),
            media_type="text/event-stream",
            query={"Last-Event-ID": "The `id` of the last message you got; the stream goes on after it."},
            problems=(401, 429),
        ),
        "streams": True,
    },
)
async def stream_own(request: Asked) -> Stream:
    """Your own events across games, as Server-Sent Events.

    `game_started`, `trade_offered` (to you) and `game_over` are the events of the game you sit in, with its id as
    `game`; `your_turn` says that you are the actor, once for each decision, and again when you come back. A message's
    `id` is the game and the number of an event. There is a comment at least every 15 seconds. The stream may end: then
    come back with the last id.
    """
    where = limits.address(request)
    player_id = request.user.id
    streams = request.app.state.streams
    streams.check(player_id, where)
    last = request.headers.get("last-event-id", "")
    body = frames(deps.database(request), deps.wakes(request), player_id, last)
    return Stream(counted(body, streams, player_id, where), media_type="text/event-stream", headers=HEADERS)


ROUTES: Final[tuple[Any, ...]] = (stream_own,)
