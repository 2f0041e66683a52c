"""The one place where a game ends: what it brings to the people who played it, in the transaction of its last move.

Whatever is retried, the version of the game lets one last move be saved, and what is written here goes with that move
or not at all.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from app.engine.events import Event
from app.engine.luck import Keyed
from app.engine.rules.ending import places
from app.engine.state import PLAYING, Game
from app.play import progress as tables
from app.play import quests as pool
from app.play.periods import day_of, week_of
from app.play.progress import PAID_FROM_ROUND, Earned
from app.play.quests import BY_NAME
from app.store import games, leaders, progress, quests
from app.store.db import Connection
from app.store.games import Row
from app.store.progress import Advance, Card, Result
from app.store.quests import Step

_ALL: Final = 2**31 - 2
_event = msgspec.json.Decoder(Event)


async def pay(c: Connection, row: Row, luck: Keyed, *, now: int) -> None:
    """Pay experience, quests and cards for a game that has just been saved as over; call it in that transaction."""
    game = row.game
    assert game is not None
    seats = {one.player: seat for seat, one in enumerate(row.room.sittings) if one.player is not None}
    owned = await progress.lock(c, seats)
    await leaders.note_bots(c, row.room.mode, _bots(row, game))
    if not owned:
        return
    periods = [day_of(now), week_of(now)]
    counts: Mapping[tuple[str, str, str], int] = {}
    told: list[Event] = []
    if game.round >= PAID_FROM_ROUND:
        told = await _told(c, row.id)
        counts = await quests.counts(c, owned, periods)
    results = []
    for player, xp in owned.items():
        advances = _advances(told, game, seats[player], player, periods, counts) if told else []
        results.append(_result(row, game, seats[player], player, xp, advances, now))
    await progress.pay(c, results)
    await quests.save(c, [step for one in results for step in _steps(one, now)])
    if game.round >= PAID_FROM_ROUND:
        await _give_cards(c, results, game, luck)


def _bots(row: Row, game: Game) -> list[tuple[str, bool]]:
    """The bots of the game, each with whether it won."""
    sittings = enumerate(row.room.sittings)
    return [(one.bot, seat in game.winners) for seat, one in sittings if one.bot is not None]


async def _told(c: Connection, game_id: str) -> list[Event]:
    """Every event of the game; one of a release that told other events counts for nothing."""
    told = []
    for raw in await games.events_after(c, game_id, 0, _ALL):
        try:
            told.append(_event.decode(raw))
        except msgspec.ValidationError:
            continue
    return told


def _advances(
    told: Sequence[Event],
    game: Game,
    seat: int,
    player: str,
    periods: Sequence[str],
    counts: Mapping[tuple[str, str, str], int],
) -> list[Advance]:
    """What the game did for the person's quests of today and of this week."""
    counted = pool.counted(told, game, seat)
    advances = []
    for period in periods:
        for quest in pool.chosen(period, player):
            before = counts.get((player, period, quest.name), 0)
            after = min(quest.target(period), before + counted[quest.name])
            if after > before:
                advances.append(Advance(period, quest.name, before, after))
    return advances


def _result(row: Row, game: Game, seat: int, player: str, xp: int, advances: list[Advance], now: int) -> Result:
    place = dict(places(game))[seat]
    parts = earned(game, seat, place)
    from_quests = sum(pool.reward(one.period) for one in advances if _done(one))
    return Result(
        game_id=row.id,
        player_id=player,
        seat=seat,
        place=place,
        xp=parts.place + parts.groups + parts.lasting + from_quests,
        from_place=parts.place,
        from_groups=parts.groups,
        from_lasting=parts.lasting,
        from_quests=from_quests,
        xp_before=xp,
        quests=advances,
        mode=row.room.mode,
        seats=len(row.room.sittings),
        ended_at=now,
        week=week_of(now),
    )


def earned(game: Game, seat: int, place: int) -> Earned:
    """What a game that is over pays to a seat for its place."""
    lasted = game.standing[seat] == PLAYING
    return tables.earned(place, groups=game.whole[seat].bit_count(), lasted=lasted, last_round=game.round)


def _done(one: Advance) -> bool:
    return one.after >= BY_NAME[one.quest].target(one.period)


def _steps(result: Result, now: int) -> list[Step]:
    return [
        Step(result.player_id, one.period, one.quest, one.after, now if _done(one) else None) for one in result.quests
    ]


async def _give_cards(c: Connection, results: Sequence[Result], game: Game, luck: Keyed) -> None:
    """A card for a win, and one for each level that gives one and has not given it yet, numbered in that order."""
    had = await progress.card_levels(c, [one.player_id for one in results])
    drawn = []
    for one in results:
        level = tables.level_of(one.xp_before + one.xp)
        reasons: list[int | None] = [None] if one.seat in game.winners else []
        reasons += [give for give in tables.card_levels(level) if (one.player_id, give) not in had]
        for number, reason in enumerate(reasons):
            square, percentile = luck.collected(one.seat, number)
            bonus = tables.drop_of(percentile).bonus
            drawn.append((one.player_id, Card(0, square, bonus, one.game_id, reason, one.ended_at)))
    await progress.give(c, drawn)
