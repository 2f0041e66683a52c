"""What a page does by itself: news without a reload, panels that stay, taps that come too early, older answers."""

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.conftest import PHONE, Trouble
from tests.browser.player import Player


def seated(page: Page, site: str, name: str) -> None:
    """Opens a room for two and sits in it."""
    page.goto(f"{site}/rooms/new")
    page.fill("#name", name)
    page.select_option("#seats", "2")
    page.click("main button.big")
    page.wait_for_selector("#room")


def test_a_friend_who_joins_and_moves_shows_without_a_reload(
    phone: BrowserContext, chromium: Browser, site: str, trouble: Trouble
) -> None:
    mine = phone.new_page()
    trouble.watch(mine)
    seated(mine, site, "Ann")
    other = chromium.new_context(viewport=PHONE)  # type: ignore[arg-type]  # a plain dict will do
    theirs = other.new_page()
    trouble.watch(theirs)
    theirs.goto(mine.input_value("#invite"))
    theirs.fill("#name", "Ben")
    theirs.click("form[action$='/join'] button")
    expect(mine.locator("#room")).to_contain_text("Ben")
    mine.click("form[action$='/start'] button")
    expect(theirs.locator("#board")).to_be_visible()
    mover, watcher = (mine, theirs) if Player(mine, site, script=True).phase() == "turn" else (theirs, mine)
    watcher.evaluate("window.kept = true")
    mover.click("#dock button.primary")
    expect(watcher.locator("#log li").first).to_contain_text("rolls")
    assert watcher.evaluate("window.kept") is True
    other.close()


def test_without_a_stream_the_page_polls(phone: BrowserContext, chromium: Browser, site: str) -> None:
    mine = phone.new_page()
    mine.route("**/live*", lambda route: route.abort())
    seated(mine, site, "Ann")
    other = chromium.new_context()
    theirs = other.new_page()
    theirs.goto(mine.input_value("#invite"))
    theirs.click("form[action$='/join'] button")
    expect(mine.locator(".chairs .free")).to_have_count(0, timeout=15_000)
    other.close()


def test_an_older_answer_never_overwrites_a_newer_table(phone: BrowserContext, site: str) -> None:
    page = phone.new_page()
    Player(page, site, script=True).begin("classic", bots=1)
    page.wait_for_selector("#dock button.primary")
    old = '<div data-version="1" data-layout="table"><section id="dock">OLD</section></div>'

    def answer(route: Route) -> None:
        route.fulfill(body=old, content_type="text/html", headers={"X-Parts": "1"})

    page.route("**/parts*", answer)
    with page.expect_response("**/parts*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(200)
    assert "OLD" not in page.inner_text("#dock")


def test_a_deed_opens_in_place_and_gives_the_focus_back(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    Player(page, site, script=True).begin("classic", bots=1)
    address = page.url
    page.click("#square-39 a")
    expect(page.locator("#deed h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#deed")).to_have_count(0)
    expect(page.locator("#square-39 a")).to_be_focused()
    assert page.url == address


def test_a_half_made_offer_survives_news(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    Player(page, site, script=True).begin("classic", bots=1)
    page.wait_for_selector("#dock.d-turn button.primary, #dock.d-auction button.primary")
    while not page.locator("#offers-new").count():
        Player(page, site, script=True).press("#dock button:not(.danger):visible")
    page.click("#offers-new summary")
    page.click("#offers-new a")
    page.fill("#give-cash", "123")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    assert page.input_value("#give-cash") == "123"
    expect(page.locator("#give-cash")).to_be_focused()
    page.click("#builder button.primary")
    expect(page.locator("#builder [role=alert]")).to_contain_text("at least half")
    assert page.input_value("#give-cash") == "123"


def test_the_game_can_be_played_by_keyboard(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    player = Player(page, site, script=True)
    player.begin("classic", bots=1)
    for _ in range(4):
        page.wait_for_selector("#dock form button:visible")
        page.wait_for_timeout(350)
        button = page.locator("#dock form button:not(.danger):visible").first
        while not button.evaluate("one => one === document.activeElement"):
            page.keyboard.press("Tab")
        version = page.get_attribute("#table", "data-version")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#table:not([data-version='{version}'])")
        assert page.evaluate("document.activeElement.id") == "dock"


def test_what_was_unfolded_stays_so(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    page = phone.new_page()
    trouble.watch(page)
    Player(page, site, script=True).begin("classic", bots=1)
    page.click("#estate-list summary")
    Player(page, site, script=True).press("#dock button:not(.danger):visible")
    assert page.get_attribute("#estate-list", "open") is not None


def test_what_has_just_appeared_ignores_taps(phone: BrowserContext, site: str) -> None:
    page = phone.new_page()
    Player(page, site, script=True).begin("classic", bots=1)
    page.wait_for_selector("#dock button.primary")
    page.evaluate(
        """() => { window.sent = 0;
        document.addEventListener('htmx:beforeRequest', () => window.sent++);
        new MutationObserver((changes, watch) => {
          watch.disconnect();
          setTimeout(() => document.querySelector('#dock form')?.requestSubmit(), 20);
        }).observe(document.querySelector('#dock'), {childList: true}); }"""
    )
    page.click("#dock button.primary")
    page.wait_for_timeout(250)
    assert page.evaluate("window.sent") == 1


def test_the_clock_counts_by_the_seconds_left(chromium: Browser, site: str) -> None:
    context = chromium.new_context(viewport=PHONE, timezone_id="Asia/Ho_Chi_Minh")  # type: ignore[arg-type]  # as above
    context.add_init_script("const now = Date.now; Date.now = () => now() + 600000;")
    page = context.new_page()
    Player(page, site, script=True).begin("classic", bots=1)
    page.wait_for_selector("#clock [data-seconds]")
    first = page.inner_text("#clock")
    expect(page.locator("#clock")).not_to_have_text(first)
    minutes, _, seconds = page.inner_text("#clock").partition(":")
    assert 0 < int(minutes) * 60 + int(seconds) <= 75
    context.close()
