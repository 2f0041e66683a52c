"""What makes the pages an app: its manifest, its service worker, the page without a connection, and its devices.

The language stands in the addresses, so none of them asks the database who is there, and a reader who changes the
language gets another worker with another page to keep.
"""

import hashlib
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery

from app.i18n import N_, Language, choose
from app.people import devices as people
from app.people.devices import BadDevice
from app.people.vapid import Keys
from app.resources import TEMPLATES
from app.store import devices, tokens
from app.web import deps, limits, render
from app.web.deps import Asked, Malformed, Unauthorized
from app.web.render import Frame, asset
from app.web.visitor import visitor

_WORKER: Final = (TEMPLATES / "pwa/worker.js").read_text(encoding="utf-8")
_OFFLINE: Final = "/offline"
_DIGITS: Final = 12
_NOBODYS: Final = {"exclude_from_csrf": True}
"""Nobody's own: such an answer carries no token of a form."""
_EACH_TIME: Final = "no-cache"
_PAPER: Final = "#efe8d9"
_FELT: Final = "#0d6152"
_DESCRIPTION: Final = N_("A property-trading board game for two to six, against friends or bots. No account needed.")
_ICONS: Final = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/192.png", "192x192", "image/png", "any"),
    ("icons/512.png", "512x512", "image/png", "any"),
    ("icons/maskable.png", "512x512", "image/png", "maskable"),
)


@get("/manifest.webmanifest", opt=_NOBODYS, include_in_schema=False)
async def manifest(request: Asked, lang: FromQuery[str | None] = None) -> Response[Any]:
    """What a device has to know to install the app."""
    return _kept(request, _manifest(_language(request, lang)), "application/manifest+json")


@get("/service-worker.js", opt=_NOBODYS, include_in_schema=False)
async def worker(request: Asked, lang: FromQuery[str | None] = None) -> Response[Any]:
    """The service worker. Its text changes with every file it keeps, and only then do browsers replace it."""
    return _kept(request, _worker(_language(request, lang)), "text/javascript")


@get(_OFFLINE, opt=_NOBODYS, include_in_schema=False)
async def offline(request: Asked, lang: FromQuery[str | None] = None) -> Response[Any]:
    """The page that shows without a connection; nobody's own, so that it can be kept."""
    return _kept(request, _offline(_language(request, lang)), "text/html")


@get("/devices/key", media_type="text/plain", opt=_NOBODYS, include_in_schema=False)
async def key(request: Asked) -> str:
    """What a browser switches messages on with."""
    keys: Keys = request.app.state.vapid
    async with deps.database(request).connection() as c:
        return (await keys.read(c)).public_key


@post("/devices", status_code=204, include_in_schema=False)
async def switch_on(request: Asked) -> None:
    """From now on this device hears of its owner's turns."""
    form = await request.form()
    endpoint, p256dh, auth, code = (str(form.get(one, "")) for one in ("endpoint", "p256dh", "auth", "language"))
    language = choose(request.headers.get("accept-language"), code).code
    try:
        device = people.read(endpoint, p256dh, auth, language, anywhere=deps.settings(request).push_anywhere)
    except BadDevice as error:
        raise Malformed("That is no push service's address, or its keys are wrong.") from error
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            raise Unauthorized
        await limits.spend(c, limits.DEVICES_BY_PLAYER, who.player.id, now=deps.moment())
        session = tokens.digest(request.cookies.get(deps.SESSION_COOKIE, ""))
        await people.switch_on(c, who.player.id, device, session)


@post("/devices/remove", status_code=204, include_in_schema=False)
async def switch_off(request: Asked) -> None:
    """This device hears nothing any more; it is no mistake if it never did."""
    endpoint = str((await request.form()).get("endpoint", ""))
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            raise Unauthorized
        await devices.forget(c, who.player.id, endpoint)


def _language(request: Asked, code: str | None) -> Language:
    return choose(request.headers.get("accept-language"), code)


def _kept(request: Asked, text: str, media_type: str) -> Response[Any]:
    """A text that is asked for again each time, and sent again only if it has changed."""
    tag = f'"{_digest(text)}"'
    headers = {"Cache-Control": _EACH_TIME, "ETag": tag, "Vary": "Accept-Language"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(None, status_code=304, headers=headers)
    return Response(text.encode(), media_type=media_type, headers=headers)


@cache
def _manifest(language: Language) -> str:
    say = language.gettext
    told = {
        "id": "/",
        "name": "opolyx",
        "short_name": "opolyx",
        "description": say(_DESCRIPTION),
        "lang": language.code,
        "dir": language.direction,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": _FELT,
        "background_color": _PAPER,
        "categories": ["games"],
        "icons": [
            {"src": asset(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in _ICONS
        ],
        "shortcuts": [
            {"name": say("Play now"), "url": "/#play", "icons": [{"src": asset("icons/192.png"), "sizes": "192x192"}]},
            {"name": say("Open a room for friends"), "url": "/rooms/new"},
        ],
    }
    return msgspec.json.encode(told).decode()


@cache
def _offline(language: Language) -> str:
    return render.page("pwa/offline.html", Frame(language, ""))


@cache
def _worker(language: Language) -> str:
    files = [f"{_OFFLINE}?lang={language.code}", asset("css/base.css"), asset("icon.svg")]
    shell = {
        "version": _digest("\n".join([_WORKER, _offline(language), *files])),
        "files": files,
        "icon": asset("icons/192.png"),
        "badge": asset("icons/badge.png"),
    }
    return f"const SHELL = {msgspec.json.encode(shell).decode()};\n{_WORKER}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


ROUTES: Final[tuple[Any, ...]] = (manifest, worker, offline, key, switch_on, switch_off)
