"""The chat for programs: said, read on, and refused."""

from typing import Any

import pytest

from app.store import chat
from app.store.db import Database
from tests.web.api.script import Script


async def started(ada: Script, eve: Script, **wish: Any) -> str:
    room = await ada.room(**wish)
    await eve.post(f"/games/{room['id']}/join", {})
    await ada.post(f"/games/{room['id']}/start")
    return str(room["id"])


async def test_lines_are_said_and_read_on(ada: Script, eve: Script) -> None:
    game = await started(ada, eve)
    said = await ada.post(f"/games/{game}/chat", {"text": " Hello\nthere "})
    assert said.status_code == 201
    assert said.json()["text"] == "Hello there"
    assert (await eve.post(f"/games/{game}/chat", {"sticker": "cup"})).status_code == 201
    first = (await eve.get(f"/games/{game}/chat")).json()
    assert [line["kind"] for line in first["lines"]] == ["text", "sticker"]
    assert first["lines"][0]["player"] == ada.player["id"]
    await ada.post(f"/games/{game}/chat", {"phrase": "deal"})
    more = (await eve.get(f"/games/{game}/chat?after={first['last']}")).json()
    assert [line["text"] for line in more["lines"]] == ["deal"]
    rest = (await eve.get(f"/games/{game}/chat?after={more['last']}")).json()
    assert rest == {"lines": [], "hidden": [], "last": more["last"]}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "malformed"),
        ({"text": "x", "sticker": "cup"}, 400, "malformed"),
        ({"text": 5}, 400, "malformed"),
        ({"text": ""}, 422, "bad_line"),
        ({"text": "x" * 201}, 422, "bad_line"),
        ({"sticker": "<b>"}, 422, "bad_line"),
        ({"phrase": "deal", "side": True}, 422, "invalid_choice"),
    ],
)
async def test_what_cannot_be_said_is_refused(
    ada: Script, eve: Script, body: dict[str, Any], status: int, code: str
) -> None:
    game = await started(ada, eve)
    answer = await ada.post(f"/games/{game}/chat", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await ada.get(f"/games/{game}/chat")).json()["lines"] == []


async def test_onlookers_read_and_do_not_write(ada: Script, eve: Script) -> None:
    game = await started(ada, eve)
    await ada.post(f"/games/{game}/chat", {"text": "x"})
    max_ = await Script.enter(ada.client, "Max")
    assert len((await max_.get(f"/games/{game}/chat")).json()["lines"]) == 1
    assert (await max_.post(f"/games/{game}/chat", {"text": "x"})).status_code == 403
    assert (await ada.client.post(f"/api/v1/games/{game}/chat", json={"text": "x"})).status_code == 401


async def test_a_side_is_heard_by_partners_alone(ada: Script, eve: Script) -> None:
    room = await ada.room(mode="team", seats=4, team=0)
    more = [await Script.enter(ada.client, name) for name in ("Max", "Ned", "Out")]
    for one, team in ((eve, 1), (more[0], 0), (more[1], 1)):
        assert (await one.post(f"/games/{room['id']}/join", {"team": team})).status_code == 200
    await ada.post(f"/games/{room['id']}/start")
    path = f"/games/{room['id']}/chat"
    said = await ada.post(path, {"text": "plan", "side": True})
    assert said.status_code == 201
    for one, hears in ((ada, True), (more[0], True), (eve, False), (more[1], False), (more[2], False)):
        assert len((await one.get(path)).json()["lines"]) == hears
        assert "plan" not in (await one.get(f"/games/{room['id']}/events")).text
        assert "plan" not in (await one.get(f"/games/{room['id']}")).text


async def test_a_hidden_line_is_named_to_those_who_have_it(ada: Script, eve: Script, db: Database) -> None:
    path = f"/games/{await started(ada, eve)}/chat"
    for text in ("good", "bad"):
        await ada.post(path, {"text": text})
    seen = (await eve.get(path)).json()
    bad = seen["lines"][1]["id"]
    async with db.connection() as c:
        assert await chat.hide(c, bad, "x") is not None
        assert await chat.hide(c, bad, "x") is None
    await ada.post(path, {"text": "more"})
    news = (await eve.get(f"{path}?after={seen['last']}")).json()
    assert (news["hidden"], [line["text"] for line in news["lines"]]) == ([bad], ["more"])
    rest = (await eve.get(f"{path}?after={news['last']}")).json()
    assert rest == {"lines": [], "hidden": [], "last": news["last"]}
    anew = (await eve.get(path)).json()
    assert (anew["hidden"], [line["text"] for line in anew["lines"]]) == ([], ["good", "more"])


async def test_a_line_hidden_last_is_where_to_go_on(ada: Script, eve: Script, db: Database) -> None:
    path = f"/games/{await started(ada, eve)}/chat"
    said = (await ada.post(path, {"text": "bad"})).json()
    async with db.connection() as c:
        hidden = await chat.hide(c, said["id"], "x")
        assert hidden is not None
        assert await chat.newest(c, hidden.place, side=None) == hidden.hidden_as
    news = (await eve.get(f"{path}?after={said['id']}")).json()
    assert news == {"lines": [], "hidden": [said["id"]], "last": hidden.hidden_as}


async def test_a_flood_is_refused(ada: Script, eve: Script) -> None:
    game = await started(ada, eve)
    statuses = [(await ada.post(f"/games/{game}/chat", {"text": "x"})).status_code for _ in range(14)]
    assert 429 in statuses
    assert statuses[:6] == [201] * 6


async def test_a_private_game_is_read_with_its_invitation(ada: Script, eve: Script) -> None:
    room = await ada.room(private=True)
    await ada.post(f"/games/{room['id']}/chat", {"text": "x"})
    assert (await eve.get(f"/games/{room['id']}/chat")).status_code == 403
    assert (await eve.get(f"/games/{room['id']}/chat?invite={room['invite']}")).status_code == 200


async def test_there_is_no_chat_where_there_is_no_game(ada: Script) -> None:
    assert (await ada.get("/games/nothing/chat")).status_code == 404
    assert (await ada.post("/games/nothing/chat", {"text": "x"})).status_code == 404
