"""Collects the sentences of the source into messages.pot and brings the catalogues up to it; run by infra/messages.

The files hold no dates and no line numbers, so that they change only when a sentence, its comment or its file does.
"""

import argparse
import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from jinja2 import TemplateSyntaxError

from app.i18n.catalogues import LOCALES
from app.i18n.languages import TONGUES

ROOT: Final = Path(__file__).resolve().parents[1]
TEMPLATE: Final = LOCALES / "messages.pot"
COMMENT: Final = """\
# The sentences of opolyx. Made by infra/messages out of the source: change them there.
# In a catalogue only the translations (msgstr) are written by hand.
"""
# As app.web.render and app.i18n.jinja set the environment up.
JINJA: Final = dict.fromkeys(("trimmed", "newstyle_gettext", "trim_blocks", "lstrip_blocks"), "true") | {
    "silent": "false"
}
CHANGING: Final = re.compile(
    rb'^"(?:Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date'
    rb"|Last-Translator|Language-Team|Generated-By):.*\n",
    re.MULTILINE,
)


def main() -> None:
    codes = [tongue.code for tongue in TONGUES if tongue.code != "en"]
    parser = argparse.ArgumentParser(prog="infra/messages", description=__doc__)
    parser.add_argument("--begin", action="append", default=[], choices=codes, help="begin a catalogue for a language")
    begun: list[str] = parser.parse_args().begin
    template = collected()
    TEMPLATE.write_bytes(written(template))
    for code in codes:
        catalogue = LOCALES / f"{code}.po"
        if code in begun or catalogue.is_file():
            catalogue.write_bytes(written(brought_up(catalogue, code, template)))


def collected() -> Catalog:
    """Every message of the source, as a template of a catalogue."""
    template = Catalog(header_comment=COMMENT, fuzzy=False, charset="utf-8")
    collect(template, (ROOT / "app").rglob("*.py"), "python", {})
    collect(template, (ROOT / "templates").rglob("*.html"), "jinja2.ext:babel_extract", JINJA)
    return template


def collect(template: Catalog, sources: Iterable[Path], method: str, options: dict[str, str]) -> None:
    for source in sorted(sources):
        try:
            found = extract_from_file(method, source, comment_tags=("Translators:",), options=options)
        except TemplateSyntaxError as error:
            raise SystemExit(f"{source.relative_to(ROOT)}:{error.lineno}: {error.message}") from error
        for line, message, comments, context in found:
            where = (source.relative_to(ROOT).as_posix(), line)
            template.add(message, locations=[where], auto_comments=comments, context=context)


def brought_up(catalogue: Path, code: str, template: Catalog) -> Catalog:
    """The catalogue with the template's messages; where a sentence changed, its old translation is marked fuzzy."""
    text = catalogue.read_bytes() if catalogue.is_file() else b""
    current = read_po(BytesIO(text), locale=code, abort_invalid=True)
    current.fuzzy = False
    current.header_comment = COMMENT
    current.update(template)
    return current


def written(catalogue: Catalog) -> bytes:
    text = BytesIO()
    write_po(text, catalogue, width=0, sort_output=True, ignore_obsolete=True, include_lineno=False)
    return CHANGING.sub(b"", text.getvalue()).rstrip() + b"\n"


if __name__ == "__main__":
    main()
