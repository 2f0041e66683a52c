"""Pages of a running server, each with the cookies of whoever it is for, and a finished game among them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import httpx

from infra.bench.visits import Visits, visits

_PUBLIC: Final = {
    "new room": "/rooms/new",
    "fairness": "/fairness",
    "guide": "/guide",
    "guide jail": "/guide/jail",
    "guide trades": "/guide/trades",
    "settings": "/settings",
    "for scripts": "/api",
    "not found": "/nothing",
}
_MOST_STEPS: Final = 60


@contextmanager
def places() -> Iterator[Visits]:
    """The server's pages by name; those it does not have are left out."""
    with visits() as found, httpx.Client(base_url=found.origin) as client:
        over, cookies = _finished(client)
        pages = {
            **found.pages,
            **{name: (path, "") for name, path in _PUBLIC.items()},
            "over": (over, cookies),
            "summary": (f"{over}/summary", cookies),
            "replay": (f"{over}/replay", cookies),
            "proof": (f"{over}/fairness", cookies),
        }
        yield Visits(found.origin, pages)


def _finished(client: httpx.Client) -> tuple[str, str]:
    """A game of bots that a person gave up, played to its end."""
    me = client.post("/api/v1/players", json={"name": "Ada"}).json()
    headers = {"Authorization": f"Bearer {me['token']}"}
    wish = {"mode": "blitz", "seats": 3, "bots": ["Ivo", "Kai"], "bot_pause_ms": 0}
    made = client.post("/api/v1/games", json=wish, headers=headers)
    assert made.status_code == 201, made.text
    address = f"/api/v1/games/{made.json()['id']}"
    client.post(f"{address}/start", headers=headers)
    for _ in range(_MOST_STEPS):
        view = client.get(address, headers=headers).json()
        if view["status"] == "over":
            break
        wanted = next((one for one in view["you"]["legal"] if one["type"] in {"roll", "buy", "pass", "pay"}), None)
        client.post(f"{address}/actions", json=wanted or {"type": "surrender"}, headers=headers)
    client.post(f"{address}/actions", json={"type": "surrender"}, headers=headers)
    return f"/games/{made.json()['id']}", f"opolyx_session={me['token']}"
