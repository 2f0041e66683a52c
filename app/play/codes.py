"""Short codes of private rooms: made to be read out and typed, so without letters that look or sound like others.

Six of 27 signs are 387 million codes; guessing is bounded by how often one address may try.
"""

import secrets
from typing import Final

SIGNS: Final = "23456789BCDFGHJKMNPQRSTVWXZ"
"""No vowels, so no words; no 0 1 I L O."""
LENGTH: Final = 6
_HALF: Final = LENGTH // 2


def fresh() -> str:
    """A code nobody can foretell."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def spaced(code: str) -> str:
    """As it is shown.

    >>> spaced("K7MQ2X")
    'K7M Q2X'
    """
    return f"{code[:_HALF]} {code[_HALF:]}"


def typed(text: str) -> str | None:
    """The code that somebody meant, None for what cannot be one.

    >>> typed(" k7m-q2x "), typed("K7M Q2"), typed("K7M Q2O")
    ('K7MQ2X', None, None)
    """
    code = "".join(sign for sign in text.upper() if not sign.isspace() and sign not in "-–.")
    return code if len(code) == LENGTH and all(sign in SIGNS for sign in code) else None
