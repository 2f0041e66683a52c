"""What axe, the checker of web accessibility rules, finds on our pages: nothing, in any phase and either theme."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from app.i18n import choose
from app.web.pages import panels, scene
from tests.browser.axe import complaints
from tests.browser.still import show, still_page
from tests.web.pages.scenes import CASES, look, of, waiting

Theme = Literal["light", "dark"]


@pytest.fixture(scope="module", params=["light", "dark"])
def pages(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """A phone in a theme, to which pages are given without a server, and still."""
    theme: Theme = request.param
    context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme=theme, reduced_motion="reduce")
    yield still_page(context)
    context.close()


@pytest.mark.parametrize("name", CASES)
def test_a_phase_has_nothing_to_complain_of(pages: Page, name: str) -> None:
    show(pages, scene.page(look(CASES[name]), ""))
    assert complaints(pages) == []


@pytest.mark.parametrize("query", [{"square": ["39"]}, {"square": ["12"]}, {"square": ["0"]}, {"trade": ["1"]}])
def test_a_panel_has_nothing_to_complain_of(pages: Page, query: dict[str, list[str]]) -> None:
    seen = look(CASES["turn"])
    show(pages, scene.page(seen, panels.panel(seen, query)))
    assert complaints(pages) == []


@pytest.mark.parametrize("mode", ["classic", "team"])
def test_a_room_has_nothing_to_complain_of(pages: Page, mode: str) -> None:
    show(pages, scene.page(of(waiting(mode=mode, private=True), [], viewer=0), ""))
    assert complaints(pages) == []


def test_right_to_left_has_nothing_to_complain_of(pages: Page) -> None:
    show(pages, scene.page(look(CASES["offered a trade"], language=choose(None, "ar-XB")), ""))
    assert complaints(pages) == []


@pytest.mark.parametrize("path", ["/", "/rooms/new", "/fairness", "/api", "/nothing"])
def test_a_page_has_nothing_to_complain_of(chromium: Browser, site: str, path: str) -> None:
    themes: tuple[Theme, ...] = ("light", "dark")
    for theme in themes:
        context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme=theme)
        page = context.new_page()
        page.goto(site + path)
        assert complaints(page) == []
        context.close()
