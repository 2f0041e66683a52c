"""What a line may be: any script in either direction, and nothing that acts on what stands around it."""

import pytest

from app.people.talk import LONGEST_LINE, PHRASES, STICKERS, BadLine, plain_line, said
from app.web import bundles


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Hello\r\n\t there ", "Hello there"),
        ("a\u2028b\u2029c\x85d", "a b c d"),
        ("\u202eevil\u2066 text\u200f", "evil text"),
        ("data: x\n\ndata: y", "data: x data: y"),
        ("مرحبا بالجميع", "مرحبا بالجميع"),
        ("नमस्ते दुनिया", "नमस्ते दुनिया"),
        ("สวัสดีที่นี่", "สวัสดีที่นี่"),
        ("👩\u200d👩\u200d👧 hi", "👩\u200d👩\u200d👧 hi"),
        ("\U0001fae8 \U0001f6d8", "\U0001fae8 \U0001f6d8"),  # newer than what Python 3.11 knows
        ("👍🏽 🇸🇦", "👍🏽 🇸🇦"),
        ("<svg/onload=x>", "<svg/onload=x>"),
        ("e\u0301", "é"),
        ("x" * LONGEST_LINE, "x" * LONGEST_LINE),
    ],
)
def test_a_line_is_kept_as_plain_text(typed: str, kept: str) -> None:
    assert plain_line(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\n",
        "\u200b\u200d",
        "\u3164\u2800",
        "x" * (LONGEST_LINE + 1),
        "😀" * 13,
        "\U0001fae8" * 13,
        "👍" + "🏽" * 12,
        "z" + "\u0335" * 5,
        "\ud800",
    ],
)
def test_a_line_of_nothing_or_too_much_is_refused(typed: str) -> None:
    with pytest.raises(BadLine):
        plain_line(typed)


def test_only_known_stickers_and_phrases_can_be_said() -> None:
    assert said("sticker", "cake") == "cake"
    assert said("phrase", "hello") == "hello"
    for kind in ("sticker", "phrase"):
        with pytest.raises(BadLine):
            said(kind, "<b>")


def test_every_sticker_is_drawn_and_there_are_enough() -> None:
    sprite = bundles.files()["stickers.svg"].decode()
    assert all(f'<symbol id="{name}"' in sprite for name in STICKERS)
    assert sprite.count("<symbol") == len(STICKERS) >= 16
    assert len(PHRASES) >= 12
