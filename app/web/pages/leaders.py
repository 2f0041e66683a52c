"""The leaderboard of a week, of everybody or of those one follows, with one's own place and last week's winners."""

import re
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromQuery

from app.people.profiles import drawing
from app.play.periods import next_week, week_of
from app.play.progress import level_of
from app.store import leaders
from app.store.db import Connection
from app.store.leaders import BadCursor, Board
from app.web import deps, render
from app.web.deps import Asked
from app.web.visitor import shown, visitor

_PAGE: Final = 50
_FOLLOWED: Final = 501
_WINNERS: Final = 3
_WEEK_MS: Final = 7 * 86_400_000
WEEK: Final = re.compile(r"[0-9]{4}-W(?:0[1-9]|[1-4][0-9]|5[0-3])")


@get("/leaders", include_in_schema=False)
async def show(
    request: Asked,
    week: FromQuery[str | None] = None,
    after: FromQuery[str | None] = None,
    whom: FromQuery[str | None] = None,
) -> Response[str]:
    """The page. A week that is none is this one, and a place that is none the first."""
    now = deps.moment()
    this, last = week_of(now), week_of(now - _WEEK_MS)
    asked = week if week is not None and WEEK.fullmatch(week) else this
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        me = who.player_id
        few = whom == "followed" and me is not None
        own = await leaders.place_of(c, asked, me) if me else None
        found = Board(await leaders.followed(c, asked, me, _FOLLOWED), None) if few and me else None
        if found is None:
            found = await _page(c, asked, after)
        winners = (await leaders.board(c, last, None, _WINNERS)).leaders
    html = render.page(
        "people/leaders.html",
        who.frame,
        me=who.player,
        own=own,
        week=asked,
        this=this,
        last=last,
        few=few,
        among=next((one.place for one in found.leaders if one.id == me), None) if few else None,
        board=found,
        later=after is not None,
        winners=winners,
        ends=next_week(now),
        now=now,
        drawing=drawing,
        level_of=level_of,
    )
    return shown(who, html)


async def _page(c: Connection, week: str, after: str | None) -> Board:
    try:
        return await leaders.board(c, week, after, _PAGE)
    except BadCursor:
        return await leaders.board(c, week, None, _PAGE)


ROUTES: Final[tuple[Any, ...]] = (show,)
"""The route handlers."""
