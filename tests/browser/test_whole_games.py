"""Whole games through the pages in a real browser: with script and without, by keyboard, and right to left."""

from playwright.sync_api import Browser, BrowserContext

from app.i18n.languages import OFFERED_CODES
from tests.browser.axe import complaints
from tests.browser.conftest import PHONE, Trouble
from tests.browser.player import Player, Typist

RIGHT_TO_LEFT = "ar" if "ar" in OFFERED_CODES else "ar-XB"


def test_a_game_is_played_to_its_end_on_a_phone(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    player = Player(page, site, script=True)
    player.begin("blitz")
    address = page.url
    player.play_to_the_end()
    assert page.url == address
    assert player.pressed > 20
    assert page.locator("#dock .places li").count() == 4
    page.click("#rematch button")
    page.wait_for_selector("#dock:not(.d-over)")
    assert page.url != address


def test_a_game_is_played_to_its_end_without_script(old_phone: BrowserContext, site: str) -> None:
    page = old_phone.new_page()
    player = Player(page, site, script=False)
    player.begin("blitz")
    player.play_to_the_end()
    assert player.pressed > 20
    assert page.locator("#dock .places li").count() == 4


def test_a_game_is_played_to_its_end_by_keyboard_alone(chromium: Browser, site: str, trouble: Trouble) -> None:
    context = chromium.new_context(viewport={"width": 820, "height": 1180})
    context.set_default_timeout(10_000)
    page = context.new_page()
    trouble.watch(page)
    player = Typist(page, site, script=True)
    player.begin("blitz", bots=1)
    player.go_to_the_dock()
    player.play_to_the_end()
    assert player.pressed > 20
    assert complaints(page) == []
    player.reach("#again")
    page.keyboard.press("Enter")
    page.wait_for_selector("#dock:not(.d-over)")
    context.close()


def test_a_game_is_played_to_its_end_right_to_left(chromium: Browser, site: str, trouble: Trouble) -> None:
    context = chromium.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]  # a plain dict will do
    context.set_default_timeout(10_000)
    context.add_cookies([{"name": "opolyx_language", "value": RIGHT_TO_LEFT, "url": site}])
    page = context.new_page()
    trouble.watch(page)
    player = Player(page, site, script=True)
    player.begin("blitz", bots=1)
    assert page.get_attribute("html", "dir") == "rtl"
    assert complaints(page) == []
    player.play_to_the_end()
    assert player.pressed > 20
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert complaints(page) == []
    context.close()


def test_one_tap_begins_a_game(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    page.goto(site)
    page.click("form[action='/play'] button")
    page.wait_for_selector("#dock button.primary")
    assert page.locator("#seats .seat").count() == 4
