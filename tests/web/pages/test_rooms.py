"""Rooms through the real application: opened, shared, joined, filled, started, left, and opened again."""

import httpx
import pytest

from tests.web.pages.reader import Page, Reader


@pytest.fixture
def friend(client: httpx.AsyncClient) -> Reader:
    """Somebody else at another browser."""
    return Reader(client)


def form_to(page: Page, end: str) -> int:
    """Which form of a page leads there."""
    return next(index for index, form in enumerate(page.forms) if form.action.endswith(end))


async def go(reader: Reader, end: str, **typed: str) -> Page:
    """Presses the form of the page in view that leads there."""
    page = reader.page
    return await reader.press(page.forms[form_to(page, end)], **typed)


async def opened(reader: Reader, **wish: str) -> str:
    """A room of the reader's; its address."""
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", seats="2", bots="0", name="Ann", **wish)
    assert reader.status == 200
    return reader.address


async def test_a_room_is_shared_joined_and_started(reader: Reader, friend: Reader) -> None:
    address = await opened(reader)
    assert f"http://testserver{address}" in [value for name, value in reader.page.attributes if name == "value"]
    home = await friend.visit("/")
    assert address in home.links
    await friend.visit(address)
    await go(friend, "/join", name="Ben")
    assert "Waiting for the start" in friend.page.words
    await reader.visit(address)
    assert "Ben" in reader.page.words
    await go(reader, "/start")
    assert "board" in reader.page.ids
    assert "board" in (await friend.visit(address)).ids


async def test_a_private_room_opens_only_with_its_link(reader: Reader, friend: Reader) -> None:
    address = await opened(reader, private="yes")
    link = next(value for name, value in reader.page.attributes if name == "value" and "?invite=" in value)
    assert address not in (await friend.visit("/")).links
    await friend.visit(address)
    assert friend.status == 403
    await friend.visit(link.removeprefix("http://testserver"))
    assert friend.status == 200
    await go(friend, "/join", name="Ben")
    assert friend.status == 200
    assert "Waiting for the start" in friend.page.words


async def test_bots_come_and_go(reader: Reader) -> None:
    await opened(reader)
    await go(reader, "/bots")
    assert any(form.action.endswith("/start") for form in reader.page.forms)
    await go(reader, "/bots/remove")
    assert not any(form.action.endswith("/start") for form in reader.page.forms)


async def test_the_room_of_the_last_person_to_leave_is_gone(reader: Reader) -> None:
    address = await opened(reader)
    await go(reader, "/leave")
    assert reader.address == "/"
    await reader.visit(address)
    assert reader.status == 404


async def test_a_second_room_leads_back_to_the_first(reader: Reader) -> None:
    address = await opened(reader)
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", seats="2", bots="0")
    assert reader.address == address
    assert "already sit" in reader.page.words


@pytest.mark.parametrize(
    "wish",
    [{"mode": "chess"}, {"seats": "9"}, {"seats": ""}, {"bots": "2", "seats": "2"}, {"mode": "team", "seats": "5"}],
)
async def test_a_room_that_cannot_be_is_refused_in_words(reader: Reader, wish: dict[str, str]) -> None:
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", **{"seats": "4", "bots": "0", "mode": "classic", **wish})
    assert reader.address == "/rooms/new"
    assert "role" in dict(reader.page.attributes)
    assert "That choice is not possible." in reader.page.words or "did not understand" in reader.page.words


@pytest.mark.parametrize("name", ["x" * 25, "a\u202eb", "\u200b"])
async def test_a_name_that_is_no_plain_text_is_refused_in_words(reader: Reader, name: str) -> None:
    home = await reader.visit("/")
    await reader.press(home.forms[form_to(home, "/play")], name=name)
    assert reader.address == "/"
    assert "Please choose a name" in reader.page.words


async def test_a_full_room_says_so(reader: Reader, friend: Reader) -> None:
    address = await opened(reader)
    await friend.visit(address)
    join = friend.page.forms[form_to(friend.page, "/join")]
    await go(reader, "/bots")
    await friend.press(join, name="Ben")
    assert "Every seat is taken." in friend.page.words


async def test_only_the_creator_may_fill_and_start(reader: Reader, friend: Reader) -> None:
    address = await opened(reader)
    await friend.visit(address)
    await go(friend, "/join", name="Ben")
    token = friend.page.forms[0].value("_csrf_token") or ""
    await friend.post(f"{address}/start", [("_csrf_token", token)])
    assert friend.status == 403


async def test_a_new_name_is_kept(reader: Reader) -> None:
    await opened(reader)
    await go(reader, "/leave")
    await go(reader, "/name", name="Zoë")
    assert "Zoë" in [value for name, value in reader.page.attributes if name == "value"]


async def test_a_game_is_played_again_with_the_same_bots(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    page = await reader.visit(f"/games/{game_id}")
    await reader.press(page.form(type="surrender"))
    token = (await reader.visit("/")).forms[0].value("_csrf_token") or ""
    await reader.post(f"/games/{game_id}/again", [("_csrf_token", token)])
    assert reader.status == 200
    assert reader.address.startswith("/games/")
    assert reader.address != f"/games/{game_id}"
    assert "board" in reader.page.ids
