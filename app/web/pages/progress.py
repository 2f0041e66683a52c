"""What people collect: their quests, and the album of their cards."""

from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath

from app.play.errors import Forbidden, Unknown
from app.play.periods import day_of, week_of
from app.store import players, progress, quests
from app.store.db import Connection
from app.store.players import Player
from app.web import deps, progress_view, render
from app.web.deps import Asked
from app.web.people_view import standing
from app.web.speech import Speech
from app.web.visitor import Note, Visitor, sent_to, shown, visitor


@get("/quests", include_in_schema=False)
async def own_quests(request: Asked) -> Response[Any]:
    """Today's quests and this week's."""
    now = deps.moment()
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            return sent_to("/", note=Note("unauthorized"))
        counts = await quests.counts(c, [who.player.id], [day_of(now), week_of(now)])
    terms = progress_view.terms(who.player.id, counts, Speech(who.language), now=now)
    html = render.page("quests/page.html", who.frame, terms=terms, standing=standing(who.player.xp), now=now)
    return shown(who, html)


@get("/collection", include_in_schema=False)
async def own_album(request: Asked) -> Response[Any]:
    """One's own cards."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            return sent_to("/", note=Note("unauthorized"))
        return await _album(c, who, who.player)


@get("/players/{player_id:str}/collection", include_in_schema=False)
async def album(request: Asked, player_id: FromPath[str]) -> Response[Any]:
    """Somebody's cards. Raises Unknown, and Forbidden where they are private."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        player = await players.read(c, player_id)
        if player is None:
            raise Unknown
        if not player.shows_album and player.id != who.player_id:
            raise Forbidden
        return await _album(c, who, player)


async def _album(c: Connection, who: Visitor, player: Player) -> Response[Any]:
    cards = progress_view.album(await progress.album(c, player.id), Speech(who.language))
    held = sum(one.copies > 0 for one in cards)
    own = player.id == who.player_id
    return shown(who, render.page("collection/page.html", who.frame, person=player, own=own, cards=cards, held=held))


ROUTES: Final[tuple[Any, ...]] = (own_quests, own_album, album)
