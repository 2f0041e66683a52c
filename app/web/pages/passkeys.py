"""Passkeys in the browser: questions and answers for js/account.js, and the list of one's own."""

from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Response, post
from litestar.params import FromPath

from app.people import passkeys
from app.people.passkeys import BadPasskey, Site
from app.store import sign_ins
from app.web import arriving, deps, limits
from app.web.deps import Asked, Unauthorized
from app.web.visitor import Note, agent, sent_to, visitor


def _site(request: Asked) -> Site:
    origin = deps.origin(request)
    return Site(urlsplit(origin).hostname or "", origin)


def _json(text: str) -> Response[bytes]:
    return Response(
        text.encode(), media_type="application/json", headers={"Cache-Control": "no-store"}, status_code=200
    )


@post("/account/passkeys/offer", include_in_schema=False)
async def offer(request: Asked) -> Response[bytes]:
    """What it takes to make one."""
    async with deps.database(request).connection() as c:
        await limits.spend(c, limits.SIGN_INS_BY_ADDRESS, limits.address(request), now=deps.moment())
        who = await visitor(c, request)
        if who.player is None:
            raise Unauthorized
        return _json(await passkeys.offer(c, who.player, _site(request)))


@post("/account/passkeys", include_in_schema=False)
async def add(request: Asked) -> Response[Any]:
    """Keep one that was made."""
    credential = str((await request.form()).get("credential", ""))
    try:
        async with deps.database(request).transaction() as c:
            who = await visitor(c, request)
            if who.player is None:
                return sent_to("/sign-in")
            await passkeys.add(c, who.player, credential, _site(request), name=agent(request))
    except BadPasskey:
        return sent_to("/account", note=Note("no_passkey"))
    return sent_to("/account")


@post("/account/passkeys/{key_id:str}/end", include_in_schema=False)
async def remove(request: Asked, key_id: FromPath[str]) -> Response[Any]:
    """Forget one."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is not None:
            await sign_ins.remove_passkey(c, who.player.id, key_id)
    return sent_to("/account")


@post("/sign-in/passkey/ask", include_in_schema=False)
async def ask(request: Asked) -> Response[bytes]:
    """What it takes to sign in with one."""
    async with deps.database(request).connection() as c:
        await limits.spend(c, limits.SIGN_INS_BY_ADDRESS, limits.address(request), now=deps.moment())
        return _json(await passkeys.ask(c, _site(request)))


@post("/sign-in/passkey", include_in_schema=False)
async def use(request: Asked) -> Response[Any]:
    """Sign in with one."""
    credential = str((await request.form()).get("credential", ""))
    try:
        async with deps.database(request).transaction() as c:
            who = await visitor(c, request)
            arrival = await passkeys.use(c, credential, _site(request), arriving.browser(request, who))
    except BadPasskey:
        return sent_to("/sign-in", note=Note("no_passkey"))
    return arriving.welcomed(request, arrival)


ROUTES: Final[tuple[Any, ...]] = (offer, add, remove, ask, use)
