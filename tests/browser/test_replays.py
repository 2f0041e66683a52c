"""A finished game replayed in a browser: by itself with script, by links without; and the page about its dice."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Trouble
from tests.browser.player import Player


def finish(page: Page, site: str, *, script: bool) -> str:
    """A game that is given up after two moves; its address."""
    player = Player(page, site, script=script)
    player.begin("blitz", bots=1)
    for _ in range(2):
        player.press("#dock button:not(.danger):visible")
    page.click("#ask-surrender summary")
    page.click("#ask-surrender button.danger")
    page.wait_for_selector("#dock.d-over")
    return re.sub(r"\?.*", "", page.url)


def step(page: Page) -> int:
    """The number of the step shown."""
    found = re.search(r"Step (\d+) of", page.inner_text(".dock h2"))
    assert found
    return int(found[1])


def overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def test_a_replay_runs_by_itself_until_it_is_stopped(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    finish(page, site, script=True)
    page.click("a[href$='/replay']")
    assert step(page) == 1
    play = page.locator("[data-play]")
    play.click()
    expect(play).to_have_text("Stop")
    expect(page.locator(".dock h2")).to_contain_text("Step 2 of")
    play.click()
    expect(play).to_have_text("Play")
    assert re.search(r"/replay/\d+$", page.url)
    stopped = step(page)
    page.wait_for_timeout(1300)
    assert step(page) == stopped


def test_a_replay_comes_to_its_end_and_stops(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    finish(page, site, script=True)
    page.click("a[href$='/replay']")
    page.click("a[rel=last]")
    page.click("a[rel=prev]")
    page.click("[data-play]")
    expect(page.locator("#middle")).to_contain_text("The game is over.")
    expect(page.locator("[data-play]")).to_be_hidden()


def test_a_replay_is_stepped_through_without_script(old_phone: BrowserContext, site: str) -> None:
    page = old_phone.new_page()
    finish(page, site, script=False)
    page.click("a[href$='/replay']")
    expect(page.locator("[data-play]")).to_be_hidden()
    page.click("a[rel=next]")
    assert step(page) == 2
    page.click("a[rel=last]")
    assert "The game is over." in page.inner_text("#middle")
    page.click("a[rel=first]")
    page.fill("#step", "2")
    page.click("form:has(#step) button")
    assert step(page) == 2
    page.click("#square-39 a")
    assert page.locator("#deed").is_visible()
    page.click("#deed .close")
    assert page.locator("#deed").count() == 0
    assert step(page) == 2


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_pages_of_a_finished_game_fit_a_small_phone(
    phone: BrowserContext, site: str, trouble: Trouble, width: int
) -> None:
    page = phone.new_page()
    trouble.watch(page)
    address = finish(page, site, script=True)
    page.set_viewport_size({"width": width, "height": 640})
    game_id = address.rpartition("/")[2]
    for path in (f"/games/{game_id}/replay", f"/fairness?game={game_id}&check=yes", "/rooms/new?rule_round_cap=0", "/"):
        page.goto(f"{site}{path}")
        assert overflow(page) <= 0, path
    page.goto(f"{site}/games/{game_id}/replay")
    page.click("a[rel=next]")
    for button in page.locator(".reel > :visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= 640


def test_a_game_is_checked_by_one_press(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    finish(page, site, script=True)
    page.click("#dock a[href$='/fairness?check=yes']")
    expect(page.locator("[role=status]")).to_contain_text("Verified")
    with page.expect_download() as download:
        page.click("a[href$='/export']")
    assert download.value.suggested_filename.startswith("opolyx-")


def test_an_onlooker_sees_moves_without_a_reload(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    player = Player(page, site, script=True)
    player.begin("classic", bots=1)
    game_id = page.url.rpartition("/")[2].partition("?")[0]
    assert phone.browser is not None
    other = phone.browser.new_context()
    watching = other.new_page()
    trouble.watch(watching)
    watching.goto(site)
    watching.click(f"a[href='/games/{game_id}']")
    expect(watching.locator("main")).to_contain_text("You are watching.")
    before = watching.get_attribute("#table", "data-version")
    player.press("#dock button:not(.danger):visible")
    expect(watching.locator(f"#table:not([data-version='{before}'])")).to_be_visible()
    assert watching.locator("form[action^='/games/']").count() == 0
    other.close()
