"""One look at a room or table for one visitor: its parts, and what to send to somebody who has an older version."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from app import engine
from app.engine.board import SQUARES
from app.store import games
from app.store.db import Connection
from app.store.games import Row
from app.web import motion, render, stories, table_view
from app.web.render import Memory, Shown
from app.web.speech import trusted
from app.web.table_view import RoomView, TableView
from app.web.visitor import Visitor

LOG_EVENTS: Final = 60
"""How far back the log of a table goes."""
IDLE_RELOAD: Final = 5
"""Seconds after which a page without script renews itself while others are asked."""
MEMORY: Final = Memory()


class Scene(Struct, frozen=True):
    """What one visitor sees of a row. `parts` are the pieces that can be sent alone, by id; `events` the newest."""

    row: Row
    visitor: Visitor
    view: TableView | RoomView
    parts: dict[str, str]
    events: Sequence[Mapping[str, Any]] = ()

    @property
    def layout(self) -> str:
        """Which page this is: parts are of use to the same one alone, which otherwise is loaded anew."""
        if isinstance(self.view, TableView):
            return "table"
        return "door" if self.view.viewer is None else "room"

    @property
    def key(self) -> tuple[object, ...]:
        """Under which a process remembers what was shown."""
        return self.key_at(self.view.version)

    def key_at(self, version: int | None) -> tuple[object, ...]:
        """The same for an older version."""
        return (self.row.id, self.view.viewer, self.visitor.language.code, version)

    def shown(self) -> Shown:
        """Notes that the visitor now has all of this."""
        MEMORY.note(self.key, self.parts)
        return Shown.of(self.parts)


async def events_of(c: Connection, row: Row, since: int | None) -> list[dict[str, Any]]:
    """The events that the log shows; those after version `since` for somebody who has the others."""
    if row.game is None:
        return []
    found = await games.events_after(c, row.id, max(0, row.game.told - LOG_EVENTS), LOG_EVENTS)
    return newer(found, since)


def newer(events: Iterable[bytes], since: int | None) -> list[dict[str, Any]]:
    """The events of the lines that are new or have grown after a version, all where there is none.

    A sentence is dear to make, so none is made in vain.
    """
    found: list[dict[str, Any]] = [msgspec.json.decode(event) for event in events]
    if since is None or not found:
        return found
    since = min(since, found[-1]["version"] - 1)  # the newest is shown in the middle too
    first = next(at for at, event in enumerate(found) if event["version"] > since)
    return found[stories.beginning(found, first) :]


def scene(row: Row, visitor: Visitor, events: Sequence[Mapping[str, Any]], *, now: int, origin: str, key: str) -> Scene:
    """The look; `key` is the invitation the visitor came with and `origin` our public address."""
    seat = row.room.seat_of(visitor.player_id)
    frame = visitor.frame
    if row.game is None:
        room = table_view.room(row, visitor.player_id, visitor.language, origin=origin, key=key, now=now)
        return Scene(row, visitor, room, render.room_parts(room, frame))
    table = table_view.table(row, seat, visitor.language, events, now=now)
    return Scene(row, visitor, table, render.table_parts(table, frame), events)


def page(look: Scene, panel: str, *, said: int = 0, elsewhere: str | None = None) -> str:
    """The whole page; `said` is the number of the newest line of its chat.

    `elsewhere` is the unfinished game in which somebody sits who looks into this room.
    """
    look.shown()
    frame = look.visitor.frame
    parts = {name: trusted(text) for name, text in look.parts.items()}
    if isinstance(look.view, RoomView):
        return render.page(
            "room/page.html",
            frame,
            room=look.view,
            parts=parts,
            layout=look.layout,
            elsewhere=elsewhere,
            player=look.visitor.player,
            reload=IDLE_RELOAD if look.view.viewer is not None else None,
            last=said,
        )
    squares = [parts[f"square-{number}"] for number in range(SQUARES)]
    return render.page(
        "table/page.html",
        frame,
        table=look.view,
        parts=parts,
        squares=squares,
        panel=trusted(panel),
        reload=None if panel or _is_asked(look) or look.view.over else IDLE_RELOAD,
        last=said,
    )


def _is_asked(look: Scene) -> bool:
    game = look.row.game
    seat = look.view.viewer
    if game is None or seat is None:
        return False
    return engine.actor(game) == seat or any(offer.to == seat for offer in game.offers)


def update(look: Scene, changed: Mapping[str, str], *, since: int | None, extra: Sequence[str] = ()) -> str:
    """What to send to somebody who has version `since`: the changed parts, the clock, the log's new lines, the news."""
    pieces = list(changed.values())
    told: Sequence[Mapping[str, Any]] = []
    if isinstance(look.view, TableView):
        frame = look.visitor.frame
        fresh = msgspec.structs.replace(
            look.view, log=[line for line in look.view.log if since is None or line.version > since]
        )
        pieces.append(render.page("table/_clock.html", frame, table=fresh))
        if fresh.log:
            pieces.append(render.page("table/_log.html", frame, table=fresh))
        told = [event for event in look.events if since is not None and event["version"] > since]
    say = table_view.narrator(look.row, look.visitor.language)
    if told:
        news = stories.news(told, say, look.view.viewer)
        pieces.append(render.page("table/_news.html", look.visitor.frame, version=look.view.version, news=news))
    pieces += extra
    return render.page(
        "table/update.html",
        look.visitor.frame,
        version=look.view.version,
        layout=look.layout,
        over=isinstance(look.view, TableView) and look.view.over,
        told=motion.told(told, say),
        pieces=[trusted(piece) for piece in pieces],
    )


def difference(look: Scene, since: int | None) -> str:
    """The update for somebody who has version `since`, as far as this process remembers what that was."""
    changed = MEMORY.changed(look.key_at(since), look.parts)
    look.shown()
    return update(look, changed, since=since)
