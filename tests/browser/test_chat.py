"""Two people chat at a table: lines arrive while one types, and focus, caret and words stay; nothing unread is lost."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.store import chat
from app.store.db import Database
from tests.browser.axe import complaints
from tests.browser.conftest import PHONE, Trouble
from tests.browser.player import Player
from tests.conftest import database_named


@pytest.fixture
def other(chromium: Browser) -> BrowserContext:
    context = chromium.new_context(viewport=PHONE)  # type: ignore[arg-type]  # a plain dict will do
    context.set_default_timeout(10_000)
    return context


def at_table(one: Page, two: Page, site: str) -> None:
    """Both sit at a table of two that has begun."""
    one.goto(f"{site}/rooms/new")
    one.select_option("#seats", "2")
    one.select_option("#bots", "0")
    one.click("main button.big")
    two.goto(one.url)
    two.click("form[action$='/join'] button.primary")
    one.wait_for_selector("form[action$='/start'] button:not([disabled])")
    one.click("form[action$='/start'] button")
    for page in (one, two):
        page.wait_for_selector("#board")


def test_two_people_chat_while_they_type(
    phone: BrowserContext, other: BrowserContext, site: str, trouble: Trouble
) -> None:
    one, two = phone.new_page(), other.new_page()
    trouble.watch(one)
    trouble.watch(two)
    at_table(one, two, site)
    one.click(".chat-open")
    one.fill("#chat-text", "Hello <b>you</b>")
    one.press("#chat-text", "Enter")
    expect(one.locator("#chat-lines li")).to_have_count(1)
    expect(one.locator("#chat-text")).to_have_value("")
    expect(two.locator(".chat-open b")).to_have_text("1")
    assert "1" in (two.get_attribute(".chat-open", "aria-label") or "")

    two.click(".chat-open")
    expect(two.locator("#chat-lines li")).to_contain_text("Hello <b>you</b>")
    two.fill("#chat-text", "half typed")
    two.evaluate("document.getElementById('chat-text').setSelectionRange(2, 5); window.scrolled = scrollY")
    one.click(".ready summary")
    one.click("button[name=sticker][value=cake]")
    expect(two.locator("#chat-lines li")).to_have_count(2)
    expect(two.locator("#chat-lines svg.sticker")).to_be_visible()
    assert two.evaluate(
        "(() => { const it = document.activeElement;"
        "return [it.id, it.value, it.selectionStart, it.selectionEnd, scrollY === scrolled]; })()"
    ) == ["chat-text", "half typed", 2, 5, True]

    one.locator("#chat > summary").click()
    two.press("#chat-text", "Enter")
    expect(one.locator(".chat-open b")).to_have_text("1")
    assert complaints(two) == []
    other.close()


def test_a_chat_fits_a_small_phone_in_either_direction(chromium: Browser, site: str) -> None:
    for language in ("en", "ar-XB"):
        context = chromium.new_context(viewport={"width": 360, "height": 640})
        context.add_cookies([{"name": "opolyx_language", "value": language, "url": site}])
        page = context.new_page()
        page.goto(f"{site}/chat")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert complaints(page) == []
        context.close()


def hide(database: str, text: str) -> None:
    """An operator hides a line; in a thread, for the browser keeps a loop in this one."""

    async def run() -> None:
        db = Database(database)
        await db.open()
        async with db.connection() as c:
            number = await c.fetchval("SELECT id FROM chat_lines WHERE text = $1", text)
            assert await chat.hide(c, number, "x") is not None
        await db.close()

    with ThreadPoolExecutor() as pool:
        pool.submit(asyncio.run, run()).result()


def test_who_has_scrolled_up_is_told_of_new_lines_and_loses_hidden_ones(
    people: tuple[Page, Page], site: str, server_url: str, template: str
) -> None:
    one, two = people
    at_table(one, two, site)
    for page in people:
        page.click(".chat-open")
    text = one.locator("#chat-text")
    for number in range(5):
        text.fill(f"{number} " + "many words " * 15)
        text.press("Enter")
        expect(two.locator("#chat-lines li")).to_have_count(number + 1)
    more = two.locator("#chat-more")
    expect(more).to_be_hidden()
    two.evaluate("document.getElementById('chat-log').scrollTop = 0")
    text.fill("the newest of all")
    text.press("Enter")
    expect(more).to_be_visible()
    assert two.evaluate("document.getElementById('chat-log').scrollTop") == 0
    assert complaints(two) == []
    more.click()
    expect(two.locator("#chat-lines li").last).to_be_in_viewport()
    expect(more).to_be_hidden()
    hide(database_named(server_url, f"{template}_browser"), "the newest of all")
    for page in people:
        expect(page.locator("#chat-lines li")).to_have_count(5, timeout=15_000)
        expect(page.locator("#chat-lines")).not_to_contain_text("the newest of all")


def test_a_chat_is_closed_where_it_was_opened_and_by_escape(phone: BrowserContext, site: str) -> None:
    page = phone.new_page()
    Player(page, site, script=True).begin("classic", bots=1)
    opener, chat = page.locator(".chat-open"), page.locator("#chat")
    opener.click()
    expect(chat).to_have_attribute("open", "")
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#chat-text")).to_be_visible()
    assert page.evaluate("scrollY") == 0, "the board stays in view"
    page.keyboard.press("Escape")
    expect(page.locator("#chat-text")).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    expect(page.locator("#chat-text")).to_be_visible()
    opener.click()
    expect(page.locator("#chat-text")).to_be_hidden()
    expect(opener).to_have_attribute("aria-expanded", "false")
