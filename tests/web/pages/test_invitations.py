"""Ways into a private room besides its link, and the way out of one."""

from typing import Any, cast

import httpx
import pytest
from litestar.connection import ASGIConnection

from app.store.db import Database
from app.web import limits
from app.web.limits import TooMany
from tests.web.pages.reader import Reader
from tests.web.pages.test_rooms import go, opened


@pytest.fixture
def friend(client: httpx.AsyncClient) -> Reader:
    """Somebody else at another browser."""
    return Reader(client)


def code_on(reader: Reader) -> str:
    """The code that the page in view shows."""
    words = reader.page.words
    return words[words.index("start page:") + len("start page:") :].strip()[:7]


async def test_a_private_room_is_entered_by_its_code_however_it_is_typed(reader: Reader, friend: Reader) -> None:
    address = await opened(reader, private="yes")
    code = code_on(reader)
    await friend.visit("/")
    await go(friend, "/code", code=f" {code.lower().replace(' ', '-')} ")
    assert friend.address.partition("?")[0] == address
    await go(friend, "/join", name="Ben")
    assert "Waiting for the start" in friend.page.words


@pytest.mark.parametrize(
    "slip",
    [
        {"7": "l", "D": "o", "2": "z", "5": "S", "8": "b", "6": "g", "V": "u"},
        {"7": "1", "D": "0", "2": "Z", "5": "s", "8": "B", "6": "G"},
        {digit: chr(0x660 + int(digit)) for digit in "23456789"},
        {sign: chr(ord(sign) + 0xFEE0) for sign in "23456789CDFHJKMNPRTVWX"},
        {" ": "\u200e \u00a0"},
    ],
    ids=["look-alikes", "more look-alikes", "Arabic digits", "wide letters", "odd spaces"],
)
async def test_a_code_is_read_as_it_was_meant(reader: Reader, friend: Reader, slip: dict[str, str]) -> None:
    address = await opened(reader, private="yes")
    await friend.visit("/")
    await go(friend, "/code", code="".join(slip.get(sign, sign) for sign in code_on(reader)))
    assert friend.address.partition("?")[0] == address


@pytest.mark.parametrize("code", ["", "BCDFGH", "OOOOOO", "x" * 500, "<b>", "\u0660\u0661\u0662\u0663\u0664\u0665"])
async def test_a_code_without_a_room_is_told_in_words(friend: Reader, code: str) -> None:
    await friend.visit("/")
    await go(friend, "/code", code=code)
    assert friend.address == "/"
    assert "No waiting room has this code" in friend.page.words


async def test_guessing_at_codes_is_stopped(friend: Reader) -> None:
    await friend.visit("/")
    for _ in range(limits.CODES_BY_ADDRESS.times):
        await go(friend, "/code", code="BCDFGH")
    await go(friend, "/code", code="BCDFGH")
    assert friend.status == 429


async def tried(db: Database, hosts: list[str]) -> int:
    """How many guesses at codes are looked up, where each comes from one of these hosts."""
    found = 0
    async with db.connection() as c:
        for host in hosts:
            try:
                scope = cast("Any", {"type": "http", "client": (host, 1), "headers": []})
                await limits.spend_code(c, ASGIConnection(scope), now=0)
                found += 1
            except TooMany:
                pass
    return found


async def test_of_ten_thousand_guesses_from_one_address_few_are_looked_up(db: Database) -> None:
    assert await tried(db, ["203.0.113.9"] * 10_000) == limits.CODES_BY_ADDRESS.times


async def test_guesses_from_many_addresses_are_bounded_together(db: Database) -> None:
    most = limits.CODES_BY_ALL.times
    assert await tried(db, [f"10.0.{n // 250}.{n % 250}" for n in range(most + 100)]) == most


async def test_the_link_of_a_room_can_be_scanned_by_whoever_may_see_it(reader: Reader, friend: Reader) -> None:
    address = await opened(reader, private="yes")
    picture = await reader.fragment(f"{address}/invite.svg")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
    assert picture.content.startswith(b"<svg")
    assert "no-store" in picture.headers["cache-control"]
    assert (await friend.client.get(f"{address}/invite.svg")).status_code == 403


async def test_the_creator_sends_a_person_away_who_is_told_so(reader: Reader, friend: Reader) -> None:
    address = await opened(reader)
    await friend.visit(address)
    await go(friend, "/join", name="Ben")
    assert not any(form.action.endswith("/remove") for form in friend.page.forms)
    await reader.visit(address)
    await go(reader, "/remove")
    assert "Ben" not in reader.page.words
    assert 'data-layout="door"' in (await friend.fragment(f"{address}/parts?version=2")).text
    page = await friend.visit(address)
    assert "would like to play with others this time" in page.words
    assert not any(form.action.endswith(("/join", "/leave")) for form in page.forms)
    await friend.post(f"{address}/join", [("_csrf_token", page.forms[0].value("_csrf_token") or "")])
    assert "sent you away" in friend.page.words
    await go(friend, "/find")
    assert friend.status == 200
    assert friend.address != address


async def test_who_was_sent_away_from_a_private_room_is_not_shown_its_link_again(
    reader: Reader, friend: Reader
) -> None:
    address = await opened(reader, private="yes")
    await friend.visit("/")
    await go(friend, "/code", code=code_on(reader))
    await go(friend, "/join", name="Ben")
    await reader.visit(address)
    await go(reader, "/remove")
    page = await friend.visit(address)
    assert (friend.status, "invite" in page.ids) == (200, False)
    assert "would like to play with others this time" in page.words


async def test_somebody_who_sits_elsewhere_is_led_back_there(reader: Reader, friend: Reader) -> None:
    own = await opened(friend)
    page = await friend.visit(await opened(reader))
    assert "You are in a game" in page.words
    assert own in page.links
    assert not any(form.action.endswith("/join") for form in page.forms)


async def test_a_link_leads_on_when_the_room_is_full_playing_over_or_gone(reader: Reader, friend: Reader) -> None:
    address = await opened(reader, private="yes")
    link = next(value for name, value in reader.page.attributes if name == "value" and "?invite=" in value)
    link = link.removeprefix("http://testserver")
    await go(reader, "/bots")
    assert "Every seat is taken." in (await friend.visit(link)).words
    await go(reader, "/start")
    assert "board" in (await friend.visit(link)).ids
    await reader.press((await reader.visit(address)).form(type="surrender"))
    assert "The game is over" in (await friend.visit(link)).words
    gone = await opened(reader)
    await go(reader, "/leave")
    page = await friend.visit(gone)
    assert friend.status == 404
    assert "The room may have been closed" in page.words
    assert "/" in page.links
