"""Positions put into the database: two people at a table that stands where the test wants it."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from app import engine
from app.engine import actions
from app.engine.events import wire
from app.engine.luck import Listed
from app.engine.rules.chance import CARD_IDS
from app.lab.setup import lay_out
from app.store import games
from app.store.db import Database
from tests.web.pages.reader import Page, Reader

Step = tuple[int, Mapping[str, Any]]


async def pair(one: Reader, other: Reader) -> str:
    """A started game between two people, in seats 0 and 1; its id."""
    await one.visit("/rooms/new")
    await one.press(_form(one.page, "/rooms"), seats="2", bots="0", name="Ann")
    address = one.address
    await other.visit(address)
    await other.press(_form(other.page, "/join"), name="Ben")
    await one.visit(address)
    await one.press(_form(one.page, "/start"))
    return address.removeprefix("/games/")


def _form(page: Page, end: str) -> Any:
    return next(form for form in page.forms if form.action.endswith(end))


async def place(
    db: Database, game_id: str, *steps: Step, mode: str = "classic", random: Sequence[Any] = (), **setup: Any
) -> int:
    """Puts the table into a position, in the words of a scenario's setup and steps; its version."""
    now = time.time_ns() // 1_000_000
    luck = Listed(random, CARD_IDS)
    async with db.connection() as c:
        row = await games.read(c, game_id)
        assert row is not None
        assert row.game is not None
        game = lay_out({"mode": mode, "setup": {"seats": [{}, {}], **setup}}, luck)
        found, first = row.version, row.game.told + 1
        game.version, game.told, game.away_ms = found + 1, row.game.told, row.game.away_ms
        game.deadline = game.turn_ends = now + 75_000
        told = []
        for seat, ask in steps:
            told += engine.apply(game, seat, actions.read(ask), now=now, luck=luck).events
        row.game, row.version, row.due_at, row.room.rules = game, game.version, game.deadline, game.rules
        row.status = "playing" if game.agenda else "over"
        events = wire(told, first=first)
        assert await games.save(c, row, found, steps=[], events=events, first_event=first, out_players=[])
    return game.version
