"""One chapter of the rulebook, one word for it: in the guide, in the rules' modules and in the scenarios."""

import ast
import re
from pathlib import Path
from typing import Final

from jinja2 import Environment

from app.web.guide_view import CHAPTERS, SLUGS

ROOT: Final = Path(__file__).resolve().parents[2]
MODULES: Final = sorted(path for path in (ROOT / "app/engine/rules").glob("*.py") if path.stem != "__init__")
BEYOND_THE_ENGINE: Final = {"progress", "fine_print"}
"""Chapters about what follows a game, and about all the others."""
AS_DATA: Final = {"board", "modes"}
"""Chapters that stand one folder above the rules."""
TEMPLATES: Final = sorted((ROOT / "templates/guide").glob("*.html"))


def chapter_of(module: Path) -> int:
    """The chapter whose sentence a module begins with."""
    said = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    found = re.match(r"Rulebook (\d+), ", said)
    assert found, f"{module.stem} does not begin with its chapter"
    return int(found[1])


def test_every_chapter_has_a_template_and_every_template_a_chapter() -> None:
    written = {path.stem for path in TEMPLATES if path.stem != "page" and not path.stem.startswith("_")}
    assert written == set(SLUGS)


def test_every_chapter_has_its_folder_of_scenarios() -> None:
    folders = {path.name for path in (ROOT / "tests/scenarios").iterdir() if path.is_dir()}
    numbered = {
        f"{number:02}_{one.slug}" for number, one in enumerate(CHAPTERS, 1) if one.slug not in BEYOND_THE_ENGINE
    }
    assert folders == numbered


def test_every_chapter_of_the_engine_has_its_module() -> None:
    modules = {path.stem for path in MODULES}
    assert set(SLUGS) - BEYOND_THE_ENGINE - AS_DATA <= modules
    assert {path.stem for path in (ROOT / "app/engine").glob("*.py")} >= AS_DATA


def test_every_module_says_which_chapter_it_is() -> None:
    numbers = {one.slug: number for number, one in enumerate(CHAPTERS, 1)}
    for module in MODULES:
        number = chapter_of(module)
        assert number in numbers.values(), module.stem
        assert numbers.get(module.stem, number) == number, module.stem


def test_no_chapter_types_a_number() -> None:
    assert {path.name: found for path in TEMPLATES if (found := numbers_said(path.read_text(encoding="utf-8")))} == {}


def test_a_typed_number_is_found() -> None:
    assert numbers_said("{% trans n=it.n %}From {{ n }} to 6{% endtrans %}<p id='a1'>") == ["6"]


def numbers_said(template: str) -> list[str]:
    """Figures in the sentences of a template; those of drawings and attributes are none."""
    found: list[str] = []
    inside = False
    words: list[str] = []
    for _, token, text in Environment(autoescape=True, extensions=["jinja2.ext.i18n"]).lex(template):
        if token == "block_begin":
            words = []
        elif token == "name":
            words.append(text)
        elif token == "block_end":
            inside = words[:1] == ["trans"] or (inside and words[:1] != ["endtrans"])
        elif token == "data" and inside:
            found += re.findall(r"\d+", text)
    return found
