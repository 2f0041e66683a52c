"""One environment, every language: what templates can say, and through what."""

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from app.i18n import ENGLISH, choose
from app.i18n.jinja import FILTERS, install

PAGES = {
    "trans.html": "{% trans name=who|isolate, amount=15000|money %}\n  {{ name }} has\n  {{ amount }}.\n{% endtrans %}",
    "plural.html": "{% trans count=n %}one house{% pluralize %}{{ count }} houses{% endtrans %}",
    "calls.html": "{{ _('Jail') }} {{ ngettext('%(num)s die', '%(num)s dice', 2) }} {{ pgettext('verb', 'Roll') }}"
    " {{ npgettext('unit', 'a day', '%(num)s days', 3) }}",
    "macros.html": "{% macro price(n) %}{{ n|money }} {% trans %}coins{% endtrans %}{% endmacro %}",
    "with.html": "{% from 'macros.html' import price with context %}{{ price(1500) }}",
    "without.html": "{% from 'macros.html' import price %}{{ price(1500) }}",
    "filters.html": "{{ 1500|number }} {{ 1500|money(signed=True) }} {{ 33|percent }} {{ 60|duration }} {{ 0|moment }}"
    " {{ 0|relative(now=60000) }} {{ ['a', 'b']|joined }}",
}


@pytest.fixture(scope="module")
def env() -> Environment:
    made = Environment(autoescape=True, loader=DictLoader(PAGES))
    install(made)
    return made


def rendered(env: Environment, page: str, code: str, **context: object) -> str:
    return env.get_template(page).render(language=choose(None, code), **context)


def test_one_environment_speaks_several_languages(env: Environment) -> None:
    assert rendered(env, "calls.html", "en") == "Jail 2 dice Roll 3 days"
    assert rendered(env, "calls.html", "en-XA") == "⟦Ĵåîļ ~⟧ ⟦2 ðîçé ~~⟧ ⟦Ŕöļļ ~⟧ ⟦3 ðåýš ~~⟧"
    assert rendered(env, "calls.html", "en") == "Jail 2 dice Roll 3 days"


def test_a_sentence_is_one_message_however_it_is_wrapped(env: Environment) -> None:
    assert rendered(env, "trans.html", "en", who="Ann") == "Ann has 15,000."


def test_names_are_escaped_and_isolated_in_a_sentence(env: Environment) -> None:
    assert "\u2068&lt;b&gt;\u2069" in rendered(env, "trans.html", "ar-XB", who="<b>")
    assert "<b>" in rendered(env, "trans.html", "en", who=Markup("<b>"))


def test_plural_forms(env: Environment) -> None:
    assert [rendered(env, "plural.html", "en", n=n) for n in (1, 2)] == ["one house", "2 houses"]


def test_filters_write_as_the_language_does(env: Environment) -> None:
    assert rendered(env, "filters.html", "en") == (
        '1,500 +1,500 33% 1 minute <time datetime="1970-01-01T00:00:00Z">Jan 1, 1970, 12:00\u202fAM UTC</time>'
        " 1 minute ago a and b"
    )
    assert set(FILTERS) <= set(env.filters)


def test_macros_speak_when_imported_with_context(env: Environment) -> None:
    assert rendered(env, "with.html", "en") == "1,500 coins"


def test_a_template_without_a_language_says_what_is_missing(env: Environment) -> None:
    with pytest.raises(LookupError, match="with context"):
        env.get_template("without.html").render(language=ENGLISH)
    with pytest.raises(LookupError, match="give it to render"):
        env.get_template("calls.html").render()
