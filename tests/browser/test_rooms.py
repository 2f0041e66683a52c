"""Private rooms in a real browser: scanned, shared, entered, left, and what those see whom a change meets."""

from base64 import b64encode
from typing import Literal

import pytest
import zxingcpp
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.axe import complaints

Theme = Literal["light", "dark"]
GREY = """async (png) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const { width, height } = picture;
    const drawn = new OffscreenCanvas(width, height).getContext("2d");
    drawn.drawImage(picture, 0, 0);
    const { data } = drawn.getImageData(0, 0, width, height);
    return { width, height, grey: [...Array(width * height).keys()].map((n) => data[4 * n + 1]) };
}"""


def open_room(page: Page, site: str, name: str, *, private: bool = True) -> None:
    page.goto(f"{site}/rooms/new")
    page.fill("#name", name)
    page.select_option("#seats", "4")
    page.set_checked("input[name=private]", private)
    page.click("main button.big")
    page.wait_for_selector("form[action$='/leave']")


def come_in(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.fill("#name", name)
    page.click("form[action$='/join'] button.primary")
    page.wait_for_selector("form[action$='/leave']")


def together(people: tuple[Page, Page], site: str) -> tuple[Page, Page]:
    """Ann and Ben in a private room of hers."""
    open_room(people[0], site, "Ann")
    come_in(people[1], people[0].input_value("#invite"), "Ben")
    return people


def scanned(page: Page, selector: str) -> list[str]:
    """What a phone held before the screen reads."""
    png = page.locator(selector).screenshot(type="png")
    other = page.context.new_page()
    seen = other.evaluate(GREY, b64encode(png).decode())
    other.close()
    image = memoryview(bytes(seen["grey"])).cast("B", (seen["height"], seen["width"]))
    return [one.text for one in zxingcpp.read_barcodes(image, try_invert=False)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_of_an_invitation_is_read_by_a_scanner(chromium: Browser, site: str, theme: Theme) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 640}, color_scheme=theme)
    page = context.new_page()
    open_room(page, site, "W" * 24)
    page.click("#scan summary")
    expect(page.locator(".scan")).to_have_js_property("complete", value=True)
    assert scanned(page, ".scan") == [page.input_value("#invite")]
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert complaints(page) == []
    context.close()


def test_a_link_is_shared_where_a_device_can_and_copied_where_not(people: tuple[Page, Page], site: str) -> None:
    ann, ben = people
    ann.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
    open_room(ann, site, "Ann")
    link = ann.input_value("#invite")
    ann.click("[data-share]")
    assert ann.evaluate("shared") == {"title": "A game of opolyx (Classic)?", "url": link}
    ann.click("[data-copy]")
    expect(ann.locator("#line")).to_have_text("Copied")
    assert ann.evaluate("navigator.clipboard.readText()") == link
    ben.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.clipboard;")
    come_in(ben, link, "Ben")
    expect(ben.locator("[data-share]")).to_be_hidden()
    ben.click("[data-copy]")
    expect(ben.locator("#line")).to_have_text("Copied")


def test_who_is_sent_away_is_told_at_once(people: tuple[Page, Page], site: str) -> None:
    ann, ben = together(people, site)
    ann.click(".chair:has-text('Ben') summary")
    ann.click(".chair:has-text('Ben') button.danger")
    expect(ben.locator("#room")).to_contain_text("would like to play with others this time")
    expect(ben.locator("form[action$='/leave']")).to_have_count(0)
    ben.click("form[action='/find'] button")
    expect(ben.locator(".chair.you")).to_contain_text("Ben")


def test_who_leaves_is_on_the_start_page_and_the_room_is_anothers(people: tuple[Page, Page], site: str) -> None:
    ann, ben = together(people, site)
    expect(ann.locator("#room")).to_contain_text("Ben")
    ann.click("form[action$='/leave'] button")
    expect(ann.locator("#play")).to_be_visible()
    expect(ben.locator("form[action$='/bots'] button")).to_be_visible()


def test_another_tab_follows_when_its_person_sits_down(people: tuple[Page, Page], site: str) -> None:
    ann, ben = people
    open_room(ann, site, "Ann", private=False)
    come_in(ben, ann.input_value("#invite"), "Ben")
    tab = ben.context.new_page()
    tab.goto(ben.url)
    ben.click("form[action$='/leave'] button")
    expect(ben.locator("#play")).to_be_visible()
    expect(tab.locator("form[action$='/join'] button.primary")).to_be_visible()
    tab.click("form[action$='/join'] button.primary")
    expect(tab.locator(".chair.you")).to_contain_text("Ben")


def test_who_looks_into_a_room_that_closes_is_told_so(phone: BrowserContext, chromium: Browser, site: str) -> None:
    ann, other = phone.new_page(), chromium.new_context()
    open_room(ann, site, "Ann", private=False)
    ben = other.new_page()
    ben.goto(ann.url)
    ann.click("form[action$='/leave'] button")
    expect(ben.locator("main")).to_contain_text("The room may have been closed.", timeout=30_000)
    other.close()
