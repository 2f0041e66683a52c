"""Signing in with another site's word: going there, and coming back with the same browser.

Why going there is a link and not a form: the policy of our pages lets forms lead to ourselves only.
"""

from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import Cookie
from litestar.params import FromPath

from app.people import arrivals, providers
from app.people.providers import NotKnown, Providers
from app.web import arriving, deps, limits
from app.web.deps import Asked
from app.web.visitor import Note, sent_to, visitor

_STATE: Final = "opolyx_state"


def _back(request: Asked, name: str) -> str:
    return f"{deps.origin(request)}/sign-in/with/{name}/back"


def _providers(request: Asked) -> Providers:
    found: Providers = request.app.state.providers
    return found


@get("/sign-in/with/{name:str}", include_in_schema=False)
async def go(request: Asked, name: FromPath[str]) -> Response[Any]:
    """Off to the provider."""
    db = deps.database(request)
    async with db.connection() as c:
        await limits.spend(c, limits.SIGN_INS_BY_ADDRESS, limits.address(request), now=deps.moment())
    try:
        going = await _providers(request).begin(db, name, _back(request, name))
    except NotKnown:
        return sent_to("/sign-in", note=Note("no_identity"))
    kept = Cookie(
        key=_STATE,
        value=going.state,
        path="/sign-in",
        max_age=providers.SECONDS,
        httponly=True,
        samesite="lax",
        secure=deps.origin(request).startswith("https:"),
    )
    return sent_to(going.url, kept)


@get("/sign-in/with/{name:str}/back", include_in_schema=False)
async def back(request: Asked, name: FromPath[str]) -> Response[Any]:
    """Back from there. Only the browser that went may come back, and once."""
    db = deps.database(request)
    # The framework keeps the word `state` for itself.
    code, state = (request.query_params.get(one, "") for one in ("code", "state"))
    spent = Cookie(key=_STATE, value="", path="/sign-in", max_age=0)
    if not state or not code or not providers.same(state, request.cookies.get(_STATE, "")):
        return sent_to("/sign-in", spent, note=Note("no_identity"))
    async with db.connection() as c:
        await limits.spend(c, limits.SIGN_INS_BY_ADDRESS, limits.address(request), now=deps.moment())
        who = await visitor(c, request)
    try:
        issuer, subject = await _providers(request).finish(db, name, _back(request, name), code=code, state=state)
    except NotKnown:
        return sent_to("/sign-in", spent, note=Note("no_identity"))
    arrival = await arrivals.by_identity(db, issuer, subject, arriving.browser(request, who), arriving.newcomer(who))
    answer = arriving.welcomed(request, arrival)
    answer.cookies.append(spent)
    return answer


ROUTES: Final[tuple[Any, ...]] = (go, back)
