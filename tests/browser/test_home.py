"""The pages before a game: they fit, the first button is in view, the menu works, and the theme is there at once."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Trouble

SMALL = {"width": 360, "height": 640}
SMALLEST_TARGET = 44
PATHS = ("/", "/rooms/new", "/nothing")


def overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("size", [16, 32])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fits_a_small_phone_also_with_letters_twice_as_large(
    chromium: Browser, site: str, path: str, size: int, scheme: str
) -> None:
    context = chromium.new_context(viewport=SMALL, color_scheme=scheme)  # type: ignore[arg-type]  # plain values will do
    page = context.new_page()
    page.goto(site + path)
    page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}px`; }", size)
    assert overflow(page) <= 0
    page.click(".menu summary")
    assert overflow(page) <= 0
    context.close()


def test_the_first_button_is_in_view_on_a_small_phone(chromium: Browser, site: str) -> None:
    context = chromium.new_context(viewport=SMALL)  # type: ignore[arg-type]  # as above
    page = context.new_page()
    page.goto(site)
    box = page.locator("#play button.primary").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SMALL["height"]
    context.close()


@pytest.mark.parametrize("path", PATHS)
def test_buttons_are_large_enough_for_a_thumb(phone: BrowserContext, site: str, trouble: Trouble, path: str) -> None:
    page = phone.new_page()
    if path != "/nothing":  # whose 404 the console tells of
        trouble.watch(page)
    page.goto(site + path)
    page.click(".menu summary")
    for button in page.locator("button:visible, .button:visible, label.tile:visible, select:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= SMALLEST_TARGET
        assert box["width"] >= SMALLEST_TARGET


@pytest.mark.parametrize("script", [True, False])
def test_a_theme_is_chosen_in_the_menu_and_kept(chromium: Browser, site: str, script: bool) -> None:
    context = chromium.new_context(viewport=SMALL, java_script_enabled=script)  # type: ignore[arg-type]  # as above
    page = context.new_page()
    page.goto(f"{site}/rooms/new")
    page.click(".menu summary")
    page.click(".menu button[value=dark]")
    expect(page).to_have_url(f"{site}/rooms/new")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".menu button[value=dark]")).to_have_attribute("aria-pressed", "true")
    page.goto(site)
    expect(page.locator("body")).to_have_css("color", "rgb(240, 236, 223)")
    context.close()


def test_the_menu_opens_and_chooses_by_keyboard(phone: BrowserContext, site: str) -> None:
    page = phone.new_page()
    page.goto(site)
    page.locator(".menu summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_mode_is_played_from_its_card_without_script(old_phone: BrowserContext, site: str) -> None:
    page = old_phone.new_page()
    page.goto(site)
    page.click("button[name=mode][value=blitz]")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".bar")).to_contain_text("Blitz")
