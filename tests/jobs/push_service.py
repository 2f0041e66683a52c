"""A push service on this machine, and a device that can read what was sealed for it."""

import base64
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece  # type: ignore[import-untyped]  # the package does not annotate it
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

from app.store.devices import Device


class Arrived(Struct):
    """One message as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Takes messages; `answers` are the statuses and headers it gives, in order, and then 201 for ever."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.arrived: list[Arrived] = []
        self.answers: list[tuple[int, dict[str, str]]] = []


class Phone:
    """A device with a browser that has switched messages on."""

    def __init__(self, service: PushService, *, name: str = "phone", language: str = "en") -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self.device = Device(
            endpoint=f"{service.url}/send/{name}",
            key=self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint),
            auth=os.urandom(16),
            language=language,
        )

    @property
    def subscription(self) -> dict[str, str]:
        """What its browser tells the page."""
        return {"endpoint": self.device.endpoint, "p256dh": text(self.device.key), "auth": text(self.device.auth)}

    def read(self, arrived: Arrived) -> dict[str, Any]:
        """What only this device can read."""
        return msgspec.json.decode(self.read_text(arrived), type=dict[str, Any])

    def read_text(self, arrived: Arrived) -> str:
        """The same as its browser hands it to the worker."""
        opened: bytes = http_ece.decrypt(arrived.body, private_key=self._private, auth_secret=self.device.auth)
        return opened.decode()


def text(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@contextmanager
def serving() -> Iterator[PushService]:
    """The service, for as long as it is needed."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.arrived.append(Arrived(self.path, headers, body))
            status, told = service.answers.pop(0) if service.answers else (201, {})
            self.send_response(status)
            for name, value in {"Content-Length": "0", **told}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield service
    server.shutdown()
    server.server_close()
    thread.join()
