"""What only a real server shows: bodies in pieces, and a HEAD on the wire."""

from collections.abc import AsyncIterator

import httpx

from tests.web.api.script import refused


async def pieces(count: int) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield b" " * 10_000


async def test_a_huge_body_in_pieces_is_too_large(server: httpx.AsyncClient) -> None:
    refused(await server.post("/api/v1/players", content=pieces(100)), 413, "too_large")


async def test_a_head_on_the_wire_leaves_the_connection_usable(server: httpx.AsyncClient) -> None:
    for _ in range(3):
        answer = await server.head("/api/v1/board")
        assert (answer.status_code, answer.content) == (200, b"")
        assert (await server.get("/healthz")).json() == {"status": "ok"}
