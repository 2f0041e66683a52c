"""Moves through the API: made, refused, stale, sent twice, sent at the same moment."""

import asyncio
import json
from collections.abc import AsyncIterator

import msgspec
import pytest
from litestar import Litestar

from app.store import tokens
from app.store.db import Database
from app.web import limits
from app.web.api.view_shape import View
from app.web.known import Known
from tests.web.api.script import Json, Script, begin, refused


def sides(view: Json, ada: Script, eve: Script) -> tuple[Script, Script]:
    """Who is to move, and who is not."""
    return (ada, eve) if view["turn"] == 0 else (eve, ada)


async def test_a_move_answers_with_its_events_and_the_view(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    answer = await mover.act(view["id"], {"type": "roll", "version": view["version"]})
    assert answer.status_code == 200
    made = answer.json()
    assert made["version"] == made["view"]["version"] == view["version"] + 1
    assert made["events"][0]["type"] == "rolled"
    logged = (await ada.get(f"/games/{view['id']}/events", params={"after": 2})).json()["events"]
    assert logged == made["events"]
    assert made["view"] == await mover.view(view["id"])


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        None,
        "roll",
        {"type": "fly"},
        {"type": 1},
        {"type": "roll", "seat": 0},
        {"type": "roll", "dice": [6, 6]},
        {"type": "build"},
        {"type": "build", "square": "1"},
        {"type": "build", "square": True},
        {"type": "bet", "numbers": 3},
        {"type": "roll", "version": "17"},
        {"type": "roll", "version": True},
        {"type": "roll", "version": 1.5},
        {"type": "propose_trade", "to": 1, "give": {}, "get": {"gold": 1}},
    ],
)
async def test_what_is_no_action_is_malformed_and_changes_nothing(ada: Script, eve: Script, body: object) -> None:
    view = await begin(ada, eve)
    refused(await ada.post(f"/games/{view['id']}/actions", body), 400, "malformed")
    assert (await ada.view(view["id"]))["version"] == view["version"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[" * 60_000, b'{"type":' + b"[" * 60_000, b"\xff\xfe", b'{"type":"roll"}x']
)
async def test_what_is_no_json_is_malformed(ada: Script, eve: Script, content: bytes) -> None:
    view = await begin(ada, eve)
    answer = await ada.client.post(
        f"/api/v1/games/{view['id']}/actions", content=content, headers={"Authorization": f"Bearer {ada.token}"}
    )
    refused(answer, 400, "malformed")


async def test_a_huge_body_is_too_large(ada: Script) -> None:
    room = await ada.room()
    refused(await ada.act(room["id"], {"type": "x" * 70_000}), 413, "too_large")


async def test_no_token_moves_nothing(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    answer = await ada.client.post(f"/api/v1/games/{view['id']}/actions", json={"type": "roll"})
    refused(answer, 401, "unauthorized")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "buy"}, "wrong_phase"),
        ({"type": "build", "square": 99}, "not_a_property"),
        ({"type": "build", "square": -1}, "not_a_property"),
        ({"type": "build", "square": 10**30}, "not_a_property"),
        ({"type": "build", "square": 5}, "not_a_street"),
        ({"type": "mortgage", "square": 1}, "not_owner"),
        ({"type": "pay_bail"}, "not_jailed"),
        ({"type": "propose_trade", "to": 99, "give": {}, "get": {}}, "invalid_choice"),
        ({"type": "accept_trade", "trade": 99}, "trade_gone"),
    ],
)
async def test_what_the_rules_refuse_changes_nothing(ada: Script, eve: Script, action: Json, code: str) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    refused(await mover.act(view["id"], action), 422, code)
    assert await mover.view(view["id"]) == {**view, "you": (await mover.view(view["id"]))["you"]}


async def test_another_seat_and_another_person_cannot_move_for_one(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    _, other = sides(view, ada, eve)
    refused(await other.act(view["id"], {"type": "roll"}), 422, "not_your_turn")
    stranger = await Script.enter(ada.client, "Mallory")
    refused(await stranger.act(view["id"], {"type": "surrender"}), 422, "not_seated")
    assert (await ada.view(view["id"]))["version"] == view["version"]


async def test_a_waiting_room_takes_no_action(ada: Script) -> None:
    room = await ada.room()
    refused(await ada.act(room["id"], {"type": "roll"}), 422, "wrong_phase")


async def test_a_refusal_carries_its_numbers(ada: Script, eve: Script, db: Database) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    trade = {"type": "propose_trade", "to": 1 - view["turn"], "give": {"cash": 99_999}, "get": {"cash": 1}}
    problem = refused(await mover.act(view["id"], trade), 422, "insufficient_cash")
    assert problem["facts"] == {"needed": 99_999, "cash": 15_000}
    assert problem["detail"] == "It takes 99999, and you have 15000."


async def test_an_older_version_is_stale_and_brings_the_view(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    mover, other = sides(view, ada, eve)
    await mover.act(view["id"], {"type": "roll"})
    problem = refused(
        await mover.act(view["id"], {"type": "surrender", "version": view["version"]}), 409, "stale_version"
    )
    assert problem["view"] == await mover.view(view["id"])
    for wrong in (0, -1, 10**30):
        refused(await other.act(view["id"], {"type": "surrender", "version": wrong}), 409, "stale_version")


async def test_of_twenty_equal_moves_at_once_one_is_made(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    move = {"type": "roll", "version": view["version"]}
    answers = await asyncio.gather(*(mover.act(view["id"], move) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19
    made = next(answer.json() for answer in answers if answer.status_code == 200)
    for answer in answers:
        if answer.status_code == 409:
            assert refused(answer, 409, "stale_version")["view"]["version"] == made["version"]
    assert (await mover.view(view["id"]))["version"] == made["version"]


async def test_two_racing_moves_end_in_one_of_the_two_orders(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve, rules={"round_cap": 1})
    mover, other = sides(view, ada, eve)
    roll, leave = await asyncio.gather(
        mover.act(view["id"], {"type": "roll"}), other.act(view["id"], {"type": "surrender"})
    )
    end = await mover.view(view["id"])
    kinds = [event["type"] for event in (await ada.get(f"/games/{view['id']}/events")).json()["events"]]
    assert leave.status_code == 200
    assert (end["status"], end["winners"]) == ("over", [view["turn"]])
    if roll.status_code == 200:
        assert kinds.index("rolled") < kinds.index("surrendered")
        assert leave.json()["version"] == roll.json()["version"] + 1
    else:
        refused(roll, 422, "game_over")
        assert "rolled" not in kinds


async def test_the_same_key_gives_the_first_answer_and_one_effect(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    first = await mover.act(view["id"], {"type": "roll"}, key="once")
    again = await mover.act(view["id"], {"type": "roll"}, key="once")
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.content == first.content
    assert (await mover.view(view["id"]))["version"] == first.json()["version"]


async def test_a_refusal_is_a_first_answer_too(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    first = await mover.act(view["id"], {"type": "buy"}, key="no")
    refused(first, 422, "wrong_phase")
    again = await mover.act(view["id"], {"type": "buy"}, key="no")
    refused(again, 422, "wrong_phase")
    assert again.content == first.content


async def test_the_same_key_for_something_else_is_refused(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    mover, other = sides(view, ada, eve)
    assert (await mover.act(view["id"], {"type": "roll"}, key="k")).status_code == 200
    refused(await mover.act(view["id"], {"type": "surrender"}, key="k"), 422, "key_reused")
    assert (await other.act(view["id"], {"type": "pay"}, key="k")).json()["code"] in {"not_your_turn", "wrong_phase"}
    assert (await mover.view(view["id"]))["status"] == "playing"


async def test_equal_keyed_requests_at_once_have_one_effect(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    answers = await asyncio.gather(*(mover.act(view["id"], {"type": "roll"}, key="once") for _ in range(8)))
    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({answer.content for answer in answers}) == 1
    events = (await ada.get(f"/games/{view['id']}/events")).json()["events"]
    assert [event["type"] for event in events].count("rolled") == 1


@pytest.fixture
async def two_lost_races(db: Database) -> AsyncIterator[None]:
    """The database refuses the next two saves of a game with a serialization failure, as a distributed one may."""
    async with db.connection() as c:
        await c.execute("CREATE SEQUENCE races")
        await c.execute(
            "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " IF nextval('races') <= 2 THEN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END IF;"
            " RETURN NEW; END $$"
        )
    yield
    async with db.connection() as c:
        await c.execute("DROP FUNCTION lose CASCADE")
        await c.execute("DROP SEQUENCE races")


@pytest.mark.parametrize("key", [None, "k"])
async def test_a_lost_race_is_run_again(
    ada: Script, eve: Script, db: Database, two_lost_races: None, key: str | None
) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    async with db.connection() as c:
        await c.execute("CREATE TRIGGER lose BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION lose()")
    answer = await mover.act(view["id"], {"type": "roll", "version": view["version"]}, key=key)
    assert answer.status_code == 200, answer.text
    assert (await mover.view(view["id"]))["version"] == view["version"] + 1


async def test_a_malformed_request_uses_up_no_key(ada: Script, eve: Script) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    refused(await mover.act(view["id"], {"type": "fly"}, key="k"), 400, "malformed")
    refused(await mover.act("nothing", {"type": "roll"}, key="k"), 404, "not_found")
    assert (await mover.act(view["id"], {"type": "roll"}, key="k")).status_code == 200


@pytest.mark.parametrize("key", ["", "x" * 256])
async def test_a_key_has_a_length(ada: Script, key: str) -> None:
    room = await ada.room()
    refused(await ada.act(room["id"], {"type": "roll"}, key=key), 400, "malformed")


async def test_an_ended_token_makes_no_move_once_it_is_forgotten(
    app: Litestar, db: Database, ada: Script, eve: Script
) -> None:
    view = await begin(ada, eve)
    mover, _ = sides(view, ada, eve)
    assert (await mover.act(view["id"], {"type": "roll"})).status_code == 200
    async with db.connection() as c:
        await tokens.sign_out(c, tokens.digest(mover.token))
    app.state.known = Known(seconds=5)
    refused(await mover.act(view["id"], {"type": "roll"}), 401, "unauthorized")


async def test_a_flood_is_slowed_down(app: Litestar, ada: Script) -> None:
    room = await ada.room()
    app.state.pace = limits.Paces(acting=limits.Pace(burst=3, a_second=1), offering=limits.Pace(burst=9, a_second=1))
    codes = [(await ada.act(room["id"], {"type": "roll"})) for _ in range(4)]
    assert [answer.status_code for answer in codes] == [422, 422, 422, 429]
    assert codes[-1].headers["retry-after"] == "1"


WANTED = ("reject_trade", "roll", "buy", "decline", "pass", "skip_bet", "pay", "sell", "mortgage", "bankrupt")
"""What a simple script does with what is legal: the first of these."""


async def play_out(game_id: str, script: Script) -> Json:
    """One person plays to the end; bots that take no time are never the actor that is seen."""
    view = await script.view(game_id)
    for _ in range(3000):
        json.loads(msgspec.json.encode(msgspec.convert(view, View)))
        if view["status"] == "over":
            return view
        action = next(entry for kind in WANTED for entry in view["you"]["legal"] if entry["type"] == kind)
        answer = await script.act(game_id, {**action, "version": view["version"]})
        assert answer.status_code == 200, answer.text
        view = answer.json()["view"]
    raise AssertionError("the game does not end")


async def test_a_script_plays_a_whole_game_against_bots(ada: Script) -> None:
    room = await ada.room(seats=3, rules={"round_cap": 30})
    for _ in range(2):
        await ada.post(f"/games/{room['id']}/bots")
    view = (await ada.post(f"/games/{room['id']}/start")).json()
    end = await play_out(view["id"], ada)
    assert end["winners"]
    assert [one["place"] for one in end["standings"]] == [1, 2, 3]
    assert (await ada.get("/me")).json()["game"] is None
    events = await whole_log(ada, view["id"])
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["type"] == "game_over"
    assert {event["type"] for event in events} >= {"rolled", "bought", "paid"}
    refused(await ada.act(view["id"], {"type": "roll"}), 422, "game_over")


async def whole_log(script: Script, game_id: str) -> list[Json]:
    """Every event, page by page."""
    found: list[Json] = []
    while True:
        page = (await script.get(f"/games/{game_id}/events", params={"after": len(found)})).json()["events"]
        assert len(page) <= 500
        if not page:
            return found
        found += page
