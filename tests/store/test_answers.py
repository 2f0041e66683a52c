"""A request sent twice has one effect, and both get the first one's answer."""

import asyncio

import pytest

from app.store import answers, tokens
from app.store.answers import AnotherBody, Answer
from app.store.db import Database
from tests.store.build import person


async def request(db: Database, player_id: str, *, key: str = "k", body: bytes = b"buy") -> Answer:
    """A request whose effect is a token, and whose answer is the number of tokens then."""
    async with db.transaction() as c:
        earlier = await answers.claim(c, player_id, key=key, body=body)
        if earlier is not None:
            return earlier
        await tokens.create(c, player_id, name="effect")
        answer = Answer(200, str(len(await tokens.list_of(c, player_id))).encode())
        await answers.save(c, player_id, key=key, answer=answer)
        return answer


class Died(Exception):
    """The process ended between the effect and the answer."""


async def die_in_the_middle(
    db: Database, player_id: str, claimed: asyncio.Event | None = None, *, seconds: float = 0
) -> None:
    async with db.transaction() as c:
        assert await answers.claim(c, player_id, key="k", body=b"buy") is None
        await tokens.create(c, player_id, name="effect")
        if claimed is not None:
            claimed.set()
        await asyncio.sleep(seconds)
        raise Died


async def new_player(db: Database) -> str:
    async with db.connection() as c:
        return (await person(c)).id


async def effects(db: Database, player_id: str) -> int:
    async with db.connection() as c:
        return len(await tokens.list_of(c, player_id))


async def test_second_request_gets_the_first_answer_without_effect(db: Database) -> None:
    ada = await new_player(db)
    assert [await request(db, ada) for _ in range(3)] == [Answer(200, b"1")] * 3
    assert await effects(db, ada) == 1


async def test_ten_at_once_have_one_effect_and_one_answer(db: Database) -> None:
    ada = await new_player(db)
    given = await asyncio.gather(*(request(db, ada) for _ in range(10)))
    assert given == [Answer(200, b"1")] * 10
    assert await effects(db, ada) == 1


async def test_same_key_with_another_body_is_refused(db: Database) -> None:
    ada = await new_player(db)
    await request(db, ada)
    with pytest.raises(AnotherBody):
        await request(db, ada, body=b"decline")
    assert await effects(db, ada) == 1


async def test_keys_of_two_persons_do_not_meet(db: Database) -> None:
    ada, bob = await new_player(db), await new_player(db)
    assert await request(db, ada) == await request(db, bob) == Answer(200, b"1")


@pytest.mark.parametrize("key", ["", "x" * 100_000, "a\0b", "\udcff"])
async def test_any_key_will_do(db: Database, key: str) -> None:
    ada = await new_player(db)
    assert await request(db, ada, key=key) == await request(db, ada, key=key) == Answer(200, b"1")


async def test_request_that_died_in_the_middle_left_nothing(db: Database) -> None:
    ada = await new_player(db)
    with pytest.raises(Died):
        await die_in_the_middle(db, ada)
    assert await effects(db, ada) == 0
    assert await request(db, ada) == Answer(200, b"1")


async def test_who_waited_for_a_request_that_died_does_it(db: Database) -> None:
    ada = await new_player(db)
    claimed = asyncio.Event()
    first = asyncio.create_task(die_in_the_middle(db, ada, claimed, seconds=0.1))
    await claimed.wait()
    assert await request(db, ada) == Answer(200, b"1")
    with pytest.raises(Died):
        await first
    assert await effects(db, ada) == 1


async def test_old_answers_are_forgotten(db: Database) -> None:
    ada = await new_player(db)
    await request(db, ada, key="old")
    async with db.connection() as c:
        await c.execute("UPDATE answers SET created_at = to_timestamp(1000)")
        await request(db, ada, key="new")
        await answers.forget(c, before=2_000_000)
        assert await c.fetchval("SELECT count(*) FROM answers") == 1
    assert await request(db, ada, key="new") == Answer(200, b"2")
