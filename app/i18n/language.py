"""One language, ready to speak: sentences, plural forms, numbers, and foreign text kept from disturbing its own."""

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final
from unicodedata import bidirectional

from markupsafe import Markup
from msgspec import Struct

from app.engine.moments import iso
from app.i18n import numbers
from app.i18n.languages import PSEUDO, Direction, Tongue
from app.i18n.pseudo import CLOSE, OPEN

_FIRST_STRONG_ISOLATE: Final = "\u2068"
_LEFT_TO_RIGHT_ISOLATE: Final = "\u2066"
_POP_ISOLATE: Final = "\u2069"
_BIDI_CONTROLS: Final = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})


class Language(Struct, frozen=True, eq=False):
    """What pages and refusals speak through. Moments are milliseconds since the epoch, money whole units."""

    tongue: Tongue
    messages: NullTranslations

    @property
    def code(self) -> str:
        """For `<html lang>`."""
        return self.tongue.code

    @property
    def direction(self) -> Direction:
        """For `<html dir>`."""
        return self.tongue.direction

    @property
    def own_name(self) -> str:
        return self.tongue.own_name

    def gettext(self, message: str) -> str:
        # Catalogues answer an empty message with their header.
        return self.messages.gettext(message) if message else ""

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return self.messages.ngettext(singular, plural, n)

    def pgettext(self, context: str, message: str) -> str:
        return self.messages.pgettext(context, message)

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        return self.messages.npgettext(context, singular, plural, n)

    def isolate(self, text: str) -> str:
        """Text of unknown direction, made safe inside a sentence: it can reorder nothing but itself.

        Marks of direction inside it are dropped. Where nothing could go wrong the text comes back as it is.
        """
        if self._at_ease_with(text):
            return text
        return f"{_FIRST_STRONG_ISOLATE}{text.translate(_BIDI_CONTROLS)}{_POP_ISOLATE}"

    def _at_ease_with(self, text: str) -> bool:
        if self.direction == "rtl" or self.tongue in PSEUDO:
            return False
        if text.isascii():
            return True
        return not any(ord(sign) in _BIDI_CONTROLS or bidirectional(sign) in _RIGHT_TO_LEFT for sign in text)

    def number(self, value: int) -> str:
        return self._in_place(numbers.decimal(value, self.tongue.locale))

    def money(self, amount: int, *, signed: bool = False) -> str:
        """An amount, with its thousands set apart; `signed` writes the plus of a gain, too."""
        return self._in_place((numbers.signed if signed else numbers.decimal)(amount, self.tongue.locale))

    def percent(self, value: int) -> str:
        return self._in_place(numbers.percent(value, self.tongue.locale))

    def duration(self, seconds: int) -> str:
        """ "1 minute 15 seconds": for rules and waits, not for a ticking clock."""
        return self._worded(numbers.duration(seconds, self.tongue.locale))

    def joined(self, items: Sequence[str]) -> str:
        """ "A, B, and C"; items of unknown direction have to be isolated already."""
        return numbers.joined(items, self.tongue.locale)

    def moment(self, at: int) -> str:
        """ "Jan 1, 2026, 12:00 PM UTC"."""
        return self._worded(numbers.moment(at, self.tongue.locale))

    def time(self, at: int) -> Markup:
        """A moment as an element of a page, whose script puts it into the reader's own time."""
        return Markup('<time datetime="{}">{}</time>').format(iso(at), self.moment(at))

    def relative(self, at: int, *, now: int) -> str:
        """ "3 minutes ago", "in 2 hours"."""
        return self._worded(numbers.relative(at, now, self.tongue.locale))

    def _worded(self, text: str) -> str:
        """Words that come from Babel are translated ones, which the pseudo languages have to show."""
        return f"{OPEN}{text}{CLOSE}" if self.tongue in PSEUDO else text

    def _in_place(self, digits: str) -> str:
        """Signs would jump to the other side of their digits in a sentence that runs from right to left."""
        return f"{_LEFT_TO_RIGHT_ISOLATE}{digits}{_POP_ISOLATE}" if self.direction == "rtl" else digits
