"""A guest becomes an account with everything that is theirs, once; and no table that names persons is forgotten."""

import asyncio
import re
from typing import Final

import pytest

from app.people import merging
from app.people.merging import BothPlay
from app.store import belongings, games, players, reports, sql
from app.store.db import Connection, Database
from app.store.judgements import LARGEST
from app.store.players import Player
from tests.store.build import begin, person, waiting

_KEPT: Final = {
    ("games", "creator"): "renamed with the room where the guest created it; a nameless row else",
    ("seats", "player_id"): "old games keep a nameless seat",
    ("judgements", "player_id"): "the log of what operators did stays",
    ("judgements", "operator"): "the log of what operators did stays",
    ("results", "player_id"): "old games keep the place of a nameless seat",
}
"""What the end of a person leaves, and why."""
_GONE: Final = {
    ("links", "player_id"): "a link asked for by a guest who is gone leads nowhere",
    ("challenges", "player_id"): "what a browser had to sign, for a minute or two",
    ("answers", "player_id"): "answers to requests sent again, for a day",
    ("addresses", "player_id"): "a guest has none",
    ("passkeys", "player_id"): "a guest has none",
    ("identities", "player_id"): "a guest has none",
}
"""What a merge does not move, and why."""
_UNTOLD: Final = {
    ("games", "creator"): "the games one sat in are told",
    ("calls", "player_id"): "that somebody is to be told of a turn, until it is over",
    ("links", "player_id"): "a secret that lives for twenty minutes",
    ("challenges", "player_id"): "a secret that lives for a minute or two",
    ("answers", "player_id"): "copies of answers, for a day",
    ("follows", "followed"): "what others chose is theirs",
    ("blocks", "blocked"): "who blocks whom is the blocker's alone to know",
    ("mutes", "muted"): "what others chose is theirs",
    ("reports", "player_id"): "who reports must not fear the reported",
    ("judgements", "operator"): "what an operator did is told to whom it was done",
}
"""What a download leaves out, and why."""


async def naming_persons(c: Connection) -> set[tuple[str, str]]:
    """Every column that refers to players, as the schema says."""
    found = await c.fetch(
        """
        SELECT conrelid::regclass::text AS place, attname
        FROM pg_constraint
        JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)
        WHERE contype = 'f' AND confrelid = 'players'::regclass
        """
    )
    return {(one["place"], one["attname"]) for one in found}


def statements(verb: str) -> str:
    """The statements that give, or that throw away."""
    return "\n".join(text for name, text in sql.load("belongings").items() if name.startswith(verb))


async def test_merging_moves_every_column_that_names_persons(db: Database) -> None:
    text = statements("save_")
    async with db.connection() as c:
        forgotten = {
            (table, column)
            for table, column in await naming_persons(c) - _GONE.keys()
            if not re.search(rf"(UPDATE {table} SET {column}|INSERT INTO {table} \([^)]*{column}|{column} = \$3)", text)
        }
    assert forgotten == set()


async def test_the_end_of_a_person_empties_every_column_that_names_them(db: Database) -> None:
    text = statements("delete_")
    async with db.connection() as c:
        forgotten = {
            (table, column)
            for table, column in await naming_persons(c) - _KEPT.keys()
            if not re.search(rf"DELETE FROM {table} WHERE [^;]*{column} = \$1", text)
        }
    assert forgotten == set()


async def test_a_download_tells_of_every_column_that_names_persons(db: Database) -> None:
    text = " ".join(sql.load("belongings")["read_own"].split())
    async with db.connection() as c:
        forgotten = {
            (table, column)
            for table, column in await naming_persons(c) - _UNTOLD.keys()
            if not re.search(rf"FROM {table}( AS s JOIN games AS g ON [^)]*)? WHERE (s\.)?{column} = \$1", text)
        }
    assert forgotten == set()


async def merge(db: Database, guest: Player, account: Player) -> None:
    async with db.transaction() as c:
        await merging.merge(c, guest.id, account.id)


async def test_experience_weeks_and_cards_are_added_up(db: Database) -> None:
    async with db.connection() as c:
        guest, account = await person(c), await person(c)
        await c.execute("UPDATE players SET xp = 70 WHERE id = $1", guest.id)
        await c.execute("UPDATE players SET xp = 30 WHERE id = $1", account.id)
        for who, xp in ((guest, 70), (account, 30)):
            await c.execute("INSERT INTO weekly_xp VALUES ('2026-W49', $1, $2)", who.id, xp)
        await c.execute("INSERT INTO cards (player_id, square, bonus, level) VALUES ($1, 1, 5, 2)", guest.id)
        await c.execute("INSERT INTO cards (player_id, square, bonus, level) VALUES ($1, 3, 5, 2)", account.id)
        await c.execute("INSERT INTO cards (player_id, square, bonus, level) VALUES ($1, 6, 5, 3)", guest.id)
    await merge(db, guest, account)
    async with db.connection() as c:
        merged = await players.read(c, account.id)
        assert merged is not None
        assert merged.xp == 100
        assert await players.read(c, guest.id) is None
        weeks = await c.fetch("SELECT week, player_id, xp FROM weekly_xp")
        assert [tuple(week) for week in weeks] == [("2026-W49", account.id, 100)]
        cards = [tuple(one) for one in await c.fetch("SELECT player_id, square FROM cards ORDER BY square")]
        assert [tuple(card) for card in cards] == [(account.id, 3), (account.id, 6)], "of a level each has one card"


async def test_merging_twice_is_harmless(db: Database) -> None:
    async with db.connection() as c:
        guest, account = await person(c), await person(c)
        await c.execute("UPDATE players SET xp = 70")
    await merge(db, guest, account)
    await merge(db, guest, account)
    await merge(db, account, guest)
    await merge(db, account, account)
    async with db.connection() as c:
        merged = await players.read(c, account.id)
    assert merged is not None
    assert merged.xp == 140


async def test_two_devices_that_merge_the_same_guest_at_once_merge_it_once(db: Database) -> None:
    async with db.connection() as c:
        guest, first, second = [await person(c) for _ in range(3)]
        await c.execute("UPDATE players SET xp = 70")
        row = waiting(guest)
        await games.create(c, row)
    await asyncio.gather(*(merge(db, guest, account) for account in (first, second, first, second)))
    async with db.connection() as c:
        kept = [await players.read(c, account.id) for account in (first, second)]
        assert sorted(one.xp for one in kept if one) == [70, 140]
        (seat,) = await c.fetch("SELECT player_id FROM seats")
        assert seat["player_id"] == next(one.id for one in kept if one and one.xp == 140)


async def test_two_who_are_one_in_the_same_room_stay_two(db: Database) -> None:
    async with db.connection() as c:
        guest, account = await person(c), await person(c)
        await games.create(c, waiting(guest, account))
    with pytest.raises(BothPlay):
        await merge(db, guest, account)


async def test_follows_and_blocks_go_along_without_a_follow_of_oneself(db: Database) -> None:
    async with db.connection() as c:
        guest, account, friend, foe = [await person(c) for _ in range(4)]
        for follower, followed in (
            (guest, account),
            (account, guest),
            (guest, friend),
            (account, foe),
            (friend, guest),
        ):
            await c.execute("INSERT INTO follows VALUES ($1, $2)", follower.id, followed.id)
        await c.execute("INSERT INTO blocks VALUES ($1, $2)", foe.id, guest.id)
    await merge(db, guest, account)
    async with db.connection() as c:
        follows = {tuple(one) for one in await c.fetch("SELECT follower, followed FROM follows")}
        blocks = {tuple(one) for one in await c.fetch("SELECT blocker, blocked FROM blocks")}
    assert follows == {(account.id, friend.id), (friend.id, account.id)}
    assert blocks == {(foe.id, account.id)}


async def test_what_both_reported_is_one_report(db: Database) -> None:
    async with db.connection() as c:
        guest, account, rude, lone = [await person(c) for _ in range(4)]
        for by, about in ((guest, rude), (account, rude), (guest, lone), (rude, guest), (rude, account), (lone, guest)):
            await reports.create(c, by.id, about.id, reason="insult", words="", line=None)
    await merge(db, guest, account)
    async with db.connection() as c:
        left = await reports.list_open(c, before=LARGEST, most=10)
    assert {(one.reporter, one.player_id) for one in left} == {
        (account.id, rude.id),
        (account.id, lone.id),
        (rude.id, account.id),
        (lone.id, account.id),
    }
    assert len(left) == 4


async def test_a_suspended_guest_stays_suspended(db: Database) -> None:
    async with db.connection() as c:
        guest, account = await person(c), await person(c)
        await c.execute(
            "UPDATE players SET suspended_until = now() - interval '1 day', suspended_because = 'past' WHERE id = $1",
            account.id,
        )
        await c.execute(
            "UPDATE players SET suspended_until = now() + interval '1 day', suspended_because = 'so' WHERE id = $1",
            guest.id,
        )
    await merge(db, guest, account)
    async with db.connection() as c:
        merged = await players.read(c, account.id)
    assert merged is not None
    assert merged.suspended_until is not None
    assert merged.suspended_because == "so"


async def test_a_waiting_room_and_its_creator_go_along(db: Database) -> None:
    async with db.connection() as c:
        guest, account = await person(c), await person(c)
        row = waiting(guest)
        await games.create(c, row)
    await merge(db, guest, account)
    async with db.connection() as c:
        found = await games.read(c, row.id)
        assert found is not None
        assert found.room.creator == account.id
        assert await c.fetchval("SELECT creator FROM games") == account.id
        row.version = row.room.version = 2
        assert not await games.save_room(c, row, 1), "read before the merge"
        found.version = found.room.version = 2
        assert await games.save_room(c, found, 1)
        assert await games.unfinished_of(c, account.id) == row.id


async def test_nothing_is_merged_while_both_play(db: Database) -> None:
    async with db.connection() as c:
        guest, account = await person(c), await person(c)
        await games.create(c, waiting(guest))
        await games.create(c, waiting(account))
        await c.execute("UPDATE players SET xp = 70")
    with pytest.raises(BothPlay):
        await merge(db, guest, account)
    async with db.connection() as c:
        assert await players.read(c, guest.id) is not None


async def test_where_both_sat_in_one_old_game_the_guests_seat_stays_nameless(db: Database) -> None:
    async with db.connection() as c:
        guest, account = await person(c), await person(c)
        row = waiting(guest, account)
        await games.create(c, row)
        begin(row)
        row.status = "over"
        assert await games.save(c, row, 1, [], [], 1, [])
    await merge(db, guest, account)
    async with db.connection() as c:
        found = await games.read(c, row.id)
    assert found is not None
    assert [one.player for one in found.room.sittings] == [guest.id, account.id]
    assert found.room.sittings[0].name == belongings.NOBODY


async def test_deleting_twice_is_harmless_and_a_running_game_stops_it(db: Database) -> None:
    async with db.connection() as c:
        someone, other = await person(c, "Ada"), await person(c)
        await games.create(c, waiting(other))
    await merging.delete(db, someone.id)
    await merging.delete(db, someone.id)
    with pytest.raises(BothPlay):
        await merging.delete(db, other.id)
    async with db.connection() as c:
        assert await players.read(c, someone.id) is None
        assert await c.fetchval("SELECT name FROM players WHERE id = $1", someone.id) == belongings.NOBODY
