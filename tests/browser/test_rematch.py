"""Two people at the end of a game: who asks for a rematch is seen by the other, who joins by one tap."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Put

LEFT = (1, {"type": "surrender"})


def test_a_rematch_one_wants_is_seen_and_joined_by_the_other(pair: tuple[Page, Page], put: Put, script: bool) -> None:
    mine, theirs = pair
    put(mine, LEFT)
    for page in pair:
        page.reload()
        expect(page.locator("#dock.d-over #again")).to_have_text("Rematch")
    mine.click("#again")
    expect(mine.locator("#room")).to_be_visible()
    if not script:
        theirs.click("#again")
    else:
        expect(theirs.locator("#rematch")).to_contain_text("Ann wants a rematch.", timeout=15_000)
        theirs.click("#again:has-text('Join')")
    expect(theirs.locator("#room")).to_contain_text("Ann")
    assert theirs.url.partition("?")[0] == mine.url.partition("?")[0]


def test_the_page_about_a_finished_game_leads_on_from_it(pair: tuple[Page, Page], put: Put) -> None:
    mine, _ = pair
    put(mine, LEFT)
    mine.reload()
    address = mine.url.partition("?")[0]
    mine.click("#dock a[href$='/summary']")
    expect(mine.locator("h1")).to_be_visible()
    expect(mine.locator(".places li")).to_have_count(2)
    assert mine.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    mine.go_back()
    expect(mine.locator("#dock.d-over")).to_be_visible()
    assert mine.url.partition("?")[0] == address
