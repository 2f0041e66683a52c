"""Every page and every part renders in every phase, for the actor, for others and for onlookers."""

from pathlib import Path

import pytest
from markupsafe import Markup

from app.engine.agenda import PHASES
from app.i18n import choose
from app.i18n.pseudo import untranslated
from app.resources import TEMPLATES
from app.web import render
from app.web.labels import LETTERS
from app.web.pages import panels, scene
from app.web.pages.scene import Scene
from app.web.table_view import TableView
from tests.web.pages.reader import Page
from tests.web.pages.scenes import CASES, Case, look, of, waiting

PSEUDO = choose(None, "en-XA")
SIGNS = {*LETTERS.values(), "bus"}
"""What is the same in every language: the letters of the groups, and a face of the speed die."""


def table(seen: Scene) -> TableView:
    assert isinstance(seen.view, TableView)
    return seen.view


def test_the_cases_cover_every_phase() -> None:
    shown = {table(look(case)).middle.phase for case in CASES.values()}
    assert shown == {*PHASES.values(), "over"}
    docks = {table(look(case)).dock_name for case in CASES.values()}
    assert docks == {path.stem for path in (TEMPLATES / "table" / "dock").iterdir()}


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("name", CASES)
def test_a_table_renders_for_everybody(name: str, viewer: int | None) -> None:
    seen = look(CASES[name], viewer=viewer)
    page = Page(scene.page(seen, ""))
    assert len(page.ids) == len(set(page.ids))
    for part, html in seen.parts.items():
        (root,) = Page(html.strip()).roots
        assert root[1]["id"] == part
    assert not [name for name, _ in page.attributes if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("name", CASES)
def test_forms_of_a_table_carry_the_token_and_their_version(name: str) -> None:
    page = Page(scene.page(look(CASES[name]), ""))
    for form in page.forms:
        assert form.value("_csrf_token") == "token"
        if form.action.endswith("/act") and form.value("type") != "surrender":
            assert form.value("version") is not None


@pytest.mark.parametrize("name", CASES)
def test_every_word_of_a_table_is_translated(name: str) -> None:
    seen = look(CASES[name], language=PSEUDO, names=["1", "2", "3", "4", "5", "6"])
    for html in seen.parts.values():
        left = " ".join(untranslated(Page(html.strip()).words)).split()
        words = [word.strip("0123456789") for word in left if any(sign.isalpha() for sign in word)]
        assert [word for word in words if word not in SIGNS] == []


@pytest.mark.parametrize("square", range(40))
def test_a_deed_opens_for_every_square(square: int) -> None:
    seen = look(CASES["turn"])
    page = Page(panels.panel(seen, {"square": [str(square)]}).strip())
    assert page.roots[0][1]["id"] == "deed"


@pytest.mark.parametrize("query", [{}, {"square": ["40"]}, {"square": ["x"]}, {"trade": ["0"]}, {"trade": ["9"]}])
def test_a_query_that_opens_nothing_shows_no_panel(query: dict[str, list[str]]) -> None:
    assert panels.panel(look(CASES["turn"]), query) == ""


def test_a_deed_of_ones_own_says_why_not() -> None:
    page = Page(panels.panel(look(CASES["turn"]), {"square": ["11"]}).strip())
    assert page.offers(do="build 11") is False
    assert "The streets of a group must be kept even." in page.words
    assert page.offers(do="build 14") is False
    built = Page(panels.panel(look(CASES["turn"]), {"square": ["14"]}).strip())
    assert built.offers(do="build 14")


def test_the_builder_shows_both_sides_and_keeps_what_was_chosen() -> None:
    query = {"trade": ["1"], "give": ["12"], "get": ["1"], "give_cash": ["70"], "get_cash": ["0"]}
    page = Page(panels.panel(look(CASES["turn"]), query, Markup("Not fair.")).strip())
    form = page.form(type="propose_trade")
    assert form.value("to") == "1"
    assert form.value("give") == "12"
    assert form.value("get") == "1"
    assert form.value("give_cash") == "70"
    assert "Not fair." in page.words
    assert "buildings in its group" in page.words


@pytest.mark.parametrize("mode", ["classic", "team"])
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("private", [False, True])
def test_a_waiting_room_renders_for_everybody(mode: str, viewer: int | None, private: bool) -> None:
    seen = of(waiting(mode=mode, private=private), [], viewer=viewer)
    page = Page(scene.page(seen, ""))
    leads = {form.action.rpartition("/")[2] for form in page.forms}
    assert len(page.ids) == len(set(page.ids))
    assert ("bots" in leads) is (viewer == 0)
    assert ("leave" in leads) is (viewer == 0)
    assert ("join" in leads) is (viewer != 0 and not private)
    assert ("invite=secret" in page.html) is (viewer == 0 and private)


def test_a_full_room_can_be_started_by_its_creator() -> None:
    page = Page(scene.page(of(waiting(capacity=2), [], viewer=0), ""))
    assert any(form.action.endswith("/start") for form in page.forms)


def test_a_line_about_the_god_of_wealth_bears_no_mark_of_a_seat() -> None:
    case = Case((0, {"type": "roll"}), random=[[3, 4], 3], seats=[{"square": 13}, {}], properties={}, mode="fortune")
    row, events = case.row()
    walk = [event for event in events if event["type"] == "god_moved"]
    assert walk[0]["from"] == 20
    html = scene.page(of(row, walk, viewer=0), "")
    assert "The God of Wealth walks to" in html


def test_a_name_with_script_in_it_is_text_everywhere() -> None:
    names = ["<svg/onload=alert()>{{7*7}}", '"><b hx-get=/x>', "a\ndata: x", "& &amp;", "%(name)s %d", "Fay"]
    for case in CASES.values():
        html = scene.page(look(case, names=names), "")
        assert "<svg/onload" not in html
        assert "<b hx-get" not in html
        assert "{{7*7}}" in html
    room = scene.page(of(waiting(names=names), [], viewer=1), "")
    assert "<svg/onload" not in room


def test_every_template_compiles() -> None:
    found = [path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html")]
    for name in found:
        if name.startswith("reference/"):  # of the API's own environment
            continue
        render.ENVIRONMENT.get_template(name)
    assert "table/page.html" in found


def test_no_template_has_script_or_style_inside() -> None:
    for path in TEMPLATES.rglob("*.html"):
        text = Path(path).read_text(encoding="utf-8")
        assert " style=" not in text
        assert " onclick=" not in text
        assert "|safe" not in text


def test_what_changed_is_all_that_is_sent() -> None:
    before, after = look(CASES["turn"]), look(CASES["purchase"])
    shown = before.shown()
    changed = shown.changed(after.parts)
    assert shown.changed(before.parts) == {}
    assert "dock" in changed
    assert "square-39" not in changed
    assert len(scene.update(after, changed, since=1)) < 8192


def test_an_update_tells_its_version_and_only_new_lines() -> None:
    seen = look(CASES["purchase"])
    root = Page(scene.update(seen, {}, since=None)).roots[0]
    assert root[1]["data-version"] == str(seen.view.version)
    assert 'id="log"' in scene.update(seen, {}, since=seen.view.version - 1)
    assert 'id="log"' not in scene.update(seen, {}, since=seen.view.version)


def test_a_viewer_who_is_not_remembered_gets_everything() -> None:
    memory = render.Memory(size=1)
    memory.note(("a",), {"dock": "1"})
    assert memory.changed(("a",), {"dock": "1", "seats": "2"}) == {"seats": "2"}
    memory.note(("b",), {})
    assert memory.changed(("a",), {"dock": "1"}) == {"dock": "1"}


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_board_lies_the_same_in_every_language(name: str) -> None:
    def places(language: str) -> list[str]:
        seen = look(CASES[name], language=choose(None, language))
        return [
            value
            for html in seen.parts.values()
            for key, value in Page(html.strip()).attributes
            if key == "class" and value.startswith("square ")
        ]

    assert places("en") == places("ar-XB")


def test_the_page_renews_itself_without_script_only_while_others_are_asked() -> None:
    assert 'http-equiv="refresh"' in scene.page(look(CASES["idle"]), "")
    assert 'http-equiv="refresh"' not in scene.page(look(CASES["idle"]), "<div></div>")
    assert 'http-equiv="refresh"' not in scene.page(look(CASES["turn"]), "")
    assert 'http-equiv="refresh"' not in scene.page(look(CASES["offered a trade"]), "")
    assert 'http-equiv="refresh"' not in scene.page(look(CASES["over and lost"]), "")
