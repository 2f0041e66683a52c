"""Moves whose bodies never come: a script that is slow, or means harm, keeps nobody else waiting."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.types import Message

from app.settings import Settings
from tests.web.api.script import Script

_POOL = 2


@pytest.fixture
def settings(database_url: str) -> Settings:
    """A server with few connections to its database."""
    return Settings(
        database_url=database_url, pool_size=_POOL, sweep_in_process=False, outage_seconds=0, bot_pause_ms=0
    )


async def test_moves_whose_bodies_never_come_hold_no_connection_to_the_database(server: httpx.AsyncClient) -> None:
    slow = await Script.enter(server, "Slow")
    room = await slow.room()
    head = (
        f"POST /api/v1/games/{room['id']}/actions HTTP/1.1\r\nHost: {server.base_url.host}\r\n"
        f"Authorization: Bearer {slow.token}\r\nContent-Length: 50\r\nExpect: 100-continue\r\n\r\n"
    )
    async with AsyncExitStack() as opened:
        for _ in range(_POOL + 1):
            reader, writer = await asyncio.open_connection(server.base_url.host, server.base_url.port)
            opened.callback(writer.close)
            writer.write(head.encode())
            # The server says "100 Continue" when its handler asks for the body, so from here on it is waited for.
            assert b"100" in await reader.readline()
        assert (await server.get("/api/v1/games")).status_code == 200


async def test_a_sender_who_hangs_up_is_no_fault_of_ours(app: Litestar) -> None:
    told: list[Message] = []

    async def hung_up() -> Any:
        return {"type": "http.disconnect"}

    async def tell(message: Message) -> None:
        told.append(message)

    path = "/api/v1/games/any/actions"
    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [],
        "client": ("127.0.0.1", 1),
    }
    await app(scope, hung_up, tell)
    assert [message["status"] for message in told if message["type"] == "http.response.start"] == [400]
