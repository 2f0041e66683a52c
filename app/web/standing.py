"""What a suspended or warned person is told, on every page until it is over or they have read it."""

from markupsafe import Markup

from app.people.order import REASONS, is_suspended
from app.store.players import Player
from app.web.speech import Speech


def reason(say: Speech, code: str) -> Markup:
    """A reason in words."""
    return say.gettext(REASONS.get(code, REASONS["other"]))


def suspension(say: Speech, until: int, because: str) -> Markup:
    """That somebody is suspended, why, until when, and what they may do meanwhile."""
    return say.gettext(
        "You are suspended until %(moment)s. Reason: %(reason)s. Until then you cannot open or join games, chat, "
        "or follow others. A game that you are in you may finish.",
        moment=say.language.time(until),
        reason=reason(say, because),
    )


def told(say: Speech, player: Player | None, now: int) -> Markup | None:
    """What stands at the top of every page of theirs; None for nearly everybody."""
    if player is None or player.suspended_until is None or not is_suspended(player, now):
        return None
    return suspension(say, player.suspended_until, player.suspended_because or "other")


def warning(say: Speech, player: Player | None) -> Markup | None:
    """A warning that has not been read yet."""
    if player is None or player.warned_for is None:
        return None
    return say.gettext(
        "An operator warns you. Reason: %(reason)s. Please keep the game pleasant for everybody; next time you may be "
        "suspended.",
        reason=reason(say, player.warned_for),
    )
