"""Looking on at a game that runs: open to anybody where it is public, live, read-only, and nothing private shown."""

import asyncio

import httpx
import pytest

from app.web.pages import scene
from tests.web.pages.reader import Page, Reader
from tests.web.pages.scenes import CASES, look
from tests.web.pages.test_streams import first_messages


@pytest.fixture
def onlooker(client: httpx.AsyncClient) -> Reader:
    """Somebody without a seat."""
    return Reader(client)


async def test_running_public_games_are_on_the_start_page_of_others(reader: Reader, onlooker: Reader) -> None:
    game_id = await reader.play_now("Ann")
    home = await onlooker.visit("/")
    assert f"/games/{game_id}" in home.links
    assert "Ann and 3 others" in " ".join(home.words.split())
    assert "Games to watch" not in (await reader.visit("/")).words


async def test_a_finished_game_is_no_longer_on_the_start_page(reader: Reader, onlooker: Reader) -> None:
    game_id = await reader.play_now("Ann")
    page = await reader.visit(f"/games/{game_id}")
    await reader.press(page.form(type="surrender"))
    await reader.visit(f"/games/{game_id}")
    assert f"/games/{game_id}" not in (await onlooker.visit("/")).links


async def test_a_private_game_is_neither_listed_nor_shown(reader: Reader, onlooker: Reader) -> None:
    await reader.visit("/rooms/new")
    form = next(form for form in reader.page.forms if form.action == "/rooms")
    await reader.press(form, seats="2", bots="1", name="Ann", private="yes")
    await reader.press(next(form for form in reader.page.forms if form.action.endswith("/start")))
    address = reader.address
    assert address not in (await onlooker.visit("/")).links
    for path in ("", "/live", "/parts"):
        await onlooker.visit(f"{address}{path}")
        assert onlooker.status == 403
        assert "Not allowed" in onlooker.page.words


@pytest.mark.parametrize("name", CASES)
def test_an_onlooker_is_told_so_and_can_do_nothing_in_every_phase(name: str) -> None:
    seen = look(CASES[name], viewer=None)
    page = Page(scene.page(seen, ""))
    assert page.forms == []
    over = name.startswith("over")
    assert ("You are watching." in page.words) is not over
    seated = Page(scene.page(look(CASES[name], viewer=0), ""))
    assert "You are watching." not in seated.words


async def test_moves_arrive_at_an_onlooker_without_orders(server: httpx.AsyncClient) -> None:
    player = Reader(server)
    game_id = await player.play_now("Ann")
    version = next(value for name, value in player.page.attributes if name == "data-version")
    form = next(form for form in player.page.forms if form.value("type") in {"roll", "buy", "bid", "pay", "skip_bet"})
    async with httpx.AsyncClient(base_url=server.base_url, timeout=20) as other:
        stranger = Reader(other)
        path = f"/games/{game_id}/live?after={version}"
        waiting = asyncio.create_task(first_messages(other, stranger, path, count=1))
        await asyncio.sleep(0.2)
        await player.press(form)
        (news,) = await asyncio.wait_for(waiting, 10)
    update = Page(news["data"])
    assert int(news["id"]) > int(version)
    assert update.forms == []
