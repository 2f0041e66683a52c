"""Real pages of a running server, and a guest with a waiting room and a game against bots to look at them with."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import httpx
from msgspec import Struct

from infra.bench import servers

_MODE: Final = "classic"


class Visits(Struct, frozen=True):
    """Addresses by the page's name, and the cookie of whoever may see each."""

    origin: str
    pages: dict[str, tuple[str, str]]


@contextmanager
def visits() -> Iterator[Visits]:
    """A server with the three pages that people see most."""
    with servers.postgres() as dsn, servers.opolyx(dsn) as server:
        origin = f"http://127.0.0.1:{server.port}"
        room, room_cookie = _opened(origin, "/rooms", {"mode": _MODE, "seats": "4", "bots": "1", "name": "Ada"})
        table, table_cookie = _opened(origin, "/play", {"name": "Ben"})
        yield Visits(origin, {"home": ("/", ""), "room": (room, room_cookie), "table": (table, table_cookie)})


def _opened(origin: str, path: str, form: dict[str, str]) -> tuple[str, str]:
    """Where a form led, and the cookies it left."""
    with httpx.Client(base_url=origin) as client:
        client.get("/")
        token = next(value for name, value in client.cookies.items() if "csrf" in name)
        answer = client.post(path, data={**form, "_csrf_token": token})
        assert answer.status_code == 303, answer.text
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        return answer.headers["location"], cookies
