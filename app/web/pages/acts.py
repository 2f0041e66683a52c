"""Orders of the table's forms: carried out, and answered with the table as it then stands, with script and without."""

from typing import Any, Final
from urllib.parse import parse_qs

import msgspec
from litestar import Response, post
from litestar.params import FromPath
from msgspec import Struct

from app.engine import Illegal, actions
from app.engine.actions import Mortgage, ProposeTrade, RejectTrade
from app.play import moves
from app.play.errors import Stale
from app.play.moves import Decided
from app.store.db import Connection
from app.store.players import Player
from app.web import deps, render
from app.web.builder_view import Draft
from app.web.deps import Asked
from app.web.errors import told
from app.web.meters import MOVES, REFUSALS
from app.web.pages import kept, orders, panels, scene
from app.web.pages.orders import Check, Fields, Keep, Order, RaiseMoney, Wish
from app.web.pages.scene import Scene
from app.web.pages.table import IS_PARTS, look_at, with_script
from app.web.speech import trusted
from app.web.visitor import Note, sent_to, shown, visitor


class Form(Struct, frozen=True):
    """What was sent. `order` is None where it could not be read; `draft` is what stands in the builder of an offer."""

    game_id: str
    order: Order | None
    draft: Draft | None
    illegal: Illegal | None

    @property
    def version(self) -> int | None:
        """The version it was decided on, None for whatever stands."""
        return self.order.version if self.order else None


class Outcome(Struct, frozen=True):
    """What became of a form. `status` is HTTP's word for it; `draft` is an offer that is to be shown again."""

    decided: Decided
    form: Form
    status: int
    note: Note | None
    draft: Draft | None


@post("/games/{game_id:str}/act", include_in_schema=False)
async def act(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """An order of a form; the answer is the table as it then stands."""
    fields = [(name, value) for name, value in (await request.form()).multi_items() if isinstance(value, str)]
    form = _read(game_id, fields)
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        decided = await _carried_out(c, request, who.player, form)
        if decided.events:
            await deps.wakes(request).tell(c, decided.row.id, decided.row.version)
        outcome = _outcome(decided, form)
        if not with_script(request):
            return _noted(_sent_back(outcome), outcome)
        seen = await look_at(c, request, decided.row, who, since=form.version)
    return _noted(_answered(seen, outcome), outcome)


def _read(game_id: str, fields: Fields) -> Form:
    draft = orders.draft(fields)
    try:
        return Form(game_id, orders.read(fields), draft, None)
    except Illegal as illegal:
        return Form(game_id, None, draft, illegal)


async def _carried_out(c: Connection, request: Asked, player: Player | None, form: Form) -> Decided:
    order, now = form.order, deps.moment()
    if order is None or form.illegal is not None:
        return await _unplayed(c, request, form, form.illegal)
    if player is None:
        return await _unplayed(c, request, form, Illegal("not_seated"))
    match order.wish:
        case Check():
            return await _unplayed(c, request, form, None)
        case Keep():
            return await _rejected(c, request, player, form)
        case RaiseMoney():
            request.app.state.pace.take(player.id, Mortgage(0))
            return await moves.raise_money(c, form.game_id, player.id, version=order.version, now=now)
        case action:
            request.app.state.pace.take(player.id, action)
            return await moves.decide(c, form.game_id, player.id, action, version=order.version, now=now)


async def _rejected(c: Connection, request: Asked, player: Player, form: Form) -> Decided:
    """The offer that the kept one answers, whatever else has happened meanwhile; nothing where it answers none."""
    if form.draft is None or form.draft.answers is None:
        return await _unplayed(c, request, form, None)
    action = RejectTrade(form.draft.answers)
    request.app.state.pace.take(player.id, action)
    return await moves.decide(c, form.game_id, player.id, action, version=None, now=deps.moment())


async def _unplayed(c: Connection, request: Asked, form: Form, illegal: Illegal | None) -> Decided:
    row = await moves.look_on(c, deps.wakes(request), form.game_id, now=deps.moment())
    return Decided(row, [], illegal)


def _outcome(decided: Decided, form: Form) -> Outcome:
    wish = form.order.wish if form.order else None
    if isinstance(wish, Keep):  # an offer that is gone by now is as good as rejected
        return Outcome(decided, form, 200, Note("offer_kept"), None)
    if decided.refusal is None:
        _count(wish)
        return Outcome(decided, form, 200, None, form.draft if isinstance(wish, Check) else None)
    found = told(decided.refusal)
    REFUSALS.labels(found.code).inc()
    code = found.code
    if form.draft is not None:
        code = "offer_changed" if isinstance(decided.refusal, Stale) else code
        code = "bad_offer" if code == "malformed" else code
    return Outcome(decided, form, found.status, Note.of(code, found.facts), form.draft)


def _count(wish: Wish | None) -> None:
    """A move, for whoever watches the service; raising money by itself is one, however many things it sells."""
    if isinstance(wish, RaiseMoney):
        MOVES.labels("raise_money").inc()
    elif wish is not None and not isinstance(wish, Check | Keep):
        MOVES.labels(actions.action_type(wish)).inc()


def _sent_back(outcome: Outcome) -> Response[Any]:
    """Without script: to the page, where a note tells what was refused and an offer can be put right."""
    order = outcome.form.order
    query = outcome.draft.query if outcome.draft else order.panel if order and order.panel else ""
    path = kept.path(outcome.decided.row.id)
    return sent_to(f"{path}?{query}#panel" if query else path, note=outcome.note)


def _answered(seen: Scene, outcome: Outcome) -> Response[Any]:
    """With script: the parts that changed, a note or its end, and the panel where the order came from it."""
    since = outcome.form.version
    changed = scene.MEMORY.changed(seen.key_at(since), seen.parts)
    seen.shown()
    frame = msgspec.structs.replace(seen.visitor.frame, flash=seen.visitor.told(outcome.note))
    extra = [render.page("table/_flash.html", frame)]
    panel = _panel(seen, outcome)
    if panel is not None:
        extra.append(render.page("table/_panel.html", frame, panel=trusted(panel)))
    html = scene.update(seen, changed, since=since, extra=extra)
    return shown(seen.visitor, html, status=outcome.status, headers=IS_PARTS)


def _panel(seen: Scene, outcome: Outcome) -> str | None:
    """What the panel is to show; None leaves it as it is."""
    form = outcome.form
    if outcome.draft is not None:
        return panels.builder(seen, outcome.draft, seen.visitor.told(outcome.note))
    if form.order is not None and form.order.panel:
        return panels.panel(seen, parse_qs(form.order.panel))
    return None if form.draft is None else ""


def _noted(response: Response[Any], outcome: Outcome) -> Response[Any]:
    """An offer that waits is kept in the browser, until it is made."""
    form = outcome.form
    if form.order is None or form.draft is None:
        return response
    if isinstance(form.order.wish, Keep):
        response.set_cookie(kept.cookie(form.game_id, msgspec.structs.replace(form.draft, answers=None)))
    elif isinstance(form.order.wish, ProposeTrade) and outcome.note is None:
        response.delete_cookie(kept.COOKIE, path=kept.path(form.game_id))
    return response


ROUTES: Final[tuple[Any, ...]] = (act,)
