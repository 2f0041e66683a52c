"""What the guide's chapters show as tables: the same constants and the same record of rules that the engine plays by.

Nothing here is a number of its own. What has to be worked out is in `moves` and `money`.
"""

from typing import Final

from markupsafe import Markup
from msgspec import Struct

from app.bots.tempers import TEMPERS
from app.engine.board import (
    BOARD,
    BUILD_COST,
    GROUP,
    GROUPS,
    KIND,
    MAX_LEVEL,
    MEMBERS,
    PRICE,
    PROPERTIES,
    RENTS,
    SQUARE_20,
    SQUARES,
    START,
    STATION_PRICE,
    STATION_RENTS,
    UTILITY_FACTORS,
    UTILITY_PRICE,
)
from app.engine.luck import ENVELOPES, SPEED_FACES
from app.engine.modes import MODES, Rules, daily
from app.engine.names import N_
from app.engine.rules.chance import CARD_IDS
from app.engine.rules.fortune import BLESSED_EVERY, GOD_PAYS, LUCKY_PAY, LUCKY_TOTAL
from app.engine.rules.jackpot import FEWEST_NUMBERS, MOST_NUMBERS, PAYOUTS, STAKE
from app.engine.rules.jail import ATTEMPTS, BAIL
from app.engine.rules.start import CASH, FEWEST_SEATS, MOST_SEATS, TEAM_SIZES
from app.engine.worth import mortgage_value, sale_value
from app.play import progress
from app.web import labels, rules_view
from app.web.guide import drawings, moves
from app.web.guide.drawings import Cell
from app.web.people_view import RANK_NAMES
from app.web.rules_view import KNOBS, Knob
from app.web.speech import Speech

DIE: Final = 6
"""The faces of a die."""
_SHOWN_ROLL: Final = 7


class Deed(Struct, frozen=True):
    """A property's line. `rents` are by level, by stations held, or factors by utilities held."""

    square: int
    name: str
    group: str
    group_name: str
    letter: str
    kind: str
    price: int
    rents: tuple[int, ...]
    build_cost: int
    sale: int
    mortgage: int


class BoardFacts(Struct, frozen=True):
    """Chapter 1."""

    cells: list[Cell]
    deeds: list[Deed]
    corners: list[tuple[int, str, str]]
    """Number, name and kind."""
    taxes: list[tuple[str, int]]
    squares: int
    properties: int
    groups: list[tuple[str, str, str, int]]
    """Code, letter, name and size."""
    chances: int
    levels: list[int]
    station_price: int
    station_rents: tuple[int, ...]
    stations: int
    utility_price: int
    utility_factors: tuple[int, ...]
    roll: int


def board(rules: Rules, say: Speech) -> BoardFacts:
    return BoardFacts(
        cells=drawings.board(),
        deeds=[_deed(square, rules, say) for square in PROPERTIES],
        corners=[
            (number, labels.square(say, rules, number), KIND[number]) for number in range(0, SQUARES, SQUARES // 4)
        ],
        taxes=[(labels.square(say, rules, at), one.tax) for at, one in enumerate(BOARD) if one.kind == "tax"],
        squares=SQUARES,
        properties=len(PROPERTIES),
        groups=[
            (group, labels.LETTERS[group], labels.group_name(say, group), len(members))
            for group, members in zip(GROUPS, MEMBERS, strict=True)
        ],
        chances=KIND.count("chance"),
        levels=list(range(1, MAX_LEVEL + 1)),
        station_price=STATION_PRICE,
        station_rents=STATION_RENTS[1:],
        stations=KIND.count("station"),
        utility_price=UTILITY_PRICE,
        utility_factors=UTILITY_FACTORS[1:],
        roll=_SHOWN_ROLL,
    )


def _deed(square: int, rules: Rules, say: Speech) -> Deed:
    group, kind = GROUPS[GROUP[square]], KIND[square]
    return Deed(
        square=square,
        name=labels.square(say, rules, square),
        group=group,
        group_name=labels.group_name(say, group),
        letter=labels.LETTERS[group],
        kind=kind,
        price=PRICE[square],
        rents={"station": STATION_RENTS[1:], "utility": UTILITY_FACTORS[1:]}.get(kind, RENTS[square]),
        build_cost=BUILD_COST[square],
        sale=sale_value(square),
        mortgage=mortgage_value(square),
    )


class StartFacts(Struct, frozen=True):
    """Chapter 2."""

    cash: int
    fewest: int
    most: int
    team_sizes: tuple[int, ...]
    bots: list[tuple[str, str]]
    """Name, and how it plays."""
    first: int
    order: list[int]


def start(rules: Rules, say: Speech) -> StartFacts:
    first, seats = 3, 4
    return StartFacts(
        cash=CASH,
        fewest=FEWEST_SEATS,
        most=MOST_SEATS,
        team_sizes=TEAM_SIZES,
        bots=[(temper.name, say.gettext(temper.words)) for temper in TEMPERS.values()],
        first=first,
        order=[(first - 1 + step) % seats + 1 for step in range(seats)],
    )


class JackpotFacts(Struct, frozen=True):
    """Chapter 6."""

    name: str
    stake: int
    fewest: int
    most: int
    faces: int
    bets: list[tuple[int, int, int]]
    """How many numbers, what a hit pays, what it leaves beyond the stake."""
    throws_cost: int
    throws_pay: int
    chosen: int


def jackpot(rules: Rules, say: Speech) -> JackpotFacts:
    numbers = range(FEWEST_NUMBERS, MOST_NUMBERS + 1)
    chosen = 2
    return JackpotFacts(
        name=labels.square(say, rules, SQUARE_20),
        stake=STAKE,
        fewest=FEWEST_NUMBERS,
        most=MOST_NUMBERS,
        faces=DIE,
        bets=[(count, PAYOUTS[count], PAYOUTS[count] - STAKE) for count in numbers],
        throws_cost=DIE * STAKE,
        throws_pay=chosen * PAYOUTS[chosen],
        chosen=chosen,
    )


class JailFacts(Struct, frozen=True):
    """Chapter 11."""

    bail: int
    attempts: int
    wait: int
    """The attempts before the last one."""


def jail(rules: Rules, say: Speech) -> JailFacts:
    return JailFacts(bail=BAIL, attempts=ATTEMPTS, wait=ATTEMPTS - 1)


class ChanceFacts(Struct, frozen=True):
    """Chapter 12."""

    cards: list[tuple[str, str]]
    """Code and text."""
    squares: int


def chance(rules: Rules, say: Speech) -> ChanceFacts:
    return ChanceFacts([(card, say.gettext(labels.CARDS[card])) for card in CARD_IDS], KIND.count("chance"))


class SpeedDieFacts(Struct, frozen=True):
    """Chapter 14."""

    faces: list[tuple[int, int | str]]
    """Where each face is drawn, and what is on it."""
    numbers: list[int]
    jumps: int
    of: int
    white: tuple[int, int]
    number: int
    total: int
    bus: list[int]


def speed_die(rules: Rules, say: Speech) -> SpeedDieFacts:
    numbers = [face for face in SPEED_FACES if isinstance(face, int)]
    white = (3, 5)
    return SpeedDieFacts(
        faces=[(index * 50, face) for index, face in enumerate(SPEED_FACES)],
        numbers=numbers,
        jumps=SPEED_FACES.count("x"),
        of=len(SPEED_FACES),
        white=white,
        number=numbers[1],
        total=sum(white) + numbers[1],
        bus=moves.bus(rules, white),
    )


class ClocksFacts(Struct, frozen=True):
    """Chapter 15."""

    rows: list[tuple[Markup, Markup, Markup]]
    """Which clock, in this game, and in a daily one."""
    late: int
    """Seconds left of a turn when a choice appears, in the example."""
    given: int


_CLOCKS: Final = ("turn_seconds", "auction_seconds", "debt_seconds", "choice_seconds", "trade_seconds")


def clocks(rules: Rules, say: Speech) -> ClocksFacts:
    slow = daily(rules)
    late = rules.choice_seconds // 3
    return ClocksFacts(
        rows=[
            (
                say.gettext(knob.label),
                rules_view.told(getattr(rules, knob.name), knob, say),
                rules_view.told(getattr(slow, knob.name), knob, say),
            )
            for knob in KNOBS
            if knob.name in _CLOCKS
        ],
        late=late,
        given=max(late, rules.choice_seconds),
    )


class ModesFacts(Struct, frozen=True):
    """Chapter 17."""

    columns: list[tuple[str, str]]
    """Code and name."""
    rows: list[tuple[Markup, list[Markup]]]
    envelopes: list[int]
    lucky_total: int
    lucky_pay: int
    god_pays: int
    god_from: str
    blessed_every: int


_SIDES: Final = Knob("teams", N_("Sides"), "number", off=N_("everybody for themselves"))


def modes(rules: Rules, say: Speech) -> ModesFacts:
    rows = [
        (say.gettext(knob.label), [rules_view.told(getattr(mode, knob.name), knob, say) for mode in MODES.values()])
        for knob in (*KNOBS, _SIDES)
        if len({getattr(mode, knob.name) for mode in MODES.values()}) > 1
    ]
    return ModesFacts(
        columns=[(code, labels.mode_name(say, code)) for code in MODES],
        rows=rows,
        envelopes=list(ENVELOPES),
        lucky_total=LUCKY_TOTAL,
        lucky_pay=LUCKY_PAY,
        god_pays=GOD_PAYS,
        god_from=labels.square(say, rules, SQUARE_20),
        blessed_every=BLESSED_EVERY,
    )


class ProgressFacts(Struct, frozen=True):
    """Chapter 18."""

    places: list[tuple[int, int]]
    full_group: int
    lasting: int
    from_round: int
    per_level: int
    ranks: list[tuple[Markup, int]]
    """What each is called, and the level it begins with."""
    per_rank: int
    drops: list[tuple[Markup, int, int]]
    """How rare, what it adds and how often it comes, both in percent."""
    card_levels: tuple[int, ...]
    groups: int
    earned: int
    level: int
    cost: int


_RARITIES: Final = {
    "common": N_("Common"),
    "rare": N_("Rare"),
    "epic": N_("Epic"),
    "legendary": N_("Legendary"),
}


def after(rules: Rules, say: Speech) -> ProgressFacts:
    groups, level = 2, 3
    return ProgressFacts(
        places=list(enumerate(progress.XP_BY_PLACE, 1)),
        full_group=progress.XP_PER_FULL_GROUP,
        lasting=progress.XP_FOR_LASTING,
        from_round=progress.PAID_FROM_ROUND,
        per_level=progress.XP_PER_LEVEL,
        ranks=[(say.gettext(name), 1 + number * progress.LEVELS_PER_RANK) for number, name in enumerate(RANK_NAMES)],
        per_rank=progress.LEVELS_PER_RANK,
        drops=[(say.gettext(_RARITIES[drop.rarity]), drop.bonus, drop.odds) for drop in progress.DROPS],
        card_levels=progress.CARD_LEVELS,
        groups=groups,
        earned=progress.XP_BY_PLACE[0] + groups * progress.XP_PER_FULL_GROUP + progress.XP_FOR_LASTING,
        level=level,
        cost=progress.level_cost(level),
    )


class FinePrintFacts(Struct, frozen=True):
    """Chapter 19."""

    start: str
    lucky_total: int
    max_level: int


def fine_print(rules: Rules, say: Speech) -> FinePrintFacts:
    return FinePrintFacts(labels.square(say, rules, START), LUCKY_TOTAL, MAX_LEVEL)
