"""A language nobody speaks: English with accents, longer, in brackets. What stays plain was never translated."""

import re
from gettext import NullTranslations
from typing import Final

OPEN: Final = "⟦"
CLOSE: Final = "⟧"

_ACCENTED: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)
_KEPT: Final = re.compile(r"(%\(\w+\)[a-z]|%%|&#?\w+;|<[^>]*>)")
"""Variables, entities and tags: they have to come through as they are."""


class Pseudo(NullTranslations):
    """Translates anything, out of its English text alone."""

    def gettext(self, message: str) -> str:
        return accented(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return accented(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return accented(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return accented(super().ngettext(msgid1, msgid2, n))


def accented(message: str) -> str:
    """The message in the pseudo language.

    >>> accented("%(name)s pays <b>rent</b>.")
    '⟦%(name)s þåýš <b>ŕéñţ</b>. ~~~⟧'
    """
    pieces = _KEPT.split(message)
    words = "".join(piece if at % 2 else piece.translate(_ACCENTED) for at, piece in enumerate(pieces))
    letters = sum(len(piece) for piece in pieces[::2])
    return f"{OPEN}{words} {'~' * (1 + letters // 5)}{CLOSE}"


def untranslated(text: str) -> list[str]:
    """The pieces of a shown text that hold letters but came out of no catalogue.

    >>> untranslated("⟦Ñåɱé ~⟧: Anna ⟦%(a ⟦b⟧)s⟧ 12")
    [': Anna ']
    """
    depth, outside = 0, [""]
    for sign in text:
        if sign == OPEN:
            depth += 1
        elif sign == CLOSE:
            depth -= 1
            outside.append("")
        elif depth == 0:
            outside[-1] += sign
    return [piece for piece in outside if any(sign.isalpha() for sign in piece)]
