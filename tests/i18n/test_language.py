"""One language: its plural forms, its numbers, and names that cannot disturb a sentence."""

from gettext import NullTranslations
from pathlib import Path
from typing import Final

import pytest

from app.i18n import ENGLISH, Language
from app.i18n.catalogues import read
from app.i18n.languages import TONGUES

FSI, LRI, PDI = "\u2068", "\u2066", "\u2069"
RUSSIAN: Final = """\
msgid ""
msgstr ""
"Language: ru\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;\\n"

msgid "Jail"
msgstr "Тюрьма"

msgctxt "button"
msgid "Start"
msgstr "Начать"

#, fuzzy
msgid "Red"
msgstr "Синий"

msgid "Pink"
msgstr ""

msgid "%(n)s round"
msgid_plural "%(n)s rounds"
msgstr[0] "%(n)s раунд"
msgstr[1] "%(n)s раунда"
msgstr[2] "%(n)s раундов"
"""


def speaker(code: str, messages: NullTranslations | None = None) -> Language:
    tongue = next(tongue for tongue in TONGUES if tongue.code == code)
    return Language(tongue, messages or NullTranslations())


@pytest.fixture
def russian(tmp_path: Path) -> Language:
    catalogue = tmp_path / "ru.po"
    catalogue.write_text(RUSSIAN, encoding="utf-8")
    return speaker("ru", read(catalogue, "ru"))


def test_a_translated_message_is_said_in_the_language(russian: Language) -> None:
    assert russian.gettext("Jail") == "Тюрьма"
    assert russian.pgettext("button", "Start") == "Начать"


def test_a_message_without_a_finished_translation_is_said_in_english(russian: Language) -> None:
    assert russian.gettext("Chance") == "Chance"
    assert russian.gettext("Start") == "Start"
    assert russian.gettext("Red") == "Red"
    assert russian.gettext("Pink") == "Pink"
    assert russian.ngettext("one seat", "%(n)s seats", 5) == "%(n)s seats"
    assert russian.npgettext("seats", "one", "many", 1) == "one"


def test_an_empty_message_stays_empty(russian: Language) -> None:
    assert russian.gettext("") == ""


@pytest.mark.parametrize(
    ("n", "form"),
    [(0, "раундов"), (1, "раунд"), (2, "раунда"), (5, "раундов"), (11, "раундов"), (21, "раунд"), (104, "раунда")],
)
def test_the_plural_form_is_the_languages_own(russian: Language, n: int, form: str) -> None:
    assert russian.ngettext("%(n)s round", "%(n)s rounds", n) == f"%(n)s {form}"


@pytest.mark.parametrize(("n", "form"), [(0, "rounds"), (1, "round"), (2, "rounds")])
def test_english_has_one_and_many(n: int, form: str) -> None:
    assert ENGLISH.ngettext("round", "rounds", n) == form


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("en", "1,234,567"),
        ("de", "1.234.567"),
        ("fr", "1\u202f234\u202f567"),
        ("ru", "1\xa0234\xa0567"),
        ("hi", "12,34,567"),
        ("vi", "1.234.567"),
        ("zh", "1,234,567"),
        ("ar", f"{LRI}1,234,567{PDI}"),
    ],
)
def test_thousands_are_set_apart_as_the_language_does(code: str, written: str) -> None:
    assert speaker(code).number(1_234_567) == written
    assert speaker(code).money(1_234_567) == written


def test_a_gain_shows_its_plus_where_asked() -> None:
    assert [ENGLISH.money(amount, signed=True) for amount in (2500, -2500, 0)] == ["+2,500", "-2,500", "0"]
    assert ENGLISH.money(2500) == "2,500"


def test_signs_stay_before_their_digits_in_arabic() -> None:
    assert speaker("ar").money(500, signed=True) == f"{LRI}+500{PDI}"
    assert speaker("ar").money(-500) == f"{LRI}-500{PDI}"


@pytest.mark.parametrize(
    ("code", "written"), [("en", "33%"), ("de", "33\xa0%"), ("tr", "%33"), ("ar", f"{LRI}33%{PDI}")]
)
def test_percent_is_written_as_the_language_does(code: str, written: str) -> None:
    assert speaker(code).percent(33) == written


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (75, "1 minute 15 seconds"),
        (3600, "1 hour"),
        (28_800, "8 hours"),
        (86_400, "1 day"),
        (90_061, "1 day 1 hour 1 minute 1 second"),
    ],
)
def test_a_duration_leaves_out_units_that_are_zero(seconds: int, written: str) -> None:
    assert ENGLISH.duration(seconds) == written


@pytest.mark.parametrize("code", [tongue.code for tongue in TONGUES])
def test_every_language_can_write_everything(code: str) -> None:
    language = speaker(code)
    assert "15" in language.duration(75)
    assert "2026" in language.moment(1_767_268_800_000)
    assert "3" in language.relative(0, now=180_000)
    assert "A" in language.joined(["A", "B", "C"])


def test_moments_are_told_in_utc_and_relative_to_the_given_now() -> None:
    assert ENGLISH.moment(1_767_268_800_000) == "Jan 1, 2026, 12:00\u202fPM UTC"
    assert ENGLISH.time(0) == '<time datetime="1970-01-01T00:00:00Z">Jan 1, 1970, 12:00\u202fAM UTC</time>'
    assert ENGLISH.relative(1_000, now=181_000) == "3 minutes ago"
    assert ENGLISH.relative(7_200_000, now=0) == "in 2 hours"


def test_several_things_are_joined_as_the_language_does() -> None:
    assert ENGLISH.joined([]) == ""
    assert ENGLISH.joined(["Ann"]) == "Ann"
    assert ENGLISH.joined(["Ann", "Bo"]) == "Ann and Bo"
    assert speaker("zh").joined(["A", "B", "C"]) == "A、B和C"


@pytest.mark.parametrize("name", ["Ann", "Anna)", "Zoë 🎲", "张伟"])
def test_a_name_that_cannot_disturb_comes_back_as_it_is(name: str) -> None:
    assert ENGLISH.isolate(name) == name


@pytest.mark.parametrize("name", ["דנה", "ليلى (1)", "7١"])
def test_a_name_from_right_to_left_is_isolated_in_english(name: str) -> None:
    assert ENGLISH.isolate(name) == f"{FSI}{name}{PDI}"


def test_every_name_is_isolated_in_arabic() -> None:
    assert speaker("ar").isolate("Ann)") == f"{FSI}Ann){PDI}"


@pytest.mark.parametrize("mark", ["\u202e", "\u202a", "\u2066", "\u2069", "\u200f", "\u061c"])
def test_a_name_cannot_break_out_of_its_isolate(mark: str) -> None:
    for language in (ENGLISH, speaker("ar")):
        assert language.isolate(f"An{mark}n") == f"{FSI}Ann{PDI}"
