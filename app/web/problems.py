"""Problems of RFC 9457: what a script is told when something was refused; the code stays, the words may change."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar.response import Response
from msgspec import UNSET, Struct, UnsetType

MEDIA_TYPE: Final = "application/problem+json"

TITLES: Final[dict[str, str]] = {
    # The rules refuse (422), in the order of the contract.
    "game_over": "The game is over.",
    "not_seated": "You have no seat in this game.",
    "eliminated": "You are out of this game.",
    "not_your_turn": "Another seat is to act.",
    "wrong_phase": "This cannot be done in this phase.",
    "insufficient_cash": "There is not enough cash for this.",
    "not_owner": "Another seat, or nobody, owns this property.",
    "not_a_property": "This square is no property.",
    "not_a_street": "Only streets carry buildings.",
    "group_incomplete": "Building takes every street of the group.",
    "group_mortgaged": "A street of the group is mortgaged.",
    "group_built": "There are buildings in the group.",
    "uneven": "The levels of a group must stay within one of each other.",
    "level_limit": "This street was raised as often as it may be in one turn.",
    "max_level": "The street is at the highest level.",
    "no_building": "There is no building to sell.",
    "already_mortgaged": "The property is mortgaged already.",
    "not_mortgaged": "The property is not mortgaged.",
    "still_solvent": "Bankruptcy is for those who cannot raise the money.",
    "invalid_choice": "A value is not among the possible ones.",
    "unfair_trade": "The smaller side must be worth at least half of the larger one.",
    "not_tradable": "A property in the trade cannot change hands now.",
    "too_many_offers": "Too many of your offers are open.",
    "trade_gone": "This offer is no longer open.",
    "not_jailed": "You are not in jail.",
    # Everything else.
    "malformed": "The request has not the form it must have.",
    "unauthorized": "This takes a valid token.",
    "forbidden": "This is not yours to do or to see.",
    "suspended": "You are suspended: you may finish the game you are in, but not play with or write to others.",
    "not_found": "There is no such thing.",
    "method_not_allowed": "This address does not know this method.",
    "stale_version": "The game has moved on; `view` is how it stands.",
    "already_seated": "You sit in another unfinished game, or in this one.",
    "seats_full": "Every seat is taken.",
    "seats_open": "A game starts when every seat is taken.",
    "not_waiting": "The game has already started.",
    "sent_away": "The creator of this room has sent you away.",
    "not_over": "The game is not over yet.",
    "oneself": "This cannot be done to oneself.",
    "blocked": "This person wants nothing to do with you.",
    "blocked_by_you": "You have blocked this person.",
    "too_many_follows": "You follow as many people as anybody may.",
    "too_many_blocks": "You have blocked as many people as anybody may.",
    "too_many_tokens": "You have as many tokens as anybody may.",
    "bad_name": "A name is 1 to 24 characters of plain text.",
    "bad_line": "A line is 1 to 200 characters of plain text with few pictures, or a known sticker or phrase.",
    "key_reused": "This Idempotency-Key was used for another request.",
    "too_large": "The body is too large.",
    "unknown_host": "This server does not answer for that host.",
    "too_many_requests": "Too much at once.",
    "busy": "Too many others act on this at the same moment.",
    "unavailable": "The database is away for a moment.",
    "internal": "Something went wrong on our side.",
}
"""Every code, and what it says of itself."""

_DETAILS: Final[dict[str, str]] = {
    "insufficient_cash": "It takes {needed}, and you have {cash}.",
    "still_solvent": "You can raise {raisable}, and you owe {total}.",
    "too_many_offers": "{limit} of your offers may be open at once.",
    "too_many_tokens": "You may have {limit} tokens for programs; end one of them first.",
    "malformed": "{reason}",
    "suspended": "You are suspended until {until}, for: {reason}.",
}
"""Fuller sentences, where the facts of a refusal are there to fill them."""


class Problem(Struct, frozen=True, kw_only=True):
    """What went wrong: `code` is for programs and stays, `title` and `detail` are for people."""

    type: str
    status: int
    code: str
    title: str
    detail: str
    facts: Mapping[str, Any] | UnsetType = UNSET
    """The numbers behind a refusal, by name."""
    view: Mapping[str, Any] | UnsetType = UNSET
    """With `stale_version`: the game as it stands now."""


def problem(
    status: int, code: str, *, facts: Mapping[str, object] | None = None, view: Mapping[str, object] | None = None
) -> Problem:
    """The problem with its words."""
    return Problem(
        type=f"/api#{code}",
        status=status,
        code=code,
        title=TITLES.get(code) or HTTPStatus(status).phrase,
        detail=_detail(code, facts or {}),
        facts=facts or UNSET,
        view=view or UNSET,
    )


def answer(problem: Problem, headers: Mapping[str, str]) -> Response[bytes]:
    """The problem as a response."""
    return Response(
        msgspec.json.encode(problem), status_code=problem.status, media_type=MEDIA_TYPE, headers=dict[str, Any](headers)
    )


def _detail(code: str, facts: Mapping[str, object]) -> str:
    try:
        return _DETAILS[code].format_map(facts)
    except KeyError:
        return "; ".join([TITLES.get(code, code), *(f"{name}: {value}" for name, value in facts.items())])
