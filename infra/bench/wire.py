"""A client that costs next to nothing: HTTP/1.1 with keep-alive over one connection, just as much as our server speaks.

It shares the machine with what it measures, so every microsecond it takes is one the server does not get.
"""

import asyncio
import re
import time
from typing import Final, cast

_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_END: Final = b"\r\n\r\n"
_VERSION: Final = re.compile(rb'"version":(\d+)')
_LONGEST_SPLIT: Final = 32


class Lost(Exception):
    """The server closed the connection, or answered in a way this client does not read."""


class Wire(asyncio.Protocol):
    """One connection; one request at a time."""

    def __init__(self, head: bytes) -> None:
        self._head = head
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    @classmethod
    async def open(cls, port: int, token: str = "") -> "Wire":
        """A connection to a server of ours; every request on it carries the token."""
        wire = cls(head_of(token))
        await asyncio.get_running_loop().create_connection(lambda: wire, "127.0.0.1", port)
        return wire

    async def post(self, path: bytes, body: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(
            b"POST %b HTTP/1.1\r\n%bContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
            % (path, self._head, len(body), body)
        )
        return await self._answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's own kind is no subclass

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(_END)
        if end < 0:
            return
        found = _LENGTH.search(self._buffer, 0, end)
        if found is None:
            self._settle(Lost(bytes(self._buffer[:end])))
            return
        begin = end + len(_END)
        if len(self._buffer) >= begin + int(found[1]):
            status, body = int(self._buffer[9:12]), bytes(self._buffer[begin:])
            self._buffer.clear()
            if self._answer is not None and not self._answer.done():
                self._answer.set_result((status, body))

    def connection_lost(self, exc: Exception | None) -> None:
        self._settle(exc or Lost("the connection was closed"))

    def _settle(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)


class Ear(asyncio.Protocol):
    """One open stream, which only notes when it first heard of each version."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heard: dict[int, float] = {}

    @classmethod
    async def open(cls, port: int, path: str, token: str) -> "Ear":
        """The stream, once its answer has begun. Raises Lost if that is a refusal."""
        ear = cls(f"GET {path} HTTP/1.1\r\n".encode() + head_of(token) + b"\r\n")
        await asyncio.get_running_loop().create_connection(lambda: ear, "127.0.0.1", port)
        await ear._open
        return ear

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()  # the loop's own clock counts whole milliseconds
        if not self._open.done():
            self._begin(data)
        for found in _VERSION.finditer(self._rest + data):
            self.heard.setdefault(int(found[1]), now)
        self._rest = data[-_LONGEST_SPLIT:]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(exc or Lost("the stream was closed"))

    def _begin(self, data: bytes) -> None:
        if data.startswith(b"HTTP/1.1 200"):
            self._open.set_result(None)
        else:
            self._open.set_exception(Lost(data[:400]))


def head_of(token: str) -> bytes:
    """The header lines that every request carries."""
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    return f"Host: 127.0.0.1\r\n{authorization}".encode()
