"""A script with a token, as somebody outside would write it."""

from typing import Any

import httpx

Json = dict[str, Any]


class Script:
    """One person's requests; every call gives the response as it came."""

    def __init__(self, client: httpx.AsyncClient, token: str, player: Json) -> None:
        self.client = client
        self.token = token
        self.player = player

    @classmethod
    async def enter(cls, client: httpx.AsyncClient, name: str) -> "Script":
        """Becomes a guest."""
        answer = await client.post("/api/v1/players", json={"name": name})
        assert answer.status_code == 201, answer.text
        return cls(client, answer.json()["token"], answer.json()["player"])

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self._send("GET", path, **options)

    async def post(self, path: str, body: object = None, **options: Any) -> httpx.Response:
        return await self._send("POST", path, json=body, **options)

    async def patch(self, path: str, body: object) -> httpx.Response:
        return await self._send("PATCH", path, json=body)

    async def put(self, path: str) -> httpx.Response:
        return await self._send("PUT", path)

    async def delete(self, path: str) -> httpx.Response:
        return await self._send("DELETE", path)

    async def act(self, game_id: str, action: Json, *, key: str | None = None) -> httpx.Response:
        """Makes a move, with an idempotency key where there is one."""
        headers = {} if key is None else {"Idempotency-Key": key}
        return await self.post(f"/games/{game_id}/actions", action, headers=headers)

    async def room(self, **wish: Any) -> Json:
        """A room of one's own; two seats of the classic game where nothing else is said."""
        answer = await self.post("/games", {"mode": "classic", "seats": 2, "bot_pause_ms": 0, **wish})
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    async def view(self, game_id: str) -> Json:
        answer = await self.get(f"/games/{game_id}")
        assert answer.status_code == 200, answer.text
        seen: Json = answer.json()
        return seen

    async def _send(self, method: str, path: str, **options: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}", **options.pop("headers", {})}
        return await self.client.request(method, f"/api/v1{path}", headers=headers, **options)


async def begin(first: Script, second: Script, **wish: Any) -> Json:
    """A game of two people that has just begun, as the first one sees it."""
    room = await first.room(**wish)
    joined = await second.post(f"/games/{room['id']}/join", {"invite": room.get("invite")})
    assert joined.status_code == 200, joined.text
    started = await first.post(f"/games/{room['id']}/start")
    assert started.status_code == 200, started.text
    view: Json = started.json()
    return view


def refused(answer: httpx.Response, status: int, code: str) -> Json:
    """The problem, after a look at its form."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), answer.text
    problem: Json = answer.json()
    assert (problem["status"], problem["code"]) == (status, code), problem
    assert problem["title"]
    assert problem["detail"]
    return problem
