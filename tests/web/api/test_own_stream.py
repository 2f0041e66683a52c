"""A person's own events across games, over a real connection."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from litestar import Litestar

from app.web.limits import Streams
from tests.web.api.script import Json, Script, begin, refused
from tests.web.api.test_streams import Listener, Message


@asynccontextmanager
async def listening(script: Script, last: str = "") -> AsyncIterator[Listener]:
    headers = {"Authorization": f"Bearer {script.token}"} | ({"Last-Event-ID": last} if last else {})
    async with script.client.stream("GET", "/api/v1/stream", headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Listener(response)


async def told(listener: Listener) -> tuple[Message, Json]:
    """The next message that says something."""
    while message := await listener.next():
        if message.data:
            return message, message_data(message)
    raise AssertionError("the stream ended")


def message_data(message: Message) -> Json:
    found: Json = httpx.Response(200, text=message.data).json()
    return found


@pytest.fixture
async def pair(server: httpx.AsyncClient) -> tuple[Script, Script]:
    """Two guests of the real server."""
    return await Script.enter(server, "Ada"), await Script.enter(server, "Eve")


async def test_a_game_is_told_from_its_start_to_its_end(pair: tuple[Script, Script]) -> None:
    room = await pair[0].room()
    async with listening(pair[1]) as listener:
        await pair[1].post(f"/games/{room['id']}/join", {})
        view = (await pair[0].post(f"/games/{room['id']}/start")).json()
        _, started = await told(listener)
        assert (started["type"], started["game"], started["n"]) == ("game_started", room["id"], 1)
        mover, other = pair if view["actor"] == 0 else pair[::-1]
        if mover is pair[1]:
            _, turn = await told(listener)
            assert (turn["type"], turn["game"], turn["phase"]) == ("your_turn", room["id"], "turn")
            assert turn["deadline"] == view["deadline"]
        await other.act(room["id"], {"type": "surrender"})
        message, over = await told(listener)
        assert (over["type"], over["game"], over["reason"]) == ("game_over", room["id"], "last_standing")
        assert message.id == f"{room['id']}.{over['n']}"


async def test_an_offer_is_told_to_whom_it_is_made(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    mover, other = pair if view["actor"] == 0 else pair[::-1]
    async with listening(mover) as own, listening(other) as listener:
        _, turn = await told(own)
        assert turn["type"] == "your_turn"
        offer = {"type": "propose_trade", "to": 1 - view["actor"], "give": {"cash": 10}, "get": {"cash": 10}}
        assert (await mover.act(view["id"], offer)).status_code == 200
        _, offered = await told(listener)
        assert (offered["type"], offered["from"], offered["give"]["cash"]) == ("trade_offered", view["actor"], 10)
        await mover.act(view["id"], {"type": "surrender"})
        assert [(await told(one))[1]["type"] for one in (own, listener)] == ["game_over", "game_over"]


async def test_who_comes_back_misses_nothing_of_a_game(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    mover, other = pair if view["actor"] == 0 else pair[::-1]
    await mover.act(view["id"], {"type": "surrender"})
    async with listening(other, f"{view['id']}.1") as listener:
        message, over = await told(listener)
        assert (over["type"], message.id) == ("game_over", f"{view['id']}.{over['n']}")


async def test_nobody_hears_of_a_game_they_do_not_sit_in(
    server: httpx.AsyncClient, pair: tuple[Script, Script]
) -> None:
    view = await begin(*pair, private=True)
    mallory = await Script.enter(server, "Mallory")
    async with listening(mallory, f"{view['id']}.0") as listener:
        own = await mallory.room(bots=["Ada"])
        await mallory.post(f"/games/{own['id']}/start")
        _, started = await told(listener)
        assert (started["type"], started["game"]) == ("game_started", own["id"])


@pytest.mark.parametrize("last", ["x", "7", ".", "a.b", "nobody.99999999999", "\u0000.1"])
async def test_a_strange_last_id_is_no_harm(pair: tuple[Script, Script], last: str) -> None:
    view = await begin(*pair)
    mover = pair[view["actor"]]
    async with listening(mover, last.replace("\u0000", "%00")) as listener:
        assert (await told(listener))[1]["type"] == "your_turn"


async def test_own_streams_count_like_others(served: Litestar, pair: tuple[Script, Script]) -> None:
    served.state.streams = Streams(for_caller=1, for_address=9)
    async with listening(pair[0]) as listener:
        await listener.next()
        refused(await pair[0].get("/stream"), 429, "too_many_requests")
        refused(await pair[0].client.get("/api/v1/stream"), 401, "unauthorized")
