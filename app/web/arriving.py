"""What pages do with somebody who arrives: who is at the browser now, and the cookies they leave with."""

from typing import Any, Final

from litestar import Response
from litestar.datastructures import Cookie

from app.people.arrivals import Arrival, Browser, Newcomer
from app.store import players, tokens
from app.store.db import Connection
from app.store.players import Player
from app.web.deps import SESSION_COOKIE, Asked
from app.web.visitor import Note, Visitor, agent, friendly, lasting, sent_to, session

GUEST_COOKIE: Final = "opolyx_guest"
"""The session of a guest who still plays, beside that of the account which signed in at the same browser."""


def browser(request: Asked, who: Visitor) -> Browser:
    """Where somebody arrives."""
    return Browser(who.player, request.cookies.get(SESSION_COOKIE), agent(request))


def newcomer(who: Visitor) -> Newcomer:
    """Whoever has never been here."""
    return Newcomer(friendly(who.language), who.language.code)


def welcomed(request: Asked, arrival: Arrival) -> Response[Any]:
    """Signed in, under a new cookie; a guest who plays on keeps theirs under another name."""
    if not arrival.apart:
        return sent_to("/account", session(request, arrival.secret), note=Note("signed_in"))
    kept = lasting(request, GUEST_COOKIE, request.cookies.get(SESSION_COOKIE, ""))
    return sent_to("/account", session(request, arrival.secret), kept, note=Note("both_play"))


def left(*names: str) -> list[Cookie]:
    """Cookies that are forgotten."""
    return [Cookie(key=name, value="", path="/", max_age=0) for name in names]


async def waiting_guest(c: Connection, request: Asked) -> Player | None:
    """The guest of this browser who was not merged."""
    secret = request.cookies.get(GUEST_COOKIE)
    return await players.by_token(c, tokens.digest(secret)) if secret else None
