"""The record of a finished game through the API: whole, at its end only, and for those who may see the game."""

from typing import Any

import httpx
import msgspec

from app.lab.replay import replay
from app.web.api.record_shape import Record
from tests.web.api.script import Json, Script, begin, refused


async def finished(first: Script, second: Script, **wish: Any) -> Json:
    """A game that the second person gave up at once, as the first one saw it begin."""
    view = await begin(first, second, **wish)
    given_up = await second.act(view["id"], {"type": "surrender"})
    assert given_up.status_code == 200, given_up.text
    return view


async def test_a_finished_game_is_exported_whole(client: httpx.AsyncClient, ada: Script, eve: Script) -> None:
    view = await finished(ada, eve)
    answer = await client.get(f"/api/v1/games/{view['id']}/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == f'attachment; filename="opolyx-{view["id"]}.json"'
    assert answer.headers["cache-control"].startswith("private, max-age=")
    record = answer.json()
    assert record["fairness"]["commitment"] == view["fairness"]["commitment"]
    assert [seat["name"] for seat in record["seats"]] == ["Ada", "Eve"]
    assert replay(record).events == len(record["events"])


async def test_a_record_has_the_described_form(ada: Script, eve: Script) -> None:
    view = await finished(ada, eve)
    answer = await ada.get(f"/games/{view['id']}/export")
    assert msgspec.json.decode(answer.content, type=Record).schema == 1


async def test_before_the_end_there_is_no_record(ada: Script, eve: Script) -> None:
    room = await ada.room()
    refused(await ada.get(f"/games/{room['id']}/export"), 409, "not_over")
    await eve.post(f"/games/{room['id']}/join")
    await ada.post(f"/games/{room['id']}/start")
    problem = refused(await ada.get(f"/games/{room['id']}/export"), 409, "not_over")
    assert "seed" not in str(problem)


async def test_an_unknown_game_has_no_record(client: httpx.AsyncClient) -> None:
    refused(await client.get("/api/v1/games/nothing/export"), 404, "not_found")


async def test_a_private_game_is_exported_to_those_who_may_see_it(
    client: httpx.AsyncClient, ada: Script, eve: Script
) -> None:
    view = await finished(ada, eve, private=True)
    path = f"/games/{view['id']}/export"
    refused(await client.get(f"/api/v1{path}"), 403, "forbidden")
    refused(await client.get(f"/api/v1{path}", params={"invite": "guess"}), 403, "forbidden")
    assert (await client.get(f"/api/v1{path}", params={"invite": view["invite"]})).status_code == 200
    assert (await ada.get(path)).status_code == 200
    assert (await eve.get(path)).status_code == 200


async def test_the_record_is_described(client: httpx.AsyncClient) -> None:
    document = (await client.get("/openapi.json")).json()
    call = document["paths"]["/api/v1/games/{game_id}/export"]["get"]
    assert call["responses"]["200"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Record"}
    assert "`not_over`" in call["responses"]["409"]["description"]
    schemas = document["components"]["schemas"]
    assert schemas["Record"]["properties"]["events"]["items"] == {"$ref": "#/components/schemas/Event"}
    assert schemas["Asked"]["properties"]["action"] == {"$ref": "#/components/schemas/Action"}
