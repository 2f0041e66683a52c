"""Every error of the layers below, and of the framework, in one table: what a script is told, and what a page shows."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from litestar import Response
from litestar.exceptions import HTTPException, InternalServerException, MethodNotAllowedException
from msgspec import Struct

from app.engine.errors import Illegal
from app.engine.moments import iso
from app.lab.replay import Differs
from app.people.guests import BadName
from app.people.order import Suspended
from app.people.talk import BadLine
from app.play import errors as play
from app.play.moves import row_view
from app.store import answers, db, follows, tokens
from app.store.players import Player
from app.web import problems, trouble
from app.web.deps import Asked, Malformed, Unauthorized
from app.web.limits import TooMany
from app.web.meters import REFUSALS
from app.web.problems import Problem, problem

_LOG: Final = logging.getLogger(__name__)
_PROGRAMS: Final = ("/api/", "/internal/", "/openapi.json", "/healthz", "/readyz", "/metrics", "/static/")
"""Where nobody reads with their eyes; everywhere else an error is a page."""
_METHODS: Final = ("GET", "POST", "PATCH", "PUT", "DELETE")


class Told(Struct, frozen=True):
    """What an error comes down to."""

    status: int
    code: str
    facts: Mapping[str, object] = {}
    headers: Mapping[str, str] = {}


def told(error: Exception) -> Told:
    """The table."""
    match error:
        case Illegal(code="malformed"):
            return Told(400, "malformed", error.facts)
        case Malformed():
            return Told(400, "malformed", {"reason": str(error)})
        case Illegal():
            return Told(422, error.code, error.facts)
        case BadLine():
            return Told(422, "bad_line")
        case BadName():
            return Told(422, "bad_name")
        case answers.AnotherBody():
            return Told(422, "key_reused")
        case Unauthorized():
            return Told(401, "unauthorized", headers={"WWW-Authenticate": "Bearer"})
        case tokens.TooManyTokens() | follows.Refused():
            return _of_company(error)
        case Suspended():
            return Told(403, "suspended", {"until": iso(error.until), "reason": error.because})
        case play.Forbidden():
            return Told(403, "forbidden")
        case play.Unknown() | follows.Missing():
            return Told(404, "not_found")
        case play.Stale():
            return Told(409, "stale_version")
        case play.Conflict():
            return Told(409, error.code)
        case Differs():
            return Told(409, "other_rules")
        case TooMany():
            return Told(429, "too_many_requests", headers={"Retry-After": str(error.seconds)})
        case play.Busy() | db.Conflict():
            return Told(429, "busy", headers={"Retry-After": "1"})
        case db.Unavailable():
            return Told(503, "unavailable", headers={"Retry-After": "2"})
        case _:
            return _of_the_server(error)


def _of_company(error: tokens.TooManyTokens | follows.Refused) -> Told:
    if isinstance(error, tokens.TooManyTokens):
        return Told(422, "too_many_tokens", {"limit": tokens.MOST_SCRIPTS})
    return Told(403 if error.code == "blocked" else 422, error.code)


def _of_the_server(error: Exception) -> Told:
    match error:
        case InternalServerException(detail="client disconnected prematurely"):
            return Told(400, "malformed", {"reason": "The body ended too early."})
        case LookupError() if str(error).startswith("unknown encoding"):
            # The framework decodes a part of a form in whatever encoding the part names.
            return Told(400, "malformed", {"reason": str(error)})
        case HTTPException():
            return _of_the_framework(error)
        case _:
            return Told(500, "internal")


_FRAMEWORK: Final = {
    400: "malformed",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
}


def _of_the_framework(error: HTTPException) -> Told:
    status = error.status_code
    if status == 400:
        extra = error.extra if isinstance(error.extra, list) else []
        reasons = [f"{one['key']}: {one['message']}" for one in extra if "key" in one and "message" in one]
        return Told(400, "malformed", {"reason": "; ".join(reasons) or error.detail})
    return Told(status, _FRAMEWORK.get(status) or HTTPStatus(status).phrase.lower().replace(" ", "_"))


def respond(request: Asked, error: Exception) -> Response[Any]:
    """The one exception handler: a problem for programs, a page for people."""
    refusal, headers = problem_of(request, error)
    if refusal.status == 500:
        _LOG.error("%s %s failed", request.method, request.scope.get("path_template", "?"), exc_info=error)
    if isinstance(error, MethodNotAllowedException):
        headers = {**headers, "Allow": ", ".join(_allowed(request))}
    if request.scope["path"].startswith(_PROGRAMS):
        return problems.answer(refusal, headers)
    return trouble.trouble(request, refusal.status, refusal.code, headers, error)


def problem_of(request: Asked, error: Exception) -> tuple[Problem, Mapping[str, str]]:
    """What a program is told, with the headers that go with it."""
    found = told(error)
    REFUSALS.labels(found.code).inc()
    view = None
    if isinstance(error, play.Stale):
        player: Player | None = request.scope.get("user")
        view = row_view(error.row, player.id if player else None)
    return problem(found.status, found.code, facts=found.facts, view=view), found.headers


def _allowed(request: Asked) -> list[str]:
    """The methods that the address does know, which the framework does not tell."""
    found = []
    for method in _METHODS:
        try:
            request.app.asgi_router.handle_routing(path=request.scope["path"], method=method)
        except HTTPException:
            continue
        found.append(method)
    return found
