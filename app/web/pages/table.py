"""A room or table at one address: the page, its parts, and orders, with script and without."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from app.engine import Action, Illegal
from app.engine.actions import ProposeTrade
from app.play import moves
from app.play.errors import Stale
from app.play.moves import Decided
from app.store.db import Connection
from app.store.games import Row
from app.web import deps, guards, render
from app.web.deps import Asked
from app.web.errors import told
from app.web.pages import orders, scene
from app.web.pages.orders import Order
from app.web.pages.scene import Scene
from app.web.speech import trusted
from app.web.table_view import TableView
from app.web.visitor import Note, Visitor, sent_to, shown, visitor

_KEY_COOKIE: Final = "opolyx_key"
_IN_PLACE: Final = {"HX-Push-Url": "false"}
"""A panel is no page of its own; htmx would otherwise write its address into the history."""
_IS_PARTS: Final = {"X-Parts": "1"}


def with_script(request: Asked) -> bool:
    """Whether htmx or our script asks, who want fragments."""
    return request.headers.get("hx-request") == "true"


def key_of(request: Asked) -> str:
    """The invitation somebody came with, now or before."""
    return request.query_params.get("invite") or request.cookies.get(_KEY_COOKIE) or ""


async def look(c: Connection, request: Asked, game_id: str, *, since: int | None = None) -> Scene:
    """The table as it stands for whoever asks. Raises Unknown, and Forbidden for a private one."""
    row = await moves.look_on(c, deps.wakes(request), game_id, now=deps.moment())
    return await look_at(c, request, row, await visitor(c, request), since=since)


async def look_at(c: Connection, request: Asked, row: Row, who: Visitor, *, since: int | None) -> Scene:
    """The same of a row in hand."""
    key = key_of(request)
    guards.may_see(row, who.player, key)
    events = await scene.events_of(c, row, since)
    return scene.scene(row, who, events, now=deps.moment(), origin=deps.origin(request), key=key)


@get("/games/{game_id:str}", include_in_schema=False)
async def show(request: Asked, game_id: FromPath[str]) -> Response[str]:
    """The page; with script and a query, only the panel that the query opens."""
    async with deps.database(request).connection() as c:
        seen = await look(c, request, game_id)
    query = request.query_params.dict()
    panel = scene.panel(seen, query, seen.visitor.told(seen.visitor.note))
    if with_script(request):
        return shown(seen.visitor, panel, headers=_IN_PLACE)
    response = shown(seen.visitor, scene.page(seen, panel))
    invite = request.query_params.get("invite")
    if invite and invite == seen.row.room.invite:  # any other is good for nothing, and may not fit into a cookie
        response.set_cookie(
            Cookie(key=_KEY_COOKIE, value=invite, path=f"/games/{seen.row.id}", httponly=True, samesite="lax")
        )
    return response


@get("/games/{game_id:str}/parts", include_in_schema=False)
async def parts(request: Asked, game_id: FromPath[str], version: FromQuery[int] = 0) -> Response[str]:
    """What has changed since a version, for pages whose stream does not come through; 204 for nothing.

    Even then it says the seconds left, since the clock of a page stands while its device sleeps.
    """
    async with deps.database(request).connection() as c:
        seen = await look(c, request, game_id, since=version)
    if seen.view.version == version:
        seconds = seen.view.seconds if isinstance(seen.view, TableView) else None
        return shown(seen.visitor, "", status=204, headers={} if seconds is None else {"X-Seconds": str(seconds)})
    return shown(seen.visitor, scene.difference(seen, version), headers=_IS_PARTS)


class Outcome(Struct, frozen=True):
    """What became of a form. `status` is HTTP's word for it; `order` None could not be read."""

    decided: Decided
    order: Order | None
    status: int
    note: Note | None


@post("/games/{game_id:str}/act", include_in_schema=False)
async def act(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """An order of a form; the answer is the table as it then stands."""
    fields = list((await request.form()).multi_items())
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        outcome = await _carried_out(c, request, who, game_id, fields)
        if not with_script(request):
            return _sent_back(outcome)
        since = outcome.order.version if outcome.order else None
        seen = await look_at(c, request, outcome.decided.row, who, since=since)
    return _answered(seen, outcome)


async def _carried_out(
    c: Connection, request: Asked, who: Visitor, game_id: str, fields: Sequence[tuple[str, Any]]
) -> Outcome:
    try:
        order = orders.read([(name, value) for name, value in fields if isinstance(value, str)])
    except Illegal as illegal:
        return await _refused(c, request, game_id, None, illegal)
    if who.player is None:
        return await _refused(c, request, game_id, order, Illegal("not_seated"))
    request.app.state.pace.take(who.player.id, order.action)
    decided = await moves.decide(c, game_id, who.player.id, order.action, version=order.version, now=deps.moment())
    if decided.events:
        await deps.wakes(request).tell(c, decided.row.id, decided.row.version)
    return _outcome(decided, order)


async def _refused(c: Connection, request: Asked, game_id: str, order: Order | None, illegal: Illegal) -> Outcome:
    row = await moves.look_on(c, deps.wakes(request), game_id, now=deps.moment())
    return _outcome(Decided(row, [], illegal), order)


def _outcome(decided: Decided, order: Order | None) -> Outcome:
    if decided.refusal is None:
        return Outcome(decided, order, 200, None)
    found = told(decided.refusal)
    code = "offer_changed" if isinstance(decided.refusal, Stale) and _offer(order) else found.code
    return Outcome(decided, order, found.status, Note.of(code, found.facts))


def _offer(order: Order | None) -> ProposeTrade | None:
    action: Action | None = order.action if order else None
    return action if isinstance(action, ProposeTrade) else None


def _sent_back(outcome: Outcome) -> Response[Any]:
    """Without script: to the page, where a note tells what was refused and a refused offer can be put right."""
    query = outcome.order.panel if outcome.order and outcome.order.panel else ""
    if outcome.note is not None and (offer := _offer(outcome.order)):
        query = orders.draft_query(offer)
    path = f"/games/{outcome.decided.row.id}"
    return sent_to(f"{path}?{query}#panel" if query else path, note=outcome.note)


def _answered(seen: Scene, outcome: Outcome) -> Response[str]:
    """With script: the parts that changed, a note or its end, and the panel where the order came from it."""
    order = outcome.order
    since = order.version if order else None
    changed = scene.MEMORY.changed(seen.key_at(since), seen.parts)
    seen.shown()
    frame = msgspec.structs.replace(seen.visitor.frame, flash=seen.visitor.told(outcome.note))
    extra = [render.page("table/_flash.html", frame)]
    if order and (order.panel or _offer(order)):
        extra.append(render.page("table/_panel.html", frame, panel=trusted(_panel(seen, order, outcome))))
    html = scene.update(seen, changed, since=since, extra=extra)
    return shown(seen.visitor, html, status=outcome.status, headers=_IS_PARTS)


def _panel(seen: Scene, order: Order, outcome: Outcome) -> str:
    offer = _offer(order)
    if offer is None:
        return scene.panel(seen, parse_qs(order.panel or ""))
    if outcome.note is None:
        return ""
    return scene.panel(seen, parse_qs(orders.draft_query(offer)), seen.visitor.told(outcome.note))


ROUTES: Final[tuple[Any, ...]] = (show, parts, act)
