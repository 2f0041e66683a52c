"""What anybody may know of people: profiles, and the leaderboard of each week."""

import re
from typing import Any, Final

from litestar import get
from litestar.params import FromPath, FromQuery

from app.engine.errors import Illegal
from app.play.errors import Unknown
from app.play.periods import week_of
from app.play.progress import level_of, rank_of
from app.store import follows, leaders, players, profiles
from app.store.db import Connection
from app.store.leaders import BadCursor, Leader
from app.store.players import Player
from app.web import deps
from app.web.api.documented import documented
from app.web.api.gives import Figures, Leaderboard, LeaderSeen, OwnPlace, Profile
from app.web.deps import Asked, Malformed

_PAGE: Final = 50
_MOST: Final = 100
_WEEKS: Final = 12
_WEEK: Final = re.compile(r"[0-9]{4}-W(?:0[1-9]|[1-4][0-9]|5[0-3])")


@get("/players/{player_id:str}", opt=documented(gives=Profile, problems=(401, 404), open_to_all=True))
async def read_player(request: Asked, player_id: FromPath[str]) -> Profile:
    """Somebody's public profile."""
    async with deps.database(request).connection() as c:
        caller = await deps.caller_on(c, request)
        player = await players.read(c, player_id)
        if player is None:
            raise Unknown
        own = caller is not None and caller.id == player.id
        figures = await _figures(c, player) if own or player.shows_games else None
        followers = await follows.followers(c, player.id)
    level = level_of(player.xp)
    return Profile(
        id=player.id,
        name=player.name,
        handle=player.handle,
        avatar=player.avatar,
        level=level,
        rank=rank_of(level),
        xp=player.xp,
        followers=followers,
        figures=figures,
    )


async def _figures(c: Connection, player: Player) -> Figures:
    places = await profiles.places(c, player.id)
    weeks = await leaders.weeks_of(c, player.id, _WEEKS)
    return Figures(
        games=sum(places.values()),
        wins=places.get(1, 0),
        places=places,
        weeks={one.week: one.xp for one in weeks},
    )


@get(
    "/leaderboard",
    opt=documented(
        gives=Leaderboard,
        query={
            "week": "An ISO week in UTC, such as `2026-W49`; this one if none is named.",
            "cursor": "`next` of the page before.",
            "limit": "How many to a page, up to 100; 50 if nothing is said.",
        },
        problems=(400, 401, 422),
        open_to_all=True,
    ),
)
async def read_leaderboard(
    request: Asked,
    week: FromQuery[str | None] = None,
    cursor: FromQuery[str | None] = None,
    limit: FromQuery[int] = _PAGE,
) -> Leaderboard:
    """Who earned the most experience in a week.

    With a token, `you` is your own place, wherever it is.
    """
    asked = week_of(deps.moment()) if week is None else week
    if not _WEEK.fullmatch(asked):
        raise Illegal("invalid_choice", {"field": "week"})
    if not 1 <= limit <= _MOST:
        raise Illegal("invalid_choice", {"field": "limit", "least": 1, "most": _MOST})
    async with deps.database(request).connection() as c:
        caller = await deps.caller_on(c, request)
        try:
            page = await leaders.board(c, asked, cursor, limit)
        except BadCursor as error:
            raise Malformed("This cursor is none of ours.") from error
        own = await leaders.place_of(c, asked, caller.id) if caller else None
    you = None if own is None else OwnPlace(place=own[0], xp=own[1])
    return Leaderboard(week=asked, leaders=[_seen(one) for one in page.leaders], next=page.next, you=you)


def _seen(one: Leader) -> LeaderSeen:
    return LeaderSeen(place=one.place, id=one.id, name=one.name, level=level_of(one.total), xp=one.xp)


ROUTES: Final[tuple[Any, ...]] = (read_player, read_leaderboard)
