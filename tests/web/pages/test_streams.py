"""News for pages through a real server: what changed, once, resumed at the version shown."""

import asyncio

import httpx
import pytest

from app.web.pages import streams
from app.web.pages.streams import message
from tests.web.pages.reader import Page, Reader


async def first_messages(client: httpx.AsyncClient, reader: Reader, path: str, *, count: int) -> list[dict[str, str]]:
    """The first messages of a stream, without beats."""
    found: list[dict[str, str]] = []
    one: dict[str, str] = {}
    client.cookies = reader.cookies
    async with client.stream("GET", path) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in answer.headers
        async for line in answer.aiter_lines():
            name, _, value = line.partition(":")
            if line:
                one[name] = value.strip()
                continue
            if one.get("event") != "beat" and "data" in one:
                found.append(one)
                if len(found) == count:
                    break
            one = {}
    return found


async def test_a_move_arrives_as_the_parts_that_changed(server: httpx.AsyncClient) -> None:
    reader = Reader(server)
    game_id = await reader.play_now("Ann")
    version = next(value for name, value in reader.page.attributes if name == "data-version")
    form = next(form for form in reader.page.forms if form.value("type") in {"roll", "buy", "bid", "pay", "skip_bet"})
    async with httpx.AsyncClient(base_url=server.base_url, timeout=20) as other:
        waiting = asyncio.create_task(first_messages(other, reader, f"/games/{game_id}/live?after={version}", count=1))
        await asyncio.sleep(0.2)
        await reader.press(form)
        (news,) = await asyncio.wait_for(waiting, 10)
    update = Page(news["data"])
    assert int(news["id"]) > int(version)
    assert update.roots[0][1]["data-version"] == news["id"]
    assert "clock" in update.ids
    assert len([part for part in update.ids if part.startswith("square-")]) < 20


async def test_a_page_that_is_behind_is_brought_up_at_once(server: httpx.AsyncClient) -> None:
    reader = Reader(server)
    game_id = await reader.play_now("Ann")
    async with httpx.AsyncClient(base_url=server.base_url, timeout=20) as other:
        (news,) = await first_messages(other, reader, f"/games/{game_id}/live?after=1", count=1)
    assert "square-39" in Page(news["data"]).ids


async def test_the_stream_of_a_finished_game_ends(server: httpx.AsyncClient) -> None:
    reader = Reader(server)
    await reader.visit("/rooms/new")
    form = reader.page.forms[0]
    await reader.press(form, seats="2", bots="1", name="Ann")
    await reader.press(next(form for form in reader.page.forms if form.action.endswith("/start")))
    game_id = reader.address.removeprefix("/games/")
    await reader.press(reader.page.form(type="surrender"))
    async with httpx.AsyncClient(base_url=server.base_url, timeout=20) as other:
        news, end = await first_messages(other, reader, f"/games/{game_id}/live?after=1", count=2)
    assert "data-over" in news["data"]
    assert end["event"] == "end"


async def test_a_stream_ends_for_a_browser_that_was_signed_out(
    server: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PATIENCE_SECONDS", 0.2)
    reader = Reader(server)
    game_id = await reader.play_now("Ann")
    async with httpx.AsyncClient(base_url=server.base_url, timeout=20, cookies=reader.cookies) as other:
        seen = ""
        async with asyncio.timeout(15), other.stream("GET", f"/games/{game_id}/live?after=99999") as answer:
            lines = answer.aiter_lines()
            for _ in range(12):
                seen += await anext(lines) + "\n"
            assert seen.count("event: beat") > 1, "it goes on for who is signed in"
            await reader.visit("/account")
            token = reader.page.menu[0].value("_csrf_token") or ""
            await reader.post("/account/sessions/end", [("_csrf_token", token)])
            rest = [line async for line in lines]
    assert "event: end" not in rest, "that would say the game is over"


async def test_a_missing_game_has_no_stream(server: httpx.AsyncClient) -> None:
    assert (await server.get("/games/nothing/live")).status_code == 404


def test_no_line_end_can_forge_a_message() -> None:
    text = "<bdi>a\nevent: end\r\n\r\ndata: x\u2028y\x85z</bdi>"
    frame = message(7, text).decode()
    assert frame.startswith("id: 7\ndata: <bdi>a event: end")
    assert frame.count("\n") == 3
    assert "\r" not in frame
