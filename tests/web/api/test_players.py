"""Becoming somebody, and being known by a token."""

import httpx
import pytest

from app.store.db import Database
from tests.web.api.script import Script, refused


async def test_a_name_is_enough(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/v1/players", json={"name": " Ada  Lovelace "})
    assert answer.status_code == 201
    player = answer.json()["player"]
    assert (player["name"], player["level"], player["language"], player["game"]) == ("Ada Lovelace", 1, "en", None)
    assert answer.headers["location"] == f"/api/v1/players/{player['id']}"
    me = await client.get("/api/v1/me", headers={"Authorization": f"Bearer {answer.json()['token']}"})
    assert me.json() == player


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"name":1}', b'{"nam":"x"}', b'{"name":"x","age":3}', b"[" * 60_000, b"\xff"]
)
async def test_a_body_without_form_is_malformed(client: httpx.AsyncClient, body: bytes) -> None:
    refused(await client.post("/api/v1/players", content=body), 400, "malformed")


@pytest.mark.parametrize("name", ["", "x" * 25, "a\nb", "a\0b", "\u202e"])
async def test_a_name_that_cannot_be_shown_is_refused(client: httpx.AsyncClient, name: str) -> None:
    refused(await client.post("/api/v1/players", json={"name": name}), 422, "bad_name")


async def test_a_language_nobody_speaks_is_refused(client: httpx.AsyncClient) -> None:
    problem = refused(
        await client.post("/api/v1/players", json={"name": "Ada", "language": "xx"}), 422, "invalid_choice"
    )
    assert problem["facts"] == {"field": "language"}


@pytest.mark.parametrize("header", [None, "Bearer", "Bearer ", "Bearer nobody", "Basic YTpi", "\xff"])
async def test_no_token_or_a_bad_one_is_unauthorized(client: httpx.AsyncClient, header: str | None) -> None:
    headers = {} if header is None else {b"Authorization": header.encode("latin-1")}
    answer = await client.get("/api/v1/me", headers=headers)
    refused(answer, 401, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_bad_token_is_refused_even_where_none_is_needed(client: httpx.AsyncClient, ada: Script) -> None:
    room = await ada.room()
    answer = await client.get(f"/api/v1/games/{room['id']}", headers={"Authorization": "Bearer nobody"})
    refused(answer, 401, "unauthorized")


async def test_a_cookie_is_no_token_for_the_api(client: httpx.AsyncClient, ada: Script) -> None:
    answer = await client.get("/api/v1/me", headers={"Cookie": f"opolyx_session={ada.token}"})
    refused(answer, 401, "unauthorized")


async def test_a_person_changes_name_and_language(ada: Script) -> None:
    assert (await ada.patch("/me", {"name": "Augusta"})).json()["name"] == "Augusta"
    changed = (await ada.patch("/me", {"language": "de"})).json()
    assert (changed["name"], changed["language"]) == ("Augusta", "de")
    refused(await ada.patch("/me", {"name": ""}), 422, "bad_name")
    refused(await ada.patch("/me", {"id": "x"}), 400, "malformed")
    assert (await ada.get("/me")).json() == changed


async def test_a_person_knows_the_game_they_sit_in(ada: Script) -> None:
    room = await ada.room()
    assert (await ada.get("/me")).json()["game"] == room["id"]


async def test_a_profile_shows_no_more_than_it_should(client: httpx.AsyncClient, ada: Script) -> None:
    answer = await client.get(f"/api/v1/players/{ada.player['id']}")
    assert answer.json() == {
        "id": ada.player["id"],
        "name": "Ada",
        "handle": None,
        "avatar": "",
        "level": 1,
        "rank": 1,
        "xp": 0,
        "followers": 0,
        "figures": {"games": 0, "wins": 0, "places": {}, "weeks": {}},
    }
    refused(await client.get("/api/v1/players/nobody"), 404, "not_found")
    refused(await client.get("/api/v1/players/%00"), 404, "not_found")


async def test_figures_are_shown_as_far_as_their_owner_shows_them(db: Database, ada: Script, eve: Script) -> None:
    async with db.connection() as c:
        await c.execute("UPDATE players SET shows_games = false, xp = 350 WHERE id = $1", ada.player["id"])
    path = f"/players/{ada.player['id']}"
    seen, own = (await eve.get(path)).json(), (await ada.get(path)).json()
    assert (seen["level"], seen["figures"]) == (3, None)
    assert own["figures"]["games"] == 0


async def test_one_address_cannot_fill_the_house(client: httpx.AsyncClient, db: Database) -> None:
    async with db.connection() as c:
        await Script.enter(client, "Ada")
        await c.execute("UPDATE limits SET count = 300")
    answer = await client.post("/api/v1/players", json={"name": "Eve"})
    refused(answer, 429, "too_many_requests")
    assert 1 <= int(answer.headers["retry-after"]) <= 300
