"""Rooms before the start: who may come, go, fill seats and begin."""

import asyncio

import pytest

from app.bots import TEMPERS
from app.engine.errors import Illegal
from app.engine.room import Clock
from app.engine.state import PLAYING
from app.play import codes, rooms
from app.play.errors import Conflict, Forbidden, Unknown
from app.play.rooms import Wish
from app.store import games
from app.store.db import Database
from app.store.games import Row
from app.store.players import Player
from app.store.wakes import Wakes
from tests.play.conftest import NOW, duel, person

CLASSIC = Wish(mode="classic", seats=2)


async def test_the_creator_sits_in_the_first_seat_of_a_new_room(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    row = await rooms.create(db, wakes, ana, CLASSIC, default_pause=900, now=NOW)
    assert (row.status, row.room.seat_of(ana.id), row.room.pause) == ("waiting", 0, 900)
    assert len(row.room.commitment) == 64
    assert row.seed.hex() not in repr(row.room)


@pytest.mark.parametrize(
    "wish",
    [
        Wish(mode="chess", seats=2),
        Wish(mode="classic", seats=1),
        Wish(mode="classic", seats=7),
        Wish(mode="team", seats=3),
        Wish(mode="classic", seats=2, team=0),
        Wish(mode="classic", seats=2, rules={"nonsense": 1}),
        Wish(mode="classic", seats=2, rules={"round_cap": 0}),
        Wish(mode="classic", seats=2, rules={"rent_tax": [50, 20]}),
        Wish(mode="classic", seats=2, rules={"even_building": "yes"}),
        Wish(mode="classic", seats=2, pause=5001),
        Wish(mode="classic", seats=2, bots=["nobody of this name"]),
        Wish(mode="classic", seats=2, bots=sorted(TEMPERS)[:2]),
        Wish(mode="classic", seats=3, bots=[min(TEMPERS)] * 2),
        Wish(mode="classic", seats=2, contribution="x" * 65),
        Wish(mode="classic", seats=2, contribution="a\nb"),
    ],
)
async def test_a_room_that_cannot_be_is_refused_and_leaves_nothing(db: Database, wakes: Wakes, wish: Wish) -> None:
    ana = await person(db)
    with pytest.raises(Illegal) as refused:
        await rooms.create(db, wakes, ana, wish, default_pause=0, now=NOW)
    assert refused.value.code == "invalid_choice"
    async with db.connection() as c:
        assert await games.unfinished_of(c, ana.id) is None


async def test_one_person_sits_in_one_unfinished_game(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db), await person(db, "Ben")
    await rooms.create(db, wakes, ana, CLASSIC, default_pause=0, now=NOW)
    other = await rooms.create(db, wakes, ben, CLASSIC, default_pause=0, now=NOW)
    with pytest.raises(Conflict, match="already_seated"):
        await rooms.create(db, wakes, ana, CLASSIC, default_pause=0, now=NOW)
    with pytest.raises(Conflict, match="already_seated"):
        await rooms.join(db, wakes, ana, other.id, invite=None, team=None, contribution=None)
    with pytest.raises(Conflict, match="already_seated"):
        await rooms.join(db, wakes, ben, other.id, invite=None, team=None, contribution=None)


async def test_two_who_want_the_last_seat_at_once_get_one_seat(db: Database, wakes: Wakes) -> None:
    creator = await person(db)
    row = await rooms.create(db, wakes, creator, Wish(mode="classic", seats=3), default_pause=0, now=NOW)
    many = [await person(db, f"P{number}") for number in range(8)]
    results = await asyncio.gather(
        *(rooms.join(db, wakes, one, row.id, invite=None, team=None, contribution=None) for one in many),
        return_exceptions=True,
    )
    seated = [result for result in results if not isinstance(result, BaseException)]
    refused = [result.code for result in results if isinstance(result, Conflict)]
    assert (len(seated), refused) == (2, ["seats_full"] * 6)
    async with db.connection() as c:
        found = await games.read(c, row.id)
    assert found is not None
    assert len({one.player for one in found.room.sittings}) == 3


async def test_a_private_room_asks_for_its_invitation(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db), await person(db, "Ben")
    row = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=2, private=True), default_pause=0, now=NOW)
    for invite in (None, "", "wrong"):
        with pytest.raises(Forbidden):
            await rooms.join(db, wakes, ben, row.id, invite=invite, team=None, contribution=None)
    joined = await rooms.join(db, wakes, ben, row.id, invite=row.room.invite, team=None, contribution=None)
    assert joined.room.seat_of(ben.id) == 1


async def test_a_leaving_creator_hands_the_room_on_and_the_last_person_closes_it(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db), await person(db, "Ben")
    wish = Wish(mode="classic", seats=4, bots=[min(TEMPERS)])
    row = await rooms.create(db, wakes, ana, wish, default_pause=0, now=NOW)
    await rooms.join(db, wakes, ben, row.id, invite=None, team=None, contribution=None)
    left = await rooms.leave(db, wakes, ana.id, row.id)
    assert left is not None
    assert (left.room.creator, left.room.seat_of(ben.id)) == (ben.id, 1)
    with pytest.raises(Forbidden):
        await rooms.leave(db, wakes, ana.id, row.id)
    assert await rooms.leave(db, wakes, ben.id, row.id) is None
    with pytest.raises(Unknown):
        await rooms.leave(db, wakes, ben.id, row.id)
    async with db.connection() as c:
        assert await games.unfinished_of(c, ana.id) is None
        assert await games.unfinished_of(c, ben.id) is None


async def test_only_the_creator_adds_and_removes_bots_and_starts(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db), await person(db, "Ben")
    row = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=3), default_pause=0, now=NOW)
    await rooms.join(db, wakes, ben, row.id, invite=None, team=None, contribution=None)
    with pytest.raises(Forbidden):
        await rooms.add_bot(db, wakes, ben.id, row.id, name=None)
    with pytest.raises(Conflict, match="seats_open"):
        await rooms.start(db, wakes, ana.id, row.id, now=NOW)
    filled = await rooms.add_bot(db, wakes, ana.id, row.id, name=None)
    name = filled.room.sittings[2].name
    assert name in TEMPERS
    with pytest.raises(Conflict, match="seats_full"):
        await rooms.add_bot(db, wakes, ana.id, row.id, name=None)
    await rooms.remove_bot(db, wakes, ana.id, row.id, name=name)
    await rooms.add_bot(db, wakes, ana.id, row.id, name=name)
    with pytest.raises(Forbidden):
        await rooms.start(db, wakes, ben.id, row.id, now=NOW)
    started = await rooms.start(db, wakes, ana.id, row.id, now=NOW)
    assert started.status == "playing"
    for late in (rooms.leave(db, wakes, ben.id, row.id), rooms.add_bot(db, wakes, ana.id, row.id, name=None)):
        with pytest.raises(Conflict, match="not_waiting"):
            await late


async def test_teams_are_balanced_and_sit_alternately(db: Database, wakes: Wakes) -> None:
    ana, ben, eva = await person(db), await person(db, "Ben"), await person(db, "Eva")
    row = await rooms.create(db, wakes, ana, Wish(mode="team", seats=4, team=1), default_pause=0, now=NOW)
    await rooms.join(db, wakes, ben, row.id, invite=None, team=1, contribution=None)
    with pytest.raises(Conflict, match="seats_full"):
        await rooms.join(db, wakes, eva, row.id, invite=None, team=1, contribution=None)
    await rooms.add_bot(db, wakes, ana.id, row.id, name=None)
    await rooms.add_bot(db, wakes, ana.id, row.id, name=None)
    started = await rooms.start(db, wakes, ana.id, row.id, now=NOW)
    assert started.game is not None
    assert started.game.team == [0, 1, 0, 1]
    assert [started.room.seat_of(one.id) for one in (ana, ben)] == [1, 3]


async def test_the_version_of_a_room_goes_on_in_its_game(db: Database, wakes: Wakes) -> None:
    row, _, _ = await duel(db, wakes)
    assert row.game is not None
    assert (row.version, row.game.version) == (3, 3)
    async with db.connection() as c:
        assert len(await games.events_after(c, row.id, 0, 500)) == row.game.told


async def test_play_now_begins_a_game_against_three_bots(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    row = await rooms.play_now(db, wakes, ana, default_pause=900, now=NOW)
    assert row.game is not None
    assert row.game.standing == [PLAYING] * 4
    assert [one.kind for one in row.room.sittings] == ["human", "bot", "bot", "bot"]
    with pytest.raises(Conflict, match="already_seated"):
        await rooms.play_now(db, wakes, ana, default_pause=900, now=NOW)


async def test_a_private_room_is_found_by_its_code_while_it_waits(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db), await person(db, "Ben")
    wish = Wish(mode="classic", seats=2, private=True)
    row = await rooms.create(db, wakes, ana, wish, default_pause=0, now=NOW)
    async with db.connection() as c:
        found = await games.by_code(c, row.room.code)
        assert found == games.Invitation(row.id, row.room.invite)
    await rooms.join(db, wakes, ben, row.id, invite=row.room.invite, team=None, contribution=None)
    await rooms.start(db, wakes, ana.id, row.id, now=NOW)
    async with db.connection() as c:
        assert await games.by_code(c, row.room.code) is None


async def test_a_public_room_has_no_code(db: Database, wakes: Wakes) -> None:
    row = await rooms.create(db, wakes, await person(db), CLASSIC, default_pause=0, now=NOW)
    assert row.room.code == ""


async def test_a_code_that_is_taken_is_drawn_again(db: Database, wakes: Wakes, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["BCDFGH", "BCDFGH", "KMNPQR"])
    monkeypatch.setattr(codes, "fresh", lambda: next(drawn))
    wish = Wish(mode="classic", seats=2, private=True)
    found = [await rooms.create(db, wakes, await person(db), wish, default_pause=0, now=NOW) for _ in range(2)]
    assert [row.room.code for row in found] == ["BCDFGH", "KMNPQR"]


async def test_whoever_is_sent_away_is_free_and_cannot_come_back(db: Database, wakes: Wakes) -> None:
    ana, ben, cyd = await person(db), await person(db, "Ben"), await person(db, "Cyd")
    room = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=3), default_pause=0, now=NOW)
    for one in (ben, cyd):
        await rooms.join(db, wakes, one, room.id, invite=None, team=None, contribution=None)
    row = await rooms.send_away(db, wakes, ana.id, room.id, seat=1, who="Ben")
    assert [one.name for one in row.room.sittings] == [ana.name, "Cyd"]
    with pytest.raises(Conflict) as refused:
        await rooms.join(db, wakes, ben, room.id, invite=None, team=None, contribution=None)
    assert refused.value.code == "sent_away"
    await rooms.create(db, wakes, ben, CLASSIC, default_pause=0, now=NOW)


async def test_only_the_creator_sends_a_person_away_and_nobody_else_is_hit(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db), await person(db, "Ben")
    room = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=3, bots=["Ada"]), default_pause=0, now=NOW)
    await rooms.join(db, wakes, ben, room.id, invite=None, team=None, contribution=None)
    with pytest.raises(Forbidden):
        await rooms.send_away(db, wakes, ben.id, room.id, seat=0, who=ana.name)
    for seat, who in ((0, ana.name), (1, "Ada"), (2, "Cyd"), (3, "Ben"), (-1, "Ben")):
        with pytest.raises(Illegal):
            await rooms.send_away(db, wakes, ana.id, room.id, seat=seat, who=who)


async def looked_last(db: Database, player: Player, minutes: int) -> None:
    """Somebody has looked at their room so long ago."""
    async with db.connection() as c:
        ago = "UPDATE seats SET seen_at = now() - $2::integer * interval '1 minute' WHERE player_id = $1"
        await c.execute(ago, player.id, minutes)


async def attended(db: Database, wakes: Wakes, game_id: str, player: Player) -> Row:
    async with db.connection() as c:
        row = await games.read(c, game_id)
        assert row is not None
        return await rooms.attend(c, wakes, row, player.id)


@pytest.mark.parametrize(("clock", "minutes", "heir"), [("live", 6, "Ben"), ("live", 4, "Ana"), ("daily", 6, "Ana")])
async def test_who_is_there_takes_over_from_a_creator_who_is_long_gone(
    db: Database, wakes: Wakes, clock: Clock, minutes: int, heir: str
) -> None:
    ana, ben = await person(db, "Ana"), await person(db, "Ben")
    made = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=2, clock=clock), default_pause=0, now=NOW)
    await rooms.join(db, wakes, ben, made.id, invite=None, team=None, contribution=None)
    await looked_last(db, ana, minutes)
    row = await attended(db, wakes, made.id, ben)
    assert row.room.creator == {"Ana": ana, "Ben": ben}[heir].id
    assert [one.name for one in row.room.sittings] == ["Ana", "Ben"]


async def test_of_two_who_are_there_one_takes_the_room_over(db: Database, wakes: Wakes) -> None:
    ana, *others = [await person(db, name) for name in ("Ana", "Ben", "Cem")]
    made = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=3), default_pause=0, now=NOW)
    for one in others:
        await rooms.join(db, wakes, one, made.id, invite=None, team=None, contribution=None)
    await looked_last(db, ana, 6)
    rows = await asyncio.gather(*(attended(db, wakes, made.id, one) for one in others * 3))
    assert len({row.room.creator for row in rows}) == 1
    assert (await attended(db, wakes, made.id, ana)).room.creator != ana.id
    await looked_last(db, next(one for one in others if one.id == rows[0].room.creator), 1)
    assert (await attended(db, wakes, made.id, ana)).room.creator == rows[0].room.creator


async def test_an_onlooker_takes_nothing_over(db: Database, wakes: Wakes) -> None:
    ana, eve = await person(db, "Ana"), await person(db, "Eve")
    made = await rooms.create(db, wakes, ana, CLASSIC, default_pause=0, now=NOW)
    await looked_last(db, ana, 6)
    assert (await attended(db, wakes, made.id, eve)).room.creator == ana.id
    assert (await attended(db, wakes, made.id, ana)).room.creator == ana.id
