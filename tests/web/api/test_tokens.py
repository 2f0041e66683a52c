"""Tokens for programs: named, listed, ended, and not without end."""

import asyncio

import httpx

from app.store.tokens import MOST_SCRIPTS
from tests.web.api.script import Script, refused


async def test_a_named_token_is_its_owner_until_it_is_ended(client: httpx.AsyncClient, ada: Script) -> None:
    answer = await ada.post("/tokens", {"name": " my  bot "})
    assert answer.status_code == 201
    made = answer.json()
    assert made["name"] == "my bot"
    program = Script(client, made["token"], ada.player)
    assert (await program.get("/me")).json()["id"] == ada.player["id"]
    listed = (await ada.get("/tokens")).json()["tokens"]
    assert [one["name"] for one in listed] == ["guest", "my bot"]
    assert made["token"] not in str(listed)
    ended = await ada.delete(f"/tokens/{made['id']}")
    assert (ended.status_code, ended.content) == (204, b"")
    refused(await program.get("/me"), 401, "unauthorized")
    refused(await ada.delete(f"/tokens/{made['id']}"), 404, "not_found")


async def test_nobody_sees_or_ends_anothers_token(client: httpx.AsyncClient, ada: Script, eve: Script) -> None:
    made = (await ada.post("/tokens", {"name": "bot"})).json()
    assert "bot" not in [one["name"] for one in (await eve.get("/tokens")).json()["tokens"]]
    refused(await eve.delete(f"/tokens/{made['id']}"), 404, "not_found")
    refused(await eve.delete("/tokens/%00"), 404, "not_found")
    for method in ("GET", "POST"):
        refused(await client.request(method, "/api/v1/tokens"), 401, "unauthorized")


async def test_a_token_needs_a_name_that_can_be_shown(ada: Script) -> None:
    refused(await ada.post("/tokens", {"name": ""}), 422, "bad_name")
    refused(await ada.post("/tokens", {}), 400, "malformed")
    refused(await ada.post("/tokens", {"name": "x", "secret": "mine"}), 400, "malformed")


async def test_so_many_tokens_and_no_more_also_at_once(ada: Script) -> None:
    answers = await asyncio.gather(*(ada.post("/tokens", {"name": f"bot {n}"}) for n in range(MOST_SCRIPTS + 3)))
    assert sorted(answer.status_code for answer in answers) == [201] * MOST_SCRIPTS + [422] * 3
    problem = refused(await ada.post("/tokens", {"name": "one more"}), 422, "too_many_tokens")
    assert problem["facts"] == {"limit": MOST_SCRIPTS}
