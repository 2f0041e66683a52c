"""The pseudo languages show what was never translated, and how pages bear longer and right-to-left text."""

import pytest

from app.i18n import choose
from app.i18n.languages import PSEUDO
from app.i18n.pseudo import accented, untranslated

PSEUDO_CODES = [tongue.code for tongue in PSEUDO]


@pytest.mark.parametrize("code", PSEUDO_CODES)
def test_every_kind_of_message_is_accented(code: str) -> None:
    language = choose(None, code)
    assert language.gettext("Roll") == "⟦Ŕöļļ ~⟧"
    assert language.pgettext("button", "Roll") == "⟦Ŕöļļ ~⟧"
    assert language.ngettext("one", "two", 1) == "⟦öñé ~⟧"
    assert language.npgettext("count", "one", "two", 2) == "⟦ţŵö ~⟧"


def test_one_runs_each_way() -> None:
    assert [choose(None, code).direction for code in PSEUDO_CODES] == ["ltr", "rtl"]


def test_variables_tags_and_entities_come_through_as_they_are() -> None:
    shown = accented('%(name)s, <a href="roll">100%% &amp; more</a>')
    assert [part in shown for part in ("%(name)s", '<a href="roll">', "</a>", "100%%", "&amp;")] == [True] * 5
    assert "more" not in shown
    assert shown % {"name": "Ann"}


def test_a_message_gets_longer() -> None:
    assert len(accented("Waiting for the others")) > 1.25 * len("Waiting for the others")


@pytest.mark.parametrize("code", PSEUDO_CODES)
def test_every_name_is_isolated(code: str) -> None:
    assert choose(None, code).isolate("Ann") == "\u2068Ann\u2069"


@pytest.mark.parametrize("code", PSEUDO_CODES)
def test_words_from_babel_count_as_translated(code: str) -> None:
    language = choose(None, code)
    assert untranslated(language.duration(75) + language.moment(0) + language.relative(0, now=5)) == []


def test_text_outside_the_brackets_is_found() -> None:
    assert untranslated("⟦Ŕöļļ ~⟧ Buy now ⟦Þåý ⟦ŕéñţ ~⟧ ~⟧ 1,500 (+3) light_blue") == [
        " Buy now ",
        " 1,500 (+3) light_blue",
    ]
    assert untranslated("⟦Ŕöļļ ~⟧ 1,500 · 🎲") == []
