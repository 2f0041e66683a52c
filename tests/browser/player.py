"""Somebody who plays by pressing what the page puts forward, with a finger or by keyboard alone."""

import time
from typing import Final

from playwright.sync_api import Page

_PATIENCE_SECONDS: Final = 150.0
_MOST_TABS: Final = 40


class Player:
    """A person at a page, who takes the first thing offered and passes in auctions."""

    def __init__(self, page: Page, site: str, *, script: bool) -> None:
        self.page = page
        self.site = site
        self.script = script
        self.pressed = 0

    def begin(self, mode: str, *, bots: int = 3) -> None:
        """Opens a room full of bots through the pages, and starts its game."""
        page = self.page
        page.goto(f"{self.site}/rooms/new")
        page.check(f"input[name=mode][value={mode}]")
        page.select_option("#seats", str(bots + 1))
        page.select_option("#bots", str(bots))
        page.click("main button.big")
        page.click("form[action$='/start'] button")
        page.wait_for_selector("#board")

    def play_to_the_end(self) -> None:
        """Until the standings show."""
        ends = time.monotonic() + _PATIENCE_SECONDS
        while self.phase() != "over":
            assert time.monotonic() < ends, f"stuck in {self.phase()}: {self.page.inner_text('#dock')}"
            self.go_on()

    def go_on(self) -> None:
        """Presses what stands in front; waits a moment where nothing does."""
        wanted = self._wanted()
        if wanted is None:
            self._wait()
        else:
            self.press(wanted)

    def phase(self) -> str:
        """Which dock shows."""
        words = (self.page.get_attribute("#dock", "class") or "").split()
        return next(word[2:] for word in words if word.startswith("d-"))

    def _wanted(self) -> str | None:
        """The next button: what stands in front, the quick way out of an auction, or what raises money."""
        phase = self.phase()
        candidates = {
            "over": [],
            "auction": ["form:has([value=pass]) button"],
            "purchase": ["button.primary", ".ask[open] button.danger", ".ask summary"],
            "debt": [
                "button.primary",
                ".ask[open] button.confirm",
                ".ask[open] button.danger",
                ".ask summary",
            ],
        }.get(phase, ["button.primary"])
        docked = [f"#dock.d-{phase} {one}:visible" for one in candidates]
        return next((one for one in docked if self.page.locator(one).count()), None)

    def press(self, wanted: str) -> None:
        """Presses it and waits for what comes of it."""
        before = self.page.get_attribute("#table", "data-version")
        self.page.locator(wanted).first.click()
        self.pressed += 1
        if self.script and "summary" not in wanted:
            self.page.wait_for_selector(f"#table:not([data-version='{before}'])")

    def _wait(self) -> None:
        if self.script:
            self.page.wait_for_timeout(100)
        else:
            self.page.reload()


class Typist(Player):
    """A person who has a keyboard and nothing else: Tab to what is wanted, Enter to press it."""

    def begin(self, mode: str, *, bots: int = 3) -> None:
        """Opens a room full of bots and starts its game, without a finger."""
        keys = self.page.keyboard
        self.page.goto(f"{self.site}/rooms/new")
        self.reach("input[name=mode]")
        while not self.holds(f"[value={mode}]"):
            keys.press("ArrowDown")
        for field, number in (("#seats", bots + 1), ("#bots", bots)):
            self.reach(field)
            keys.type(str(number))
        self.reach("main button.big")
        keys.press("Enter")
        self.page.wait_for_selector("#room")
        self.reach("form[action$='/start'] button")
        keys.press("Enter")
        self.page.wait_for_selector("#board")

    def go_to_the_dock(self) -> None:
        """Past the board by the link that stands before it, as at the first visit of the page."""
        self.reach("a[href='#dock']")
        self.page.keyboard.press("Enter")
        assert self.holds("#dock")

    def reach(self, wanted: str) -> None:
        """Tabs until the focus is there."""
        for _ in range(_MOST_TABS):
            if self.holds(wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{_MOST_TABS} steps by keyboard do not lead to {wanted}")

    def holds(self, wanted: str) -> bool:
        """Whether the focus is on it."""
        return bool(self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted))

    def press(self, wanted: str) -> None:
        """Presses it; what comes then keeps the focus in the dock, and on nothing that a second Enter would press."""
        page = self.page
        before = page.get_attribute("#table", "data-version")
        page.wait_for_selector("#dock:not(.fresh)")
        self.reach(wanted.replace(":visible", ""))
        page.keyboard.press("Enter")
        self.pressed += 1
        if "summary" in wanted:
            return
        page.wait_for_selector(f"#table:not([data-version='{before}'])")
        assert page.evaluate("document.activeElement.closest('#dock') !== null"), "the focus is lost"
        assert not self.holds("button, summary, select, input"), "a second Enter would press something else"
