"""Rulebook 18 when a guest becomes an account: whether before the end of a game or after it, it is paid once."""

import pytest

from app.people import merging
from app.store import players, progress
from app.store.db import Database
from app.store.wakes import Wakes
from tests.play.conftest import duel, person
from tests.play.late import give_up, late


@pytest.mark.parametrize("first", ["merge", "end"])
async def test_a_guest_merged_around_the_end_of_a_game_is_paid_once(db: Database, wakes: Wakes, first: str) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    account = await person(db, "Account")
    if first == "end":
        await give_up(db, wakes, row, ben)
    async with db.transaction() as c:
        await merging.merge(c, ana.id, account.id)
    if first == "merge":
        await give_up(db, wakes, row, ben)
    async with db.connection() as c:
        found, result = await players.read(c, account.id), await progress.result(c, row.id, account.id)
        assert await progress.result(c, row.id, ana.id) is None
        assert len(await progress.cards_of(c, account.id, before=None, limit=9)) == 1
    assert found is not None
    assert result is not None
    assert found.xp == result.xp >= 230
