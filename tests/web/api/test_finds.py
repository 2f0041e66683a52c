"""Find me a table, as a program asks for it."""

import httpx

from app.store.db import Database
from tests.web.api.script import Script, refused


async def test_a_table_is_found_and_found_by_the_next(ada: Script, eve: Script) -> None:
    first = await ada.post("/find", {})
    assert first.status_code == 200
    view = first.json()
    assert (view["status"], view["mode"], view["capacity"], view["you"]["seat"]) == ("waiting", "classic", 4, 0)
    assert view["fills_at"].endswith("Z")
    assert first.headers["location"] == f"/api/v1/games/{view['id']}"
    second = (await eve.post("/find")).json()
    assert (second["id"], second["you"]["seat"]) == (view["id"], 1)
    refused(await eve.post("/find"), 409, "already_seated")


async def test_a_search_is_refused_where_it_makes_no_sense(client: httpx.AsyncClient, ada: Script) -> None:
    refused(await client.post("/api/v1/find"), 401, "unauthorized")
    refused(await ada.post("/find", {"mode": "chess"}), 422, "invalid_choice")
    refused(await ada.post("/find", {"seats": 2}), 400, "malformed")


async def test_searches_have_a_limit(db: Database, ada: Script) -> None:
    await ada.post("/find")
    async with db.connection() as c:
        await c.execute("UPDATE limits SET count = 300")
    refused(await ada.post("/find"), 429, "too_many_requests")


async def test_a_room_or_an_offer_of_a_blocker_is_refused_in_words(ada: Script, eve: Script) -> None:
    await ada.put(f"/players/{eve.player['id']}/block")
    room = await ada.room()
    problem = refused(await eve.post(f"/games/{room['id']}/join", {}), 403, "blocked")
    assert problem["title"] == "This person wants nothing to do with you."
