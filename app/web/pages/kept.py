"""An offer kept in the browser until it can be made: one a table, in a cookie of that table's address."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qs

from litestar.datastructures import Cookie

from app.web.builder_view import Draft
from app.web.deps import Asked

COOKIE: Final = "opolyx_offer"
_SECONDS: Final = 24 * 3600
_LONGEST: Final = 2000
_OWN: Final = {"give", "get", "give_cash", "get_cash", "check"}
"""What an address says of an offer of its own."""


def cookie(game_id: str, made: Draft) -> Cookie:
    """Keeps the offer; what it answers is over by the time it is made."""
    text = made.query
    return Cookie(key=COOKIE, value=text, path=path(game_id), max_age=_SECONDS, httponly=True, samesite="lax")


def path(game_id: str) -> str:
    """Where the cookie is sent."""
    return f"/games/{game_id}"


def filled_in(request: Asked, query: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """The query; where it opens an empty builder for the seat of the kept offer, with that offer in it."""
    text = request.cookies.get(COOKIE, "")
    if "trade" not in query or _OWN & query.keys() or not text or len(text) > _LONGEST:
        return query
    found = parse_qs(text, keep_blank_values=True)
    return found if found.get("trade") == list(query["trade"]) else query
