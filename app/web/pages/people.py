"""People: somebody's profile, following and blocking them, and what those one follows are up to."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from app.people.profiles import drawing
from app.play.errors import Unknown
from app.play.progress import level_of
from app.store import follows, leaders, players, profiles
from app.store.db import Connection
from app.store.follows import Missing, Refused
from app.store.players import Player
from app.store.profiles import BadCursor, History, News
from app.web import deps, limits, people_view, render
from app.web.deps import Asked
from app.web.people_view import Figures
from app.web.speech import Speech
from app.web.visitor import Note, Visitor, sent_to, shown, visitor

_GAMES: Final = 20
_PLAYING: Final = 50
_NEWS: Final = 60
_LATELY_MS: Final = 14 * 86_400_000


class Item(Struct, frozen=True):
    """A piece of news: a game that somebody finished, or the level they reached with it. Private games have no id."""

    id: str
    name: str
    drawing: str
    game_id: str | None
    mode: str
    place: int
    seats: int
    level: int | None
    ended_at: int


@get("/players/{player_id:str}", include_in_schema=False)
async def show(request: Asked, player_id: FromPath[str], after: FromQuery[str | None] = None) -> Response[str]:
    """Somebody's profile; games and figures as far as they show them."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        player = await players.read(c, player_id)
        if player is None:
            raise Unknown
        own = who.player_id == player.id
        between = await follows.between(c, who.player_id, player.id) if who.player_id and not own else None
        open_games = own or player.shows_games
        figures = await _figures(c, player, who) if open_games else None
        history = await _history(c, player, after, own=own) if open_games else None
        followers = await follows.followers(c, player.id)
    html = render.page(
        "people/profile.html",
        who.frame,
        person=people_view.face(player),
        own=own,
        known=who.player is not None,
        between=between,
        followers=followers,
        figures=figures,
        history=history,
        album=own or player.shows_album,
        later=after is not None,
    )
    return shown(who, html)


async def _figures(c: Connection, player: Player, who: Visitor) -> Figures:
    places = await profiles.places(c, player.id)
    weeks = await leaders.weeks_of(c, player.id, people_view.WEEKS)
    return people_view.figures(places, weeks, Speech(who.language), now=deps.moment())


async def _history(c: Connection, player: Player, after: str | None, *, own: bool) -> History:
    try:
        return await profiles.history(c, player.id, after, _GAMES, private=own)
    except BadCursor:
        return await profiles.history(c, player.id, None, _GAMES, private=own)


_Deed = Callable[[Connection, str, str], Awaitable[None]]


async def _done(request: Asked, player_id: str, deed: _Deed) -> Response[Any]:
    """What the visitor does to somebody, and back to them."""
    path = f"/players/{player_id}"
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            return sent_to(path, note=Note("unauthorized"))
        await limits.spend(c, limits.FOLLOWS_BY_PLAYER, who.player.id, now=deps.moment())
        try:
            await deed(c, who.player.id, player_id)
        except Refused as refused:
            return sent_to(path, note=Note(refused.code))
        except Missing as error:
            raise Unknown from error
    return sent_to(path)


@post("/players/{player_id:str}/follow", include_in_schema=False)
async def follow(request: Asked, player_id: FromPath[str]) -> Response[Any]:
    """Follow somebody."""
    return await _done(request, player_id, follows.follow)


@post("/players/{player_id:str}/unfollow", include_in_schema=False)
async def unfollow(request: Asked, player_id: FromPath[str]) -> Response[Any]:
    """Follow somebody no longer."""
    return await _done(request, player_id, follows.unfollow)


@post("/players/{player_id:str}/block", include_in_schema=False)
async def block(request: Asked, player_id: FromPath[str]) -> Response[Any]:
    """Have nothing more to do with somebody."""
    return await _done(request, player_id, follows.block)


@post("/players/{player_id:str}/unblock", include_in_schema=False)
async def unblock(request: Asked, player_id: FromPath[str]) -> Response[Any]:
    """Lift a block."""
    return await _done(request, player_id, follows.unblock)


@get("/people", include_in_schema=False)
async def feed(request: Asked) -> Response[str]:
    """Who of those one follows plays now, and what they did lately."""
    now = deps.moment()
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        me = who.player_id
        playing = await profiles.playing(c, me, _PLAYING) if me else []
        news = await profiles.news(c, me, since=now - _LATELY_MS, limit=_NEWS) if me else []
        followed = await follows.followed_by(c, me) if me else []
        blocked = await follows.list_blocked(c, me) if me else []
    html = render.page(
        "people/feed.html",
        who.frame,
        me=me,
        playing=playing,
        news=[item for one in news for item in _items(one)],
        followed=followed,
        blocked=blocked,
        now=now,
        drawing=drawing,
    )
    return shown(who, html)


def _items(one: News) -> list[Item]:
    """The level first, which came last."""
    before, after = level_of(one.xp_before), level_of(one.xp_before + one.xp)
    levels = [after] if after > before else []
    told: list[int | None] = [*levels, *([] if one.private else [None])]
    game_id = None if one.private else one.game_id
    return [
        Item(
            one.id, one.name, drawing(one.avatar, one.id), game_id, one.mode, one.place, one.seats, level, one.ended_at
        )
        for level in told
    ]


ROUTES: Final[tuple[Any, ...]] = (show, follow, unfollow, block, unblock, feed)
"""The route handlers."""
