"""The catalogues: `.po` text in, translations out. Messages without a translation, and fuzzy ones, stay English."""

from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.i18n.languages import PSEUDO, Tongue
from app.i18n.pseudo import Pseudo

LOCALES: Final = Path(__file__).parent / "locales"


def translations(tongue: Tongue) -> NullTranslations:
    """What translates into a language; without a catalogue of its own that is the English text itself."""
    if tongue in PSEUDO:
        return Pseudo()
    catalogue = LOCALES / f"{tongue.code}.po"
    return read(catalogue, tongue.locale) if catalogue.is_file() else NullTranslations()


def read(catalogue: Path, locale: str) -> GNUTranslations:
    """The catalogue in the form that the standard library looks messages up in, made in memory."""
    compiled = BytesIO()
    with catalogue.open("rb") as text:
        write_mo(compiled, read_po(text, locale=locale, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)
