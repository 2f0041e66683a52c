"""A finished game played again through the API: one room, answered to everybody who had a seat."""

import asyncio

import httpx

from tests.web.api.script import Script, begin, refused
from tests.web.api.test_exports import finished


async def test_the_first_to_ask_opens_the_room_and_the_other_joins_it(ada: Script, eve: Script) -> None:
    old = await finished(ada, eve, rules={"round_cap": 40})
    first = await eve.post(f"/games/{old['id']}/rematch")
    assert first.status_code == 201
    view = first.json()
    assert first.headers["location"] == f"/api/v1/games/{view['id']}"
    assert (view["status"], view["mode"], view["rules"]["round_cap"]) == ("waiting", "classic", 40)
    assert view["you"]["seat"] == 0
    second = await ada.post(f"/games/{old['id']}/rematch")
    assert (second.status_code, second.headers["location"]) == (200, first.headers["location"])
    assert second.json()["you"]["seat"] == 1
    assert [seat["name"] for seat in second.json()["seats"]] == ["Eve", "Ada"]
    again = await eve.post(f"/games/{old['id']}/rematch")
    assert (again.status_code, again.json()["id"]) == (200, view["id"])
    started = await eve.post(f"/games/{view['id']}/start")
    assert started.json()["status"] == "playing"


async def test_everybody_at_once_gets_one_room(ada: Script, eve: Script) -> None:
    old = await finished(ada, eve)
    answers = await asyncio.gather(*(one.post(f"/games/{old['id']}/rematch") for one in (ada, eve) * 4))
    assert sorted(one.status_code for one in answers) == [200] * 7 + [201]
    assert len({one.json()["id"] for one in answers}) == 1


async def test_a_private_rematch_has_an_invitation_of_its_own(ada: Script, eve: Script) -> None:
    old = await finished(ada, eve, private=True)
    made = (await ada.post(f"/games/{old['id']}/rematch")).json()
    assert made["invite"] != old["invite"]
    assert (await eve.post(f"/games/{old['id']}/rematch")).json()["invite"] == made["invite"]


async def test_alone_with_bots_it_plays_at_once(ada: Script) -> None:
    bots = [bot["name"] for bot in (await ada.get("/bots")).json()["bots"][:2]]
    room = await ada.room(seats=3, bots=bots, bot_pause_ms=5000)
    await ada.post(f"/games/{room['id']}/start")
    over = (await ada.act(room["id"], {"type": "surrender"})).json()["view"]
    while over["status"] != "over":
        over = await ada.view(room["id"])
    made = (await ada.post(f"/games/{room['id']}/rematch")).json()
    assert made["status"] == "playing"
    assert {seat["name"] for seat in made["seats"]} == {"Ada", *bots}


async def test_a_rematch_takes_a_seat_in_a_game_that_is_over(
    client: httpx.AsyncClient, ada: Script, eve: Script
) -> None:
    view = await begin(ada, eve)
    refused(await ada.post(f"/games/{view['id']}/rematch"), 409, "not_over")
    await eve.act(view["id"], {"type": "surrender"})
    stranger = await Script.enter(client, "Zoe")
    refused(await stranger.post(f"/games/{view['id']}/rematch"), 403, "forbidden")
    refused(await client.post(f"/api/v1/games/{view['id']}/rematch"), 401, "unauthorized")
    refused(await ada.post("/games/nothing/rematch"), 404, "not_found")
    await ada.room()
    refused(await ada.post(f"/games/{view['id']}/rematch"), 409, "already_seated")


async def test_both_answers_are_described(client: httpx.AsyncClient) -> None:
    document = (await client.get("/openapi.json")).json()
    call = document["paths"]["/api/v1/games/{game_id}/rematch"]["post"]
    for status in ("200", "201"):
        assert call["responses"][status]["content"]["application/json"]["schema"] == {
            "$ref": "#/components/schemas/View"
        }
    assert "`not_over`" in call["responses"]["409"]["description"]
