"""The same table once more: one room a finished game, whoever asks and however many at once."""

import asyncio
import time
from typing import Any

import pytest

from app.bots import TEMPERS
from app.engine.actions import Surrender
from app.engine.modes import knobs
from app.jobs.tidy import tidy
from app.play import matching, moves, rematches, rooms
from app.play.errors import Conflict, Forbidden, Unknown
from app.play.matching import Search
from app.play.rematches import Rematch
from app.play.rooms import Wish
from app.store import follows, games
from app.store.db import Database
from app.store.follows import Refused
from app.store.games import Row
from app.store.players import Player
from app.store.wakes import Wakes
from tests.play.conftest import NOW, person

BOTS = sorted(TEMPERS)


async def ended(db: Database, wakes: Wakes, people: list[Player], **wish: Any) -> Row:
    """A game of these people that all but the first have given up."""
    made = Wish(**{"mode": "classic", "seats": len(people), "pause": 5000, **wish})
    row = await rooms.create(db, wakes, people[0], made, default_pause=0, now=NOW)
    for one in people[1:]:
        await rooms.join(db, wakes, one, row.id, invite=row.room.invite, team=None, contribution=None)
    await rooms.start(db, wakes, people[0].id, row.id, now=NOW)
    for one in people[1:] if not made.bots else people:
        last = await moves.make(db, wakes, row.id, one.id, Surrender(), version=None, now=NOW)
    return last.row


async def people(db: Database, *names: str) -> list[Player]:
    return [await person(db, name) for name in names]


async def again(db: Database, wakes: Wakes, player: Player, game_id: str) -> Rematch:
    return await rematches.rematch(db, wakes, player, game_id, now=NOW)


async def count(db: Database) -> int:
    async with db.connection() as c:
        return int(await c.fetchval("SELECT count(*) FROM games"))


async def test_a_rematch_is_the_same_room_with_other_luck(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "Ana", "Ben")
    wish: dict[str, Any] = {"private": True, "clock": "daily", "rules": {"round_cap": 30}, "pause": 1234}
    old = await ended(db, wakes, [ana, ben], **wish)
    made = await again(db, wakes, ben, old.id)
    room = made.row.room
    assert made.made
    assert (made.row.status, room.creator, room.seat_of(ben.id), room.seat_of(ana.id)) == ("waiting", ben.id, 0, None)
    assert (room.mode, room.capacity, room.private, room.clock, room.pause) == ("classic", 2, True, "daily", 1234)
    assert knobs(room.rules) == knobs(old.room.rules)
    assert room.revealed is None
    assert made.row.seed != old.seed
    assert room.commitment != old.room.commitment
    assert room.invite not in ("", old.room.invite)


async def test_the_others_join_the_same_room_without_its_invitation(db: Database, wakes: Wakes) -> None:
    ana, ben, cleo = await people(db, "Ana", "Ben", "Cleo")
    old = await ended(db, wakes, [ana, ben, cleo], private=True)
    first = await again(db, wakes, cleo, old.id)
    second, third = await again(db, wakes, ana, old.id), await again(db, wakes, ben, old.id)
    assert (second.made, third.made) == (False, False)
    assert {first.row.id, second.row.id, third.row.id} == {first.row.id}
    assert [one.player for one in third.row.room.sittings] == [cleo.id, ana.id, ben.id]
    started = await rooms.start(db, wakes, cleo.id, first.row.id, now=NOW)
    assert started.status == "playing"


async def test_whatever_is_pressed_at_once_there_is_one_room(db: Database, wakes: Wakes) -> None:
    everybody = await people(db, "Ana", "Ben", "Cleo", "Dan")
    old = await ended(db, wakes, everybody)
    results = await asyncio.gather(*(again(db, wakes, one, old.id) for one in everybody for _ in range(3)))
    assert len({one.row.id for one in results}) == 1
    assert sum(one.made for one in results) == 1
    assert await count(db) == 2
    async with db.connection() as c:
        row = await rematches.find(c, old.id)
    assert row is not None
    assert {one.player for one in row.room.sittings} == {one.id for one in everybody}
    assert len(row.room.sittings) == 4


async def test_against_bots_alone_it_begins_at_once_and_only_once(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    old = await ended(db, wakes, [ana], seats=3, bots=BOTS[:2])
    results = await asyncio.gather(*(again(db, wakes, ana, old.id) for _ in range(6)))
    assert len({one.row.id for one in results}) == 1
    row = results[0].row
    assert row.status == "playing"
    assert [one.bot for one in row.room.sittings] == [None, *BOTS[:2]]
    assert await count(db) == 2


async def test_sides_are_kept(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "Ana", "Ben")
    row = await rooms.create(db, wakes, ana, Wish(mode="team", seats=4, pause=5000), default_pause=0, now=NOW)
    await rooms.join(db, wakes, ben, row.id, invite=None, team=0, contribution=None)
    for name in BOTS[:2]:
        await rooms.add_bot(db, wakes, ana.id, row.id, name=name)
    await rooms.start(db, wakes, ana.id, row.id, now=NOW)
    for one in (ana, ben):
        await moves.make(db, wakes, row.id, one.id, Surrender(), version=None, now=NOW)
    await again(db, wakes, ben, row.id)
    joined = (await again(db, wakes, ana, row.id)).row
    sides = {one.player or one.bot: one.team for one in joined.room.sittings}
    assert sides == {ana.id: 0, ben.id: 0, BOTS[0]: 1, BOTS[1]: 1}


async def test_who_plays_elsewhere_is_refused_and_leaves_nothing(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "Ana", "Ben")
    old = await ended(db, wakes, [ana, ben])
    await rooms.create(db, wakes, ana, Wish(mode="blitz", seats=2), default_pause=0, now=NOW)
    with pytest.raises(Conflict, match="already_seated"):
        await again(db, wakes, ana, old.id)
    async with db.connection() as c:
        assert await rematches.find(c, old.id) is None
    await again(db, wakes, ben, old.id)
    with pytest.raises(Conflict, match="already_seated"):
        await again(db, wakes, ana, old.id)


async def test_who_comes_too_late_is_told_so(db: Database, wakes: Wakes) -> None:
    ana, ben, eve = await people(db, "Ana", "Ben", "Eve")
    old = await ended(db, wakes, [ana, ben])
    room = (await again(db, wakes, ana, old.id)).row
    await rooms.join(db, wakes, eve, room.id, invite=None, team=None, contribution=None)
    with pytest.raises(Conflict, match="seats_full"):
        await again(db, wakes, ben, old.id)
    await rooms.start(db, wakes, ana.id, room.id, now=NOW)
    with pytest.raises(Conflict, match="not_waiting"):
        await again(db, wakes, ben, old.id)
    assert (await again(db, wakes, ana, old.id)).row.status == "playing"


async def test_only_those_who_had_a_seat_may_ask(db: Database, wakes: Wakes) -> None:
    ana, ben, eve = await people(db, "Ana", "Ben", "Eve")
    old = await ended(db, wakes, [ana, ben])
    with pytest.raises(Forbidden):
        await again(db, wakes, eve, old.id)
    with pytest.raises(Unknown):
        await again(db, wakes, eve, "nothing")


async def test_a_game_that_runs_has_no_rematch(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "Ana", "Ben")
    row = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=2), default_pause=0, now=NOW)
    await rooms.join(db, wakes, ben, row.id, invite=None, team=None, contribution=None)
    for _ in range(2):
        with pytest.raises(Conflict, match="not_over"):
            await again(db, wakes, ana, row.id)
        row = await rooms.start(db, wakes, ana.id, row.id, now=NOW) if row.status == "waiting" else row


async def test_a_room_that_was_closed_may_be_asked_for_anew(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "Ana", "Ben")
    old = await ended(db, wakes, [ana, ben])
    first = await again(db, wakes, ana, old.id)
    assert await rooms.leave(db, wakes, ana.id, first.row.id) is None
    async with db.connection() as c:
        assert await rematches.find(c, old.id) is None
        assert await games.read(c, first.row.id) is None
    second = await again(db, wakes, ben, old.id)
    assert second.made
    assert second.row.id != first.row.id


async def test_a_rematch_of_a_found_table_waits_for_its_people_and_not_for_bots(db: Database, wakes: Wakes) -> None:
    everybody = await people(db, "Ana", "Ben", "Cem", "Dan")
    for one in everybody:
        row = await matching.find(db, wakes, one, Search(wait=1000, pause=5000, now=NOW))
    for one in everybody[1:]:
        await moves.make(db, wakes, row.id, one.id, Surrender(), version=None, now=NOW)
    made = await again(db, wakes, everybody[0], row.id)
    assert (made.row.status, made.row.room.fills_at) == ("waiting", None)
    assert await matching.fill_due(db, wakes, now=NOW + 60_000) is None


async def test_whoever_is_blocked_gets_no_seat_in_the_blockers_rematch(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "Ana", "Ben")
    row = await ended(db, wakes, [ana, ben])
    await again(db, wakes, ana, row.id)
    async with db.connection() as c:
        await follows.block(c, ana.id, ben.id)
    with pytest.raises(Refused):
        await again(db, wakes, ben, row.id)


async def test_who_is_sent_away_from_a_rematch_stays_out_of_it(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "Ana", "Ben")
    old = await ended(db, wakes, [ana, ben])
    made = await again(db, wakes, ana, old.id)
    await again(db, wakes, ben, old.id)
    await rooms.send_away(db, wakes, ana.id, made.row.id, seat=1, who="Ben")
    with pytest.raises(Conflict) as refused:
        await again(db, wakes, ben, old.id)
    assert refused.value.code == "sent_away"


async def test_a_rematch_nobody_came_to_for_a_day_is_asked_for_anew(db: Database, wakes: Wakes) -> None:
    ana, ben = await people(db, "Ana", "Ben")
    old = await ended(db, wakes, [ana, ben])
    first = await again(db, wakes, ana, old.id)
    async with db.connection() as c:
        await c.execute("UPDATE games SET updated_at = now() - interval '25 hours' WHERE id = $1", first.row.id)
    assert await tidy(db, now=time.time_ns() // 1_000_000) == 1
    anew = await again(db, wakes, ben, old.id)
    assert (anew.made, anew.row.id == first.row.id) == (True, False)
    assert (await again(db, wakes, ana, old.id)).row.id == anew.row.id
