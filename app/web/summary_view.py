"""A finished game and its summary → what templates/after needs: places, the chart, luck and the moments in words."""

from collections.abc import Sequence
from typing import Final, TypeVar

from markupsafe import Markup
from msgspec import Struct

from app.engine.room import Room
from app.engine.rules.ending import places, side_of
from app.engine.state import NOBODY, STANDINGS, Game
from app.engine.worth import net_worth
from app.i18n import Language
from app.lab.summary import Luck, Moment, Summary
from app.store.games import Row
from app.web import chart, labels, table_view
from app.web.chart import Line
from app.web.phrases import Narrator, sentence

ROWS: Final = 24
"""At most so many rows has the table beside the chart."""
POINTS: Final = 120
"""At most so many points has a line; a long game shows every second or third round."""
_USUAL_THROW: Final = 7
_SIDES: Final = "AB"
_T = TypeVar("_T")


class Placed(Struct, frozen=True):
    """A line of the standings. `status` is a word of the contract, `side` a letter in team games.

    `page` is where to read of whoever sat there.
    """

    place: int
    seat: int
    name: str
    you: bool
    bot: bool
    won: bool
    worth: int
    status: str
    side: str | None
    page: str


class Worths(Struct, frozen=True):
    """The net worths when a round was over; None for a seat that had left before."""

    round: int
    amounts: list[int | None]


class LuckSeen(Struct, frozen=True):
    """What the dice brought a seat, beside what they usually bring; money in whole units."""

    seat: int
    rolls: int
    thrown: int
    usual: int
    doubles: int
    doubles_usual: int
    jailed: int
    charged: int
    charged_usual: int
    charged_gauge: Markup
    earned: int
    earned_usual: int
    earned_gauge: Markup
    paid: int
    received: int
    balance: int


class MomentSeen(Struct, frozen=True):
    """A deciding moment. `version` is the replay's; `before` and `after` are a side's shares of the table."""

    version: int
    round: int
    sentences: list[Markup]
    square: str | None
    seat: int | None
    name: Markup
    before: str
    after: str
    gained: bool


class Checked(Struct, frozen=True):
    """What was recomputed and came out as recorded."""

    events: int
    outcomes: int


class SideSeen(Struct, frozen=True):
    """One side of a team game: its letter and what its members are worth together."""

    letter: str
    worth: int
    won: bool


class Analysis(Struct, frozen=True):
    """What only a replay can tell."""

    charts: list[Markup]
    worths: list[Worths]
    moments: list[MomentSeen]
    luck: list[LuckSeen]
    luckiest: int | None
    checked: Checked


class SummaryView(Struct, frozen=True):
    """The page. `analysis` is None for a game that today's rules do not replay."""

    id: str
    mode: str
    rounds: int
    reason: str
    viewer: int | None
    won: bool
    names: list[str]
    winners: Markup
    winner_count: int
    team: str | None
    standings: list[Placed]
    sides: list[SideSeen]
    analysis: Analysis | None


def view(row: Row, viewer: int | None, language: Language, found: Summary | None) -> SummaryView:
    """The page as one visitor sees it."""
    game = row.game
    say = table_view.narrator(row, language)
    assert game is not None, "only a game that is over has a summary"
    return SummaryView(
        id=row.id,
        mode=labels.mode_name(say, row.room.mode),
        rounds=game.round,
        reason=game.ending,
        viewer=viewer,
        won=viewer is not None and viewer in game.winners,
        names=list(say.names),
        winners=say.seats(game.winners),
        winner_count=len(game.winners),
        team=_side(game, game.winners[0]),
        standings=sorted(
            (_placed(game, row.room, seat, place, viewer) for seat, place in places(game)), key=lambda one: one.place
        ),
        sides=_sides(game),
        analysis=None if found is None else _analysis(game, found, say),
    )


def _placed(game: Game, room: Room, seat: int, place: int, viewer: int | None) -> Placed:
    sitting = room.sittings[seat]
    return Placed(
        place=place,
        seat=seat,
        name=sitting.name,
        you=seat == viewer,
        bot=sitting.kind == "bot",
        won=seat in game.winners,
        worth=net_worth(game, seat),
        status=STANDINGS[game.standing[seat]],
        side=_side(game, seat),
        page=f"/bots/{sitting.bot}" if sitting.player is None else f"/players/{sitting.player}",
    )


def _side(game: Game, seat: int) -> str | None:
    team = game.team[seat]
    return None if team == NOBODY else _SIDES[team]


def _sides(game: Game) -> list[SideSeen]:
    """The sides of a team game; none where everybody plays for themselves."""
    found = []
    for team in sorted(set(game.team) - {NOBODY}):
        members = [seat for seat, one in enumerate(game.team) if one == team]
        worth = sum(net_worth(game, seat) for seat in members)
        found.append(SideSeen(_SIDES[team], worth, won=members[0] in game.winners))
    return found


def _analysis(game: Game, found: Summary, say: Narrator) -> Analysis:
    lines = [_seat_line(found, seat) for seat in range(len(game.standing))]
    title = say.gettext("Net worth of every player over the rounds. The figures stand in the table below.")
    balances = [luck.balance for luck in found.luck]
    best = max(balances)
    return Analysis(
        charts=[chart.chart(lines, shape, say, title) for shape in (chart.NARROW, chart.WIDE)],
        worths=_worths(found),
        moments=[_moment(game, one, say) for one in found.moments],
        luck=_luck(found.luck),
        luckiest=balances.index(best) if round(best) > 0 else None,
        checked=Checked(found.events, found.outcomes),
    )


def _seat_line(found: Summary, seat: int) -> Line:
    """Up to the end, or up to the round in which the seat left."""
    out = found.out[seat]
    samples = found.samples if out is None else found.samples[: out + 1]
    chosen = _thinned(samples, POINTS)
    return Line(seat, [(sample.round, sample.worths[seat]) for sample in chosen], out=out is not None)


def _worths(found: Summary) -> list[Worths]:
    gone = [len(found.samples) if out is None else out for out in found.out]
    numbered = list(enumerate(found.samples))
    return [
        Worths(sample.round, [worth if number < gone[seat] else None for seat, worth in enumerate(sample.worths)])
        for number, sample in _thinned(numbered, ROWS)
    ]


def _thinned(items: Sequence[_T], most: int) -> list[_T]:
    """Evenly fewer of them, the last one always there."""
    step = -(-len(items) // most)
    return [item for number, item in enumerate(items) if number % step == 0 or number == len(items) - 1]


def _luck(found: Sequence[Luck]) -> list[LuckSeen]:
    most = max(max(one.charged, one.charged_usual, one.earned, one.earned_usual) for one in found)
    return [
        LuckSeen(
            seat=seat,
            rolls=one.rolls,
            thrown=one.thrown,
            usual=_USUAL_THROW * one.rolls,
            doubles=one.doubles,
            doubles_usual=round(one.rolls / 6),
            jailed=one.jailed,
            charged=one.charged,
            charged_usual=round(one.charged_usual),
            charged_gauge=chart.gauge(one.charged, one.charged_usual, most),
            earned=one.earned,
            earned_usual=round(one.earned_usual),
            earned_gauge=chart.gauge(one.earned, one.earned_usual, most),
            paid=one.paid,
            received=one.received,
            balance=round(one.balance),
        )
        for seat, one in enumerate(found)
    ]


def _moment(game: Game, one: Moment, say: Narrator) -> MomentSeen:
    members = [seat for seat in range(len(game.standing)) if side_of(game, seat) == one.side]
    alone = game.team[0] == NOBODY
    return MomentSeen(
        version=one.version,
        round=one.round,
        sentences=[sentence(say, event) for event in one.events],
        square=None if one.square is None else say.square(one.square),
        seat=members[0] if alone else None,
        name=say.seat(members[0]) if alone else say.gettext("Side %(letter)s", letter=_SIDES[one.side]),
        before=_percent(one.before, say),
        after=_percent(one.after, say),
        gained=one.after > one.before,
    )


def _percent(share: float, say: Narrator) -> str:
    return say.language.percent(round(100 * share))
