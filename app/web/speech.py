"""How Python code of the pages speaks: whole sentences with their values escaped, and names isolated."""

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from app.i18n import Language


@lru_cache(4096)
def isolated(name: str) -> Markup:
    """Somebody's name: plain text that cannot reorder what stands around it."""
    return Markup("<bdi>{}</bdi>").format(name)


def trusted(html: str) -> Markup:
    """Markup of our own making: a catalogue's sentence, or what our templates rendered."""
    return Markup(html)  # noqa: S704  # this is the one place; values inside are escaped before or after


class Speech:
    """A language that fills its sentences. Values are escaped; what is markup already stays so."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def gettext(self, message: str, /, **values: object) -> Markup:
        """A whole sentence, with its named values filled in."""
        return trusted(self.language.gettext(message)) % values

    def ngettext(self, singular: str, plural: str, n: int, /, **values: object) -> Markup:
        """The same where the sentence depends on a count, which it knows as `n`."""
        text = trusted(self.language.ngettext(singular, plural, n))
        return text % {"n": self.number(n), **values}

    def number(self, value: int) -> str:
        """A whole number."""
        return self.language.number(value)

    def money(self, amount: int) -> str:
        """An amount of money."""
        return self.language.money(amount)

    def row(self, parts: Sequence[object]) -> Markup:
        """Several things side by side that make no sentence."""
        return escape(self.language.pgettext("between things in a row", ", ")).join(escape(part) for part in parts)

    def listing(self, parts: Sequence[object]) -> Markup:
        """Several things one after another."""
        return trusted(self.language.joined([escape(part) for part in parts]))
