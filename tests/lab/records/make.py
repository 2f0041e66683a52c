"""Plays the game whose record a release leaves behind, through the whole pipeline: `… tests.lab.records.make 2`."""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Final

from app.play import export, moves, rooms
from app.play.rooms import Wish
from app.store import embedded, players
from app.store.db import Database
from app.store.migrate import migrate
from app.store.wakes import Wakes

HERE: Final = Path(__file__).parent
BEGIN: Final = 1_800_000_000_000
PAUSE_MS: Final = 100_000
WISH: Final = Wish(
    mode="blitz", seats=4, bots=["Ivo", "Kai", "Lena"], rules={"round_cap": 20}, contribution="lucky me", pause=0
)


async def played(url: str) -> bytes:
    """The record of a game whose person sleeps through two turns, so that clocks run out in it, too."""
    db, wakes = Database(url), Wakes(url)
    await db.open()
    async with db.connection() as c:
        person = await players.create(c, name="Ana", language="en")
    row = await rooms.create(db, wakes, person, WISH, default_pause=0, now=BEGIN, started=True)
    moment = BEGIN
    while row.status != "over":
        moment += PAUSE_MS
        row = await moves.look(db, wakes, row.id, now=moment)
    async with db.connection() as c:
        record = export.as_json(await export.record(c, row))
    await db.close()
    return record


def main() -> None:
    """Writes the record under the number given; an older one is never written again."""
    file = HERE / f"{int(sys.argv[1])}.json"
    if file.exists():
        raise SystemExit(f"{file.name} is there already, and has to verify for ever")
    with tempfile.TemporaryDirectory() as directory:
        server = embedded.start(Path(directory))
        try:
            asyncio.run(migrate(server.url))
            record = json.loads(asyncio.run(played(server.url)))
        finally:
            server.stop()
    file.write_text(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
