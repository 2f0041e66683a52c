"""The start page: play at once, join an open room, go back to one's game, say one's name."""

from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromQuery

from app.engine.modes import MODES
from app.people.guests import BadName, plain_name
from app.play import rooms
from app.play.errors import Conflict
from app.play.rooms import QUICK_MODE
from app.store import chat, games, players
from app.store.chat import LOBBY
from app.store.games import BadCursor
from app.web import deps, limits, render
from app.web.deps import SESSION_COOKIE, Asked
from app.web.visitor import Note, charge, guest, lasting, sent_to, shown, visitor

_PAGE: Final = 20
_WATCHED: Final = 10


@get("/", include_in_schema=False)
async def home(request: Asked, after: FromQuery[str | None] = None) -> Response[str]:
    """The start page."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        running = await games.unfinished_of(c, who.player.id) if who.player else None
        try:
            found = await games.list_open(c, after, _PAGE)
        except BadCursor:
            found = await games.list_open(c, None, _PAGE)
        said = await chat.newest(c, LOBBY, side=None)
        watchable = await games.list_running(c, _WATCHED)
    html = render.page(
        "home/page.html",
        who.frame,
        player=who.player,
        running=running,
        rooms=[one for one in found.rooms if one.taken < one.capacity],
        next=found.next,
        last=said,
        watchable=[one for one in watchable if one.id != running],
    )
    response = shown(who, html)
    secret = request.cookies.get(SESSION_COOKIE)
    if who.player is not None and secret is not None:
        response.set_cookie(lasting(request, SESSION_COOKIE, secret))  # whoever comes back is remembered anew
    return response


@post("/play", include_in_schema=False)
async def play(request: Asked) -> Response[Any]:
    """A game against bots that begins at once, also for somebody who gave no name."""
    form = await request.form()
    mode = str(form.get("mode", QUICK_MODE))
    if mode not in MODES:
        return sent_to("/", note=Note("invalid_choice"))
    cookie = None
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        player = who.player
        if player is None:
            try:
                player, cookie = await guest(c, request, str(form.get("name", "")))
            except BadName:
                return sent_to("/", note=Note("bad_name"))
        await charge(c, request, player, limits.ROOMS_BY_PLAYER, limits.ROOMS_BY_ADDRESS)
    pause = deps.settings(request).bot_pause_ms
    try:
        row = await rooms.play_now(
            deps.database(request), deps.wakes(request), player, default_pause=pause, now=deps.moment(), mode=mode
        )
    except Conflict:
        return await to_own_game(request, player.id)
    return sent_to(f"/games/{row.id}", cookie)


async def to_own_game(request: Asked, player_id: str) -> Response[Any]:
    """To the unfinished game of somebody who wants a second one."""
    async with deps.database(request).connection() as c:
        running = await games.unfinished_of(c, player_id)
    return sent_to(f"/games/{running}" if running else "/", note=Note("already_seated"))


@post("/name", include_in_schema=False)
async def rename(request: Asked) -> Response[Any]:
    """Another name, or the first one."""
    name = str((await request.form()).get("name", ""))
    try:
        async with deps.database(request).connection() as c:
            who = await visitor(c, request)
            if who.player is None:
                _, cookie = await guest(c, request, plain_name(name))
                return sent_to("/", cookie)
            await limits.spend(c, limits.PROFILES_BY_PLAYER, who.player.id, now=deps.moment())
            await players.change(c, who.player.id, name=plain_name(name), language=None)
    except BadName:
        return sent_to("/", note=Note("bad_name"))
    return sent_to("/")


ROUTES: Final[tuple[Any, ...]] = (home, play, rename)
