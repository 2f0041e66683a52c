"""Rulebook 18, Progress, as pages show it: what a game brought, the quests of today and this week, and the album."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from app.engine.board import BOARD, GROUPS, PROPERTIES
from app.engine.modes import MODES
from app.engine.names import N_
from app.play.periods import day_of, next_day, next_week, week_of
from app.play.progress import Rarity, rarity_of
from app.play.quests import BY_NAME, chosen, is_week, reward
from app.store.progress import Advance, Card, Copies, Result
from app.web import labels
from app.web.people_view import Standing, standing
from app.web.speech import Speech

QUESTS: Final[dict[str, str]] = {
    "games": N_("Finish games"),
    "wins": N_("Win games"),
    "lasted": N_("Last to the end of games"),
    "outlasted": N_("Leave others behind you"),
    "rounds": N_("Play rounds"),
    "rolls": N_("Roll the dice"),
    "doubles": N_("Roll doubles"),
    "sixes": N_("Roll sixes"),
    "sevens": N_("Roll sums of seven"),
    "starts": N_("Be paid by Start"),
    "bought": N_("Buy what you land on"),
    "auctions": N_("Win auctions"),
    "bids": N_("Bid in auctions"),
    "stations": N_("Get car makers"),
    "utilities": N_("Get utilities"),
    "built": N_("Build levels"),
    "uppers": N_("Build third levels"),
    "rents": N_("Be paid rents"),
    "rent_money": N_("Earn money in rents"),
    "high_rents": N_("Be paid high rents"),
    "rents_paid": N_("Pay rents"),
    "taxes": N_("Pay taxes"),
    "cards": N_("Draw chance cards"),
    "offers": N_("Make offers"),
    "trades": N_("Agree on trades"),
    "redeemed": N_("Redeem mortgages"),
    "released": N_("Get out of jail"),
    "groups": N_("Hold full groups at the end"),
    "holdings": N_("Hold properties at the end"),
}
RARITIES: Final[dict[Rarity, str]] = {
    "common": N_("common"),
    "rare": N_("rare"),
    "epic": N_("epic"),
    "legendary": N_("legendary"),
}
_BOARD_RULES: Final = MODES["classic"]


class Goal(Struct, frozen=True):
    """A quest, and how far it is: `count` of `target`; `before` is where the game at hand found it."""

    title: str
    before: int
    count: int
    target: int
    xp: int
    weekly: bool

    @property
    def done(self) -> bool:
        """Whether it is complete, and paid."""
        return self.count >= self.target


class Term(Struct, frozen=True):
    """A day's or a week's quests; `ends` is the moment they change."""

    weekly: bool
    goals: list[Goal]
    ends: int


class CardSeen(Struct, frozen=True):
    """A collection card, or the place of one in an album: `bonus` is in percent, `copies` 0 where there is none."""

    square: int
    name: str
    group: str
    group_name: str
    letter: str
    bonus: int
    rarity: Rarity
    word: str
    copies: int
    level: int | None


class Brought(Struct, frozen=True):
    """What a game brought its reader."""

    xp: int
    from_place: int
    from_groups: int
    from_lasting: int
    from_quests: int
    before: Standing
    after: Standing
    cards: list[CardSeen]
    goals: list[Goal]


def brought(result: Result, cards: Sequence[Card], say: Speech) -> Brought:
    """A result, in words and steps."""
    return Brought(
        xp=result.xp,
        from_place=result.from_place,
        from_groups=result.from_groups,
        from_lasting=result.from_lasting,
        from_quests=result.from_quests,
        before=standing(result.xp_before),
        after=standing(result.xp_before + result.xp),
        cards=[_card(say, one.square, one.bonus, copies=1, level=one.level) for one in cards],
        goals=[_goal(say, one) for one in result.quests],
    )


def terms(player: str, counts: Mapping[tuple[str, str, str], int], say: Speech, *, now: int) -> list[Term]:
    """Today's quests and this week's; `counts` is how far the person is, by person, period and quest."""
    found = []
    for period, ends in ((day_of(now), next_day(now)), (week_of(now), next_week(now))):
        steps = [(one.name, counts.get((player, period, one.name), 0)) for one in chosen(period, player)]
        goals = [_goal(say, Advance(period, name, count, count)) for name, count in steps]
        found.append(Term(is_week(period), goals, ends))
    return found


def album(copies: Sequence[Copies], say: Speech) -> list[CardSeen]:
    """All 28 properties in board order, each with the best card of it."""
    held = {one.square: one for one in copies}
    none = Copies(square=0, copies=0, bonus=0, drawn_at=0)
    return [
        _card(say, square, one.bonus, copies=one.copies, level=None)
        for square in PROPERTIES
        for one in [held.get(square, none)]
    ]


def _goal(say: Speech, step: Advance) -> Goal:
    target = BY_NAME[step.quest].target(step.period)
    return Goal(
        title=say.gettext(QUESTS[step.quest]),
        before=step.before,
        count=step.after,
        target=target,
        xp=reward(step.period),
        weekly=is_week(step.period),
    )


def _card(say: Speech, square: int, bonus: int, *, copies: int, level: int | None) -> CardSeen:
    group = GROUPS[BOARD[square].group]
    rarity = rarity_of(bonus) if copies else "common"
    return CardSeen(
        square=square,
        name=labels.square(say, _BOARD_RULES, square),
        group=group,
        group_name=labels.group_name(say, group),
        letter=labels.LETTERS[group],
        bonus=bonus,
        rarity=rarity,
        word=say.gettext(RARITIES[rarity]),
        copies=copies,
        level=level,
    )
