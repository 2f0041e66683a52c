"""What axe, the checker of web accessibility rules, finds on our pages: nothing, in any phase and either theme."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from app.i18n import choose
from app.web.pages import panels, scene
from tests.browser.axe import complaints
from tests.browser.player import Player
from tests.browser.still import show, still_page
from tests.web.pages.scenes import CASES, look, of, waiting

Theme = Literal["light", "dark"]
PANELS = [{"square": ["39"]}, {"square": ["12"]}, {"square": ["0"]}, {"trade": ["1"]}, {"view": ["list"]}]


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


@pytest.mark.parametrize("language", ["en", "ar-XB"])
@pytest.mark.parametrize("query", PANELS)
def test_a_panel_has_nothing_to_complain_of(pages: Page, query: dict[str, list[str]], language: str) -> None:
    seen = look(CASES["turn"], language=choose(None, language))
    show(pages, scene.page(seen, panels.panel(seen, query)))
    assert complaints(pages) == []


@pytest.mark.parametrize("opened", ["#offers-new", "#estate-list", ".menu", ".ask"])
def test_what_is_unfolded_has_nothing_to_complain_of(pages: Page, opened: str) -> None:
    show(pages, scene.page(look(CASES["turn"]), ""))
    pages.eval_on_selector(opened, "(one) => (one.open = true)")
    assert complaints(pages) == []


@pytest.mark.parametrize("mode", ["classic", "team"])
def test_a_room_has_nothing_to_complain_of(pages: Page, mode: str) -> None:
    show(pages, scene.page(of(waiting(mode=mode, private=True), [], viewer=0), ""))
    assert complaints(pages) == []


@pytest.mark.parametrize("name", ["offered a trade", "auction asked", "debt to raise", "over by surrender"])
def test_right_to_left_has_nothing_to_complain_of(pages: Page, name: str) -> None:
    show(pages, scene.page(look(CASES[name], language=choose(None, "ar-XB")), ""))
    assert complaints(pages) == []


PATHS = ("/", "/rooms/new", "/fairness", "/api", "/nothing", "/offline", "/guide", "/guide/trades", "/guide/jail")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_has_nothing_to_complain_of(chromium: Browser, site: str, path: str, theme: Theme) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme=theme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(site + path)
    assert complaints(page) == []
    if page.locator(".menu").count():
        page.click(".menu > summary")
        assert complaints(page, ".menu") == []
    context.close()


def test_the_pages_of_a_finished_game_have_nothing_to_complain_of(chromium: Browser, site: str) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    Player(page, site, script=True).begin("blitz", bots=2)
    page.click("#ask-surrender summary")
    page.click("#ask-surrender button.danger")
    page.wait_for_selector("#dock.d-over, #dock.d-idle")
    address = page.url
    expect(page.locator("#dock.d-over")).to_be_visible(timeout=60_000)
    themes: tuple[Theme, ...] = ("light", "dark")
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        for path in ("", "/summary", "/replay", "/fairness?check=yes"):
            page.goto(address + path)
            assert page.locator("h1").count() == 1
            assert complaints(page) == [], path
    context.close()
