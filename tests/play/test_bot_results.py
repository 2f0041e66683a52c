"""Finished games count for the bots in them, once, with who won."""

from app.bots import TEMPERS
from app.engine.actions import Surrender
from app.play import moves, rooms
from app.play.rooms import Wish
from app.store import leaders
from app.store.db import Database
from app.store.leaders import BotResult
from app.store.wakes import Wakes
from tests.play.conftest import NOW, person


async def results(db: Database) -> list[BotResult]:
    async with db.connection() as c:
        return await leaders.bots(c)


async def test_a_finished_game_counts_once_for_each_of_its_bots(db: Database, wakes: Wakes) -> None:
    one = min(TEMPERS)
    wish = Wish(mode="classic", seats=2, bots=[one])
    for games in (1, 2):
        ana = await person(db)
        row = await rooms.create(db, wakes, ana, wish, default_pause=5000, now=NOW, started=True)
        await moves.make(db, wakes, row.id, ana.id, Surrender(), version=None, now=NOW)
        assert await results(db) == [BotResult(one, "classic", games, games)]


async def test_a_game_of_people_counts_for_no_bot(db: Database, wakes: Wakes) -> None:
    ana, ben = await person(db, "Ana"), await person(db, "Ben")
    row = await rooms.create(db, wakes, ana, Wish(mode="classic", seats=2), default_pause=0, now=NOW)
    await rooms.join(db, wakes, ben, row.id, invite=None, team=None, contribution=None)
    await rooms.start(db, wakes, ana.id, row.id, now=NOW)
    await moves.make(db, wakes, row.id, ben.id, Surrender(), version=None, now=NOW)
    assert await results(db) == []
