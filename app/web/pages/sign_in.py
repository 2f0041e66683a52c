"""Signing in by a link: asking for one, looking at it, using it.

Why a button: scanners of mail open every link, some of them run its script; none presses a button. So looking at a link
changes nothing, and only the form on its page uses it up.
"""

from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath

from app.people import arrivals
from app.people.arrivals import BadAddress, Gone, plain_address
from app.store import players, sign_ins
from app.web import arriving, deps, limits, mail, render
from app.web.deps import Asked
from app.web.mail import NotSent
from app.web.visitor import Note, sent_to, shown, visitor


@get("/sign-in", include_in_schema=False)
async def sign_in(request: Asked) -> Response[str]:
    """For whoever comes back on another device."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
    providers = deps.settings(request).oidc_providers
    return shown(who, render.page("account/sign-in.html", who.frame, player=who.player, providers=providers))


@post("/sign-in/link", include_in_schema=False)
async def ask(request: Asked) -> Response[Any]:
    """Send a link, with the same answer whether anybody has that address."""
    typed = str((await request.form()).get("address", ""))
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        back = "/account" if who.player else "/sign-in"
        try:
            address = plain_address(typed)
        except BadAddress:
            return sent_to(back, note=Note("bad_address"))
        await limits.spend(c, limits.LINKS_BY_ADDRESS, limits.address(request), now=deps.moment())
        await limits.spend(c, limits.LINKS_BY_MAIL, address, now=deps.moment())
        secret = await arrivals.ask(c, address, who.player_id)
    settings = deps.settings(request)
    link = f"{deps.origin(request)}/sign-in/link/{secret}"
    name = who.player.name if who.player else None
    letter = mail.letter(who.language, to=address, sender=settings.mail_from, link=link, name=name)
    try:
        await mail.send(settings, letter, link, to=address)
    except NotSent:
        return sent_to(back, note=Note("mail_failed"))
    return sent_to(back, note=Note("link_sent" if settings.smtp_url else "link_logged"))


@get("/sign-in/link/{secret:str}", include_in_schema=False)
async def look(request: Asked, secret: FromPath[str]) -> Response[Any]:
    """The page with the button."""
    async with deps.database(request).connection() as c:
        await limits.spend(c, limits.SIGN_INS_BY_ADDRESS, limits.address(request), now=deps.moment())
        who = await visitor(c, request)
        link = await sign_ins.link(c, secret)
        if link is None:
            return sent_to("/sign-in", note=Note("link_gone"))
        owner = await sign_ins.owner(c, link.address)
        known = await players.read(c, owner) if owner else None
    asker = link.name if link.player_id != who.player_id else None
    html = render.page(
        "account/link.html",
        who.frame,
        secret=secret,
        address=link.address,
        name=known.name if known else None,
        asker=asker if owner is None else None,
        player=who.player,
    )
    return shown(who, html)


@post("/sign-in/link/{secret:str}", include_in_schema=False)
async def use(request: Asked, secret: FromPath[str]) -> Response[Any]:
    """The button was pressed."""
    db = deps.database(request)
    async with db.connection() as c:
        await limits.spend(c, limits.SIGN_INS_BY_ADDRESS, limits.address(request), now=deps.moment())
        who = await visitor(c, request)
    try:
        arrival = await arrivals.by_link(db, secret, arriving.browser(request, who), arriving.newcomer(who))
    except Gone:
        return sent_to("/account" if who.player else "/sign-in", note=Note("link_gone"))
    return arriving.welcomed(request, arrival)


ROUTES: Final[tuple[Any, ...]] = (sign_in, ask, look, use)
