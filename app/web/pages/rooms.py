"""Rooms before their game: opened, joined, left, filled with bots, started."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath

from app.engine import Illegal
from app.people.guests import BadName
from app.play import rooms
from app.play.errors import Conflict, Forbidden
from app.play.rooms import Wish
from app.store.follows import Refused
from app.store.games import Row
from app.store.players import Player
from app.web import deps, limits, render
from app.web.deps import Asked
from app.web.pages import wishes
from app.web.pages.home import to_own_game
from app.web.pages.table import key_of
from app.web.speech import Speech
from app.web.visitor import Note, charge, guest, sent_to, shown, visitor

_NEW: Final = "/rooms/new"


@get(_NEW, include_in_schema=False)
async def new(request: Asked) -> Response[str]:
    """What kind of room it is to be."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
    draft = wishes.draft(_query(request), Speech(who.language))
    return shown(who, render.page("room/new.html", who.frame, player=who.player, draft=draft))


def _query(request: Asked) -> dict[str, str]:
    return {name: str(value) for name, value in request.query_params.multi_items()}


async def _person(request: Asked, name: str) -> tuple[Player, Cookie | None]:
    """Who asks; somebody without a name gets one. Raises BadName."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is not None:
            return who.player, None
        return await guest(c, request, name)


async def _known(request: Asked) -> Player:
    """Who asks; raises Forbidden for a stranger."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
    if who.player is None:
        raise Forbidden
    return who.player


@post("/rooms", include_in_schema=False)
async def create(request: Asked) -> Response[Any]:
    """Open a room and sit down in it."""
    form = {name: str(value) for name, value in (await request.form()).multi_items()}
    cookie = None
    try:
        wish = wishes.wish(form)
        player, cookie = await _person(request, form.get("name", ""))
        return await _open(request, player, wish, cookie, started=False)
    except BadName:
        note = Note("bad_name")
    except Illegal as illegal:
        note = wishes.note(illegal)
    return sent_to(f"{_NEW}?{wishes.query(form)}", cookie, note=note)


async def _open(request: Asked, player: Player, wish: Wish, cookie: Cookie | None, *, started: bool) -> Response[Any]:
    async with deps.database(request).connection() as c:
        await charge(c, request, player, limits.ROOMS_BY_PLAYER, limits.ROOMS_BY_ADDRESS)
    try:
        row = await rooms.create(
            deps.database(request),
            deps.wakes(request),
            player,
            wish,
            default_pause=deps.settings(request).bot_pause_ms,
            now=deps.moment(),
            started=started,
        )
    except Conflict:
        return await to_own_game(request, player.id)
    return sent_to(f"/games/{row.id}", cookie)


@post("/games/{game_id:str}/join", include_in_schema=False)
async def join(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """Take a seat."""
    form = {name: str(value) for name, value in (await request.form()).multi_items()}
    path = f"/games/{game_id}"
    try:
        player, cookie = await _person(request, form.get("name", ""))
    except BadName:
        return sent_to(path, note=Note("bad_name"))
    team = form.get("team", "")
    side = int(team) if team in {"0", "1"} else None
    key = form.get("invite", "") or key_of(request)
    async with deps.database(request).connection() as c:
        await charge(c, request, player, limits.SEATS_BY_PLAYER, limits.SEATS_BY_ADDRESS)
    note = None
    try:
        await rooms.join(
            deps.database(request),
            deps.wakes(request),
            player,
            game_id,
            invite=key,
            team=side,
            contribution=wishes.contribution(form),
        )
    except Conflict as conflict:
        note = Note(conflict.code)
    except Refused as refused:
        note = Note(refused.code)
    except Illegal as illegal:
        note = wishes.note(illegal)
    return sent_to(path, cookie, note=note)


@post("/games/{game_id:str}/leave", include_in_schema=False)
async def leave(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """Give one's seat up before the start."""
    player = await _known(request)
    try:
        await rooms.leave(deps.database(request), deps.wakes(request), player.id, game_id)
    except Conflict as conflict:
        return sent_to(f"/games/{game_id}", note=Note(conflict.code))
    return sent_to("/")


async def changed(request: Asked, game_id: str, change: Callable[[Player], Awaitable[Row]]) -> Response[Any]:
    """A change of the creator's, and back to the room."""
    player = await _known(request)
    async with deps.database(request).connection() as c:
        await charge(c, request, player, limits.SEATS_BY_PLAYER, limits.SEATS_BY_ADDRESS)
    try:
        await change(player)
    except Conflict as conflict:
        return sent_to(f"/games/{game_id}", note=Note(conflict.code))
    except Illegal as illegal:
        return sent_to(f"/games/{game_id}", note=Note.of(illegal.code, illegal.facts))
    return sent_to(f"/games/{game_id}")


@post("/games/{game_id:str}/bots", include_in_schema=False)
async def add_bot(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """A bot takes a free seat."""

    async def change(player: Player) -> Row:
        return await rooms.add_bot(deps.database(request), deps.wakes(request), player.id, game_id, name=None)

    return await changed(request, game_id, change)


@post("/games/{game_id:str}/bots/remove", include_in_schema=False)
async def remove_bot(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """A bot goes away again."""
    name = str((await request.form()).get("name", ""))

    async def change(player: Player) -> Row:
        return await rooms.remove_bot(deps.database(request), deps.wakes(request), player.id, game_id, name=name)

    return await changed(request, game_id, change)


@post("/games/{game_id:str}/start", include_in_schema=False)
async def start(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """The game begins."""

    async def change(player: Player) -> Row:
        return await rooms.start(deps.database(request), deps.wakes(request), player.id, game_id, now=deps.moment())

    return await changed(request, game_id, change)


ROUTES: Final[tuple[Any, ...]] = (new, create, join, leave, add_bot, remove_bot, start)
