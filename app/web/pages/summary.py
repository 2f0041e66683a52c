"""A finished game summed up on a page: places, the chart of net worths, luck and deciding moments, and a rematch."""

import asyncio
from collections import OrderedDict
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath

from app.lab.replay import Differs, Json
from app.lab.summary import Summary, summary
from app.store import progress
from app.store.db import Connection
from app.store.games import Row
from app.web import deps, limits, progress_view, records, render, summary_view
from app.web.deps import Asked
from app.web.limits import Allowance
from app.web.pages import rematch
from app.web.pages.table import key_of
from app.web.progress_view import Brought
from app.web.speech import Speech
from app.web.visitor import Visitor, shown, visitor

KEPT: Final = 256
"""Summaries a process remembers; one is about 20 KB. A finished game never changes."""
MADE: Final = Allowance("summary by address", times=120, seconds=60)


class Summaries:
    """The summaries of this process, by game; the one not looked at for longest goes first. None: it differs."""

    def __init__(self, size: int = KEPT) -> None:
        self._size = size
        self._found: OrderedDict[str, Summary | None] = OrderedDict()

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._found

    def find(self, game_id: str) -> Summary | None:
        """The summary of a game that is remembered."""
        self._found.move_to_end(game_id)
        return self._found[game_id]

    def keep(self, game_id: str, found: Summary | None) -> None:
        """Remember a summary."""
        self._found[game_id] = found
        self._found.move_to_end(game_id)
        while len(self._found) > self._size:
            self._found.popitem(last=False)


SUMMARIES: Final = Summaries()


@get("/games/{game_id:str}/summary", include_in_schema=False)
async def show(request: Asked, game_id: FromPath[str]) -> Response[str]:
    """The page. Raises Unknown, Forbidden, Conflict("not_over")."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        row = await records.finished(c, request, game_id, who.player, key_of(request))
        record = await _record(c, request, row)
        again = await rematch.seen(c, row, who.player_id, until=rematch.until())
        brought = await _brought(c, row, who)
    if record is not None:
        SUMMARIES.keep(game_id, await _summed_up(record))
    found = SUMMARIES.find(game_id)
    view = summary_view.view(row, row.room.seat_of(who.player_id), who.language, found)
    address = f"{deps.origin(request)}/games/{game_id}/summary"
    html = render.page("after/page.html", who.frame, summary=view, rematch=again, address=address, brought=brought)
    return shown(who, html)


@get("/games/{game_id:str}/brought", include_in_schema=False)
async def show_brought(request: Asked, game_id: FromPath[str]) -> Response[str]:
    """What the game brought whoever looks, for the table. Raises Unknown, Forbidden, Conflict("not_over")."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        row = await records.finished(c, request, game_id, who.player, key_of(request))
        brought = await _brought(c, row, who)
    return shown(who, render.page("parts/gained.html", who.frame, brought=brought))


async def _brought(c: Connection, row: Row, who: Visitor) -> Brought | None:
    """What the game brought whoever looks; None for whoever did not play it."""
    result = await progress.result(c, row.id, who.player_id) if who.player_id else None
    if result is None:
        return None
    cards = await progress.cards_of_game(c, row.id, result.player_id)
    return progress_view.brought(result, cards, Speech(who.language))


async def _record(c: Connection, request: Asked, row: Row) -> Json | None:
    """What has to be summed up yet; None where that is remembered."""
    if row.id in SUMMARIES:
        return None
    await limits.spend(c, MADE, limits.address(request), now=deps.moment())
    return await records.read_back(c, row)


async def _summed_up(record: Json) -> Summary | None:
    """Beside the loop, for a long game takes a moment. None: it was played by other rules than today's."""
    try:
        return await asyncio.to_thread(summary, record)
    except Differs:
        return None


ROUTES: Final[tuple[Any, ...]] = (show, show_brought)
"""The route handlers."""
