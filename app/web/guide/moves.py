"""Worked examples of the chapters about moves, auctions, trades and the end, played by the engine."""

from typing import Final

from msgspec import Struct

from app import engine
from app.engine import events as happened
from app.engine.actions import Bid, Buy, Pass
from app.engine.agenda import Auction, Purchase, waiting
from app.engine.board import BUILD_COST, PRICE, SQUARES
from app.engine.luck import ENVELOPES
from app.engine.modes import Rules
from app.engine.rules import auctions, speed_die, trades
from app.engine.rules.start_money import SALARY
from app.engine.rules.turns import DOUBLES_TO_JAIL
from app.engine.worth import net_worth, property_value
from app.web import labels
from app.web.guide import drawings, stage
from app.web.guide.drawings import BAR, HUNDRED, Place
from app.web.guide.stage import STATION, UTILITY
from app.web.speech import Speech


class TurnsFacts(Struct, frozen=True):
    """Chapter 3."""

    salary: int
    envelopes: list[int]
    bonus: int
    exact: int
    doubles: int
    origin: str
    passing: int
    target: str
    reaching: int


def turns(rules: Rules, say: Speech) -> TurnsFacts:
    origin, passing = SQUARES - 5, 8
    return TurnsFacts(
        salary=SALARY,
        envelopes=list(ENVELOPES),
        bonus=rules.start_landing_bonus,
        exact=SALARY + rules.start_landing_bonus,
        doubles=DOUBLES_TO_JAIL,
        origin=labels.square(say, rules, origin),
        passing=passing,
        target=labels.square(say, rules, (origin + passing) % SQUARES),
        reaching=SQUARES - origin,
    )


class LandingFacts(Struct, frozen=True):
    """Chapter 4."""

    name: str
    price: int
    cash: int
    left: int


def landing(rules: Rules, say: Speech) -> LandingFacts:
    """A property bought at list price."""
    game = stage.table(rules)
    cash = game.cash[0]
    draft = stage.draft(game)
    game.agenda.pop()
    draft.ask(Purchase(0, STATION))
    engine.play(draft, 0, Buy())
    return LandingFacts(labels.square(say, rules, STATION), PRICE[STATION], cash, game.cash[0])


class Call(Struct, frozen=True):
    """One answer in an auction; seats are counted from one."""

    seat: int
    asked: int
    bid: bool


class AuctionFacts(Struct, frozen=True):
    """Chapter 5."""

    step: int
    name: str
    price: int
    calls: list[Call]
    winner: int
    paid: int
    ring: list[Place]
    decliner: int


_BIDS: Final = (True, False, True, False, True, False)
"""What is answered to each question of the example: bid or pass."""


def auction(rules: Rules, say: Speech) -> AuctionFacts:
    game = stage.table(rules)
    draft = stage.draft(game)
    auctions.open_auction(draft, 0, STATION)
    calls = []
    for bids in _BIDS:
        at = waiting(game.agenda)
        assert isinstance(at, Auction), "the example ends when its answers do"
        calls.append(Call(at.seat + 1, at.asked, bids))
        engine.play(draft, at.seat, Bid() if bids else Pass())
    won = next(one.event for one in draft.log or [] if isinstance(one.event, happened.AuctionWon))
    return AuctionFacts(
        step=auctions.RAISE,
        name=labels.square(say, rules, STATION),
        price=PRICE[STATION],
        calls=calls,
        winner=won.seat + 1,
        paid=won.amount,
        ring=drawings.ring([1, 2, 3, 4]),
        decliner=1,
    )


class TradesFacts(Struct, frozen=True):
    """Chapter 13."""

    offers: int
    percent: int
    """What the smaller side has to be worth at least, of the larger."""
    larger: int
    least: int
    limit_x: int
    name: str
    price: int
    cash: int
    mortgaged: int


def trade(rules: Rules, say: Speech) -> TradesFacts:
    price = PRICE[STATION]
    least = _least_fair(price)
    game = stage.table(rules, stage.own(STATION, mortgaged=True))
    return TradesFacts(
        offers=trades.OPEN_OFFERS,
        percent=_least_fair(HUNDRED),
        larger=price,
        least=least,
        limit_x=least * BAR // price,
        name=labels.square(say, rules, STATION),
        price=price,
        cash=least - 1,
        mortgaged=property_value(game, STATION),
    )


def _least_fair(larger: int) -> int:
    return next(value for value in range(larger + 1) if trades.fair(value, larger))


def bus(rules: Rules, white: tuple[int, int]) -> list[int]:
    """What the bus may go on these white dice."""
    game = stage.table(rules)
    game.dice = [*white, "bus"]
    return speed_die.bus_steps(game)


class EndingFacts(Struct, frozen=True):
    """Chapter 16."""

    cash: int
    station: str
    station_price: int
    street: str
    street_price: int
    mortgaged: str
    mortgaged_counts: int
    level: int
    levels_cost: int
    worth: int


def ending(rules: Rules, say: Speech) -> EndingFacts:
    """The net worth of a small estate."""
    cash, street, level = 3200, 3, 2
    estate = stage.own(STATION) | stage.own(street, level=level) | stage.own(UTILITY, mortgaged=True)
    game = stage.table(rules, estate, seats=[{"cash": cash}, {}])
    return EndingFacts(
        cash=cash,
        station=labels.square(say, rules, STATION),
        station_price=property_value(game, STATION),
        street=labels.square(say, rules, street),
        street_price=property_value(game, street),
        mortgaged=labels.square(say, rules, UTILITY),
        mortgaged_counts=property_value(game, UTILITY),
        level=level,
        levels_cost=level * BUILD_COST[street],
        worth=net_worth(game, 0),
    )
