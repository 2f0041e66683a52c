"""A room's life before its game: created, joined, left, filled with bots, started."""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from app.bots import TEMPERS
from app.engine import modes
from app.engine.errors import Illegal
from app.engine.modes import MODES, Rules
from app.engine.room import Clock, Room, Sitting
from app.engine.rules.start import capacities
from app.play import codes
from app.play.errors import Busy, Conflict, Forbidden, Unknown
from app.play.visit import Visit
from app.store import follows, games, heartbeat, ids, presence, progress
from app.store.db import Connection, Database
from app.store.games import AlreadySeated, CodeTaken, Row
from app.store.players import Player
from app.store.wakes import Wakes

ATTEMPTS: Final = 8
LONGEST_PAUSE_MS: Final = 5000
ABSENCE_MS: Final = 300_000
"""How long a creator has to be gone before whoever is there takes the room over."""
LONGEST_CONTRIBUTION: Final = 64
SEED_BYTES: Final = 32
QUICK_MODE: Final = "classic"
QUICK_SEATS: Final = 4


class Wish(Struct, frozen=True, kw_only=True):
    """What a creator asks for. `pause` is how long bots think, in ms; None is the server's own."""

    mode: str
    seats: int
    private: bool = False
    clock: Clock = "live"
    bots: Sequence[str] = ()
    team: int | None = None
    rules: Mapping[str, object] = {}
    contribution: str | None = None
    pause: int | None = None


async def create(
    db: Database, wakes: Wakes, player: Player, wish: Wish, *, default_pause: int, now: int, started: bool = False
) -> Row:
    """A new room with its creator in the first seat, and the bots asked for.

    `started` also begins the game, which a room full of bots can. Raises Illegal for a wish that no room can have,
    Conflict("already_seated").
    """
    row = lay_out(player, wish, default_pause)
    async with db.connection() as c:
        try:
            await keep(c, row)
        except AlreadySeated as error:
            raise Conflict("already_seated") from error
        if started:
            row.away_ms = await heartbeat.away(c)
            await begin(c, row, now)
            await wakes.tell(c, row.id, row.version)
    return row


async def keep(c: Connection, row: Row) -> None:
    """Write a new room down, a private one with a code of its own. Raises AlreadySeated."""
    for _ in range(ATTEMPTS):
        row.room.code = codes.fresh() if row.room.private else ""
        try:
            async with c.transaction():  # so that a code that is taken spoils nothing around it
                return await games.create(c, row)
        except CodeTaken:
            continue
    raise Busy


async def play_now(
    db: Database, wakes: Wakes, player: Player, *, default_pause: int, now: int, mode: str = QUICK_MODE
) -> Row:
    """A game against bots that begins at once. Raises Illegal for an unknown mode."""
    names = secrets.SystemRandom().sample(sorted(TEMPERS), QUICK_SEATS - 1)
    wish = Wish(mode=mode, seats=QUICK_SEATS, bots=names)
    return await create(db, wakes, player, wish, default_pause=default_pause, now=now, started=True)


def lay_out(player: Player, wish: Wish, default_pause: int) -> Row:
    """A new room that nobody knows of yet. Raises Illegal for a wish that no room can have."""
    rules = _rules(wish)
    seed = secrets.token_bytes(SEED_BYTES)
    room = Room(
        id=ids.fresh(),
        mode=wish.mode,
        rules=rules,
        capacity=wish.seats,
        private=wish.private,
        clock=wish.clock,
        creator=player.id,
        pause=_pause(default_pause if wish.pause is None else wish.pause),
        commitment=hashlib.sha256(seed).hexdigest(),
        invite=secrets.token_urlsafe(12) if wish.private else "",
    )
    seat_person(room, player, wish.team, wish.contribution)
    if len(wish.bots) >= wish.seats:
        raise Illegal("invalid_choice", {"field": "bots"})
    for name in wish.bots:
        seat_bot(room, name)
    return Row(id=room.id, status="waiting", version=room.version, room=room, game=None, seed=seed, due_at=None)


def _rules(wish: Wish) -> Rules:
    if wish.mode not in MODES:
        raise Illegal("invalid_choice", {"field": "mode"})
    rules = MODES[wish.mode]
    if wish.clock == "daily":
        rules = modes.daily(rules)
    rules = modes.customised(rules, wish.rules)
    if wish.seats not in capacities(rules.teams):
        raise Illegal("invalid_choice", {"field": "seats"})
    return rules


def _pause(pause: int) -> int:
    if not 0 <= pause <= LONGEST_PAUSE_MS:
        raise Illegal("invalid_choice", {"field": "bot_pause_ms", "least": 0, "most": LONGEST_PAUSE_MS})
    return pause


async def join(
    db: Database,
    wakes: Wakes,
    player: Player,
    game_id: str,
    *,
    invite: str | None,
    team: int | None,
    contribution: str | None,
) -> Row:
    """Take a seat. Raises Unknown, Forbidden without the invitation of a private room, Conflict, Illegal.

    Conflict("sent_away") is for whom the creator sent away, follows.Refused("blocked") for whom they have blocked.
    """
    async with db.connection() as c:
        if await follows.shut_out(c, game_id, player.id):
            raise follows.Refused("blocked")

    def take_seat(room: Room) -> None:
        if room.seat_of(player.id) is not None:
            raise Conflict("already_seated")
        if room.private and not secrets.compare_digest(room.invite.encode(), (invite or "").encode()):
            raise Forbidden
        if player.id in room.barred:
            raise Conflict("sent_away")
        seat_person(room, player, team, contribution)

    return await _change(db, wakes, game_id, take_seat)


async def leave(db: Database, wakes: Wakes, player_id: str, game_id: str) -> Row | None:
    """Give one's seat up before the start. A leaving creator hands the room on; None: nobody was left in it."""
    async with db.connection() as c:
        for _ in range(ATTEMPTS):
            row = await _waiting(c, game_id)
            seat = _seat(row.room, player_id)
            del row.room.sittings[seat]
            persons = [one.player for one in row.room.sittings if one.player is not None]
            if not persons:
                if await games.close_room(c, game_id, row.version):
                    await wakes.tell(c, game_id, row.version + 1)
                    return None
                continue
            if row.room.creator == player_id:
                row.room.creator = persons[0]
            if await save(c, wakes, row):
                return row
    raise Busy


async def attend(c: Connection, wakes: Wakes, row: Row, player_id: str) -> Row:
    """Somebody looks at a waiting room: if they sit there, they are there, and take over from a creator long gone."""
    room = row.room
    if row.status != "waiting" or room.seat_of(player_id) is None:
        return row
    await presence.note(c, row.id, player_id)
    if room.clock != "live" or room.creator == player_id:
        return row
    if not await presence.gone(c, row.id, room.creator, ms=ABSENCE_MS):
        return row
    room.creator = player_id
    return row if await save(c, wakes, row) else await games.read(c, row.id) or row


async def add_bot(db: Database, wakes: Wakes, player_id: str, game_id: str, *, name: str | None) -> Row:
    """The creator fills a seat with a bot, by name or with any that is not there yet."""

    def fill_seat(room: Room) -> None:
        _creator_only(room, player_id)
        seat_bot(room, _any_bot(room) if name is None else name)

    return await _change(db, wakes, game_id, fill_seat)


async def remove_bot(db: Database, wakes: Wakes, player_id: str, game_id: str, *, name: str) -> Row:
    """The creator takes a bot's seat back."""

    def free_seat(room: Room) -> None:
        _creator_only(room, player_id)
        seat = next((seat for seat, one in enumerate(room.sittings) if one.bot == name), None)
        if seat is None:
            raise Illegal("invalid_choice", {"field": "name"})
        del room.sittings[seat]

    return await _change(db, wakes, game_id, free_seat)


async def send_away(db: Database, wakes: Wakes, player_id: str, game_id: str, *, seat: int, who: str) -> Row:
    """The creator takes a person's seat back, for good.

    `who` is the name seen in that seat: people move up when somebody leaves, and nobody else may be hit.
    Raises Illegal for a free seat, a bot's, one's own, or another name.
    """

    def free_seat(room: Room) -> None:
        _creator_only(room, player_id)
        sitting = room.sittings[seat] if 0 <= seat < len(room.sittings) else None
        if sitting is None or sitting.player is None or sitting.player == player_id or sitting.name != who:
            raise Illegal("invalid_choice", {"field": "seat"})
        room.barred.append(sitting.player)
        del room.sittings[seat]

    return await _change(db, wakes, game_id, free_seat)


async def start(db: Database, wakes: Wakes, player_id: str, game_id: str, *, now: int) -> Row:
    """The creator begins the game. Raises Conflict("seats_open") while a seat is free."""
    async with db.connection() as c:
        for _ in range(ATTEMPTS):
            row = await _waiting(c, game_id)
            _creator_only(row.room, player_id)
            if await begin(c, row, now):
                await wakes.tell(c, game_id, row.version)
                return row
    raise Busy


async def begin(c: Connection, row: Row, now: int) -> bool:
    """Begin the game of a full room. False: somebody was faster. Raises Conflict("seats_open")."""
    room = row.room
    if len(room.sittings) < room.capacity:
        raise Conflict("seats_open")
    if room.rules.teams is not None:
        # Even seats are one side and odd seats the other, so the sides take turns at sitting down.
        sides = [[one for one in room.sittings if one.team == team] for team in range(room.rules.teams)]
        room.sittings = [one for pair in zip(*sides, strict=True) for one in pair]
    if room.rules.collection_cards:
        await _freeze_cards(c, room)
    return await Visit.opening(row, now=now).save(c)


async def _freeze_cards(c: Connection, room: Room) -> None:
    """The best card of each square that a person holds now is theirs for this game, whatever they win meanwhile."""
    persons = [one for one in room.sittings if one.player is not None]
    cards = await progress.best_cards(c, [one.player for one in persons if one.player is not None])
    for one in persons:
        one.cards = cards.get(one.player or "", {})


async def _change(db: Database, wakes: Wakes, game_id: str, change: Callable[[Room], None]) -> Row:
    """Change a waiting room, and decide again if somebody was faster."""
    async with db.connection() as c:
        for _ in range(ATTEMPTS):
            row = await _waiting(c, game_id)
            change(row.room)
            if await save(c, wakes, row):
                return row
    raise Busy


async def save(c: Connection, wakes: Wakes, row: Row) -> bool:
    """Save a waiting room in hand, and tell. False: somebody was faster. Raises Conflict("already_seated")."""
    expected = row.version
    row.version = row.room.version = expected + 1
    try:
        saved = await games.save_room(c, row, expected)
    except AlreadySeated as error:
        raise Conflict("already_seated") from error
    if saved:
        await wakes.tell(c, row.id, row.version)
    return saved


async def _waiting(c: Connection, game_id: str) -> Row:
    row = await games.read(c, game_id)
    if row is None:
        raise Unknown
    if row.status != "waiting":
        raise Conflict("not_waiting")
    return row


def _seat(room: Room, player_id: str) -> int:
    seat = room.seat_of(player_id)
    if seat is None:
        raise Forbidden
    return seat


def _creator_only(room: Room, player_id: str) -> None:
    if room.creator != player_id:
        raise Forbidden


def seat_person(room: Room, player: Player, team: int | None, contribution: str | None) -> None:
    """Somebody sits down, on that side if it is named. Raises Illegal, Conflict("seats_full")."""
    if contribution is not None and not (0 < len(contribution) <= LONGEST_CONTRIBUTION and contribution.isprintable()):
        raise Illegal("invalid_choice", {"field": "contribution", "most": LONGEST_CONTRIBUTION})
    _sit_down(room, Sitting(player=player.id, bot=None, name=player.name), team, contribution)


def seat_bot(room: Room, name: str, team: int | None = None) -> None:
    """A bot sits down. Raises Illegal for one that does not exist or sits there, Conflict("seats_full")."""
    if name not in TEMPERS or any(one.bot == name for one in room.sittings):
        raise Illegal("invalid_choice", {"field": "bots"})
    _sit_down(room, Sitting(player=None, bot=name, name=name), team, None)


def _sit_down(room: Room, sitting: Sitting, team: int | None, contribution: str | None) -> None:
    if len(room.sittings) >= room.capacity:
        raise Conflict("seats_full")
    sitting.team = _team(room, team)
    sitting.contribution = secrets.token_urlsafe(12) if contribution is None else contribution
    room.sittings.append(sitting)


def _team(room: Room, wanted: int | None) -> int | None:
    """The team asked for if it has room, else the smaller one; None where there are none."""
    teams = room.rules.teams
    if teams is None:
        if wanted is not None:
            raise Illegal("invalid_choice", {"field": "team"})
        return None
    sizes = [sum(one.team == team for one in room.sittings) for team in range(teams)]
    if wanted is None:
        return sizes.index(min(sizes))
    if not 0 <= wanted < teams:
        raise Illegal("invalid_choice", {"field": "team"})
    if sizes[wanted] >= room.capacity // teams:
        raise Conflict("seats_full")
    return wanted


def _any_bot(room: Room) -> str:
    free = sorted(set(TEMPERS) - {one.bot for one in room.sittings})
    if not free:
        raise Conflict("seats_full")
    return secrets.choice(free)
