"""What people may write with: any script and any picture, and nothing that acts on the text of others."""

import unicodedata
from typing import Final

_MOST_MARKS: Final = 4
"""Marks over or under one letter: no script needs more, and a heap of them covers other people's lines."""
_JOINERS: Final = "\u200c\u200d"
"""Without ink, but needed to write Persian, Hindi and many emoji."""
PICTURES: Final = range(0x1F000, 0x1FB00)
"""Where emoji are, those too that are newer than this Python and of no kind that it knows, and the tones of skin."""
_UNWANTED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Line ends, direction switches and other characters that act on the text around them, or are none."""
_MARKS: Final = frozenset({"Mn", "Me"})
_INKLESS: Final = frozenset({"Mn", "Me", "Zs", "Cf"})
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a symbol by their kind, but drawn as nothing: the Hangul fillers and the empty Braille cell."""


def wanted(letter: str) -> bool:
    """Whether a character is text.

    >>> wanted("ß"), wanted("\\n"), wanted("\\u202e")
    (True, False, False)
    """
    return letter in _JOINERS or ord(letter) in PICTURES or unicodedata.category(letter) not in _UNWANTED


def inked(text: str) -> bool:
    """Whether anything of the text is seen.

    >>> inked(" a "), inked("\\u200d"), inked("\\u3164")
    (True, False, False)
    """
    return any(unicodedata.category(letter) not in _INKLESS and letter not in _BLANKS for letter in text)


def heaped(text: str) -> bool:
    """Whether more marks follow each other than any script needs.

    >>> heaped("e\u0301\u0323"), heaped("e" + 5 * "\u0301")
    (False, True)
    """
    run = 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter) in _MARKS else 0
        if run > _MOST_MARKS:
            return True
    return False
