"""One visit to a table: what is due is played, an action is applied, bots answer; then it is saved in one statement,
or in one transaction where the game is over.

It lives for one request or one step of the sweep, on a private copy of the row.
"""

from typing import Final

from app import engine
from app.engine import Action, SeatStart
from app.engine.events import Told, wire
from app.engine.luck import Keyed
from app.engine.state import PLAYING, Game
from app.play import finish
from app.play import seats_of_bots as bots
from app.store import games
from app.store.db import FASTER, Connection
from app.store.games import Played, Row

BOT_DECISIONS: Final = 400
"""How many decisions of bots one visit plays at most; the sweep goes on from there, so that no request runs long."""


class _Beaten(Exception):
    """Somebody else has saved this table meanwhile."""


class Visit:
    """A table in hand. `now` is in milliseconds since the epoch; nothing is kept until `save`."""

    def __init__(self, row: Row, *, now: int) -> None:
        assert row.game is not None, "a waiting room has no table yet"
        self.row = row
        self.game: Game = row.game
        self.now = now
        self._found_version = row.version
        self._first_event = row.game.told + 1
        self._standing = list(row.game.standing)
        self._luck = _luck(row)
        self._steps: list[Played] = []
        self._told: list[Told] = []
        self._events: list[dict[str, object]] = []
        self._decisions = 0
        clock = engine.due(self.game)
        self._bot_at = row.due_at if row.due_at is not None and clock is not None and row.due_at < clock else None
        """When the bot that is wanted acts; the row says so by being due before any clock."""
        self._make_up_for_outages()

    @property
    def changed(self) -> bool:
        """Whether anything has been played that is not saved."""
        return self.game.version != self._found_version

    @property
    def events(self) -> list[dict[str, object]]:
        """What this visit told, as the contract writes it."""
        written = len(self._events)
        if written < len(self._told):
            self._events += wire(self._told[written:], first=self._first_event + written)
        return self._events

    def _make_up_for_outages(self) -> None:
        """Before anything runs out: live clocks stood still while the service was away."""
        missed, self.game.away_ms = self.row.away_ms - self.game.away_ms, self.row.away_ms
        if missed > 0 and self.game.agenda and self.row.room.clock == "live":
            self._told += engine.put_off(self.game, missed, now=self.now, luck=self._luck).events

    def catch_up(self) -> None:
        """Play what is due by now, in order: clocks, offers and bots, each as of its own moment.

        Nothing is lost by nobody having looked for a while: a bot whose pause was over acts as of then, before the
        clock that would have run out on it. After BOT_DECISIONS the rest is left; see `caught_up`.
        """
        while self._decisions < BOT_DECISIONS:
            moment = self._next()
            if moment is None or moment > self.now:
                return
            if moment == engine.due(self.game):
                self._told += engine.advance(self.game, now=moment, luck=self._luck).events
            else:
                self._bot_acts(moment)
            self._reckon(moment)

    @property
    def caught_up(self) -> bool:
        """Whether nothing is due any more."""
        moment = self._next()
        return moment is None or moment > self.now

    def act(self, seat: int | None, action: Action) -> None:
        """Apply a seat's action, and let bots that take no time act on it. Raises Illegal, and nothing is changed."""
        self._told += engine.apply(self.game, seat, action, now=self.now, luck=self._luck).events
        assert seat is not None
        self._steps.append(Played(seat, self.now, action))
        self._reckon(self.now)
        self.catch_up()

    @classmethod
    def opening(cls, row: Row, *, now: int) -> "Visit":
        """The first visit: a full waiting room becomes a game, its version going on from the room's."""
        sittings = row.room.sittings
        luck = _luck(row)
        seats = [SeatStart(team=one.team, cards=one.cards) for one in sittings]
        step = engine.start(row.room.rules, seats, now=now, luck=luck, version=row.version + 1)
        row.game = step.game
        row.game.away_ms = row.away_ms
        row.status = "playing"
        visit = cls(row, now=now)
        visit._first_event = 1
        visit._told += step.events
        visit._reckon(now)
        visit.catch_up()
        return visit

    def _next(self) -> int | None:
        """The next moment at which something happens by itself."""
        clock = engine.due(self.game)
        return clock if clock is None or self._bot_at is None else min(clock, self._bot_at)

    def _reckon(self, moment: int) -> None:
        """Something has just happened: from here on the bot that is wanted takes its time."""
        wanted = bots.wanted(self.game, self.row.room)
        self._bot_at = None if wanted is None else moment + bots.patience(self.game, self.row.room)

    def _bot_acts(self, moment: int) -> None:
        wanted = bots.wanted(self.game, self.row.room)
        if wanted is None:
            return
        action = bots.decide(self.game, self.row.room, wanted)
        self._told += engine.apply(self.game, wanted, action, now=moment, luck=self._luck).events
        self._steps.append(Played(wanted, moment, action))
        self._decisions += 1

    async def save(self, c: Connection) -> bool:
        """Save what was played, as one change. False: somebody was faster, and this visit is void."""
        row = self.row
        row.version = self.game.version
        row.due_at = self._next()
        if not self.game.agenda:
            row.status = "over"
            row.room.revealed = row.seed.hex()
            return await self._finish(c)
        return await self._keep(c)

    async def _finish(self, c: Connection) -> bool:
        """The last move and what the game brings to its people, both or neither."""
        try:
            async with c.transaction():
                if not await self._keep(c):
                    raise _Beaten
                await finish.pay(c, self.row, self._luck, now=self.now)
        except (_Beaten, *FASTER):
            return False
        return True

    async def _keep(self, c: Connection) -> bool:
        return await games.save(
            c,
            self.row,
            self._found_version,
            steps=self._steps,
            events=self.events,
            first_event=self._first_event,
            out_players=self._went_out(),
        )

    async def put_back(self, c: Connection) -> None:
        """Nothing was played after all: say when the table is due again."""
        self.row.due_at = self._next()
        await games.postpone(c, self.row)

    def _went_out(self) -> list[str]:
        """The persons whom this visit saw leave: they are free for another game."""
        return [
            one.player
            for seat, one in enumerate(self.row.room.sittings)
            if one.player is not None and self._standing[seat] == PLAYING and self.game.standing[seat] != PLAYING
        ]


def _luck(row: Row) -> Keyed:
    return Keyed(row.seed, row.id, [one.contribution for one in row.room.sittings])
