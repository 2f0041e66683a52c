"""Events as they happen, over a real connection: complete, in order, resumable, and ended by the end of the game."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from litestar import Litestar
from msgspec import Struct

from app.store.db import Database
from app.web.api import streams
from app.web.limits import Streams
from tests.web.api.script import Json, Script, begin, refused


class Message(Struct):
    """One message of a stream; a comment is one with nothing in it."""

    id: str | None = None
    event: str = "message"
    data: str = ""
    retry: str | None = None


class Listener:
    """Reads one stream message by message."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._lines = response.aiter_lines()

    async def next(self) -> Message | None:
        """The next message; None at the end of the stream."""
        message = Message()
        async for line in self._lines:
            if not line:
                return message
            field, _, value = line.partition(":")
            if field:
                setattr(message, field, value.removeprefix(" "))
        return None

    async def event(self) -> Json:
        """The next event of the game."""
        while message := await self.next():
            if message.event == "message" and message.data:
                found: Json = json.loads(message.data)
                assert message.id == str(found["n"])
                return found
        raise AssertionError("the stream ended")

    async def named(self, name: str) -> Json:
        """The next message of that type."""
        while message := await self.next():
            if message.event == name:
                assert message.id is None
                found: Json = json.loads(message.data)
                return found
        raise AssertionError("the stream ended")


@asynccontextmanager
async def listening(script: Script, game_id: str, last: int | None = None, after: int = 0) -> AsyncIterator[Listener]:
    headers = {"Authorization": f"Bearer {script.token}"} | ({} if last is None else {"Last-Event-ID": str(last)})
    path = f"/api/v1/games/{game_id}/stream"
    async with script.client.stream("GET", path, params={"after": after} if after else {}, headers=headers) as response:
        assert response.status_code == 200
        yield Listener(response)


@pytest.fixture
async def pair(server: httpx.AsyncClient) -> tuple[Script, Script]:
    """Two guests of the real server."""
    return await Script.enter(server, "Ada"), await Script.enter(server, "Eve")


async def move(view: Json, pair: tuple[Script, Script]) -> Json:
    """Something the actor can do."""
    mover = pair[view["actor"]]
    legal = [entry["type"] for entry in (await mover.view(view["id"]))["you"]["legal"]]
    action = next(kind for kind in ("roll", "decline", "pass", "skip_bet", "pay", "bankrupt") if kind in legal)
    answer = await mover.act(view["id"], {"type": action})
    assert answer.status_code == 200, answer.text
    made: Json = answer.json()
    return made


async def test_a_stream_says_what_it_is(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    async with listening(pair[0], view["id"]) as listener:
        headers = listener.response.headers
        assert headers["content-type"].startswith("text/event-stream")
        assert headers["cache-control"] == "no-store, no-transform"
        assert "content-encoding" not in headers
        first = await listener.next()
        assert first is not None
        assert first.retry == "1000"


async def test_a_stream_carries_what_the_actions_answered(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    async with listening(pair[1], view["id"]) as listener:
        assert [(await listener.event())["type"] for _ in range(2)] == ["game_started", "turn_started"]
        for _ in range(5):
            made = await move(view, pair)
            assert [await listener.event() for _ in made["events"]] == made["events"]
            view = made["view"]


async def test_a_stream_resumes_without_a_gap(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    made = await move(view, pair)
    async with listening(pair[0], view["id"], last=1) as listener:
        assert (await listener.event())["n"] == 2
        assert [await listener.event() for _ in made["events"]] == made["events"]
    while_away = await move(made["view"], pair)
    async with listening(pair[0], view["id"], last=made["events"][-1]["n"]) as listener:
        assert [await listener.event() for _ in while_away["events"]] == while_away["events"]
        later = await move(while_away["view"], pair)
        assert [await listener.event() for _ in later["events"]] == later["events"]


async def test_where_to_begin_can_stand_in_the_address(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    async with listening(pair[0], view["id"], after=1) as listener:
        assert (await listener.event())["n"] == 2


async def test_a_number_from_beyond_the_log_does_not_keep_what_is_new(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    async with listening(pair[1], view["id"], last=2**31 - 1) as listener:
        made = await move(view, pair)
        assert await listener.event() == made["events"][0]


async def test_a_stream_ends_after_the_end_of_the_game(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    async with listening(pair[0], view["id"]) as listener:
        await pair[1].act(view["id"], {"type": "surrender"})
        kinds = []
        while message := await listener.next():
            if message.data:
                kinds.append(json.loads(message.data)["type"])
        assert kinds[-1] == "game_over"
    async with listening(pair[0], view["id"], last=len(kinds)) as listener:
        assert [await listener.next(), await listener.next()] == [Message(retry="1000"), None]


async def test_a_waiting_room_tells_of_its_changes(pair: tuple[Script, Script]) -> None:
    ada, eve = pair
    room = await ada.room()
    async with listening(ada, room["id"]) as listener:
        joined = (await eve.post(f"/games/{room['id']}/join")).json()
        assert await listener.named("room") == {"version": joined["version"]}
        await ada.post(f"/games/{room['id']}/start")
        assert (await listener.event())["type"] == "game_started"


async def test_a_closed_room_ends_its_streams(pair: tuple[Script, Script]) -> None:
    ada, eve = pair
    room = await ada.room()
    async with listening(eve, room["id"]) as listener:
        assert await listener.next() == Message(retry="1000")
        await ada.post(f"/games/{room['id']}/leave")
        assert await listener.next() is None


async def test_silence_is_broken_by_comments(pair: tuple[Script, Script], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PATIENCE_SECONDS", 0.05)
    view = await begin(*pair)
    async with listening(pair[0], view["id"], last=2) as listener:
        await listener.next()
        assert [await listener.next() for _ in range(3)] == [Message()] * 3


async def test_a_lost_notification_costs_a_moment_and_no_event(
    pair: tuple[Script, Script], db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PATIENCE_SECONDS", 0.05)
    view = await begin(*pair)
    async with listening(pair[0], view["id"], last=2) as listener:
        await listener.next()
        event = json.dumps([{"n": 3, "version": view["version"] + 1, "at": "-", "type": "rolled"}])
        async with db.connection() as c:
            await c.execute("UPDATE games SET version = version + 1 WHERE id = $1", view["id"])
            await c.execute(
                "INSERT INTO moves (game_id, version, first_event, event_count, steps, events)"
                " VALUES ($1, $2, 3, 1, '[]', $3)",
                view["id"],
                view["version"] + 1,
                event,
            )
        assert (await listener.event())["n"] == 3


async def test_many_streams_of_one_game_all_get_everything(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    ready = asyncio.Semaphore(0)
    told = asyncio.Event()

    async def hear() -> list[Json]:
        async with listening(pair[0], view["id"], last=2) as listener:
            await listener.next()
            ready.release()
            await told.wait()
            return [await listener.event() for _ in made["events"]]

    heard = [asyncio.create_task(hear()) for _ in range(20)]
    for _ in heard:
        await ready.acquire()
    made = await move(view, pair)
    told.set()
    assert await asyncio.gather(*heard) == [made["events"]] * 20


async def test_one_caller_holds_so_many_streams_and_no_more(
    served: Litestar, server: httpx.AsyncClient, pair: tuple[Script, Script]
) -> None:
    served.state.streams = Streams(for_caller=1, for_address=2)
    view = await begin(*pair)
    path = f"/games/{view['id']}/stream"
    async with listening(pair[0], view["id"]) as first:
        await first.next()
        refused(await pair[0].get(path), 429, "too_many_requests")
        async with listening(pair[1], view["id"]) as second:
            await second.next()
            answer = await server.get(f"/api/v1{path}")
            refused(answer, 429, "too_many_requests")
            assert answer.headers["retry-after"] == "5"
    async with listening(pair[0], view["id"]) as again:
        assert await again.next() == Message(retry="1000")


async def test_wrong_places_are_malformed(pair: tuple[Script, Script]) -> None:
    view = await begin(*pair)
    refused(await pair[0].get(f"/games/{view['id']}/stream", params={"after": -1}), 400, "malformed")
