"""Worked examples of the chapters about rent, building, debts and bankruptcy, played by the engine."""

from typing import Any, Final

from msgspec import Struct

from app.engine import events as happened
from app.engine.actions import Bankrupt, Build
from app.engine.agenda import Debt, Item, waiting
from app.engine.board import BUILD_COST, MAX_LEVEL, MEMBERS, PRICE, STATION_GROUP, UTILITY_FACTORS
from app.engine.modes import Rules
from app.engine.rules import bankruptcy, building, debts, mortgages
from app.engine.rules.chance import EACH
from app.engine.rules.rent import CARD_CAP, PEAK_PERCENT, rent_due, withheld
from app.engine.state import NOBODY
from app.engine.worth import mortgage_value, opponents_after, raisable, redeem_price, sale_value
from app.web import labels
from app.web.guide import drawings, stage
from app.web.guide.drawings import BAR, FINE, HUNDRED, Bar, Column, Curve, Tick
from app.web.guide.stage import STATION, STREET, STREET_GROUP, STREETS, UTILITY
from app.web.speech import Speech

_DICE: Final = (3, 4)


class Taxed(Struct, frozen=True):
    """A rent in a late round."""

    round: int
    percent: int
    withheld: int
    gets: int


class RentFacts(Struct, frozen=True):
    """Chapter 7."""

    street: str
    group: str
    levels: list[int]
    """The rent at each level."""
    doubled: int
    blessed: int
    station: str
    stations: list[int]
    utility: str
    factors: tuple[int, ...]
    dice: tuple[int, int]
    roll: int
    metered: int
    card_cap: int
    carded: int
    peak_percent: int
    rent: int
    taxed: list[Taxed]
    curve: Curve | None


def rent(rules: Rules, say: Speech) -> RentFacts:
    def due(square: int, properties: stage.Properties, **setup: Any) -> int:
        game = stage.table(rules, properties, **setup)
        game.dice = list(_DICE)
        return rent_due(game, square, 1)

    whole = stage.own(*STREETS)
    levels = [due(STREET, stage.own(STREET, level=level)) for level in range(MAX_LEVEL + 1)]
    card = {"seats": [{"cards": {str(STREET): CARD_CAP}}, {}]}
    stations = MEMBERS[STATION_GROUP]
    return RentFacts(
        street=labels.square(say, rules, STREET),
        group=labels.group_name(say, STREET_GROUP),
        levels=levels,
        doubled=due(STREET, whole),
        blessed=due(STREET, whole, fortune={"blessed": STREET_GROUP}),
        station=labels.square(say, rules, STATION),
        stations=[due(STATION, stage.own(*stations[:count])) for count in range(1, len(stations) + 1)],
        utility=labels.square(say, rules, UTILITY),
        factors=UTILITY_FACTORS[1:],
        dice=_DICE,
        roll=sum(_DICE),
        metered=due(UTILITY, stage.own(UTILITY)),
        card_cap=CARD_CAP,
        carded=due(STREET, stage.own(STREET, level=1), **card),
        peak_percent=PEAK_PERCENT,
        rent=levels[-1],
        taxed=_taxed(rules, levels[-1]),
        curve=_curve(rules),
    )


def _withheld(rules: Rules, number: int, amount: int) -> int:
    return withheld(stage.table(rules, round=number), amount)


def _taxed(rules: Rules, amount: int) -> list[Taxed]:
    """The same rent in the round before the tax, at its beginning, half way up, and at its peak."""
    if rules.rent_tax is None:
        return []
    first, peak = rules.rent_tax
    found = []
    for number in sorted({max(1, first - 1), first, (first + peak) // 2, peak}):
        tax = _withheld(rules, number, amount)
        found.append(Taxed(number, _withheld(rules, number, HUNDRED), tax, amount - tax))
    return found


def _curve(rules: Rules) -> Curve | None:
    if rules.rent_tax is None:
        return None
    return drawings.curve(*rules.rent_tax, lambda number: _withheld(rules, number, FINE))


class BuildingFacts(Struct, frozen=True):
    """Chapter 8."""

    names: list[str]
    group: str
    cost: int
    max_level: int
    once_round: int
    """What one level on every street of the group costs."""
    rent_before: int
    rent_after: int
    sale: int
    columns: list[Column]
    """A group with uneven levels, and which of its streets may rise."""
    loan: int
    price: int
    surcharge: int
    redeem: int
    made: int
    lapses: int | None
    ticks: list[Tick]


_UNEVEN: Final = (2, 1, 1)


def build(rules: Rules, say: Speech) -> BuildingFacts:
    game = stage.table(rules, {str(at): {"owner": 0, "level": one} for at, one in zip(STREETS, _UNEVEN, strict=True)})
    may = [building.may_build(game, waiting(game.agenda), Build(square)) is None for square in STREETS]
    bare = stage.table(rules, stage.own(*STREETS))
    risen = stage.table(rules, stage.own(*STREETS, level=1))
    made = 20
    lapses = _lapse(rules, made)
    return BuildingFacts(
        names=[labels.square(say, rules, square) for square in STREETS],
        group=labels.group_name(say, STREET_GROUP),
        cost=BUILD_COST[STREET],
        max_level=MAX_LEVEL,
        once_round=BUILD_COST[STREET] * len(STREETS),
        rent_before=rent_due(bare, STREET, 1),
        rent_after=rent_due(risen, STREET, 1),
        sale=sale_value(STREET),
        columns=drawings.columns(_UNEVEN, may),
        loan=mortgage_value(STREET),
        price=PRICE[STREET],
        surcharge=redeem_price(game, STREET) - mortgage_value(STREET),
        redeem=redeem_price(game, STREET),
        made=made,
        lapses=lapses,
        ticks=drawings.countdown(made, lapses, BAR) if lapses else [],
    )


def _lapse(rules: Rules, made: int) -> int | None:
    """The round at whose beginning a mortgage of that round is lost."""
    game = stage.table(rules, stage.own(STREET), round=made)
    mortgages.pledge(stage.draft(game), 0, STREET)
    return game.lapses[STREET] or None


class Raised(Struct, frozen=True):
    """A step of raising money: a level sold, or a property mortgaged, and the cash after it."""

    sold: bool
    name: str
    amount: int
    cash: int


class DebtsFacts(Struct, frozen=True):
    """Chapter 9."""

    debt: int
    cash: int
    steps: list[Raised]
    raised: int
    left: int


def debt(rules: Rules, say: Speech) -> DebtsFacts:
    """A debt that takes two mortgages and a level to pay."""
    cash, owed = 200, 1700
    estate = stage.own(*STREETS, level=1) | stage.own(1, STATION)
    game = stage.table(rules, estate, seats=[{"cash": cash}, {}])
    draft = stage.draft(game)
    debts.raise_money(draft, 0, owed)
    steps, at = [], cash
    for one in draft.log or []:
        if isinstance(one.event, happened.Sold | happened.Mortgaged):
            at += one.event.amount
            name = labels.square(say, rules, one.event.square)
            steps.append(Raised(isinstance(one.event, happened.Sold), name, one.event.amount, at))
    return DebtsFacts(owed, cash, steps, game.cash[0], game.cash[0] - owed)


class BankruptcyFacts(Struct, frozen=True):
    """Chapter 10."""

    cash: int
    levels: int
    level_brings: int
    mortgages: int
    raisable: int
    owed_each: int
    creditors: int
    owed: int
    pot: int
    share: int
    rest: int
    bars: list[Bar]


def bankrupt(rules: Rules, say: Speech) -> BankruptcyFacts:
    """What a seat could raise, and how a pot that is too small is shared out."""
    cash, pot = 400, 400
    game = stage.table(rules, stage.own(*STREETS, level=1), seats=[{"cash": cash}, {}])
    poor = stage.table(rules, seats=[{"cash": pot}, {}, {}, {}])
    creditors = opponents_after(poor, 0)
    owed = Debt(0, [Item(other, EACH, "chance", NOBODY) for other in creditors])
    draft = stage.draft(poor)
    draft.ask_debt(owed)
    bankruptcy.go_bankrupt(draft, owed, Bankrupt())
    paid = [one.event for one in draft.log or [] if isinstance(one.event, happened.Paid)]
    shares = [one.amount for one in paid if one.to in creditors and one.reason != "estate"]
    rest = pot - sum(shares)
    return BankruptcyFacts(
        cash=cash,
        levels=len(STREETS),
        level_brings=sale_value(STREET),
        mortgages=sum(mortgage_value(square) for square in STREETS),
        raisable=raisable(game, 0),
        owed_each=EACH,
        creditors=len(creditors),
        owed=EACH * len(creditors),
        pot=pot,
        share=shares[0],
        rest=rest,
        bars=drawings.bars(shares, pot, BAR),
    )
