"""Following and blocking by programs: one way, once, and never against a block."""

import asyncio
import unicodedata

import httpx
import pytest

from app.store import follows
from app.store.db import Database
from tests.web.api.script import Script, refused


async def follow(one: Script, other: Script) -> int:
    """The status of the answer."""
    return (await one.put(f"/players/{other.player['id']}/follow")).status_code


async def stands(db: Database, one: Script, other: Script) -> follows.Between:
    async with db.connection() as c:
        return await follows.between(c, one.player["id"], other.player["id"])


async def test_a_follow_is_one_way_and_twice_is_once(db: Database, ada: Script, eve: Script) -> None:
    assert [await follow(ada, eve), await follow(ada, eve)] == [204, 204]
    assert (await stands(db, ada, eve)).follows
    assert not (await stands(db, eve, ada)).follows
    assert (await ada.delete(f"/players/{eve.player['id']}/follow")).status_code == 204
    assert not (await stands(db, ada, eve)).follows


async def test_nobody_follows_or_blocks_themselves_or_nobody(ada: Script) -> None:
    for what in ("follow", "block"):
        refused(await ada.put(f"/players/{ada.player['id']}/{what}"), 422, "oneself")
        refused(await ada.put(f"/players/nobody/{what}"), 404, "not_found")
        refused(await ada.put(f"/players/%00/{what}"), 404, "not_found")


async def test_a_block_ends_follows_and_refuses_new_ones(db: Database, ada: Script, eve: Script) -> None:
    await follow(ada, eve)
    await follow(eve, ada)
    assert (await ada.put(f"/players/{eve.player['id']}/block")).status_code == 204
    assert await stands(db, ada, eve) == follows.Between(follows=False, blocks=True, blocked=False)
    refused(await eve.put(f"/players/{ada.player['id']}/follow"), 403, "blocked")
    refused(await ada.put(f"/players/{eve.player['id']}/follow"), 422, "blocked_by_you")
    assert (await ada.delete(f"/players/{eve.player['id']}/block")).status_code == 204
    assert await follow(eve, ada) == 204


async def test_a_follow_and_a_block_at_once_never_both_hold(db: Database, ada: Script, eve: Script) -> None:
    for _ in range(8):
        await asyncio.gather(follow(eve, ada), ada.put(f"/players/{eve.player['id']}/block"))
        found = await stands(db, eve, ada)
        assert found.blocked
        assert not found.follows
        await ada.delete(f"/players/{eve.player['id']}/block")


async def test_a_thousand_follows_a_minute_are_refused(db: Database, ada: Script, eve: Script) -> None:
    async with db.connection() as c:
        await follow(ada, eve)
        await c.execute("UPDATE limits SET count = 60")
    answer = await ada.put(f"/players/{eve.player['id']}/follow")
    refused(answer, 429, "too_many_requests")
    assert 1 <= int(answer.headers["retry-after"]) <= 60


async def test_so_many_follows_and_no_more_also_at_once(db: Database, ada: Script, eve: Script) -> None:
    async with db.connection() as c:
        await c.execute(
            "INSERT INTO players (id, name, language) SELECT 'p' || n, 'P', 'en' FROM generate_series(1, 499) n"
        )
        await c.execute("INSERT INTO follows SELECT $1, 'p' || n FROM generate_series(1, 499) n", ada.player["id"])
        others = [(await Script.enter(ada.client, f"P{n}")) for n in range(4)]
    answers = await asyncio.gather(*(ada.put(f"/players/{other.player['id']}/follow") for other in others))
    assert sorted(answer.status_code for answer in answers) == [204, 422, 422, 422]


@pytest.mark.parametrize("name", ["مها الأميرة", "नमस्ते", "李小龙", "Nguyễn", "שָׁלוֹם", "สมศรี", "👩‍🚀🚀", "Ωμέγα"])
async def test_a_name_of_any_script_comes_through_whole(client: httpx.AsyncClient, name: str) -> None:
    one = await Script.enter(client, unicodedata.normalize("NFD", name))
    kept = unicodedata.normalize("NFC", name)
    assert one.player["name"] == kept
    assert (await client.get(f"/api/v1/players/{one.player['id']}")).json()["name"] == kept
    assert kept in (await client.get(f"/players/{one.player['id']}")).text
