"""Which language answers: the chosen one, else what the browser accepts."""

from typing import Final

import pytest

from app.i18n import ENGLISH, OFFERED, choose
from app.i18n.choice import accepted
from app.i18n.languages import OFFERED_CODES, PSEUDO, TONGUES

ALL: Final = [tongue.code for tongue in TONGUES]


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", None),
        ("de", "de"),
        ("DE-at", "de"),
        ("zh-Hant-TW", "zh"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("nl, it;q=0.5, fr;q=0.8", "fr"),
        ("ru;q=0.4, tr;q=0.4", "ru"),
        (" hi ; q=0.3 ,vi ;Q=0.31", "vi"),
        ("ar;q=1.000, en", "ar"),
    ],
)
def test_the_language_with_the_highest_quality_is_taken(header: str, code: str | None) -> None:
    assert accepted(header, ALL) == code


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de;q=0", None),
        ("de;q=0, *", "en"),
        ("en;q=0, *;q=0.1", "de"),
        ("de;q=0.0, de-CH;q=0.5", None),
        ("de-CH;q=0, de;q=0.2", "de"),
        ("*, es", "es"),
        ("*;q=0", None),
    ],
)
def test_quality_zero_refuses_and_a_star_takes_what_is_left(header: str, code: str | None) -> None:
    assert accepted(header, ALL) == code


@pytest.mark.parametrize("header", ["q=1", ";;;", "de;q=2", "de;q=-1", "de;q=", "d€", "-", "de fr", "x" * 10_000, ",,"])
def test_what_is_malformed_is_passed_over(header: str) -> None:
    assert accepted(header, ALL) is None
    assert accepted(f"{header},it;q=0.1", ALL) == "it"


def test_an_endless_header_is_read_at_its_beginning_only() -> None:
    assert accepted("nl," * 31 + "de", ALL) == "de"
    assert accepted("nl," * 32 + "de", ALL) is None


def test_what_a_person_chose_comes_before_what_the_browser_accepts() -> None:
    assert choose("fr", "en") is ENGLISH
    assert choose("en", "ar-XB").direction == "rtl"


@pytest.mark.parametrize("chosen", [None, "", "xx", "EN", "../en"])
def test_an_unknown_choice_counts_as_none(chosen: str | None) -> None:
    assert choose("en-GB", chosen) is ENGLISH
    assert choose(None, chosen) is ENGLISH


def test_only_offered_languages_are_accepted() -> None:
    assert {language.code for language in OFFERED} == OFFERED_CODES
    assert OFFERED[0] is ENGLISH
    for tongue in PSEUDO:
        assert choose(tongue.code, None) in OFFERED


def test_the_languages_are_twelve_and_only_arabic_runs_from_right_to_left() -> None:
    assert len(ALL) == len(set(ALL)) == 12
    assert [tongue.code for tongue in TONGUES if tongue.direction == "rtl"] == ["ar"]
