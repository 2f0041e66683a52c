"""How a reader wants to see every page: theme and language, chosen in the menu and kept by their browser."""

from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Response, post
from litestar.exceptions import HTTPException

from app.i18n import OFFERED
from app.store import players
from app.web import deps
from app.web.deps import Asked
from app.web.visitor import Note, kept, sent_to, theme, visitor

_LANGUAGES: Final = frozenset(language.code for language in OFFERED)
_START: Final = "/"


@post("/settings", include_in_schema=False)
async def choose(request: Asked) -> Response[Any]:
    """Another theme, another language, and back to the page where it was chosen."""
    form = await request.form()
    look, code = form.get("theme"), form.get("language")
    chosen = theme(str(look)) if look is not None else None
    if (look is not None and chosen is None) or (code is not None and code not in _LANGUAGES):
        return sent_to(back(request), note=Note("invalid_choice"))
    if code is not None:
        async with deps.database(request).connection() as c:
            who = await visitor(c, request)
            if who.player is not None:
                await players.change(c, who.player.id, name=None, language=str(code))
    language = None if code is None else str(code)
    return sent_to(back(request), *kept(request, theme=chosen, language=language))


def back(request: Asked) -> str:
    """The page the form was on, as the browser names it; the start page for any other site's or for none."""
    try:
        came = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return _START
    ours = {request.headers.get("host"), urlsplit(deps.origin(request)).netloc}
    if came.netloc not in ours or came.path[:2] in {"//", "/\\"} or not is_page(request, came.path):
        return _START
    return f"{came.path}?{came.query}" if came.query else came.path


def is_page(request: Asked, path: str) -> bool:
    """Whether it can be looked at: the refusal of a form stands at an address that cannot."""
    try:
        request.app.asgi_router.handle_routing(path=path, method="GET")
    except HTTPException:
        return False
    return True


ROUTES: Final[tuple[Any, ...]] = (choose,)
