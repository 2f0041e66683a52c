"""What happened, as script needs it to show how the old table became the new one: places and amounts, no secrets.

It is only ever played; what the table then is, the parts say.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.web import labels
from app.web.phrases import Fields, Narrator

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "rolled": ("seat",),
    "moved": ("seat", "from", "to"),
    "jumped": ("seat", "from", "to"),
    "teleported": ("seat", "to"),
    "jailed": ("seat",),
    "card_drawn": ("card",),
    "bought": ("square",),
    "auction_opened": ("square",),
    "auction_won": ("square",),
    "bid": ("seat",),
    "paid": ("reason",),
    "built": ("square",),
    "sold": ("square",),
    "mortgage_lapsed": ("square",),
    "trade_accepted": (),
    "estate_passed": (),
    "estate_released": (),
    "game_over": (),
}
"""What of an event is shown by movement or sound."""


def told(events: Sequence[Fields], say: Narrator) -> str:
    """The events as JSON: version, type, and what matters of it; empty for nothing."""
    found = [_short(event, say) for event in events if event["type"] in _FIELDS]
    return msgspec.json.encode(found).decode() if found else ""


def _short(event: Fields, say: Narrator) -> list[Any]:
    kind = event["type"]
    if kind == "card_drawn":
        return [event["version"], kind, event["card"], str(say.gettext(labels.CARDS[event["card"]]))]
    if kind == "trade_accepted":
        return [event["version"], kind, *event["give"]["squares"], *event["get"]["squares"]]
    return [event["version"], kind, *(event[name] for name in _FIELDS[kind])]
