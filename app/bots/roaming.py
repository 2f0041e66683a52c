"""Jail, the bus, the triple and the jackpot: where a bot wants to stand, and what it dares there."""

from collections.abc import Callable
from itertools import combinations
from typing import Final, TypeAlias

from app.bots.dangers import mean_ahead, toll
from app.bots.tempers import Temper
from app.bots.valuation import value_of
from app.engine.actions import Action, Bet, ChooseMove, PayBail, Roll, SkipBet, Teleport
from app.engine.board import BOARD, JAIL, KIND, PRICE, PROPERTIES, SQUARES, START
from app.engine.rules.jackpot import STAKE
from app.engine.rules.jail import BAIL
from app.engine.rules.speed_die import bus_steps
from app.engine.rules.start_money import SALARY
from app.engine.state import NOBODY, Game

Whim: TypeAlias = Callable[[], float]
"""A source of numbers from 0 up to 1, for what a bot does by whim. Never the game's own luck."""

_ROLL: Final = Roll()
_PAY_BAIL: Final = PayBail()
_SKIP: Final = SkipBet()
_BETS: Final = tuple(tuple(Bet(list(numbers)) for numbers in combinations(range(1, 7), count)) for count in range(4))
_STEPS: Final = tuple(ChooseMove(steps) for steps in range(13))
_TELEPORTS: Final = tuple(Teleport(square) for square in range(SQUARES))
_NO_PROPERTY: Final = SQUARES - len(PROPERTIES)
_RISKY: Final = 350
"""A throw that costs more rent than this on average is better not made: what a round of Start money brings a turn."""
_STAKES_HELD: Final = 4
"""A daring bot bets only when it could lose the stake so many times over."""
_JAIL_EARLY: Final = -1500
_JAIL_LATE: Final = 300


def leave_jail(game: Game, seat: int, temper: Temper) -> Action:
    """Pay bail while there is much to buy, sit once there is not or what lies ahead is dear."""
    early = game.owner.count(NOBODY) - _NO_PROPERTY >= temper.settled
    if early and game.cash[seat] >= BAIL + temper.thin and mean_ahead(game, seat) < _RISKY:
        return _PAY_BAIL
    return _ROLL


def at_choice(game: Game, seat: int, temper: Temper) -> Action:
    """The bus: the best of its squares."""
    at = game.square[seat]
    return _STEPS[max(bus_steps(game), key=lambda steps: appeal(game, seat, (at + steps) % SQUARES, temper))]


def at_teleport(game: Game, seat: int, temper: Temper) -> Action:
    """A triple: the best square there is, but never the one it stands on."""
    squares = [square for square in range(SQUARES) if square != game.square[seat]]
    return _TELEPORTS[max(squares, key=lambda square: appeal(game, seat, square, temper))]


def appeal(game: Game, seat: int, square: int, temper: Temper) -> int:
    """What arriving on a square is about worth."""
    kind = KIND[square]
    if square == START:
        return SALARY + game.rules.start_landing_bonus
    if kind == "tax":
        return -BOARD[square].tax
    if kind == "go_to_jail":
        return _JAIL_EARLY if game.owner.count(NOBODY) - _NO_PROPERTY >= temper.settled else _JAIL_LATE
    if not PRICE[square]:
        return 1 if square == JAIL else 0
    if game.owner[square] != NOBODY:
        return -toll(game, square, seat)
    if game.cash[seat] - PRICE[square] < temper.thin:
        return 0
    return PRICE[square] // 4 + value_of(game, seat, square, temper) - PRICE[square]


def at_jackpot(game: Game, seat: int, temper: Temper, whim: Whim) -> Action:
    """Skip it, except by whim of the daring."""
    if not temper.bets or game.cash[seat] < STAKE * _STAKES_HELD or whim() * 100 >= temper.bets:
        return _SKIP
    bets = _BETS[temper.numbers]
    return bets[int(whim() * len(bets))]
