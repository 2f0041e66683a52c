"""Which language to speak: the one a person chose, else the best of those their browser accepts (RFC 9110, 12.5.4)."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from app.i18n.catalogues import translations
from app.i18n.language import Language
from app.i18n.languages import OFFERED_CODES, PSEUDO, TONGUES

_SPOKEN: Final = {
    tongue.code: Language(tongue, translations(tongue))
    for tongue in TONGUES + PSEUDO
    if tongue.code in OFFERED_CODES or tongue in PSEUDO
}
OFFERED: Final = tuple(language for code, language in _SPOKEN.items() if code in OFFERED_CODES)
ENGLISH: Final = _SPOKEN["en"]

_RANGE: Final = re.compile(
    r"\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*)?", re.IGNORECASE
)
_MOST_RANGES: Final = 32
"""A header that lists more languages than this is nobody's wish."""


def choose(accept_language: str | None, chosen: str | None) -> Language:
    """The language to answer in; an unknown choice counts as none, English is for who accepts nothing of ours."""
    if chosen in _SPOKEN:
        return _SPOKEN[chosen]
    return _SPOKEN[accepted(accept_language or "", [language.code for language in OFFERED]) or ENGLISH.code]


def accepted(accept_language: str, codes: Sequence[str]) -> str | None:
    """The code that the header likes best; None if it names none of them. Of equals, the first in the header.

    >>> accepted("de-CH;q=0.7, fr, *;q=0.1", ["en", "de", "it"])
    'de'
    """
    ranges = list(_ranges(accept_language))
    refused = {tag for tag, quality in ranges if quality == 0}
    left = [code for code in codes if code not in refused]
    for tag, _ in sorted((wish for wish in ranges if wish[1] > 0), key=lambda wish: (-wish[1], wish[0] == "*")):
        if tag in left:
            return tag
        if tag == "*" and left:
            return left[0]
    return None


def _ranges(header: str) -> Iterator[tuple[str, float]]:
    """The languages of a header with their qualities, without regions and scripts; what is malformed is passed over."""
    for wish in header.split(",", _MOST_RANGES)[:_MOST_RANGES]:
        if found := _RANGE.fullmatch(wish):
            tag, quality = found.groups()
            primary, _, narrower = tag.lower().partition("-")
            # Who refuses Swiss German refuses no German.
            if quality is None or float(quality) > 0 or not narrower:
                yield primary, float(quality or 1)
