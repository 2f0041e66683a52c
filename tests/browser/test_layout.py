"""How every phase looks: no sideways scrolling at 360 px, main buttons in reach and large enough, no complaint."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, FloatRect, Page

from app.i18n import choose
from app.web.pages import panels, scene
from tests.browser.conftest import Trouble
from tests.browser.still import show, still_page
from tests.web.pages.scenes import CASES, Case, look, of, waiting

SMALLEST_TARGET = 44
MOST_OF_A_SCREEN = 0.45
"""What a dock may take of a phone's height: the board has to stay in sight."""
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
    dock = small.locator("#dock").bounding_box()
    assert dock is not None
    assert dock["height"] <= MOST_OF_A_SCREEN * 640
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


SCREENS = [(360, 640), (390, 844), (844, 390), (820, 1180), (1440, 900)]
CROWD = Case(properties={"8": {"owner": 0}}, seats=[{"square": 8} for _ in range(6)])


@pytest.mark.parametrize("language", ["en", "ar-XB"])
@pytest.mark.parametrize("screen", SCREENS)
def test_the_board_lies_whole_on_every_screen(chromium: Browser, screen: tuple[int, int], language: str) -> None:
    context = chromium.new_context(viewport={"width": screen[0], "height": screen[1]})
    page = still_page(context)
    for name in ("auction asked", "jackpot", "fortune"):
        show(page, scene.page(look(CASES[name], language=choose(None, language), names=NAMES), ""))
        assert overflow(page) <= 0
        corners = [place(page, number) for number in (0, 10, 20, 30)]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= screen[0] for box in corners)
        assert corners[0]["x"] > corners[1]["x"]
    context.close()


def test_the_board_of_a_small_phone_takes_its_whole_width(small: Page) -> None:
    show(small, scene.page(look(CASES["turn"]), ""))
    start, jail = place(small, 0), place(small, 10)
    assert jail["x"] == 0
    assert start["x"] + start["width"] == 360


def test_the_board_of_a_tall_phone_uses_the_height(chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = still_page(context)
    show(page, scene.page(look(CASES["turn"]), ""))
    board = page.locator("#board").bounding_box()
    dock = page.locator("#dock").bounding_box()
    assert board is not None
    assert dock is not None
    assert board["height"] > board["width"] * 1.2
    assert board["y"] + board["height"] <= dock["y"]
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_group_has_a_pattern_of_its_own(chromium: Browser, scheme: Literal["light", "dark"]) -> None:
    context = chromium.new_context(color_scheme=scheme)
    page = still_page(context)
    show(page, scene.page(look(CASES["turn"]), ""))
    patterns = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".square .band")].map((band) => [
            band.closest(".square").className.match(/g-(\\w+)/)[1],
            getComputedStyle(band).getPropertyValue("--pat").trim()]))"""
    )
    assert len(patterns) == 10
    assert len(set(patterns.values())) == 10
    context.close()


def test_every_seat_has_a_shape_of_its_own(small: Page) -> None:
    show(small, scene.page(look(CROWD, names=NAMES), ""))
    shapes = small.evaluate(
        """() => [...document.querySelectorAll("#seats .mark")].map((mark) => {
            const style = getComputedStyle(mark);
            return style.borderRadius + style.clipPath; })"""
    )
    assert len(set(shapes)) == 6
    drawings = small.locator("#square-8 .token use").evaluate_all("all => all.map((one) => one.href.baseVal)")
    assert len(set(drawings)) == 6


def test_six_tokens_on_a_square_hide_neither_its_group_nor_its_owner(small: Page) -> None:
    show(small, scene.page(look(CROWD, names=NAMES), ""))
    band = small.locator("#square-8 .band").bounding_box()
    owner = small.locator("#square-8 .owner").bounding_box()
    assert band is not None
    assert owner is not None
    tokens = [token.bounding_box() for token in small.locator("#square-8 .token").all()]
    assert len(tokens) == 6
    for box in tokens:
        assert box is not None
        assert box["y"] >= band["y"] + band["height"] - 1
        assert box["y"] + box["height"] <= owner["y"] + 1


def test_text_twice_as_large_stays_on_the_page(small: Page) -> None:
    show(small, scene.page(look(CASES["turn"], names=NAMES), ""))
    small.evaluate("document.documentElement.style.fontSize = '200%'")
    board = small.locator("#board").bounding_box()
    assert board is not None
    assert board["width"] == 360
    assert overflow(small) <= 0
    for seat in small.locator(".seat").all():
        box = seat.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 360


@pytest.mark.parametrize("language", ["en", "ar-XB"])
def test_the_list_of_the_board_fits_a_small_phone(small: Page, language: str) -> None:
    seen = look(CASES["turn"], language=choose(None, language), names=NAMES)
    show(small, scene.page(seen, panels.panel(seen, {"view": ["list"]})))
    assert overflow(small) <= 0
    for link in small.locator("#list li > a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= SMALLEST_TARGET
