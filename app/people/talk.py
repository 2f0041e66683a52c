"""What may be said: the form of a line, the quick phrases, the stickers, and how long all of it is kept."""

import unicodedata
from typing import Final

from app.engine.names import N_
from app.people.writing import PICTURES, heaped, inked, wanted
from app.store.chat import Kind

LONGEST_LINE: Final = 200
MOST_PICTURES: Final = 12
"""Emoji and other signs in one line."""
KEPT_MS: Final = 30 * 24 * 3_600_000
"""How long a line can be read."""

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
    line = " ".join("".join(filter(wanted, folded)).split())
    pictures = sum(unicodedata.category(letter) == "So" or ord(letter) in PICTURES for letter in line)
    if len(line) > LONGEST_LINE or pictures > MOST_PICTURES or heaped(line) or not inked(line):
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
