"""Whole games through the pages in a real browser, with script and without."""

from playwright.sync_api import BrowserContext

from tests.browser.conftest import Trouble
from tests.browser.player import Player


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


def test_one_tap_begins_a_game(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    page.goto(site)
    page.click("form[action='/play'] button")
    page.wait_for_selector("#dock button.primary")
    assert page.locator("#seats .seat").count() == 4
