"""What a device is told when it is its owner's turn. Nothing private: a notification shows on a locked screen."""

from typing import Final

import msgspec

from app.i18n import N_, Language
from app.store.games import Row
from app.web import labels

_TITLE: Final = N_("It is your turn")
_BODY: Final = N_("%(mode)s, round %(n)s")


def words(row: Row, language: Language) -> bytes:
    """The notification as JSON for the service worker, in the device's language."""
    assert row.game is not None
    mode = language.gettext(labels.MODES[row.room.mode][0])
    return msgspec.json.encode(
        {
            "title": language.gettext(_TITLE),
            "body": language.gettext(_BODY) % {"mode": mode, "n": language.number(row.game.round)},
            "url": f"/games/{row.id}",
            "tag": row.id,
            "lang": language.code,
            "dir": language.direction,
        }
    )
