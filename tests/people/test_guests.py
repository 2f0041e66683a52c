"""What a name may be, and that a guest comes with a token that works."""

import pytest

from app.people.guests import LONGEST_NAME, BadName, plain_name, welcome
from app.store import players, tokens
from app.store.db import Database


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("<svg/onload=alert()>", "<svg/onload=alert()>"),
        ("{{7*7}}", "{{7*7}}"),
        ("Nguyễn", "Nguyễn"),
        ("مها", "مها"),
        ("👩‍🚀", "👩‍🚀"),
        ("👍🏽 \U0001fae9", "👍🏽 \U0001fae9"),  # a tone, and a picture newer than this Python
        ("हिन्दी", "हिन्दी"),
        ("ไทย", "ไทย"),
        ("한국어", "한국어"),
        ("e\u0301", "é"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_a_name_is_plain_text_of_any_script(typed: str, kept: str) -> None:
    assert plain_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "x" * (LONGEST_NAME + 1),
        "a\nb",
        "a\0b",
        "a\u202eb",
        "\u200d",
        "\ud800",
        "a\u2028b",
        "\u0301",
        "Z" + 5 * "\u0351",
        "\u3164\u2800 \u1160",
    ],
)
def test_a_name_without_ink_or_with_control_characters_is_refused(typed: str) -> None:
    with pytest.raises(BadName):
        plain_name(typed)


async def test_a_guest_is_known_by_the_token(db: Database) -> None:
    async with db.transaction() as c:
        guest = await welcome(c, name="Ada", language="en")
    async with db.connection() as c:
        assert await players.by_token(c, tokens.digest(guest.secret)) == guest.player


async def test_a_bad_name_makes_nobody(db: Database) -> None:
    with pytest.raises(BadName):
        async with db.transaction() as c:
            await welcome(c, name="", language="en")
    async with db.connection() as c:
        assert await c.fetchval("SELECT count(*) FROM players") == 0
