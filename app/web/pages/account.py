"""One's account: ways to come back, the browsers that are signed in, what is kept, and the end of it all."""

from contextlib import suppress
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath

from app.engine import Illegal
from app.engine.actions import Surrender
from app.people import merging
from app.people.arrivals import merged
from app.people.merging import BothPlay
from app.play import moves, rooms
from app.play.errors import Conflict, Forbidden, Unknown
from app.store import belongings, games, sign_ins
from app.web import arriving, deps, limits, render
from app.web.arriving import GUEST_COOKIE
from app.web.deps import SESSION_COOKIE, Asked
from app.web.visitor import Note, Visitor, sent_to, session, shown, visitor

_OUT: Final = (SESSION_COOKIE, GUEST_COOKIE)


@get("/account", include_in_schema=False)
async def account(request: Asked) -> Response[Any]:
    """The page."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            return sent_to("/sign-in", note=who.note)
        own = who.player.id
        html = render.page(
            "account/page.html",
            who.frame,
            player=who.player,
            account=await sign_ins.is_account(c, own),
            addresses=await sign_ins.addresses(c, own),
            passkeys=await sign_ins.passkeys(c, own),
            identities=_named(request, await sign_ins.identities(c, own)),
            sessions=await sign_ins.sessions(c, own, request.cookies.get(SESSION_COOKIE, "")),
            guest=await arriving.waiting_guest(c, request),
            providers=deps.settings(request).oidc_providers,
            now=deps.moment(),
        )
    return shown(who, html)


def _named(request: Asked, issuers: list[str]) -> list[str]:
    """The providers as their buttons call them; one that the settings name no more by its address."""
    names = {one.issuer: one.name for one in deps.settings(request).oidc_providers}
    return [names.get(issuer, issuer) for issuer in issuers]


@get("/account/data", include_in_schema=False)
async def data(request: Asked) -> Response[Any]:
    """Everything kept about one, as a file."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            return sent_to("/sign-in")
        await limits.spend(c, limits.DOWNLOADS_BY_PLAYER, who.player.id, now=deps.moment())
        text = await belongings.read(c, who.player.id)
    headers = {"Content-Disposition": 'attachment; filename="opolyx.json"', "Cache-Control": "no-store"}
    return Response(text.encode(), media_type="application/json", headers=headers)


@post("/account/sessions/{session_id:str}/end", include_in_schema=False)
async def end_session(request: Asked, session_id: FromPath[str]) -> Response[Any]:
    """Sign one browser out, also this one."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is not None:
            await sign_ins.close_session(c, who.player.id, session_id)
        still = await visitor(c, request)
    if still.player is not None:
        return sent_to("/account#sessions", note=Note("signed_out"))
    return sent_to("/sign-in", *arriving.left(*_OUT), note=Note("signed_out"))


@post("/account/sessions/end", include_in_schema=False)
async def end_sessions(request: Asked) -> Response[Any]:
    """Sign out everywhere."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is not None:
            await sign_ins.close_sessions(c, who.player.id)
    return sent_to("/sign-in", *arriving.left(*_OUT), note=Note("signed_out"))


@post("/account/guest", include_in_schema=False)
async def take_guest(request: Asked) -> Response[Any]:
    """Take over what the guest of this browser has; or, with `as` guest, play on as them."""
    as_guest = (await request.form()).get("as") == "guest"
    async with deps.database(request).transaction() as c:
        who = await visitor(c, request)
        guest = await arriving.waiting_guest(c, request)
        if who.player is None or guest is None:
            return sent_to("/account", *arriving.left(GUEST_COOKIE))
        if as_guest:
            kept = session(request, request.cookies[GUEST_COOKIE])
            return sent_to("/account", kept, *arriving.left(GUEST_COOKIE))
        if await sign_ins.is_account(c, guest.id) or await merged(c, guest.id, who.player.id):
            return sent_to("/account", *arriving.left(GUEST_COOKIE), note=Note("merged"))
    return sent_to("/account", note=Note("both_play"))


@get("/account/delete", include_in_schema=False)
async def leaving(request: Asked) -> Response[Any]:
    """What goes, and once more the question."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            return sent_to("/sign-in")
        running = await games.unfinished_of(c, who.player.id)
    return shown(who, render.page("account/delete.html", who.frame, player=who.player, running=running))


@post("/account/delete", include_in_schema=False)
async def delete(request: Asked) -> Response[Any]:
    """Delete it."""
    if (await request.form()).get("sure") != "yes":
        return sent_to("/account/delete", note=Note("not_sure"))
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        running = await games.unfinished_of(c, who.player.id) if who.player else None
    if who.player is None:
        return sent_to("/sign-in")
    if running is not None:
        await _give_up(request, who, running)
    try:
        await merging.delete(deps.database(request), who.player.id)
    except BothPlay:
        return sent_to("/account/delete", note=Note("busy"))
    return sent_to("/", *arriving.left(*_OUT), note=Note("deleted"))


async def _give_up(request: Asked, who: Visitor, game_id: str) -> None:
    """Out of a game that is not over, by leaving its room or by surrender; it may end at the same moment."""
    assert who.player is not None
    db, wakes = deps.database(request), deps.wakes(request)
    try:
        await rooms.leave(db, wakes, who.player.id, game_id)
    except Conflict:
        with suppress(Illegal):
            await moves.make(db, wakes, game_id, who.player.id, Surrender(), version=None, now=deps.moment())
    except (Unknown, Forbidden):
        return


ROUTES: Final[tuple[Any, ...]] = (
    account,
    data,
    end_session,
    end_sessions,
    take_guest,
    leaving,
    delete,
)
