"""The bots: who they are, how each plays, and how it has done."""

from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from app.bots import TEMPERS, Temper
from app.play.errors import Unknown
from app.store import leaders
from app.store.leaders import BotResult
from app.web import deps, render
from app.web.deps import Asked
from app.web.visitor import shown, visitor


class Record(Struct, frozen=True):
    """How a bot has done altogether; `percent` of its games it won, None without any."""

    games: int
    wins: int
    percent: int | None


@get("/bots", include_in_schema=False)
async def show_all(request: Asked) -> Response[str]:
    """All of them."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        found = await leaders.bots(c)
    records = {name: _record([one for one in found if one.bot == name]) for name in TEMPERS}
    html = render.page("people/bots.html", who.frame, bots=list(TEMPERS.values()), records=records)
    return shown(who, html)


@get("/bots/{name:str}", include_in_schema=False)
async def show(request: Asked, name: FromPath[str]) -> Response[str]:
    """One of them."""
    temper = TEMPERS.get(name)
    if temper is None:
        raise Unknown
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        found = [one for one in await leaders.bots(c) if one.bot == name]
    html = render.page(
        "people/bot.html", who.frame, bot=temper, record=_record(found), results=found, likes=_likes(temper)
    )
    return shown(who, html)


def _record(results: list[BotResult]) -> Record:
    games, wins = sum(one.games for one in results), sum(one.wins for one in results)
    return Record(games, wins, round(100 * wins / games) if games else None)


def _likes(temper: Temper) -> list[str]:
    """What can be said of its numbers, as keys of the template's sentences."""
    traits = [
        f"builds_{temper.builds}",
        "borrows" if temper.borrows else "never_borrows",
        "bids_high" if temper.bids > 100 else "bids_within",
        "trades_often" if temper.pace < 8 else "trades_seldom",
        "bets" if temper.bets else "never_bets",
    ]
    if temper.denial >= 90:
        traits.append("denies")
    if temper.settled >= 10:
        traits.append("likes_jail")
    return traits


ROUTES: Final[tuple[Any, ...]] = (show_all, show)
"""The route handlers."""
