"""Rooms and games through the API: made, found, looked at, joined, left, filled and started."""

import asyncio
import json
from typing import Any

import httpx
import msgspec
import pytest

from app.engine.state import decode, encode
from app.store.db import Database
from app.web.api.view_shape import View
from tests.web.api.script import Script, begin, refused


async def test_a_creator_sits_in_the_room(ada: Script) -> None:
    answer = await ada.post("/games", {"mode": "classic", "seats": 3})
    assert answer.status_code == 201
    view = answer.json()
    assert answer.headers["location"] == f"/api/v1/games/{view['id']}"
    assert (view["status"], view["phase"], view["capacity"], view["creator"]) == ("waiting", "waiting", 3, 0)
    assert [(seat["seat"], seat["name"], seat["kind"]) for seat in view["seats"]] == [(0, "Ada", "human")]
    assert view["you"] == {"seat": 0, "legal": []}
    assert "invite" not in view


@pytest.mark.parametrize(
    "wish",
    [
        {"mode": "poker", "seats": 2},
        {"mode": "classic", "seats": 1},
        {"mode": "classic", "seats": 7},
        {"mode": "team", "seats": 3},
        {"mode": "classic", "seats": 2, "bots": ["nobody"]},
        {"mode": "classic", "seats": 2, "rules": {"round_cap": -5}},
        {"mode": "classic", "seats": 2, "rules": {"nothing": 1}},
        {"mode": "classic", "seats": 2, "rules": {"rent_tax": [1, 10**30]}},
        {"mode": "classic", "seats": 2, "bot_pause_ms": 5001},
        {"mode": "classic", "seats": 2, "contribution": "x" * 65},
        {"mode": "team", "seats": 4, "team": 2},
    ],
)
async def test_a_room_that_cannot_be_is_refused(ada: Script, wish: dict[str, Any]) -> None:
    refused(await ada.post("/games", wish), 422, "invalid_choice")
    assert (await ada.get("/me")).json()["game"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"mode": "classic"},
        {"mode": "classic", "seats": "2"},
        {"mode": "classic", "seats": 2, "colour": "red"},
        {"mode": "classic", "seats": 2, "clock": "weekly"},
        {"mode": "classic", "seats": 2, "bots": "all"},
        [],
    ],
)
async def test_a_wish_without_form_is_malformed(ada: Script, body: object) -> None:
    refused(await ada.post("/games", body), 400, "malformed")


async def test_a_stranger_makes_no_room(client: httpx.AsyncClient) -> None:
    refused(await client.post("/api/v1/games", json={"mode": "classic", "seats": 2}), 401, "unauthorized")


async def test_nobody_sits_in_two_unfinished_games(ada: Script, eve: Script) -> None:
    await ada.room()
    refused(await ada.post("/games", {"mode": "classic", "seats": 2}), 409, "already_seated")
    other = await eve.room()
    refused(await ada.post(f"/games/{other['id']}/join"), 409, "already_seated")


async def test_five_join_at_once_and_one_sits_down(client: httpx.AsyncClient, ada: Script) -> None:
    room = await ada.room()
    crowd = [await Script.enter(client, f"Guest {number}") for number in range(5)]
    answers = await asyncio.gather(*(guest.post(f"/games/{room['id']}/join") for guest in crowd))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"seats_full"}
    assert len((await ada.view(room["id"]))["seats"]) == 2


async def test_one_person_joining_two_rooms_at_once_sits_in_one(client: httpx.AsyncClient, ada: Script) -> None:
    rooms = [await (await Script.enter(client, f"Host {number}")).room() for number in range(2)]
    answers = await asyncio.gather(*(ada.post(f"/games/{room['id']}/join") for room in rooms))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_open_rooms_are_listed_by_pages_and_private_ones_never(client: httpx.AsyncClient, db: Database) -> None:
    made = [await (await Script.enter(client, f"Host {number}")).room() for number in range(3)]
    await (await Script.enter(client, "Hidden")).room(private=True)
    listed = (await client.get("/api/v1/games", params={"status": "waiting"})).json()
    assert [room["id"] for room in listed["games"]] == [room["id"] for room in reversed(made)]
    assert listed["next"] is None
    first = listed["games"][0]
    assert (first["mode"], first["seats"], first["taken"], first["creator"]) == ("classic", 2, 1, "Host 2")
    assert first["bots"] == 0


async def test_pages_of_rooms_follow_one_another(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.api.games.PAGE", 2)
    made = [(await (await Script.enter(client, f"Host {number}")).room())["id"] for number in range(3)]
    first = (await client.get("/api/v1/games")).json()
    second = (await client.get("/api/v1/games", params={"cursor": first["next"]})).json()
    assert [room["id"] for room in first["games"] + second["games"]] == made[::-1]
    assert second["next"] is None
    assert (await client.get("/api/v1/games", params={"next": first["next"]})).json() == second


async def test_only_waiting_rooms_are_listed_and_cursors_are_ours(client: httpx.AsyncClient) -> None:
    refused(await client.get("/api/v1/games", params={"status": "over"}), 422, "invalid_choice")
    refused(await client.get("/api/v1/games", params={"cursor": "x'; --"}), 400, "malformed")


async def test_a_private_room_opens_to_its_seats_and_its_invitation(ada: Script, eve: Script) -> None:
    room = await ada.room(private=True)
    path = f"/games/{room['id']}"
    refused(await eve.get(path), 403, "forbidden")
    refused(await eve.get(path, params={"invite": "guess"}), 403, "forbidden")
    refused(await eve.get(f"{path}/events"), 403, "forbidden")
    refused(await eve.get(f"{path}/stream"), 403, "forbidden")
    refused(await eve.post(f"{path}/join"), 403, "forbidden")
    refused(await eve.post(f"{path}/join", {"invite": "guess"}), 403, "forbidden")
    invited = await eve.get(path, params={"invite": room["invite"]})
    assert invited.status_code == 200
    assert "invite" not in invited.json()
    joined = await eve.post(f"{path}/join", {"invite": room["invite"]})
    assert joined.json()["invite"] == room["invite"]
    assert (await eve.get(path)).status_code == 200


async def test_a_running_public_game_may_be_watched(client: httpx.AsyncClient, ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    seen = await client.get(f"/api/v1/games/{view['id']}")
    assert seen.status_code == 200
    assert "you" not in seen.json()
    assert {**view, "you": None} == {**seen.json(), "you": None}


async def test_every_view_has_the_documented_shape(ada: Script, eve: Script) -> None:
    waiting = await ada.room(private=True)
    await eve.post(f"/games/{waiting['id']}/join", {"invite": waiting["invite"]})
    running = (await ada.post(f"/games/{waiting['id']}/start")).json()
    for view in (waiting, running):
        shape = msgspec.convert(view, View)
        assert json.loads(msgspec.json.encode(shape)) == view


async def test_the_version_is_the_etag(ada: Script) -> None:
    room = await ada.room()
    path = f"/games/{room['id']}"
    seen = await ada.get(path)
    assert seen.headers["etag"] == f'"{room["version"]}"'
    for tag in (f'"{room["version"]}"', f'W/"{room["version"]}"', f'"x", "{room["version"]}"', "*"):
        known = await ada.get(path, headers={"If-None-Match": tag})
        assert (known.status_code, known.content) == (304, b"")
        assert known.headers["etag"] == seen.headers["etag"]
    assert (await ada.get(path, headers={"If-None-Match": '"0"'})).status_code == 200


async def test_unknown_games_are_not_found(ada: Script) -> None:
    for path in ("nothing", "%00", "x" * 100, "a%2Fb"):
        refused(await ada.get(f"/games/{path}"), 404, "not_found")
    for path in ("join", "leave", "bots", "start"):
        refused(await ada.post(f"/games/nothing/{path}"), 404, "not_found")
    refused(await ada.get("/games/nothing/events"), 404, "not_found")
    refused(await ada.get("/games/nothing/stream"), 404, "not_found")
    refused(await ada.act("nothing", {"type": "roll"}), 404, "not_found")


async def test_a_leaving_creator_hands_the_room_on_and_the_last_closes_it(ada: Script, eve: Script) -> None:
    room = await ada.room(seats=3)
    await eve.post(f"/games/{room['id']}/join")
    left = (await ada.post(f"/games/{room['id']}/leave")).json()
    assert ([seat["name"] for seat in left["seats"]], left["creator"]) == (["Eve"], 0)
    assert "you" not in left
    refused(await ada.post(f"/games/{room['id']}/leave"), 403, "forbidden")
    assert (await eve.post(f"/games/{room['id']}/leave")).json() == {"id": room["id"], "status": "closed"}
    refused(await eve.get(f"/games/{room['id']}"), 404, "not_found")
    await ada.room()


async def test_only_the_creator_adds_bots_and_starts(ada: Script, eve: Script) -> None:
    room = await ada.room(seats=3)
    path = f"/games/{room['id']}"
    await eve.post(f"{path}/join")
    refused(await eve.post(f"{path}/bots"), 403, "forbidden")
    refused(await eve.post(f"{path}/start"), 403, "forbidden")
    refused(await ada.post(f"{path}/start"), 409, "seats_open")
    filled = (await ada.post(f"{path}/bots")).json()
    assert [seat["kind"] for seat in filled["seats"]] == ["human", "human", "bot"]
    refused(await ada.post(f"{path}/bots"), 409, "seats_full")
    assert (await ada.post(f"{path}/start")).json()["status"] == "playing"
    refused(await ada.post(f"{path}/start"), 409, "not_waiting")
    refused(await ada.post(f"{path}/leave"), 409, "not_waiting")
    refused(await ada.post(f"{path}/bots"), 409, "not_waiting")


async def test_bots_sit_down_by_name(ada: Script) -> None:
    names = [bot["name"] for bot in (await ada.get("/bots")).json()["bots"]]
    room = await ada.room(seats=4, bots=names[:2])
    assert [seat["name"] for seat in room["seats"]] == ["Ada", *names[:2]]
    filled = (await ada.post(f"/games/{room['id']}/bots", {"name": names[2]})).json()
    assert filled["seats"][3]["name"] == names[2]


async def test_start_pressed_twice_starts_once(ada: Script, eve: Script) -> None:
    room = await ada.room()
    await eve.post(f"/games/{room['id']}/join")
    answers = await asyncio.gather(*(ada.post(f"/games/{room['id']}/start") for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_events_come_by_number(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    events = (await ada.get(f"/games/{view['id']}/events")).json()["events"]
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert [event["type"] for event in events] == ["game_started", "turn_started"]
    assert (await ada.get(f"/games/{view['id']}/events", params={"after": 1})).json()["events"] == events[1:]
    for far in (2, 2**31, 10**30):
        assert (await ada.get(f"/games/{view['id']}/events", params={"after": far})).json() == {"events": []}
    for wrong in ("-1", "x", "1.5", ""):
        refused(await ada.get(f"/games/{view['id']}/events", params={"after": wrong}), 400, "malformed")


async def test_rooms_are_made_at_a_bearable_pace(ada: Script, db: Database) -> None:
    await ada.post("/games", {"mode": "classic", "seats": 9})
    async with db.connection() as c:
        await c.execute("UPDATE limits SET count = 60")
    answer = await ada.post("/games", {"mode": "classic", "seats": 2})
    refused(answer, 429, "too_many_requests")
    assert int(answer.headers["retry-after"]) >= 1


async def test_a_game_under_way_runs_out_of_time_when_it_is_looked_at(ada: Script, eve: Script, db: Database) -> None:
    view = await begin(ada, eve)
    async with db.connection() as c:
        game = decode(await c.fetchval("SELECT state FROM games WHERE id = $1", view["id"]))
        game.deadline = game.turn_ends = game.deadline - 80_000
        await c.execute("UPDATE games SET state = $2 WHERE id = $1", view["id"], encode(game))
    seen = await ada.view(view["id"])
    assert seen["version"] > view["version"]
    assert seen["turn"] != view["turn"]
    assert seen["seats"][view["turn"]]["missed_turns"] == 1


async def test_a_code_leads_to_a_private_room_and_its_invitation(ada: Script, eve: Script) -> None:
    view = (await ada.post("/games", {"mode": "classic", "seats": 2, "private": True})).json()
    found = await eve.get(f"/codes/{view['code'].lower()}")
    assert found.json() == {"id": view["id"], "invite": view["invite"]}
    joined = await eve.post(f"/games/{view['id']}/join", {"invite": found.json()["invite"]})
    assert joined.status_code == 200
    refused(await eve.get("/codes/BCDFGH"), 404, "not_found")


async def test_a_creator_sends_a_person_away(ada: Script, eve: Script) -> None:
    game = (await ada.post("/games", {"mode": "classic", "seats": 2})).json()["id"]
    await eve.post(f"/games/{game}/join", {})
    refused(await eve.post(f"/games/{game}/remove", {"seat": 0, "name": "Ada"}), 403, "forbidden")
    refused(await ada.post(f"/games/{game}/remove", {"seat": 1, "name": "Ann"}), 422, "invalid_choice")
    left = await ada.post(f"/games/{game}/remove", {"seat": 1, "name": "Eve"})
    assert [seat["name"] for seat in left.json()["seats"]] == ["Ada"]
    refused(await eve.post(f"/games/{game}/join", {}), 409, "sent_away")
