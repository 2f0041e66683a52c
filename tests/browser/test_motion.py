"""What is played between two states of a table: it ends where the table is, nothing waits for it, and whoever asked for
stillness sees none of it; and the sounds that go with it.
"""

from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.engine.rules.chance import CARD_IDS
from app.web.pages import scene
from tests.browser.conftest import PHONE, Trouble
from tests.browser.still import show, still_page
from tests.web.pages.scenes import Case, look

ROLL: Final = (0, {"type": "roll"})
CARDS: Final = ["bank_pays_1000", *(card for card in CARD_IDS if card != "bank_pays_1000")]
SEATS: Final = [{"square": 3}, {}, {}, {}]
BEFORE: Final = Case(seats=SEATS)
ROLLED: Final = Case(ROLL, random=[[1, 2]], seats=SEATS)
"""To square 6, which is for sale."""
BOUGHT: Final = Case(ROLL, (0, {"type": "buy"}), random=[[1, 2]], seats=SEATS)
DRAWN: Final = Case(ROLL, random=[[1, 3], CARDS], seats=SEATS)
"""To square 7, where a card is drawn."""
ANIMATIONS: Final = "document.getAnimations().length"
COUNT_TONES: Final = """
window.tones = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
"""


@pytest.fixture
def stage(phone: BrowserContext) -> Page:
    """A phone that shows a table before the first seat's roll."""
    page = still_page(phone)
    show(page, scene.page(look(BEFORE), ""))
    return page


def update(case: Case, *, since: Case = BEFORE) -> str:
    """What a page is sent that shows the table as it was."""
    old, new = look(since), look(case)
    return scene.update(new, old.shown().changed(new.parts), since=old.view.version)


def tell(page: Page, html: str) -> dict[str, Any]:
    """Gives the page its news; what runs the moment after."""
    found: dict[str, Any] = page.evaluate(
        """html => { opolyx.apply(html);
        return { animations: document.getAnimations().length, flying: document.querySelectorAll('.motion > *').length,
                 dock: document.getElementById('dock').className }; }""",
        html,
    )
    return found


def token(page: Page, seat: int = 0) -> str:
    return str(page.locator(f'#board .token[data-seat="{seat}"]').evaluate("one => one.closest('.square').id"))


def settled(page: Page) -> bool:
    """Whether nothing moves and nothing flies."""
    return bool(page.evaluate(f"{ANIMATIONS} === 0 && !document.querySelector('.motion > *')"))


def purse(page: Page) -> str:
    return page.locator("#seats .cash").first.inner_text()


def test_a_token_walks_and_is_where_it_belongs_all_along(stage: Page, trouble: Trouble) -> None:
    trouble.watch(stage)
    assert tell(stage, update(ROLLED))["flying"] == 1
    assert token(stage) == "square-6"
    stage.wait_for_function(f"{ANIMATIONS} === 0")
    assert settled(stage)
    assert token(stage) == "square-6"
    expect(stage.locator('#square-6 .token[data-seat="0"]')).to_be_visible()


def test_a_roll_is_played_within_its_time(stage: Page) -> None:
    tell(stage, update(ROLLED))
    ends = stage.evaluate("Math.max(...document.getAnimations().map(one => one.effect.getComputedTiming().endTime))")
    assert 0 < ends <= 1200


def test_what_can_be_done_does_not_wait_for_what_is_played(stage: Page) -> None:
    seen = tell(stage, update(ROLLED))
    assert seen["animations"] > 0
    assert "d-purchase" in seen["dock"].split()


@pytest.mark.parametrize("how", ["key", "tap"])
def test_a_key_or_a_tap_skips_it(stage: Page, how: str) -> None:
    before = purse(stage)
    tell(stage, update(ROLLED))
    tell(stage, update(BOUGHT, since=ROLLED))
    if how == "key":
        stage.keyboard.press("Shift")
    else:
        stage.touchscreen.tap(195, 300)
    assert settled(stage)
    assert token(stage) == "square-6"
    assert purse(stage) != before
    assert purse(stage) == "14,000"


def test_money_counts_to_what_it_is(stage: Page) -> None:
    tell(stage, update(ROLLED))
    tell(stage, update(BOUGHT, since=ROLLED))
    stage.wait_for_function(f"{ANIMATIONS} === 0")
    expect(stage.locator("#seats .cash").first).to_have_text("14,000")


def test_newer_news_ends_what_is_played(stage: Page, trouble: Trouble) -> None:
    trouble.watch(stage)
    tell(stage, update(ROLLED))
    assert tell(stage, update(BOUGHT, since=ROLLED))["flying"] == 0
    assert token(stage) == "square-6"


def test_a_page_that_is_far_behind_plays_nothing(stage: Page) -> None:
    html = update(ROLLED)
    version = look(ROLLED).view.version
    assert tell(stage, html.replace(f'data-version="{version}"', f'data-version="{version + 9}"', 1))["animations"] == 0
    assert token(stage) == "square-6"


def test_news_that_shows_already_is_not_played_again(stage: Page) -> None:
    tell(stage, update(ROLLED))
    stage.wait_for_function(f"{ANIMATIONS} === 0")
    assert tell(stage, update(ROLLED))["animations"] == 0


def test_a_card_is_shown_with_its_sentence_and_put_away(stage: Page) -> None:
    tell(stage, update(DRAWN))
    expect(stage.locator(".motion-card")).to_have_text("The bank pays you 1,000.")
    stage.keyboard.press("Shift")
    expect(stage.locator(".motion-card")).to_have_count(0)


def test_whoever_asked_for_stillness_sees_none(chromium: Browser, trouble: Trouble) -> None:
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]  # a plain dict will do
    page = still_page(context)
    trouble.watch(page)
    show(page, scene.page(look(BEFORE), ""))
    assert page.evaluate(ANIMATIONS) == 0
    for case in (ROLLED, DRAWN):
        seen = tell(page, update(case))
        assert (seen["animations"], seen["flying"]) == (0, 0)
    tell(page, update(BOUGHT, since=ROLLED))
    assert page.evaluate(ANIMATIONS) == 0
    context.close()


def test_a_token_never_turns_the_page_sideways(stage: Page) -> None:
    tell(stage, update(ROLLED))
    assert stage.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


# Sounds.


def with_tones(context: BrowserContext) -> Page:
    context.add_init_script(COUNT_TONES)
    page = still_page(context)
    show(page, scene.page(look(BEFORE), ""))
    return page


def tones(page: Page) -> int:
    return int(page.evaluate("window.tones"))


def test_no_sound_before_the_first_touch_and_one_at_a_time_after(phone: BrowserContext, trouble: Trouble) -> None:
    page = with_tones(phone)
    trouble.watch(page)
    tell(page, update(ROLLED))
    assert tones(page) == 0
    show(page, scene.page(look(BEFORE), ""))
    page.touchscreen.tap(195, 300)
    page.wait_for_timeout(300)
    tell(page, update(ROLLED))
    assert tones(page) == 4, "the tones of a roll"


def test_a_muted_device_stays_mute(phone: BrowserContext) -> None:
    page = with_tones(phone)
    mute = page.get_by_role("button", name="Mute the sounds")
    expect(mute).to_have_attribute("aria-pressed", "false")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    tell(page, update(ROLLED))
    assert tones(page) == 0
    show(page, scene.page(look(BEFORE), ""))
    expect(mute).to_have_attribute("aria-pressed", "true")
    mute.click()
    show(page, scene.page(look(BEFORE), ""))
    expect(mute).to_have_attribute("aria-pressed", "false")


def test_without_script_there_is_nothing_to_mute(old_phone: BrowserContext) -> None:
    page = still_page(old_phone)
    show(page, scene.page(look(BEFORE), ""))
    expect(page.locator("#mute")).to_be_hidden()
