"""Games near their end: a started table is put into a late round, with estates, so that one surrender ends it."""

from app.engine.actions import Surrender
from app.engine.board import MEMBERS
from app.engine.draft import Draft
from app.engine.luck import Listed
from app.engine.rules.chance import CARD_IDS
from app.play import moves, rooms
from app.play.rooms import Wish
from app.store import games
from app.store.db import Database
from app.store.games import Row
from app.store.players import Player
from app.store.wakes import Wakes
from tests.play.conftest import NOW


async def seated(db: Database, wakes: Wakes, people: list[Player], **wish: object) -> Row:
    """A started game of these people, and of the bots in the wish."""
    made = Wish(**{"mode": "classic", "seats": len(people), "pause": 5000, **wish})  # type: ignore[arg-type]  # named
    row = await rooms.create(db, wakes, people[0], made, default_pause=0, now=NOW)
    for one in people[1:]:
        await rooms.join(db, wakes, one, row.id, invite=row.room.invite, team=None, contribution=None)
    return await rooms.start(db, wakes, people[0].id, row.id, now=NOW)


async def late(db: Database, row: Row, *, round: int = 40, groups: dict[int, int] | None = None) -> Row:
    """The same game in a later round; `groups` gives whole groups to seats."""
    game = row.game
    assert game is not None
    game.round = round
    draft = Draft(game, now=NOW, luck=Listed((), CARD_IDS), log=None)
    for group, seat in (groups or {}).items():
        for square in MEMBERS[group]:
            draft.give(square, seat)
    before = row.version
    row.version = game.version = before + 1
    async with db.connection() as c:
        assert await games.save(c, row, before, [], [], game.told + 1, [])
    return row


async def give_up(db: Database, wakes: Wakes, row: Row, player: Player, *, now: int = NOW + 1) -> Row:
    """A person surrenders."""
    return (await moves.make(db, wakes, row.id, player.id, Surrender(), version=None, now=now)).row
