"""What a page does by itself: news without a reload, panels that stay, taps that come too early, older answers."""

import time

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Route, expect

from app.web.pages import scene
from tests.browser.conftest import PHONE, Trouble
from tests.browser.player import Player
from tests.browser.still import show, still_page
from tests.web.pages.scenes import CASES, Case, look

BOUGHT = Case((0, {"type": "roll"}), (0, {"type": "buy"}), random=[[1, 2]], seats=[{"square": 3}, {}, {}, {}])
"""The case of a purchase, one step on."""


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


PATIENCE_SECONDS = 5.0
WAKE = "document.dispatchEvent(new Event('visibilitychange'))"


def turn_by_turn(page: Page, site: str) -> Player:
    """A game of two at which somebody else, at another page of the same browser, can make the moves."""
    player = Player(page, site, script=True)
    player.begin("classic", bots=1)
    page.wait_for_selector("#dock button.primary")
    return player


def version(page: Page) -> int:
    return int(page.get_attribute("#table", "data-version") or 0)


def catch_up(page: Page, wanted: int) -> None:
    """Waits until the page shows a version, or a later one."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while version(page) < wanted:
        assert time.monotonic() < ends, f"still at {version(page)}, not at {wanted}"
        page.wait_for_timeout(50)


def move_elsewhere(phone: BrowserContext, page: Page, site: str) -> int:
    """A move made in another window; the version it leads to."""
    other = phone.new_page()
    other.goto(page.url)
    other.wait_for_selector("#dock button.primary:visible")
    Player(other, site, script=True).press("#dock button:not(.danger):visible")
    found = version(other)
    other.close()
    return found


@pytest.mark.parametrize("event", ["visibilitychange", "resume"])
def test_a_page_that_comes_back_is_current_and_listens_again(
    phone: BrowserContext, site: str, trouble: Trouble, event: str
) -> None:
    page = phone.new_page()
    trouble.watch(page)
    turn_by_turn(page, site)
    page.evaluate("document.dispatchEvent(new Event('freeze'))")
    before = version(page)
    after = move_elsewhere(phone, page, site)
    assert version(page) == before, "it hears of nothing while it is frozen"
    with page.expect_request("**/live?after=*"):
        page.evaluate(f"document.dispatchEvent(new Event('{event}'))")
    catch_up(page, after)


def test_a_killed_stream_leaves_polling(phone: BrowserContext, site: str) -> None:
    page = phone.new_page()
    page.route("**/live?*", lambda route: route.abort())
    turn_by_turn(page, site)
    with page.expect_response("**/parts*"):
        pass
    after = move_elsewhere(phone, page, site)
    catch_up(page, after)


def test_back_and_forward_show_the_table_as_it_is(phone: BrowserContext, site: str) -> None:
    page = phone.new_page()
    turn_by_turn(page, site)
    address = page.url
    page.goto(f"{address}/fairness")
    page.go_back()
    before = version(page)
    page.go_forward()
    other = phone.new_page()
    other.goto(address)
    other.wait_for_selector("#dock button.primary:visible")
    Player(other, site, script=True).press("#dock button:not(.danger):visible")
    page.go_back()
    page.wait_for_selector("#board")
    catch_up(page, before + 1)
    with page.expect_request("**/live?after=*"):
        page.evaluate(WAKE)


def test_typed_words_caret_and_scroll_survive_three_updates(phone: BrowserContext) -> None:
    page = still_page(phone)
    show(page, scene.page(look(CASES["turn"]), ""))
    page.evaluate(
        """() => { document.getElementById('estate').innerHTML =
        '<input id="note" type="text"><div id="tall"><p></p></div>';
        document.getElementById('note').focus(); }"""
    )
    page.keyboard.type("half a word")
    page.evaluate("document.getElementById('note').setSelectionRange(2, 6)")
    for number in (101, 102, 103):
        part = f'<section id="estate"><p>{number}</p><input id="note" type="text"></section>'
        page.evaluate("opolyx.apply", f'<div data-version="{number}" data-layout="table">{part}</div>')
    expect(page.locator("#estate p")).to_have_text("103")
    expect(page.locator("#note")).to_be_focused()
    assert page.input_value("#note") == "half a word"
    assert page.evaluate("[note.selectionStart, note.selectionEnd]") == [2, 6]


def test_a_clock_that_stood_while_the_phone_slept_is_put_right(phone: BrowserContext) -> None:
    phone.add_init_script("const real = performance.now.bind(performance); performance.now = () => real() / 1000;")
    page = still_page(phone)
    show(page, scene.page(look(CASES["turn"]), ""))
    before = page.inner_text("#clock [data-seconds]")
    page.route("**/parts*", lambda route: route.fulfill(status=204, headers={"X-Seconds": "12"}))
    page.evaluate("window.slow = performance.now; performance.now = () => window.slow() + 5000")
    page.evaluate(WAKE)
    expect(page.locator("#clock [data-seconds]")).to_have_text("0:12")
    assert before != "0:12"


def test_what_is_left_burns_down_with_the_seconds(phone: BrowserContext) -> None:
    page = still_page(phone)
    show(page, scene.page(look(CASES["auction asked"]), ""))
    page.route("**/parts*", lambda route: route.fulfill(status=204, headers={"X-Seconds": "4"}))
    fuse, ring = page.locator(".fuse rect"), page.locator(".ring .left")
    assert float(fuse.get_attribute("width") or 0) > 4
    assert ring.get_attribute("class") == "left"
    page.evaluate(WAKE)
    expect(ring).to_have_class("left low")
    assert 2 < float(fuse.get_attribute("width") or 0) <= 4
    assert 60 <= float(ring.get_attribute("stroke-dashoffset") or 0) <= 80


def test_a_table_at_rest_leaves_the_phone_at_rest(phone: BrowserContext) -> None:
    page = still_page(phone)
    show(page, scene.page(look(CASES["turn"]), ""))
    page.wait_for_timeout(1500)
    session = phone.new_cdp_session(page)
    session.send("Performance.enable")
    before = styled(session)
    page.wait_for_timeout(2000)
    assert styled(session) - before <= 2 * 4 + 4, "more than the four ticks a second, and some for whatever just ended"


def styled(session: CDPSession) -> int:
    """How often a page's style was worked out, which a frame of an animation does."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return int(next(one["value"] for one in metrics if one["name"] == "RecalcStyleCount"))


def test_a_line_that_grows_stays_one_line(phone: BrowserContext) -> None:
    page = still_page(phone)
    show(page, scene.page(look(CASES["purchase"]), ""))
    count = page.locator("#log li").count()
    bought = look(BOUGHT)
    page.evaluate("opolyx.apply", scene.update(bought, bought.parts, since=look(CASES["purchase"]).view.version))
    assert page.locator("#log li:not(.round)").count() == count
    expect(page.locator("#log")).to_contain_text("and buys")
    expect(page.locator("#news")).to_contain_text("buys")
    expect(page.locator("#news")).not_to_contain_text("rolls")


def test_a_lost_network_is_said_and_forgotten_when_it_is_back(phone: BrowserContext, site: str) -> None:
    page = phone.new_page()
    turn_by_turn(page, site)
    phone.set_offline(True)
    expect(page.locator("#line")).to_have_text("Looking for the connection…")
    phone.set_offline(False)
    expect(page.locator("#line")).to_have_text("")


def test_an_order_pressed_twice_is_sent_once(phone: BrowserContext, site: str) -> None:
    page = phone.new_page()
    turn_by_turn(page, site)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act") else None)
    page.evaluate("const form = document.querySelector('#dock form'); form.requestSubmit(); form.requestSubmit();")
    page.wait_for_timeout(250)
    assert len(sent) == 1
