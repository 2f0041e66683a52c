"""Trades and the raising of money at a phone, with script and without, between two people."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Put

HALVES = {"1": {"owner": 0}, "3": {"owner": 1}, "5": {"owner": 0}, "39": {"owner": 1}}
STREETS = (6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24)
OWING = {
    "1": {"owner": 1, "level": 5},
    "3": {"owner": 1, "level": 5},
    **{str(square): {"owner": 0} for square in STREETS},
}


def test_a_trade_is_built_weighed_sent_and_accepted(pair: tuple[Page, Page], put: Put, script: bool) -> None:
    mine, theirs = pair
    put(mine, properties=HALVES)
    mine.reload()
    build(mine, script=script)
    mine.click("#builder button.primary")
    expect(mine.locator("#offers")).to_contain_text("Your offer to")
    expect(mine.locator("#builder")).to_have_count(0)
    theirs.reload()
    theirs.click("#dock .hint a")
    theirs.click("#offers button:has-text('Accept')")
    expect(theirs.locator("#offers .offer")).to_have_count(0)
    mine.reload()
    expect(mine.locator("#estate-list h2")).to_have_text("Your 3 properties")


def build(page: Page, *, script: bool) -> None:
    """Puts an offer together that is first too uneven, then not; with script it is weighed by itself."""
    page.click("#offers-new summary")
    page.click("#offers-new a")
    page.check("#get-3")
    page.fill("#give-cash", "200")
    if not script:
        page.click("#builder .check")
    expect(page.locator("#verdict")).to_contain_text("Too uneven: give at least 100 more")
    if script:
        page.locator("#give-slider").fill("900")
        expect(page.locator("#give-cash")).to_have_value("900")
    else:
        page.fill("#give-cash", "900")
        page.click("#builder .check")
    expect(page.locator("#verdict")).to_contain_text("Even enough")
    expect(page.locator("#verdict")).to_contain_text("You would hold all of Brown.")


def test_money_is_raised_as_shown_and_then_paid(pair: tuple[Page, Page], put: Put, script: bool) -> None:
    mine, _ = pair
    mine.set_viewport_size({"width": 360, "height": 640})
    seats = [{"square": 38, "cash": 0}, {}]
    put(mine, (0, {"type": "roll"}), random=[[1, 4], [1, 2]], seats=seats, properties=OWING)
    mine.reload()
    expect(mine.locator("#dock h2")).to_have_text("You have to pay 4,500.")
    bar = mine.locator(".dockbar").bounding_box()
    button = mine.locator("#ask-raise summary").bounding_box()
    assert bar is not None
    assert button is not None
    assert bar["height"] <= 0.46 * 640
    assert button["y"] + button["height"] <= 640
    if script:
        mine.wait_for_timeout(350)
    mine.click("#ask-raise summary")
    assert mine.locator("#ask-raise .plan li").count() == 5
    confirm = mine.locator("#ask-raise button.confirm").bounding_box()
    assert confirm is not None
    assert confirm["y"] + confirm["height"] <= 640
    mine.click("#ask-raise button.confirm")
    expect(mine.locator("#dock button.primary")).to_have_text("Pay 4,500")
    if script:
        mine.wait_for_timeout(350)
    mine.click("#dock button.primary")
    expect(mine.locator("#dock.d-debt")).to_have_count(0)
