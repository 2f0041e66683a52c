"""Short codes of private rooms: made to be read out and typed, and read as they were meant.

A code is without signs that look like another, so whoever mistakes one still types the code that was shown. Six of 22
signs are 113 million codes; guessing is bounded by how often one address, and all of them together, may try.
"""

import secrets
import unicodedata
from typing import Final

SIGNS: Final = "23456789CDFHJKMNPRTVWX"
"""No vowels, so no words; of signs that look alike only one."""
LENGTH: Final = 6
_HALF: Final = LENGTH // 2
_MEANT: Final = str.maketrans("AEO0QIL1ZSGBUY", "43DDD7772568VV")
"""What is not in any code, and what it looks like."""
_BETWEEN: Final = "-‐‑–—._·"


def fresh() -> str:
    """A code nobody can foretell."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def spaced(code: str) -> str:
    """As it is shown.

    >>> spaced("K7MR2X")
    'K7M R2X'
    """
    return f"{code[:_HALF]} {code[_HALF:]}"


def typed(text: str) -> str | None:
    """The code that somebody meant, None for what cannot be one: any case, width or digits of another script will do.

    >>> typed(" k7m-r2x "), typed("KIM RZX"), typed("K٧M R٢X"), typed("K7M R2"), typed("K7M R2!")
    ('K7MR2X', 'K7MR2X', 'K7MR2X', None, None)
    """
    plain = "".join(_digit(sign) for sign in unicodedata.normalize("NFKC", text[:64]).upper())
    code = "".join(sign for sign in plain if _counts(sign)).translate(_MEANT)
    return code if len(code) == LENGTH and all(sign in SIGNS for sign in code) else None


def _digit(sign: str) -> str:
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)


def _counts(sign: str) -> bool:
    """Whether a sign is part of what was typed, not what stands between or only steers the writing direction."""
    return not sign.isspace() and sign not in _BETWEEN and unicodedata.category(sign) != "Cf"
