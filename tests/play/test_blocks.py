"""What somebody who is blocked cannot do: sit down in the blocker's room, or make them an offer."""

import pytest

from app.engine.actions import Decline, ProposeTrade, Side
from app.engine.errors import Illegal
from app.play import moves, rooms
from app.play.rooms import Wish
from app.store import follows
from app.store.db import Database
from app.store.follows import Refused
from app.store.players import Player
from app.store.wakes import Wakes
from tests.play.conftest import NOW, duel, person


async def block(db: Database, one: Player, other: Player) -> None:
    async with db.connection() as c:
        await follows.block(c, one.id, other.id)


async def test_no_seat_in_the_blockers_room(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db, "Ana"), await person(db, "Ben")
    await block(db, ana, ben)
    wish = Wish(mode="classic", seats=2)
    row = await rooms.create(db, wakes, ana, wish, default_pause=0, now=NOW)
    with pytest.raises(Refused) as refused:
        await rooms.join(db, wakes, ben, row.id, invite=None, team=None, contribution=None)
    assert refused.value.code == "blocked"


async def test_the_blocker_may_sit_down_with_whom_they_blocked(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db, "Ana"), await person(db, "Ben")
    await block(db, ana, ben)
    row = await rooms.create(db, wakes, ben, Wish(mode="classic", seats=2), default_pause=0, now=NOW)
    joined = await rooms.join(db, wakes, ana, row.id, invite=None, team=None, contribution=None)
    assert joined.room.seat_of(ana.id) == 1


async def test_no_offer_to_the_blocker(db: Database, wakes: Wakes) -> None:
    row, ana, ben = await duel(db, wakes)
    assert row.game is not None
    mover, other = (ana, ben) if row.game.turn == 0 else (ben, ana)
    offer = ProposeTrade(to=1 - row.game.turn, give=Side(cash=10), get=Side(cash=10))
    await block(db, other, mover)
    with pytest.raises(Refused) as refused:
        await moves.make(db, wakes, row.id, mover.id, offer, version=None, now=NOW)
    assert refused.value.code == "blocked"
    bad = ProposeTrade(to=9, give=Side(cash=10), get=Side(cash=10))
    with pytest.raises(Illegal) as illegal:
        await moves.make(db, wakes, row.id, mover.id, bad, version=None, now=NOW)
    assert illegal.value.code == "invalid_choice"
    with pytest.raises(Illegal):
        await moves.make(db, wakes, row.id, mover.id, Decline(), version=None, now=NOW)
    async with db.connection() as c:
        await follows.unblock(c, other.id, mover.id)
    made = await moves.make(db, wakes, row.id, mover.id, offer, version=None, now=NOW)
    assert [event["type"] for event in made.events] == ["trade_offered"]
