"""The guide on a small phone: no page scrolls sideways, whichever way it is written, and large letters lose nothing."""

from collections.abc import Iterator
from mimetypes import guess_type
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route

from app.i18n import choose
from app.web.guide_view import SLUGS, Told
from app.web.pages import guide
from app.web.render import FILES, Frame
from tests.browser.axe import complaints
from tests.browser.conftest import Trouble
from tests.browser.still import show as show_still
from tests.browser.still import still_page


@pytest.fixture(scope="module")
def small(chromium: Browser) -> Iterator[Page]:
    """A small phone, to which pages are given without a server."""
    context = chromium.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.route("**/static/**", give_file)
    yield page
    context.close()


def give_file(route: Route) -> None:
    name = urlsplit(route.request.url).path.removeprefix("/static/")
    route.fulfill(body=FILES[name], content_type=guess_type(name)[0])


def show(page: Page, slug: str | None, *, mode: str, code: str) -> None:
    html = guide.page(Frame(choose(None, code), "token"), Told.of_mode(mode), slug)
    page.route("**/guide", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"), times=1)
    page.goto("http://guide.example/guide")


def width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize(("mode", "code"), [("classic", "en"), ("speed", "ar-XB"), ("fortune", "en")])
def test_no_chapter_scrolls_sideways_on_a_small_phone(small: Page, trouble: Trouble, mode: str, code: str) -> None:
    trouble.watch(small)
    for slug in (None, *SLUGS):
        show(small, slug, mode=mode, code=code)
        assert width(small) == 360, slug


def test_twice_the_size_of_text_loses_nothing(small: Page) -> None:
    for slug in (None, *SLUGS):
        show(small, slug, mode="classic", code="en")
        small.add_style_tag(content="html { font-size: 200% !important; }")
        assert width(small) == 360, slug


def test_wide_tables_scroll_by_keyboard(small: Page) -> None:
    show(small, "board", mode="classic", code="en")
    table = small.get_by_role("region", name="Prices and rents of all streets")
    table.focus()
    small.keyboard.press("ArrowRight")
    small.wait_for_function("document.querySelector('.wide').scrollLeft > 0")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tables_and_drawings_have_nothing_to_complain_of(chromium: Browser, theme: Literal["light", "dark"]) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme=theme, reduced_motion="reduce")
    page = still_page(context)
    for slug in (None, "board", "rent", "trades", "modes"):
        show_still(page, guide.page(Frame(choose(None, "en"), "token"), Told.of_mode("speed"), slug))
        assert complaints(page) == [], slug
    context.close()
