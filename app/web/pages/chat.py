"""The chat of the lobby, of rooms and of tables: a page of its own without script, pieces of it with script."""

from typing import Any, Final

from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery

from app.engine.errors import Illegal
from app.people.order import Suspended
from app.people.talk import BadLine
from app.play import moves
from app.play.errors import Forbidden
from app.store import chat
from app.store.chat import LOBBY
from app.store.db import Connection
from app.web import deps, guards, limits, render, standing, talks
from app.web.deps import Asked
from app.web.limits import Allowance, TooMany
from app.web.pages.table import key_of, with_script
from app.web.refusals import refusal
from app.web.speech import Speech, trusted
from app.web.talks import Place
from app.web.visitor import Note, Visitor, sent_to, shown, visitor

_LONGEST_NUMBER: Final = 18
MUTES_BY_PLAYER: Final = Allowance("mute by player", times=60, seconds=60)


async def place_of(c: Connection, request: Asked, place_id: str, who: Visitor) -> Place:
    """The lobby, or a game that this person may see. Raises Unknown, Forbidden."""
    if place_id == LOBBY:
        return talks.lobby(who.player)
    row = await moves.look_on(c, deps.wakes(request), place_id, now=deps.moment())
    guards.may_see(row, who.player, key_of(request))
    return talks.at_game(row, who.player)


@get("/chat", include_in_schema=False)
async def lobby(request: Asked, after: FromQuery[int | None] = None) -> Response[str]:
    """The lobby's chat."""
    return await _read(request, LOBBY, after)


@get("/games/{game_id:str}/chat", include_in_schema=False)
async def at_game(request: Asked, game_id: FromPath[str], after: FromQuery[int | None] = None) -> Response[str]:
    """The chat of a room or table."""
    return await _read(request, game_id, after)


async def _read(request: Asked, place_id: str, after: int | None) -> Response[str]:
    """The page; with script its panel, or only the lines after a number."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        place = await place_of(c, request, place_id, who)
        if with_script(request) and after is not None:
            return shown(who, talks.drawn(await talks.newer(c, place, who.player, after), place, who))
        talk = await talks.talk_at(c, place, who)
    filled = talks.panel(talk, who)
    if with_script(request):
        return shown(who, filled)
    return shown(who, render.page("chat/page.html", who.frame, place=place, last=talk.last, filled=trusted(filled)))


@post("/chat", include_in_schema=False)
async def say_in_lobby(request: Asked) -> Response[Any]:
    """Something said in the lobby."""
    return await _say(request, LOBBY)


@post("/games/{game_id:str}/chat", include_in_schema=False)
async def say_at_game(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """Something said in a room or at a table."""
    return await _say(request, game_id)


async def _say(request: Asked, place_id: str) -> Response[Any]:
    form = {name: str(value) for name, value in (await request.form()).multi_items()}
    said = talks.wanted(form, aside=form.get("side") == "yes")
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        place = await place_of(c, request, place_id, who)
        if who.player is None:
            raise Forbidden
        try:
            await talks.say(
                c, deps.wakes(request), place, who.player, said, now=deps.moment(), where=limits.address(request)
            )
        except (BadLine, TooMany, Suspended, Illegal) as error:
            return _refused(request, who, place, error)
        if not with_script(request):
            return sent_to(f"{place.url}#chat-note")
        found = await talks.newer(c, place, who.player, whole(form.get("after", "")))
    return shown(who, talks.drawn(found, place, who))


def _refused(request: Asked, who: Visitor, place: Place, error: Exception) -> Response[Any]:
    """Why it was not said: a sentence for script, which keeps what was typed; else on the next page."""
    say = Speech(who.language)
    match error:
        case Suspended():
            code, status, words = "suspended", 403, standing.suspension(say, error.until, error.because)
        case TooMany():
            code, status, words = "too_many_requests", 429, refusal(say, "too_many_requests", {})
        case _:
            code, status, words = "bad_line", 422, refusal(say, "bad_line", {})
    if not with_script(request):
        return sent_to(place.url, note=None if code == "suspended" else Note(code))  # pages of theirs say it anyway
    return Response(
        words.striptags(), status_code=status, media_type=MediaType.TEXT, headers={"Cache-Control": "no-store"}
    )


def whole(text: str) -> int:
    """A number of a form or an address; 0 for anything else, which nothing has."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else 0


@post("/mutes", include_in_schema=False)
async def mute(request: Asked) -> Response[Any]:
    """Somebody is not heard any more, or again."""
    form = {name: str(value) for name, value in (await request.form()).multi_items()}
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            raise Forbidden
        await limits.spend(c, MUTES_BY_PLAYER, who.player.id, now=deps.moment())
        if "hear" in form:
            await chat.unmute(c, who.player.id, form["hear"])
        else:
            await chat.mute(c, who.player.id, form.get("mute", ""))
        place = await place_of(c, request, form.get("place", LOBBY), who)
        if not with_script(request):
            return sent_to(place.url)
        talk = await talks.talk_at(c, place, who)
    return shown(who, talks.panel(talk, who))


ROUTES: Final[tuple[Any, ...]] = (lobby, at_game, say_in_lobby, say_at_game, mute)
