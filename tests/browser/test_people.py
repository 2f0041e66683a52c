"""The pages about people in a real browser: accessible in both themes, whole on a small phone and right to left."""

from collections.abc import Iterator
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.axe import complaints

Theme = Literal["light", "dark"]
PATHS: Final = ("/people", "/leaders", "/profile", "/bots", "/bots/Kai")


def named(page: Page, site: str, name: str) -> str:
    """Gives a name; the address of one's profile."""
    page.goto(site)
    page.fill("#name", name)
    page.click("button[formaction='/find']")
    page.wait_for_url("**/games/*")
    page.goto(f"{site}/people")
    found = page.get_attribute(".people nav a[href^='/players/']", "href")
    assert found is not None
    return found


@pytest.fixture(params=["light", "dark"])
def small(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[BrowserContext]:
    """The smallest phone, in a theme."""
    theme: Theme = request.param
    context = chromium.new_context(viewport={"width": 360, "height": 640}, color_scheme=theme)
    context.set_default_timeout(20_000)
    yield context
    context.close()


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_pages_about_people_have_nothing_to_complain_of(small: BrowserContext, site: str) -> None:
    page = small.new_page()
    own = named(page, site, "W" * 24)
    for path in (*PATHS, own):
        page.goto(site + path)
        assert complaints(page) == [], path
        assert fits(page), path


def test_pages_about_people_stand_right_to_left(small: BrowserContext, site: str) -> None:
    small.add_cookies([{"name": "opolyx_language", "value": "ar-XB", "url": site}])
    page = small.new_page()
    own = named(page, site, "Ada")
    for path in (*PATHS, own):
        page.goto(site + path)
        assert page.evaluate("document.documentElement.dir") == "rtl"
        assert fits(page), path


def test_two_people_follow_each_other_without_script(old_phone: BrowserContext, chromium: Browser, site: str) -> None:
    other = chromium.new_context(java_script_enabled=False)
    ada, eve = old_phone.new_page(), other.new_page()
    addresses = named(ada, site, "Ada"), named(eve, site, "Eve")
    for page, address in ((ada, addresses[1]), (eve, addresses[0])):
        page.goto(site + address)
        page.click("form[action$='/follow'] button")
        assert page.locator("form[action$='/unfollow']").count() == 1
        page.goto(f"{site}/people")
        assert page.locator(f"#followed + ul a[href='{address}']").count() == 1
    other.close()


def test_a_drawing_and_a_handle_are_chosen(small: BrowserContext, site: str) -> None:
    page = small.new_page()
    own = named(page, site, "Ada")
    page.goto(f"{site}/profile")
    page.check("input[name='avatar'][value='owl']")
    handle = f"ada_{own[-8:].lower()}x"
    page.fill("#handle", handle)
    page.click("form[action='/profile'] button")
    page.wait_for_url(f"**{own}")
    assert f"@{handle}" in page.inner_text("main")
    assert page.locator(".portrait use[href$='#a-owl']").count() == 1


def test_a_moment_is_told_in_the_readers_own_time(chromium: Browser, site: str) -> None:
    """A new day is at midnight by universal time, which is seven in the morning in Ho Chi Minh City."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, timezone_id="Asia/Ho_Chi_Minh")
    page = context.new_page()
    named(page, site, "Ada")
    page.goto(f"{site}/quests")
    assert [told.replace("\u202f", " ")[-7:] for told in page.locator("time").all_inner_texts()] == ["7:00 AM"] * 2
    context.close()
