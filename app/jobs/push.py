"""Sends one message to one device through its push service (RFC 8030), sealed so that only the device can read it.

It knows nothing of games. Endpoints and keys never reach a log or an error that might.
"""

import asyncio
import base64
import importlib
from enum import Enum, auto
from functools import cache
from typing import Any, Final

import httpx
from msgspec import Struct

from app.people.vapid import Vapid
from app.store.devices import Device

TIMEOUT_SECONDS: Final = 5.0
_LONGEST_PAUSE: Final = 3600


class Fate(Enum):
    """What became of a message."""

    SENT = auto()
    GONE = auto()
    """The device does not exist any more, or wants to hear nothing."""
    BUSY = auto()
    """The service could not be reached, or asks for patience."""
    REFUSED = auto()
    """The service will not take it, however often it is asked."""


class Answer(Struct, frozen=True):
    """What a push service said. `status` 0: nothing; `pause_seconds`: what it asks us to wait."""

    fate: Fate
    status: int = 0
    pause_seconds: int = 0


class Note(Struct, frozen=True):
    """What to send: JSON for our service worker, how long it is of use, and what an unread older one is replaced by."""

    content: bytes
    seconds: int
    topic: str
    urgent: bool


class Push:
    """The way to all push services; it connects when something is sent."""

    def __init__(self) -> None:
        self._client: httpx.AsyncClient | None = None

    async def send(self, vapid: Vapid, device: Device, note: Note) -> Answer:
        """Tries once."""
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=TIMEOUT_SECONDS)
        headers = {
            **vapid.headers(device.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(note.seconds),
            "Topic": note.topic,
            "Urgency": "high" if note.urgent else "normal",
        }
        try:
            # The answer's body is not read: it could be without end. Redirections are not followed.
            async with (
                asyncio.timeout(TIMEOUT_SECONDS),
                self._client.stream("POST", device.endpoint, content=_sealed(device, note), headers=headers) as answer,
            ):
                return _read(answer)
        except (httpx.HTTPError, TimeoutError, OSError):
            return Answer(Fate.BUSY)
        except httpx.InvalidURL:
            return Answer(Fate.GONE)

    async def close(self) -> None:
        """Ends the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None


def _read(answer: httpx.Response) -> Answer:
    status = answer.status_code
    if answer.is_success:
        return Answer(Fate.SENT, status)
    if status in {404, 410}:
        return Answer(Fate.GONE, status)
    if status == 429 or status >= 500:
        pause = answer.headers.get("retry-after", "")
        seconds = int(pause) if pause.isascii() and pause.isdigit() and len(pause) < 6 else 0
        return Answer(Fate.BUSY, status, min(seconds, _LONGEST_PAUSE))
    return Answer(Fate.REFUSED, status)


def _sealed(device: Device, note: Note) -> bytes:
    keys = {"p256dh": _text(device.key), "auth": _text(device.auth)}
    sealed: bytes = _pusher()({"endpoint": device.endpoint, "keys": keys}).encode(note.content)["body"]
    return sealed


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@cache
def _pusher() -> Any:
    """Found when it is first needed: the package brings two HTTP clients that we do not use and that take half a second
    and 27 MB to load, which a server without a device to tell should not spend.
    """
    return importlib.import_module("pywebpush").WebPusher
