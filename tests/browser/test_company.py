"""People who meet, play, write, win something, follow each other, and meet again where it counts."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from app.engine.board import BOARD, GROUP, MEMBERS, RENTS, STATION_RENTS, UTILITY_FACTORS
from app.play import quests
from app.store import games
from app.store.db import Database
from tests.browser.conftest import Put
from tests.browser.player import Player
from tests.conftest import database_named

OUT = {"status": "bankrupt"}
ANN, BEN = 0, 3
"""Where they sit: the bots of a new room sit down right behind its creator."""


def frozen_cards(dsn: str, page: Page, name: str) -> dict[int, int]:
    """The cards that a person brought into the game in view."""

    async def run() -> dict[int, int]:
        db = Database(dsn)
        await db.open()
        async with db.connection() as c:
            row = await games.read(c, page.url.partition("/games/")[2].partition("?")[0])
        await db.close()
        assert row is not None
        return next(one.cards for one in row.room.sittings if one.name == name)

    with ThreadPoolExecutor() as pool:
        return pool.submit(asyncio.run, run()).result()


def sit_down(ann: Page, ben: Page, site: str) -> None:
    """A private room with two bots, joined by its link, and begun."""
    ann.goto(f"{site}/rooms/new")
    ann.fill("#name", "Ann")
    ann.select_option("#seats", "4")
    ann.select_option("#bots", "2")
    ann.check("input[name=private]")
    ann.click("main button.big")
    ben.goto(ann.input_value("#invite"))
    ben.fill("#name", "Ben")
    ben.click("form[action$='/join'] button.primary")
    begin(ann, ben)


def begin(ann: Page, ben: Page) -> None:
    ann.click("form[action$='/start'] button:not([disabled])")
    for page in (ann, ben):
        page.wait_for_selector("#board")


def follow(page: Page, name: str) -> None:
    """From the page about the game to a person's own, and follow them."""
    game = page.url
    page.click(f".result ~ section a[href^='/players/']:has-text('{name}')")
    page.click("form[action$='/follow'] button")
    expect(page.locator("form[action$='/unfollow'] button")).to_be_visible()
    page.goto(game)


def talk(ann: Page, ben: Page) -> None:
    """One writes, the other reads."""
    ann.click(".chat-open")
    ann.fill("#chat-text", "Good luck!")
    ann.press("#chat-text", "Enter")
    ben.click(".chat-open")
    expect(ben.locator("#chat-lines li")).to_contain_text("Good luck!")
    for page in (ann, ben):
        page.click("#chat > summary")  # on a phone it lies over what one plays with
        expect(page.locator("#chat-text")).to_be_hidden()


def play(ann: Page, ben: Page, site: str) -> None:
    """A few moves of each, and of the bots between them."""
    players = [Player(page, site, script=True) for page in (ann, ben)]
    while min(one.pressed for one in players) < 3:
        for one in players:
            one.go_on()


def finish(ann: Page, ben: Page, put: Put) -> None:
    """Late in the game the bots are out, and then Ben gives up."""
    game = ann.url.partition("?")[0].partition("#")[0]
    ann.goto(game)
    put(ann, seats=[{}, OUT, OUT, {}], round=12, turn=ANN)
    ben.goto(game)
    ben.click("#ask-surrender summary")
    ben.click("#ask-surrender button.danger")
    expect(ben.locator("#dock.d-over")).to_be_visible()
    for page in (ann, ben):
        page.goto(f"{game}/summary")


def play_again(ann: Page, ben: Page) -> None:
    """The rematch, asked for by one and joined by the other."""
    for page in (ann, ben):
        page.reload()
        page.click("form[action$='/rematch'] button")
        page.wait_for_selector("#room")
    begin(ann, ben)


def rent_of(square: int) -> int:
    """What a square of a whole bare group costs after a throw of five, without any card."""
    match BOARD[square].kind:
        case "station":
            return STATION_RENTS[len(MEMBERS[GROUP[square]])]
        case "utility":
            return UTILITY_FACTORS[len(MEMBERS[GROUP[square]])] * 5
        case _:
            return 2 * RENTS[square][0]


def pay_rent(ann: Page, ben: Page, put: Put, square: int, percent: int) -> None:
    """Ben comes to a square of Ann's for which she has brought a card, and reads of it on the deed."""
    brought, behind = {"cards": {str(square): percent}}, {"square": (square - 5) % 40}
    group = {str(member): {"owner": ANN} for member in MEMBERS[GROUP[square]]}
    throw = (BEN, {"type": "roll"})
    put(ann, throw, random=[[2, 3]], seats=[brought, {}, {}, behind], properties=group, turn=BEN)
    raised = rent_of(square) * (100 + percent) // 100
    assert raised > rent_of(square)
    ben.reload()
    ben.click("#dock.d-debt button.primary")
    expect(ben.locator("#log")).to_contain_text(f"pays Ann {raised:,} in rent.")
    ben.goto(f"{ben.url.partition('?')[0]}?square={square}")
    expect(ben.locator("#panel")).to_contain_text("The collection card of Ann adds")
    expect(ben.locator("#panel")).to_contain_text(f"{percent}%")


def test_people_meet_again_in_a_game_where_a_card_raises_the_rent(
    people: tuple[Page, Page], site: str, put: Put, server_url: str, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another day may choose what is not met here.
    wanted = [quests.BY_NAME[name] for name in ("games", "wins", "lasted")]
    monkeypatch.setattr(quests, "chosen", lambda period, player: wanted)
    ann, ben = people
    sit_down(ann, ben, site)
    talk(ann, ben)
    play(ann, ben, site)
    finish(ann, ben, put)
    expect(ann.locator(".brought .parts")).to_contain_text("200 for your place")
    expect(ann.locator(".brought .parts")).to_contain_text("30 for lasting to the end")
    expect(ann.locator(".brought .goal.done .what").first).to_contain_text("Finish games")
    expect(ben.locator(".brought .parts")).to_contain_text("120 for your place")
    drawn = ann.locator(".album.new use").first.get_attribute("href") or ""
    square = int(drawn.rpartition("#c")[2])
    follow(ann, "Ben")
    follow(ben, "Ann")

    play_again(ann, ben)
    brought = frozen_cards(database_named(server_url, f"{template}_browser"), ann, "Ann")
    assert list(brought) == [square]
    pay_rent(ann, ben, put, square, brought[square])
