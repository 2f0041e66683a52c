"""The twelve languages, by the name their speakers give them. Which of them have a catalogue is said by OFFERED."""

from typing import Final, Literal

from msgspec import Struct

Direction = Literal["ltr", "rtl"]


class Tongue(Struct, frozen=True):
    """A language as data. `locale` is where Babel finds its numbers and dates."""

    code: str
    own_name: str
    direction: Direction
    locale: str


def _tongue(code: str, own_name: str, direction: Direction = "ltr") -> Tongue:
    return Tongue(code, own_name, direction, code)


TONGUES: Final = (
    _tongue("en", "English"),
    _tongue("de", "Deutsch"),
    _tongue("fr", "Français"),
    _tongue("es", "Español"),
    _tongue("pt", "Português"),
    _tongue("it", "Italiano"),
    _tongue("ru", "Русский"),
    _tongue("tr", "Türkçe"),
    _tongue("ar", "العربية", "rtl"),
    _tongue("hi", "हिन्दी"),
    _tongue("vi", "Tiếng Việt"),
    _tongue("zh", "中文"),
)

OFFERED_CODES: Final = frozenset({"en", "ar"})
"""The languages a person can choose: English, and those whose catalogue is complete (a test says whether it is)."""

PSEUDO: Final = (Tongue("en-XA", "⟦Pseudo⟧", "ltr", "en"), Tongue("ar-XB", "⟦Pseudo RTL⟧", "rtl", "ar"))
"""Languages nobody speaks, for finding text that no catalogue translates. Chosen by code only, never offered."""
