"""The page that an error becomes: what went wrong, in words, and the way back."""

from collections.abc import Mapping
from typing import Final

from litestar import Response

from app.people.order import Suspended
from app.web import render, standing
from app.web.deps import Asked
from app.web.refusals import CODES, refusal
from app.web.speech import Speech
from app.web.visitor import shown, stranger

_OURS: Final = "internal"
"""What is said of an error that has no sentence of its own."""


def trouble(
    request: Asked, status: int, code: str, headers: Mapping[str, str], error: Exception | None = None
) -> Response[str]:
    """The page for an error of this status and code."""
    visitor = stranger(request, None)
    say = Speech(visitor.language)
    if isinstance(error, Suspended):
        detail = standing.suspension(say, error.until, error.because)
    else:
        detail = refusal(say, code if code in CODES else _OURS, {})
    html = render.page("error.html", visitor.frame, title=_title(say, status), detail=detail, sign=_sign(status))
    return shown(visitor, html, status=status, headers=headers)


def _sign(status: int) -> str:
    """The drawing that goes with it."""
    match status:
        case 404:
            return "chance"
        case 401 | 403:
            return "private"
        case 429 | 503:
            return "clock"
        case _:
            return "roll"


def _title(say: Speech, status: int) -> str:
    match status:
        case 404:
            return say.gettext("Not found")
        case 401 | 403:
            return say.gettext("Not allowed")
        case 429 | 503:
            return say.gettext("One moment")
        case _:
            return say.gettext("That did not work")
