"""Players without a browser: what a bot does next, given the table, its seat and its temper.

Why no memory: a bot is a function of the state, so any process can play it, a restart forgets nothing, and a decision
that lost a race is simply made again. What would need a memory (one offer a turn, no mortgage back and forth) is
arranged so that the state answers it. Bots see what everybody sees; a whim is their own, never the game's luck.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from app.bots import answering, bidding, borrowing, building, roaming, trading
from app.bots.answering import gain_of
from app.bots.roaming import Whim
from app.bots.tempers import TEMPERS, Temper
from app.bots.valuation import value_of
from app.engine.actions import Action, Bankrupt, Pay, Roll
from app.engine.agenda import Auction, Choosing, Debt, Entry, Jackpot, Purchase, Teleporting, Turn, debt_total
from app.engine.board import GROUPS
from app.engine.state import Game

__all__ = ["TEMPERS", "Temper", "Whim", "answer", "choose", "decide", "gain_of", "value_of"]

_GROUPS_IN: Final = tuple(
    tuple(group for group in range(len(GROUPS)) if whole >> group & 1) for whole in range(1 << len(GROUPS))
)
"""The groups by what the state says is owned whole."""
_CHEAPEST: Final = 300
"""What the cheapest redemption and the cheapest level cost at least."""

_ROLL: Final = Roll()
_PAY: Final = Pay()
_BANKRUPT: Final = Bankrupt()


def choose(game: Game, seat: int, temper: Temper, whim: Whim) -> Action:
    """What the seat does as the actor. The action is legal, and every turn comes to its roll."""
    top = game.agenda[-1]
    return _CHOICES[type(top)](game, seat, temper, whim, top)


def answer(game: Game, seat: int, temper: Temper, whim: Whim) -> Action | None:
    """What the seat says to the oldest open offer made to it, actor or not; None where there is none."""
    return answering.reply(game, seat, temper)


def decide(game: Game, tempers: Sequence[Temper | None], whim: Whim) -> tuple[int, Action] | None:
    """What some bot does next, with its seat: answers first, then the actor's choice; None while people are asked.

    `tempers` has one entry a seat, None for a person.
    """
    if game.offers:
        for offer in game.offers:
            temper = tempers[offer.to]
            if temper is not None and (said := answer(game, offer.to, temper, whim)):
                return offer.to, said
    top: Any = game.agenda[-1]
    seat: int = top.seat
    temper = tempers[seat]
    return None if temper is None else (seat, _CHOICES[type(top)](game, seat, temper, whim, top))


def _in_turn(game: Game, seat: int, temper: Temper, whim: Whim, at: Turn) -> Action:
    if not game.offers and trading.in_the_mood(game, seat, temper):
        offer = trading.pitch(game, seat, temper)
        if offer is not None:
            return offer
    if (game.whole[seat] or game.loans[seat]) and (spent := _spend(game, seat, temper)):
        return spent
    return roaming.leave_jail(game, seat, temper) if game.jailed[seat] else _ROLL


def _spend(game: Game, seat: int, temper: Temper) -> Action | None:
    """The next thing to spend on: a building, money for one, or a redemption. The poor do not even look."""
    poor = game.cash[seat] < temper.keep + _CHEAPEST
    if poor and not temper.borrows and game.rules.mortgage_rounds is None:
        return None
    whole = _GROUPS_IN[game.whole[seat]]
    if whole and (action := building.build(game, seat, temper, whole)):
        return action
    return borrowing.redeem(game, seat, temper, whole) if game.loans[seat] else None


def _in_debt(game: Game, seat: int, temper: Temper, whim: Whim, at: Debt) -> Action:
    items = at.items
    short = (items[0].amount if len(items) == 1 else debt_total(at)) - game.cash[seat]
    if short <= 0:
        return _PAY
    return borrowing.raise_money(game, seat, short) or trading.plea(game, seat, short) or _BANKRUPT


def _in_purchase(game: Game, seat: int, temper: Temper, whim: Whim, at: Purchase) -> Action:
    return bidding.at_purchase(game, seat, temper, at)


def _in_auction(game: Game, seat: int, temper: Temper, whim: Whim, at: Auction) -> Action:
    return bidding.at_auction(game, seat, temper, at)


def _at_bus(game: Game, seat: int, temper: Temper, whim: Whim, at: Choosing) -> Action:
    return roaming.at_choice(game, seat, temper)


def _at_teleport(game: Game, seat: int, temper: Temper, whim: Whim, at: Teleporting) -> Action:
    return roaming.at_teleport(game, seat, temper)


def _at_jackpot(game: Game, seat: int, temper: Temper, whim: Whim, at: Jackpot) -> Action:
    return roaming.at_jackpot(game, seat, temper, whim)


_CHOICES: Final[dict[type[Entry], Callable[[Game, int, Temper, Whim, Any], Action]]] = {
    Turn: _in_turn,
    Choosing: _at_bus,
    Teleporting: _at_teleport,
    Purchase: _in_purchase,
    Auction: _in_auction,
    Jackpot: _at_jackpot,
    Debt: _in_debt,
}
