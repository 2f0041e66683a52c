"""A finished game once more: drawn at every step by recomputing it, read-only; and its record as a file."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from litestar import MediaType, Response, get
from litestar.params import FromPath
from msgspec import Struct

from app.engine.board import SQUARES
from app.engine.moments import moment
from app.lab.film import Film, Films, Frame, film
from app.play.errors import Unknown
from app.store import games
from app.store.db import Connection
from app.store.games import Row
from app.web import deps, limits, records, render, table_view
from app.web.deps import Asked
from app.web.limits import Allowance
from app.web.pages import panels
from app.web.pages.scene import LOG_EVENTS, Scene
from app.web.pages.table import key_of
from app.web.speech import trusted
from app.web.table_view import TableView
from app.web.visitor import Visitor, sent_to, visitor

FILMS: Final = Films()
MADE: Final = Allowance("film by address", times=120, seconds=60)
_PARTS: Final = ("seats", "middle", "offers")
"""What is shown beside the squares; no part with orders in it."""
_LONGEST_NUMBER: Final = 9
_VARY: Final = "Cookie, Accept-Language"


class Reel(Struct, frozen=True):
    """Where in the game one is, and the versions one can go to from there, None where there are none."""

    step: int
    steps: int
    rounds: int
    first: int | None
    previous: int | None
    following: int | None
    last: int | None


@get("/games/{game_id:str}/export", include_in_schema=False)
async def export(request: Asked, game_id: FromPath[str]) -> Response[bytes]:
    """The record, for whoever looks at the page."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        row = await records.visible(c, request, game_id, who.player, key_of(request))
        return await records.download(c, row)


@get("/games/{game_id:str}/replay", include_in_schema=False)
async def find(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """To the `step` or the `round` of the query; without either, to the beginning."""
    _, _, made = await _opened(request, game_id)
    if number := request.query_params.get("round"):
        version = made.version_of_round(_number(number))
    else:
        version = made.version_of_step(_number(request.query_params.get("step")))
    return sent_to(f"/games/{game_id}/replay/{version}")


def _number(text: str | None) -> int:
    """The number somebody typed; what is none is the beginning."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else 1


@get("/games/{game_id:str}/replay/{version:int}", include_in_schema=False)
async def show(request: Asked, game_id: FromPath[str], version: FromPath[int]) -> Response[str]:
    """The table as it stood at a version."""
    row, who, made = await _opened(request, game_id)
    frame = made.at(version)
    if frame is None:
        raise Unknown
    async with deps.database(request).connection() as c:
        events = await _events(c, row, frame)
    html = _page(_look(row, who, frame, events), frame, _reel(made, frame), request.query_params.dict())
    return Response(html, media_type=MediaType.HTML, headers=records.kept(_VARY))


async def _opened(request: Asked, game_id: str) -> tuple[Row, Visitor, Film]:
    """The game, who looks, and its film. Raises Unknown, Forbidden, Conflict("not_over"), Differs."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        row = await records.finished(c, request, game_id, who.player, key_of(request))
        made = FILMS.find(game_id)
        if made is not None:
            return row, who, made
        await limits.spend(c, MADE, limits.address(request), now=deps.moment())
        record = await records.read_back(c, row)
    made = await asyncio.to_thread(film, record)
    FILMS.keep(game_id, made)
    return row, who, made


async def _events(c: Connection, row: Row, frame: Frame) -> list[dict[str, Any]]:
    """What the log shows: the events up to this step."""
    told = frame.game.told
    count = min(max(LOG_EVENTS, told - frame.since), told)  # the whole of this step, however much happened in it
    found = await games.events_after(c, row.id, told - count, count)
    return [msgspec.json.decode(event, type=dict[str, Any]) for event in found]


def _look(row: Row, who: Visitor, frame: Frame, events: Sequence[Mapping[str, Any]]) -> Scene:
    """The table as somebody without a seat sees it, whoever looks: nothing can be done here."""
    then = msgspec.structs.replace(row, game=frame.game, version=frame.game.version)
    view = table_view.table(then, None, who.language, events, now=moment(events[-1]["at"]))
    parts = render.squares(view, who.frame)
    for name in _PARTS:
        parts[name] = render.page(f"table/_{name}.html", who.frame, table=view, stamp="", token="")
    return Scene(then, who, view, parts)


def _reel(made: Film, frame: Frame) -> Reel:
    versions, step = made.versions, frame.step
    begun, ended = step == 1, step == len(versions)
    return Reel(
        step=step,
        steps=len(versions),
        rounds=made.rounds[-1],
        first=None if begun else versions[0],
        previous=None if begun else versions[step - 2],
        following=None if ended else versions[step],
        last=None if ended else versions[-1],
    )


def _page(look: Scene, frame: Frame, reel: Reel, query: Mapping[str, Sequence[str]]) -> str:
    view = look.view
    assert isinstance(view, TableView)
    parts = {name: trusted(text) for name, text in look.parts.items()}
    return render.page(
        "replay/page.html",
        look.visitor.frame,
        table=view,
        parts=parts,
        squares=[parts[f"square-{number}"] for number in range(SQUARES)],
        reel=reel,
        now=[line for line in view.log if line.version > frame.before],
        panel=trusted(panels.panel(look, query)),
    )


ROUTES: Final[tuple[Any, ...]] = (export, find, show)
"""The route handlers."""
