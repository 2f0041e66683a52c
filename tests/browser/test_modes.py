"""Each mode at a phone up to what only it has, with script: the page tells of it, lets it be done, and axe agrees."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import complaints
from tests.browser.conftest import PHONE, Put, Trouble
from tests.browser.player import Player

ROLL = (0, {"type": "roll"})


@pytest.fixture
def page(chromium: Browser, trouble: Trouble) -> Page:
    """A phone whose page complains of nothing."""
    context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")  # type: ignore[arg-type]  # a plain dict will do
    context.set_default_timeout(10_000)
    page = context.new_page()
    trouble.watch(page)
    return page


def begun(page: Page, site: str, mode: str, *, bots: int = 1) -> Player:
    player = Player(page, site, script=True)
    player.begin(mode, bots=bots)
    return player


def checked(page: Page) -> None:
    """Looks at the page anew, as whoever comes back to it, and has it checked."""
    page.reload()
    assert complaints(page) == []


@pytest.mark.parametrize("mode", ["speed", "original_speed"])
def test_speed_comes_to_the_bus(page: Page, site: str, put: Put, mode: str) -> None:
    begun(page, site, mode)
    put(page, ROLL, mode=mode, round=7, random=[[2, 3, "bus"]], properties={"5": {"owner": 1}})
    checked(page)
    expect(page.locator("#dock.d-choose_move .choices button")).to_have_count(3)
    page.wait_for_selector("#dock:not(.fresh)")
    page.click("#dock .choices button.primary")
    expect(page.locator("#dock.d-debt h2")).to_have_text("You have to pay 250.")


def test_speed_comes_to_a_triple(page: Page, site: str, put: Put) -> None:
    begun(page, site, "speed")
    put(page, ROLL, mode="speed", round=7, random=[[2, 2, 2]])
    checked(page)
    page.select_option("#teleport-square", "39")
    page.click("#dock.d-teleport button.primary")
    expect(page.locator("#dock.d-purchase")).to_be_visible()


def test_speed_counts_the_rounds_of_a_mortgage_down(page: Page, site: str, put: Put) -> None:
    begun(page, site, "speed")
    put(page, mode="speed", round=9, properties={"5": {"owner": 0, "mortgaged": True, "lapses_in_round": 11}})
    checked(page)
    page.click("#square-5 a")
    expect(page.locator("#deed .deed-pledge")).to_have_text("mortgaged, 2 rounds left")


def test_a_partner_is_given_something_for_nothing(page: Page, site: str, put: Put) -> None:
    begun(page, site, "team", bots=3)
    put(page, mode="team", seats=[{}, {}, {}, {}], properties={"39": {"owner": 0}})
    checked(page)
    page.click("#offers-new summary")
    page.click("#offers-new a[href='?trade=2']")
    page.check("#give-39")
    page.click("#builder button.primary")
    expect(page.locator("#square-39 .owner.m2")).to_be_visible()
    assert complaints(page) == []


def test_what_somebody_leaves_goes_to_the_partner_and_so_does_the_victory(page: Page, site: str, put: Put) -> None:
    begun(page, site, "team", bots=3)
    seats = [{}, {"status": "bankrupt"}, {}, {}]
    put(
        page,
        (0, {"type": "surrender"}),
        (3, {"type": "surrender"}),
        mode="team",
        seats=seats,
        properties={"39": {"owner": 0}},
    )
    checked(page)
    expect(page.locator("#dock.d-over h2")).to_have_text("You have won!")
    expect(page.locator("#dock .laurel .mark")).to_have_count(2)
    expect(page.locator("#square-39 .owner.m2")).to_be_visible()


def test_blitz_ends_with_its_last_round(page: Page, site: str, put: Put) -> None:
    player = begun(page, site, "blitz")
    put(page, mode="blitz", round=25)
    page.reload()
    player.play_to_the_end()
    expect(page.locator("#dock.d-over")).to_contain_text("Round 25 was the last; the highest net worth wins.")
    assert complaints(page) == []


def test_halal_rests_where_others_bet(page: Page, site: str, put: Put) -> None:
    begun(page, site, "halal")
    put(page, ROLL, mode="halal", random=[[1, 1]], seats=[{"square": 18}, {}])
    checked(page)
    expect(page.locator("#dock.d-turn h2")).to_have_text("A double! Roll again.")
    page.click("#square-20 a")
    expect(page.locator("#deed")).to_contain_text("Nothing happens here.")


def test_fortune_tells_where_the_god_of_wealth_walks_and_what_is_blessed(page: Page, site: str, put: Put) -> None:
    begun(page, site, "fortune")
    put(
        page, ROLL, mode="fortune", round=8, random=[[3, 4], 3], seats=[{"square": 13}, {}], fortune={"blessed": "pink"}
    )
    checked(page)
    expect(page.locator("#square-23 .god")).to_be_visible()
    expect(page.locator("#square-11.blessed, #square-11 .blessed")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("God of Wealth")


def test_the_original_draws_its_cards_in_a_known_order(page: Page, site: str, put: Put) -> None:
    begun(page, site, "original")
    rolls = [ROLL, (1, {"type": "roll"})]
    put(page, *rolls, mode="original", random=[[1, 2], [1, 2]], seats=[{"square": 4}, {"square": 4}])
    checked(page)
    expect(page.locator("#seats [data-seat='0'] .cash")).to_have_text("16,000")
    expect(page.locator("#seats [data-seat='1'] .cash")).to_have_text("16,500")


def test_the_original_lets_the_dice_lie_while_one_manages(page: Page, site: str, put: Put) -> None:
    begun(page, site, "original")
    put(page, ROLL, mode="original", random=[[1, 2]], seats=[{"square": 3}, {}], properties={"5": {"owner": 0}})
    checked(page)
    page.click("#square-5 a")
    page.click("#deed button[value='mortgage 5']")
    expect(page.locator("#seats [data-seat='0'] .cash")).to_have_text("16,000")
    expect(page.locator("#dock.d-purchase")).to_be_visible()
