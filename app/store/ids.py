"""Makes ids: opaque, URL-safe, and too many to guess."""

import re
from secrets import choice
from string import ascii_letters, digits
from typing import Final

_LETTERS: Final = ascii_letters + digits
_LENGTH: Final = 14  # 83 bits
_PLAUSIBLE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def fresh() -> str:
    """A new id for anything; only letters and digits, so that it is one word in a URL, a shell and an HTML id."""
    return "".join(choice(_LETTERS) for _ in range(_LENGTH))


def plausible(text: str) -> bool:
    """Whether a text from outside could be an id at all. PostgreSQL would raise on a NUL instead of finding nothing."""
    return _PLAUSIBLE.fullmatch(text) is not None
