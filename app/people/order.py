"""Order among people: for what somebody can be reported, warned or suspended, for how long, and what that forbids."""

from typing import Final

from app.engine.names import N_
from app.store.players import Player

REASONS: Final[dict[str, str]] = {
    "insult": N_("Insults or threats"),
    "hate": N_("Hatred of a group of people"),
    "spam": N_("Spam or advertising"),
    "name": N_("An offensive name"),
    "unfair": N_("Unfair play, such as helping another seat to win"),
    "private": N_("Private facts about somebody"),
    "other": N_("Something else"),
}
"""Why, in words that everybody reads in their own language."""

_HOUR: Final = 3_600_000
TIMES: Final[dict[str, tuple[int, str]]] = {
    "hour": (_HOUR, N_("an hour")),
    "day": (24 * _HOUR, N_("a day")),
    "week": (7 * 24 * _HOUR, N_("7 days")),
    "month": (30 * 24 * _HOUR, N_("30 days")),
    "year": (365 * 24 * _HOUR, N_("a year")),
}
"""How long somebody can be suspended, in milliseconds and in words."""
LONGEST_WORDS: Final = 500
"""Of what somebody adds to a report, or an operator to a decision."""


class Suspended(Exception):
    """This person may not play with others, write to them or follow them before `until`, in milliseconds."""

    def __init__(self, until: int, because: str) -> None:
        super().__init__(until, because)
        self.until = until
        self.because = because


def is_suspended(player: Player | None, now: int) -> bool:
    """Whether a suspension runs."""
    return player is not None and player.suspended_until is not None and player.suspended_until > now


def may_play_with_others(player: Player | None, now: int) -> None:
    """Who is suspended may finish the game they are in, so that nobody else is hurt, and begin no other.

    They cannot make, find, join or start a room, say anything, report, follow or judge anybody. Raises Suspended.
    """
    if player is not None and player.suspended_until is not None and player.suspended_until > now:
        raise Suspended(player.suspended_until, player.suspended_because or "other")
