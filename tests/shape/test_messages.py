"""Every word a person reads comes out of a catalogue, and every catalogue says what the source says."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from jinja2 import Environment

from app.i18n.catalogues import LOCALES
from app.i18n.languages import OFFERED_CODES, TONGUES
from infra.catalogues import ROOT, TEMPLATE, collected, written

MARKS: Final = {"_": 1, "N_": 1, "gettext": 1, "ngettext": 2, "pgettext": 2, "npgettext": 3}
"""How many of the first arguments of a mark are text."""
VARIABLE: Final = re.compile(r"%\((\w+)\)s")
TAG: Final = re.compile(r"<[^>]*>|&#?\w+;")
READ_ATTRIBUTES: Final = frozenset(
    {"alt", "aria-description", "aria-label", "aria-roledescription", "placeholder", "title"}
)
BRAND: Final = "opolyx"


# ---------------------------------------------------------------- the template of the catalogues


def test_the_template_of_the_catalogues_is_what_the_source_says() -> None:
    kept, said = (text.decode().splitlines() for text in (TEMPLATE.read_bytes(), written(collected())))
    assert set(kept) ^ set(said) == set(), "a sentence changed: run infra/messages"
    same = kept == said  # told apart here: a comparison of so many lines takes minutes to explain
    assert same, "sentences stand elsewhere: run infra/messages"


def test_every_text_marked_in_the_source_is_collected() -> None:
    known = {text for message in collected() for text in forms(message.id)}
    marked = [(where, text) for module in sources() for where, text in marked_texts(module)]
    assert "Jail" in {text for _, text in marked}
    assert [(where, text) for where, text in marked if text not in known] == []


def test_marked_text_is_written_out_whole() -> None:
    assert [where for module in sources() for where in glued(module)] == []


def test_every_variable_has_a_name_and_every_other_percent_sign_is_doubled() -> None:
    texts = [text for message in collected() for text in forms(message.id)]
    assert [text for text in texts if "%" in VARIABLE.sub("", text).replace("%%", "")] == []


def sources() -> list[Path]:
    return sorted((ROOT / "app").rglob("*.py"))


def marks(module: Path) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in MARKS:
                yield node, name


def marked_texts(module: Path) -> Iterator[tuple[str, str]]:
    for call, name in marks(module):
        for text in call.args[: MARKS[name]][-2 if name.startswith("n") else -1 :]:
            if isinstance(text, ast.Constant) and text.value:
                yield f"{module.relative_to(ROOT)}:{call.lineno}", str(text.value)


def glued(module: Path) -> Iterator[str]:
    """Marks whose text is put together when they are called, so that no catalogue can hold it."""
    for call, name in marks(module):
        whole = ast.Constant if name == "N_" else ast.Constant | ast.Name | ast.Attribute | ast.Subscript | ast.Call
        if not all(isinstance(text, whole) for text in call.args[: MARKS[name]]):
            yield f"{module.relative_to(ROOT)}:{call.lineno}"


# ---------------------------------------------------------------- the catalogues


def test_every_catalogue_is_of_a_language_and_up_to_the_template() -> None:
    codes = {tongue.code for tongue in TONGUES}
    assert [path.name for path in catalogues() if path.stem not in codes] == []
    template = collected()
    assert {path.name: found for path in catalogues() if (found := strangers(opened(path), template))} == {}


def test_every_translation_keeps_the_variables_and_tags_of_its_source() -> None:
    assert {path.name: found for path in catalogues() if (found := altered(opened(path)))} == {}


def test_every_offered_language_is_complete() -> None:
    template = collected()
    offered = [LOCALES / f"{code}.po" for code in sorted(OFFERED_CODES - {"en"})]
    assert {path.name: found for path in offered if (found := missing(opened(path), template))} == {}


SOURCE: Final = """\
msgid "%(name)s pays <b>rent</b>."
msgstr ""

msgctxt "button"
msgid "Pay"
msgstr ""

msgid "%(count)s die"
msgid_plural "%(count)s dice of %(name)s"
msgstr[0] ""
msgstr[1] ""
"""


@pytest.mark.parametrize(
    ("source", "translation", "found"),
    [
        ("", "", []),
        ('rent</b>."\nmsgstr ""', 'rent</b>."\nmsgstr "%(name)s zahlt <b>Miete</b>."', []),
        ('rent</b>."\nmsgstr ""', 'rent</b>."\nmsgstr "%(nam)s zahlt <b>Miete</b>."', ["%(nam)s zahlt <b>Miete</b>."]),
        (
            'rent</b>."\nmsgstr ""',
            'rent</b>."\nmsgstr "%(name)s zahlt <i>Miete</i>."',
            ["%(name)s zahlt <i>Miete</i>."],
        ),
        ('msgstr[0] ""', 'msgstr[0] "ein Würfel"', []),
        ('msgstr[1] ""', 'msgstr[1] "%(count)s Würfel von %(name)s"', []),
        ('msgstr[1] ""', 'msgstr[1] "%(n)s Würfel von %(name)s"', ["%(n)s Würfel von %(name)s"]),
    ],
)
def test_an_altered_variable_or_tag_is_found(source: str, translation: str, found: list[str]) -> None:
    text = SOURCE.replace(source, translation) if source else SOURCE
    assert altered(catalogue_of(text.encode(), "de")) == found


def test_a_missing_a_fuzzy_and_a_strange_message_are_found() -> None:
    template = catalogue_of(SOURCE.encode(), None)
    done = SOURCE.replace('msgid "Pay"\nmsgstr ""', 'msgid "Pay"\nmsgstr "Zahlen"')
    fuzzy = done.replace('msgctxt "button"', '#, fuzzy\nmsgctxt "button"')
    elsewhere = done.replace('msgctxt "button"', 'msgctxt "title"')
    everything = {"%(name)s pays <b>rent</b>.", "Pay", "%(count)s die"}
    assert set(missing(catalogue_of(done.encode(), "de"), template)) == everything - {"Pay"}
    assert set(missing(catalogue_of(fuzzy.encode(), "de"), template)) == everything
    assert set(missing(catalogue_of(elsewhere.encode(), "de"), template)) == everything
    assert strangers(catalogue_of(elsewhere.encode(), "de"), template) == ["Pay"]
    assert strangers(catalogue_of(done.encode(), "de"), template) == []


def catalogues() -> list[Path]:
    return sorted(LOCALES.glob("*.po"))


def opened(path: Path) -> Catalog:
    return catalogue_of(path.read_bytes(), path.stem)


def catalogue_of(text: bytes, code: str | None) -> Catalog:
    return read_po(BytesIO(text), locale=code, abort_invalid=True)


def forms(text: object) -> tuple[str, ...]:
    """The singular and plural forms of a message or of its translation, without empty ones."""
    return tuple(form for form in (text if isinstance(text, list | tuple) else (text,)) if form)


def messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def strangers(catalogue: Catalog, template: Catalog) -> list[str]:
    """Messages that the source does not say, or no longer in this form or context."""
    known = {(message.context, message.id) for message in template}
    return [forms(message.id)[0] for message in messages(catalogue) if (message.context, message.id) not in known]


def missing(catalogue: Catalog, template: Catalog) -> list[str]:
    """Messages of the source without a finished translation, every plural form of it."""
    finished = {
        (message.context, message.id)
        for message in messages(catalogue)
        if message.string and not message.fuzzy and all(message.string)
    }
    return [forms(message.id)[0] for message in messages(template) if (message.context, message.id) not in finished]


def altered(catalogue: Catalog) -> list[str]:
    """Translations with other variables or tags than their source. One plural form may leave its number out."""
    return [
        translation
        for message in messages(catalogue)
        for translation in forms(message.string)
        if not faithful(translation, forms(message.id))
    ]


def faithful(translation: str, source: tuple[str, ...]) -> bool:
    said = set(VARIABLE.findall(translation))
    known = {variable for form in source for variable in VARIABLE.findall(form)}
    if sorted(TAG.findall(translation)) not in [sorted(TAG.findall(form)) for form in source]:
        return False
    return said <= known if len(source) > 1 else said == known


# ---------------------------------------------------------------- the templates of pages


def test_every_word_of_a_page_goes_through_the_catalogues() -> None:
    pages = sorted((ROOT / "templates").rglob("*.html"))
    found = {str(page.relative_to(ROOT)): plain_words(page.read_text(encoding="utf-8")) for page in pages}
    assert {page: words for page, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>{% trans %}Roll{% endtrans %} 12 {{ name }}</p>", []),
        ("<p>Roll {{ name }}</p>", ["Roll"]),
        ('<p title="Roll">{# a note #}</p>', ["Roll"]),
        ('<p title="{{ _("Roll") }}" class="die">&nbsp;×</p>', []),
        ('<p {% if here %}aria-label="Your{% endif %} seat">', ["Your seat"]),
        ('<input type="submit" value="Roll"><input name="type" value="roll">', ["Roll"]),
        ("<title>{% block title %}opolyx · {{ name }}{% endblock %}</title><script>let a;</script>", []),
        ("{% block body_class %}table{% endblock %}{% block note %}Note{% endblock %}", ["Note"]),
        ("{% trans n=2 %}a die{% pluralize %}dice{% endtrans %}<b>dice</b>", ["dice"]),
    ],
)
def test_plain_words_of_a_page_are_found(template: str, found: list[str]) -> None:
    assert plain_words(template) == found


def plain_words(template: str) -> list[str]:
    reader = Reader()
    reader.feed("".join(untranslated_data(template)))
    reader.close()
    return [text for text in reader.read if re.search(r"[^\W\d_]", text.replace(BRAND, ""))]


def untranslated_data(template: str) -> Iterator[str]:
    """The HTML of a template outside `trans` and of blocks that fill a class; what is computed leaves nothing."""
    words: list[str] = []
    end = ""
    for _, token, text in Environment(autoescape=True, extensions=["jinja2.ext.i18n"]).lex(template):
        if token == "block_begin":
            words = []
        elif token == "name":
            words.append(text)
        elif token == "block_end":
            end = end_of_silence(words, end)
        elif token == "data" and not end:
            yield text


def end_of_silence(words: list[str], end: str) -> str:
    """The statement up to which nothing counts, after a statement of these words."""
    match words:
        case ["trans", *_]:
            return "endtrans"
        case ["block", name] if name.endswith("class"):
            return "endblock"
        case [word, *_] if word == end:
            return ""
        case _:
            return end


class Reader(HTMLParser):
    """Collects what a person would see or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []
        self.silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent = tag in ("script", "style")
        shown = READ_ATTRIBUTES | ({"value"} if tag == "input" and ("type", "submit") in attrs else set())
        self.read += [value.strip() for name, value in attrs if value and name in shown]

    def handle_endtag(self, tag: str) -> None:
        self.silent = False

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.read.append(" ".join(data.split()))
