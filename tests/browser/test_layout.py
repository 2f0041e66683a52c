"""How every phase looks: no sideways scrolling at 360 px, main buttons in reach and large enough, no complaint."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FloatRect, Page

from app.i18n import choose
from app.web.pages import panels, scene
from tests.browser.conftest import Trouble
from tests.browser.still import show, still_page
from tests.web.pages.scenes import CASES, look, of, waiting

SMALLEST_TARGET = 44
NAMES = ["Ann", "A very long name indeed", "<b>Ben</b> & Co", "بدر (البدر)", "W" * 24, "i"]


@pytest.fixture(scope="module")
def small(chromium: Browser) -> Iterator[Page]:
    """A small phone, to which pages are given without a server."""
    context = chromium.new_context(viewport={"width": 360, "height": 640})
    yield still_page(context)
    context.close()


def place(page: Page, number: int) -> FloatRect:
    box = page.locator(f"#square-{number} a").bounding_box()
    assert box is not None
    return box


def overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("language", ["en", "ar-XB"])
@pytest.mark.parametrize("name", CASES)
def test_a_phase_fits_a_small_phone(small: Page, trouble: Trouble, name: str, language: str) -> None:
    trouble.watch(small)
    show(small, scene.page(look(CASES[name], language=choose(None, language), names=NAMES), ""))
    assert overflow(small) <= 0
    for button in small.locator("#dock .actions > *, #dock .choices button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= SMALLEST_TARGET
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 640


@pytest.mark.parametrize("query", [{"square": ["39"]}, {"square": ["12"]}, {"square": ["0"]}, {"trade": ["1"]}])
def test_a_panel_fits_a_small_phone(small: Page, query: dict[str, list[str]]) -> None:
    seen = look(CASES["turn"], names=NAMES)
    show(small, scene.page(seen, panels.panel(seen, query)))
    assert overflow(small) <= 0
    small.locator("#panel button.primary, #panel .close").last.scroll_into_view_if_needed()


@pytest.mark.parametrize("mode", ["classic", "team"])
def test_a_room_fits_a_small_phone(small: Page, mode: str) -> None:
    show(small, scene.page(of(waiting(mode=mode, names=NAMES, private=True), [], viewer=0), ""))
    assert overflow(small) <= 0


def test_all_forty_squares_can_be_tapped(small: Page) -> None:
    show(small, scene.page(look(CASES["turn"]), ""))
    for box in [place(small, number) for number in range(40)]:
        assert min(box["width"], box["height"]) >= 24


@pytest.mark.parametrize("language", ["en", "ar-XB"])
def test_play_runs_clockwise_from_the_corner_below_on_the_right(small: Page, language: str) -> None:
    show(small, scene.page(look(CASES["turn"], language=choose(None, language)), ""))
    start, jail, top, jump = (place(small, number) for number in (0, 10, 20, 30))
    assert start["x"] > jail["x"]
    assert start["y"] == jail["y"] > top["y"] == jump["y"]
    assert jump["x"] > top["x"]
