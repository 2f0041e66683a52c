"""Rulebook 18 under real processes: one is killed between the last move and its payment, two end one game at once."""

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process

from app.store import games, players, progress
from app.store.db import Database
from app.store.games import Row
from app.store.players import Player
from app.store.wakes import Wakes
from tests.play.conftest import NOW, duel
from tests.play.late import give_up, late

ENDS = """
import asyncio, sys
from app.engine.actions import Surrender
from app.play import moves
from app.store import progress
from app.store.db import Database
from app.store.wakes import Wakes
url, game, player, moment, hangs = sys.argv[1:]

async def hang(*_):
    print("paid", flush=True)
    await asyncio.sleep(600)

async def main():
    if hangs == "yes":
        progress.give = hang
    db = Database(url)
    await db.open()
    await moves.make(db, Wakes(url), game, player, Surrender(), version=None, now=int(moment))

asyncio.run(main())
"""


async def ending(url: str, row: Row, who: Player, *, hangs: bool) -> Process:
    """Another process in which a person surrenders; one that hangs does so after everything but the cards is paid."""
    facts = (url, row.id, who.id, str(NOW + 1), "yes" if hangs else "no")
    return await asyncio.create_subprocess_exec(sys.executable, "-c", ENDS, *facts, stdout=PIPE, stderr=PIPE)


async def paid(db: Database, row: Row, who: Player) -> tuple[int, int, int]:
    """The experience of a person, that of the result of this game, and their cards."""
    async with db.connection() as c:
        person, result = await players.read(c, who.id), await progress.result(c, row.id, who.id)
        held = await progress.cards_of(c, who.id, before=None, limit=100)
    assert person is not None
    return person.xp, result.xp if result else 0, len(held)


async def test_a_process_killed_before_the_payment_is_done_pays_nothing_and_the_next_one_all(
    db: Database, wakes: Wakes, database_url: str
) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    process = await ending(database_url, row, ben, hangs=True)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"paid\n"
    process.send_signal(signal.SIGKILL)
    assert await process.wait() == -signal.SIGKILL
    async with db.connection() as c:
        found = await games.read(c, row.id)
    assert found is not None
    assert (found.status, await paid(db, row, ana)) == ("playing", (0, 0, 0))
    await give_up(db, wakes, row, ben)
    xp, of_game, held = await paid(db, row, ana)
    assert (xp, held) == (of_game, 1)
    assert xp >= 230


async def test_two_processes_that_end_a_game_at_once_pay_it_once(db: Database, wakes: Wakes, database_url: str) -> None:
    row, ana, ben = await duel(db, wakes)
    await late(db, row)
    both = [await ending(database_url, row, ben, hangs=False) for _ in range(2)]
    await asyncio.gather(*(one.communicate() for one in both))
    assert 0 in [one.returncode for one in both]
    xp, of_game, held = await paid(db, row, ana)
    assert (xp, held) == (of_game, 1)
    assert xp >= 230
