"""Persons, and the tokens by which they are known."""

import asyncio

import asyncpg
import pytest

from app.store import ids, players, secrets, tokens
from app.store.db import Database
from tests.store.build import person


async def test_person_is_read_as_created(db: Database) -> None:
    async with db.connection() as c:
        ada = await players.create(c, name="Ада <b>'\"; -- 🎲", language="ru")
        assert await players.read(c, ada.id) == ada


async def test_unknown_person_is_none(db: Database) -> None:
    async with db.connection() as c:
        for odd in ("nobody", "", "a\0b", "\udcff", "x" * 100):
            assert await players.read(c, odd) is None


async def test_change_leaves_what_is_not_given(db: Database) -> None:
    async with db.connection() as c:
        ada = await person(c)
        renamed = await players.change(c, ada.id, name="Grace", language=None)
        assert renamed is not None
        assert (renamed.name, renamed.language) == ("Grace", "en")
        moved = await players.change(c, ada.id, name=None, language="ar")
        assert moved is not None
        assert (moved.name, moved.language) == ("Grace", "ar")
        assert await players.read(c, ada.id) == moved
        assert await players.change(c, "nobody", name="x", language=None) is None


async def test_name_without_a_letter_is_a_mistake_of_ours(db: Database) -> None:
    async with db.connection() as c:
        with pytest.raises(asyncpg.CheckViolationError):
            await players.create(c, name="", language="en")


async def test_token_opens_its_owner_and_is_kept_as_a_hash(db: Database) -> None:
    async with db.connection() as c:
        ada, bob = await person(c, "Ada"), await person(c, "Bob")
        issued = await tokens.create(c, ada.id, name="laptop")
        await tokens.create(c, bob.id, name="laptop")
        assert await players.by_token(c, tokens.digest(issued.secret)) == ada
        for odd in (issued.secret + "x", "", "\udcff", "a\0b"):
            assert await players.by_token(c, tokens.digest(odd)) is None
        stored = await c.fetchval("SELECT hash FROM tokens WHERE player_id = $1", ada.id)
        assert stored == tokens.digest(issued.secret)
        assert len(stored) == 32


async def test_use_of_a_token_is_noted_once_an_hour(db: Database) -> None:
    async with db.connection() as c:
        ada = await person(c)
        issued = await tokens.create(c, ada.id, name="bot")
        assert issued.token.last_used_at is None
        hashed = tokens.digest(issued.secret)
        await players.by_token(c, hashed)
        (first,) = await tokens.list_of(c, ada.id)
        assert first.last_used_at is not None
        await players.by_token(c, hashed)
        assert await tokens.list_of(c, ada.id) == [first]
        await c.execute("UPDATE tokens SET last_used_at = now() - interval '2 hours'")
        await players.by_token(c, hashed)
        (later,) = await tokens.list_of(c, ada.id)
        assert later.last_used_at is not None
        assert later.last_used_at >= first.last_used_at


async def test_only_its_owner_ends_a_token(db: Database) -> None:
    async with db.connection() as c:
        ada, bob = await person(c), await person(c)
        issued = await tokens.create(c, ada.id, name="bot")
        assert not await tokens.delete(c, bob.id, issued.token.id)
        assert not await tokens.delete(c, ada.id, "no\0such")
        assert await tokens.delete(c, ada.id, issued.token.id)
        assert await players.by_token(c, tokens.digest(issued.secret)) is None


async def test_signing_out_ends_the_token_in_hand_alone(db: Database) -> None:
    async with db.connection() as c:
        ada = await person(c)
        here, there = [await tokens.create(c, ada.id, name=name) for name in ("here", "there")]
        await tokens.sign_out(c, tokens.digest(here.secret))
        assert await tokens.list_of(c, ada.id) == [there.token]


async def test_processes_asking_for_a_secret_at_once_agree(db: Database) -> None:
    async def ask() -> bytes:
        async with db.connection() as c:
            return await secrets.keep(c, "cookies")

    (kept,) = set(await asyncio.gather(*(ask() for _ in range(8))))
    assert len(kept) == 32
    async with db.connection() as c:
        assert await secrets.keep(c, "other") != kept


def test_ids_fit_into_a_url_and_do_not_repeat() -> None:
    made = {ids.fresh() for _ in range(1000)}
    assert len(made) == 1000
    assert all(one.isascii() and one.isalnum() and ids.plausible(one) for one in made)
