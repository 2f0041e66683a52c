"""An outage of the service costs nobody a turn, and a record with one still verifies."""

import json

from app.bots import TEMPERS
from app.lab.replay import replay
from app.play import export, moves, rooms
from app.play.rooms import Wish
from app.store import games
from app.store.db import Database
from app.store.wakes import Wakes
from tests.play.conftest import NOW, duel, person


async def away(db: Database, ms: int) -> None:
    """The service has been away for so long, all in all."""
    async with db.connection() as c:
        await c.execute("UPDATE heartbeat SET away_ms = $1", ms)


async def test_live_clocks_stand_still_while_the_service_is_away(db: Database, wakes: Wakes) -> None:
    await away(db, 5_000)
    row, *_ = await duel(db, wakes)
    assert row.game is not None
    await away(db, 605_000)
    found = await moves.look(db, wakes, row.id, now=NOW + 600_000 + 74_999)
    assert found.game is not None
    assert (found.game.turn, found.game.deadline) == (row.game.turn, NOW + 600_000 + 75_000)
    assert found.version == row.version + 1
    again = await moves.look(db, wakes, row.id, now=NOW + 600_000 + 74_999)
    assert again.version == found.version
    late = await moves.look(db, wakes, row.id, now=NOW + 600_000 + 75_000)
    assert late.game is not None
    assert late.game.turn != row.game.turn


async def test_the_sweep_puts_a_table_off_instead_of_skipping_its_turn(db: Database, wakes: Wakes) -> None:
    await away(db, 0)
    row, *_ = await duel(db, wakes)
    await away(db, 600_000)
    assert await moves.play_due(db, wakes, now=NOW + 600_000) == row.id
    async with db.connection() as c:
        found = await games.read(c, row.id)
    assert found is not None
    assert found.due_at == NOW + 675_000


async def test_daily_clocks_go_on(db: Database, wakes: Wakes) -> None:
    await away(db, 0)
    row, *_ = await duel(db, wakes, clock="daily")
    assert row.game is not None
    await away(db, 600_000)
    found = await moves.look(db, wakes, row.id, now=NOW + 600_000)
    assert found.game is not None
    assert found.game.deadline == row.game.deadline


async def test_a_record_with_an_outage_in_it_verifies(db: Database, wakes: Wakes) -> None:
    await away(db, 0)
    ana = await person(db)
    wish = Wish(mode="blitz", seats=3, bots=sorted(TEMPERS)[:2], pause=700)
    row = await rooms.create(db, wakes, ana, wish, default_pause=0, now=NOW, started=True)
    for step in range(1, 400):
        if step in (2, 5):
            await away(db, 30_000 * step)
        row = await moves.look(db, wakes, row.id, now=NOW + 40_000 * step)
        if row.status == "over":
            break
    async with db.connection() as c:
        made = json.loads(export.as_json(await export.record(c, row)))
    moved = [event["ms"] for event in made["events"] if event["type"] == "clocks_moved"]
    assert moved == [60_000, 90_000]
    replay(made)
