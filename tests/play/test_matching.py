"""Find me a table: the best seat that is free, a room of one's own, and bots when the wait is over; also at once."""

import asyncio

import msgspec
import pytest

from app.bots import TEMPERS
from app.engine.actions import Surrender
from app.engine.errors import Illegal
from app.play import matching, moves, rematches, rooms
from app.play.errors import Conflict
from app.play.matching import Search
from app.play.rooms import Wish
from app.store import follows, games, presence
from app.store.db import Database
from app.store.games import Row
from app.store.players import Player
from app.store.wakes import Wakes
from tests.play.conftest import NOW, person

SEARCH = Search(wait=20_000, pause=0, now=NOW)


async def found(db: Database, wakes: Wakes, *names: str) -> list[Row]:
    """What these people find, one after the other."""
    return [await matching.find(db, wakes, await person(db, name), SEARCH) for name in names]


async def read(db: Database, game_id: str) -> Row:
    async with db.connection() as c:
        row = await games.read(c, game_id)
    assert row is not None
    return row


async def block(db: Database, one: Player, other: Player) -> None:
    async with db.connection() as c:
        await follows.block(c, one.id, other.id)


async def test_the_first_opens_a_room_and_the_next_sit_down_in_it(db: Database, wakes: Wakes) -> None:
    one, two, three = await found(db, wakes, "Ana", "Ben", "Cem")
    assert (one.status, one.room.private, one.room.clock, one.room.mode) == ("waiting", False, "live", "classic")
    assert one.room.fills_at == NOW + 20_000
    assert {one.id, two.id, three.id} == {one.id}
    assert [sitting.name for sitting in three.room.sittings] == ["Ana", "Ben", "Cem"]


async def test_the_last_seat_begins_the_game(db: Database, wakes: Wakes) -> None:
    last = (await found(db, wakes, "Ana", "Ben", "Cem", "Dan"))[-1]
    assert (last.status, (await read(db, last.id)).status) == ("playing", "playing")


async def test_the_fullest_room_comes_first(db: Database, wakes: Wakes) -> None:
    ana, ben, cem = await person(db, "Ana"), await person(db, "Ben"), await person(db, "Cem")
    emptier = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=4), default_pause=0, now=NOW)
    fuller = await rooms.create(db, wakes, ben, Wish(mode="classic", seats=4), default_pause=0, now=NOW)
    await rooms.join(db, wakes, cem, fuller.id, invite=None, team=None, contribution=None)
    (row,) = await found(db, wakes, "Dan")
    assert (row.id, row.status, row.room.fills_at) == (fuller.id, "waiting", None)
    assert (await read(db, emptier.id)).room.seat_of(ana.id) == 0


@pytest.mark.parametrize(
    "wish",
    [
        Wish(mode="classic", seats=4, private=True),
        Wish(mode="classic", seats=4, clock="daily"),
        Wish(mode="blitz", seats=4),
        Wish(mode="classic", seats=2, bots=["Ada"]),
    ],
)
async def test_no_seat_in_a_room_that_does_not_fit(db: Database, wakes: Wakes, wish: Wish) -> None:
    other = await rooms.create(db, wakes, await person(db, "Ana"), wish, default_pause=0, now=NOW)
    (row,) = await found(db, wakes, "Ben")
    assert row.id != other.id


async def test_people_of_like_experience_sit_together(db: Database, wakes: Wakes) -> None:
    async with db.connection() as c:
        for name, xp in (("Old", 40_000), ("New", 100)):
            player = await person(db, name)
            await rooms.create(db, wakes, player, Wish(mode="classic", seats=4), default_pause=0, now=NOW)
            await c.execute("UPDATE players SET xp = $2 WHERE id = $1", player.id, xp)
    (row,) = await found(db, wakes, "Ben")
    assert row.room.sittings[0].name == "New"


async def test_nobody_is_seated_with_whom_they_blocked_or_who_blocked_them(db: Database, wakes: Wakes) -> None:
    ana, ben, cem = await person(db, "Ana"), await person(db, "Ben"), await person(db, "Cem")
    await block(db, ana, ben)
    await block(db, cem, ana)
    first = await matching.find(db, wakes, ana, SEARCH)
    assert len({first.id, *[(await matching.find(db, wakes, one, SEARCH)).id for one in (ben, cem)]}) == 2
    assert (await read(db, first.id)).room.seat_of(ben.id) is None
    assert (await read(db, first.id)).room.seat_of(cem.id) is None


async def test_who_was_sent_away_gets_another_seat(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db, "Ana"), await person(db, "Ben")
    first = await matching.find(db, wakes, ana, SEARCH)
    await matching.find(db, wakes, ben, SEARCH)
    await rooms.send_away(db, wakes, ana.id, first.id, seat=1, who="Ben")
    with pytest.raises(Conflict):
        await rooms.join(db, wakes, ben, first.id, invite=None, team=None, contribution=None)
    assert (await matching.find(db, wakes, ben, SEARCH)).id != first.id


async def test_one_seat_and_a_mode_that_exists(db: Database, wakes: Wakes) -> None:
    ana = await person(db, "Ana")
    with pytest.raises(Illegal):
        await matching.find(db, wakes, ana, Search(mode="chess", wait=0, pause=0, now=NOW))
    await matching.find(db, wakes, ana, SEARCH)
    with pytest.raises(Conflict) as refused:
        await matching.find(db, wakes, ana, SEARCH)
    assert refused.value.code == "already_seated"


async def test_ten_people_at_once_on_one_free_seat_all_get_one(db: Database, wakes: Wakes) -> None:
    wish = Wish(mode="classic", seats=4, bots=["Ada", "Ivo"])
    await rooms.create(db, wakes, await person(db, "Host"), wish, default_pause=0, now=NOW)
    people = [await person(db, f"P{n}") for n in range(10)]
    rows = await asyncio.gather(*(matching.find(db, wakes, one, SEARCH) for one in people))
    seated = [(await read(db, row.id)).room for row in rows]
    assert all(room.seat_of(one.id) is not None for room, one in zip(seated, people, strict=True))
    sizes = sorted(len(room.sittings) for room in {room.id: room for room in seated}.values())
    assert sizes == [1, 4, 4, 4]


async def test_a_room_is_filled_and_begun_once_by_any_number_of_sweeps(db: Database, wakes: Wakes) -> None:
    (row,) = await found(db, wakes, "Ana")
    assert await matching.fill_due(db, wakes, now=NOW + 19_999) is None
    swept = await asyncio.gather(*(matching.fill_due(db, wakes, now=NOW + 20_000) for _ in range(8)))
    assert row.id in swept
    begun = await read(db, row.id)
    assert begun.status == "playing"
    assert [one.kind for one in begun.room.sittings] == ["human", "bot", "bot", "bot"]
    assert len({one.bot for one in begun.room.sittings[1:]} & set(TEMPERS)) == 3
    async with db.connection() as c:
        assert await games.events_after(c, row.id, 0, 500)
        assert await c.fetchval("SELECT count(*) FROM moves WHERE game_id = $1 AND first_event = 1", row.id) == 1
    assert await matching.fill_due(db, wakes, now=NOW + 60_000) is None


async def test_a_room_that_everybody_left_is_not_filled(db: Database, wakes: Wakes) -> None:
    ana = await person(db, "Ana")
    row = await matching.find(db, wakes, ana, SEARCH)
    await rooms.leave(db, wakes, ana.id, row.id)
    assert await matching.fill_due(db, wakes, now=NOW + 20_000) is None


@pytest.mark.parametrize("mode", ["team", "original", "fortune"])
async def test_any_mode_is_filled(db: Database, wakes: Wakes, mode: str) -> None:
    search = Search(mode=mode, wait=0, pause=0, now=NOW)
    row = await matching.find(db, wakes, await person(db, "Ana"), search)
    await matching.fill_due(db, wakes, now=NOW)
    assert (await read(db, row.id)).status == "playing"


async def gone(db: Database, *people: Player) -> None:
    """Their pages have been closed for a while."""
    async with db.connection() as c:
        await c.execute(
            "UPDATE seats SET seen_at = now() - interval '1 minute' WHERE player_id = ANY($1::text[])",
            [one.id for one in people],
        )


async def test_nobody_is_sent_to_wait_for_a_creator_who_has_gone(db: Database, wakes: Wakes) -> None:
    ana = await person(db, "Ana")
    room = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=4), default_pause=0, now=NOW)
    await gone(db, ana)
    (ben,) = await found(db, wakes, "Ben")
    assert ben.id != room.id
    await rooms.leave(db, wakes, ben.room.creator, ben.id)
    async with db.connection() as c:
        await presence.note(c, room.id, ana.id)
    (cem,) = await found(db, wakes, "Cem")
    assert cem.id == room.id


async def test_the_room_of_a_search_begins_though_whoever_opened_it_has_gone(db: Database, wakes: Wakes) -> None:
    ana = await person(db, "Ana")
    row = await matching.find(db, wakes, ana, SEARCH)
    await gone(db, ana)
    assert [one.id for one in await found(db, wakes, "Ben", "Cem", "Dan")] == [row.id] * 3
    assert (await read(db, row.id)).status == "playing"


async def test_people_of_one_language_sit_together_even_if_one_has_played_more(db: Database, wakes: Wakes) -> None:
    async with db.connection() as c:
        for language, xp in (("ar", 40_000), ("en", 0)):
            player = await person(db, language)
            await rooms.create(db, wakes, player, Wish(mode="classic", seats=4), default_pause=0, now=NOW)
            await c.execute("UPDATE players SET xp = $2, language = $3 WHERE id = $1", player.id, xp, language)
    reader = msgspec.structs.replace(await person(db, "Ben"), language="ar")
    assert (await matching.find(db, wakes, reader, SEARCH)).room.sittings[0].name == "ar"


async def test_the_seats_of_a_rematch_are_kept_for_whoever_comes_back(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db, "Ana"), await person(db, "Ben")
    old = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=2), default_pause=0, now=NOW)
    await rooms.join(db, wakes, ben, old.id, invite=None, team=None, contribution=None)
    await rooms.start(db, wakes, ana.id, old.id, now=NOW)
    await moves.make(db, wakes, old.id, ben.id, Surrender(), version=None, now=NOW)
    again = await rematches.rematch(db, wakes, ana, old.id, now=NOW)
    (cem,) = await found(db, wakes, "Cem")
    assert cem.id != again.row.id


async def test_one_person_who_looks_on_two_devices_at_once_sits_once(db: Database, wakes: Wakes) -> None:
    ana = await person(db, "Ana")
    tries = [matching.find(db, wakes, ana, SEARCH) for _ in range(4)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    (row,) = [one for one in answers if isinstance(one, Row)]
    assert {one.code for one in answers if isinstance(one, Conflict)} == {"already_seated"}
    assert [one.name for one in (await read(db, row.id)).room.sittings] == ["Ana"]
    async with db.connection() as c:
        assert await c.fetchval("SELECT count(*) FROM games") == 1
