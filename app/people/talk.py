"""What may be said: the form of a line, the quick phrases, the stickers, and how long all of it is kept."""

import unicodedata
from typing import Final

from app.engine.names import N_
from app.store.chat import Kind

LONGEST_LINE: Final = 200
MOST_PICTURES: Final = 12
"""Emoji and other signs in one line."""
_MOST_MARKS: Final = 4
"""Marks over or under one letter: no script needs more, and a heap of them covers other people's lines."""
KEPT_MS: Final = 30 * 24 * 3_600_000
"""How long a line can be read."""
_JOINERS: Final = "\u200c\u200d"
"""Without ink, but needed to write Persian, Hindi and many emoji."""
_PICTURES: Final = range(0x1F000, 0x1FB00)
"""Where emoji are, those too that are newer than this Python and of no kind that it knows, and the tones of skin."""
_UNWANTED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS: Final = frozenset({"Mn", "Me"})
_INKLESS: Final = frozenset({"Mn", "Me", "Zs", "Cf"})
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"

PHRASES: Final[dict[str, str]] = {
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck!"),
    "well_played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "sorry": N_("Sorry!"),
    "hurry": N_("It is your turn."),
    "wait": N_("One moment, please."),
    "trade": N_("Shall we trade?"),
    "no_deal": N_("No deal."),
    "deal": N_("It is a deal."),
    "nice_roll": N_("What a roll!"),
    "bad_luck": N_("Bad luck!"),
    "oh_no": N_("Oh no!"),
    "again": N_("Once more?"),
    "bye": N_("Goodbye!"),
}
"""What can be said with one tap and is read in everybody's own language."""

STICKERS: Final[dict[str, str]] = {
    "smile": N_("a smile"),
    "laugh": N_("laughing"),
    "wink": N_("a wink"),
    "cry": N_("tears"),
    "angry": N_("a cross face"),
    "shock": N_("wide eyes"),
    "sleep": N_("asleep"),
    "cool": N_("sunglasses"),
    "thumb": N_("thumbs up"),
    "clap": N_("applause"),
    "wave": N_("a waving hand"),
    "heart": N_("a heart"),
    "coins": N_("coins"),
    "dice": N_("two dice"),
    "house": N_("a house"),
    "bars": N_("behind bars"),
    "cup": N_("a cup"),
    "fire": N_("fire"),
    "clover": N_("a clover leaf"),
    "cake": N_("a cake"),
}
"""Our drawings in app/static/stickers, and what each shows for those who hear it."""


class BadLine(Exception):
    """A line is 1 to 200 characters of plain text with few pictures, or the code of a sticker or phrase."""


def plain_line(text: str) -> str:
    """A text as it is kept: one line, single spaces, nothing that acts on the text around it. Raises BadLine."""
    if len(text) > 4 * LONGEST_LINE:
        raise BadLine
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadLine from error
    folded = " ".join(unicodedata.normalize("NFC", text).split())
    line = " ".join("".join(letter for letter in folded if _wanted(letter)).split())
    kinds = [unicodedata.category(letter) for letter in line]
    pictures = sum(kind == "So" or ord(letter) in _PICTURES for letter, kind in zip(line, kinds, strict=True))
    if len(line) > LONGEST_LINE or pictures > MOST_PICTURES or _heaped(kinds):
        raise BadLine
    if not any(kind not in _INKLESS and letter not in _BLANKS for letter, kind in zip(line, kinds, strict=True)):
        raise BadLine
    return line


def said(kind: Kind, text: str) -> str:
    """What is kept of a line of this kind. Raises BadLine."""
    match kind:
        case "text":
            return plain_line(text)
        case "sticker":
            known = STICKERS
        case "phrase":
            known = PHRASES
    if text not in known:
        raise BadLine
    return text


def _wanted(letter: str) -> bool:
    return letter in _JOINERS or ord(letter) in _PICTURES or unicodedata.category(letter) not in _UNWANTED


def _heaped(kinds: list[str]) -> bool:
    """Whether more marks follow each other than any script needs."""
    run = 0
    for kind in kinds:
        run = run + 1 if kind in _MARKS else 0
        if run > _MOST_MARKS:
            return True
    return False
