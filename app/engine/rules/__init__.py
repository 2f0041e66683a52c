"""The index of the rules: what may be asked in which phase, what may be asked at any time, and how the rest settles.

Why an index: a chapter never calls the next one. It puts an entry on the agenda, and this table says which chapter
takes it up; so chapters that interrupt each other stay separate modules, and what was interrupted lies under the
interruption.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from app.engine import actions, agenda
from app.engine.agenda import Entry
from app.engine.draft import Draft
from app.engine.rules import (
    auctions,
    bankruptcy,
    building,
    chance,
    clocks,
    debts,
    jackpot,
    jail,
    landing,
    mortgages,
    speed_die,
    start,
    trades,
    turns,
)
from app.engine.state import Game

__all__ = ["ANYTIME", "AS_ACTOR", "INDEX", "SETTLING", "Rule", "chance", "clocks", "settle", "start"]


_Question: TypeAlias = Callable[[Game, Any, Any], str | None]
_Deed: TypeAlias = Callable[[Draft, Any, Any], None]


class Rule(NamedTuple):
    """A pair: a question that changes nothing and answers a code or None, and a deed that cannot fail after it.

    In a phase both get the agenda's entry (whose seat asks) and the action; at any time they get the seat instead.
    `after_roll` marks what is only open outside the phase `turn` where the rules say so.
    """

    question: _Question
    deed: _Deed
    after_roll: bool = False


def _always(game: Game, at: object, ask: object) -> str | None:
    return None


_BUILD = (building.may_build, building.build)
_SELL = (building.may_sell, building.sell)
_MORTGAGE = (mortgages.may_mortgage, mortgages.mortgage)
_REDEEM = (mortgages.may_redeem, mortgages.redeem)

INDEX: Final[dict[type[Entry], dict[type[actions.Ask], Rule]]] = {
    agenda.Turn: {
        actions.Roll: Rule(_always, turns.roll),
        actions.PayBail: Rule(jail.may_pay_bail, jail.pay_bail),
        actions.Build: Rule(*_BUILD),
        actions.Sell: Rule(*_SELL),
        actions.Mortgage: Rule(*_MORTGAGE),
        actions.Redeem: Rule(*_REDEEM),
        actions.ProposeTrade: Rule(trades.may_propose, trades.propose),
    },
    agenda.Choosing: {actions.ChooseMove: Rule(speed_die.may_choose_move, speed_die.choose_move)},
    agenda.Teleporting: {actions.Teleport: Rule(speed_die.may_teleport, speed_die.teleport)},
    agenda.Purchase: {
        actions.Buy: Rule(landing.may_buy, landing.buy),
        actions.Decline: Rule(_always, landing.decline),
        actions.Build: Rule(*_BUILD, after_roll=True),
        actions.Sell: Rule(*_SELL, after_roll=True),
        actions.Mortgage: Rule(*_MORTGAGE, after_roll=True),
        actions.Redeem: Rule(*_REDEEM, after_roll=True),
    },
    agenda.Auction: {
        actions.Bid: Rule(auctions.may_bid, auctions.bid),
        actions.Pass: Rule(_always, auctions.pass_bid),
    },
    agenda.Jackpot: {
        actions.Bet: Rule(jackpot.may_bet, jackpot.bet),
        actions.SkipBet: Rule(_always, jackpot.skip_bet),
    },
    agenda.Debt: {
        actions.Pay: Rule(debts.may_pay, debts.pay),
        actions.Bankrupt: Rule(bankruptcy.may_go_bankrupt, bankruptcy.go_bankrupt),
        actions.Sell: Rule(*_SELL),
        actions.Mortgage: Rule(*_MORTGAGE),
        actions.ProposeTrade: Rule(trades.may_propose, trades.propose),
        actions.Build: Rule(*_BUILD, after_roll=True),
        actions.Redeem: Rule(*_REDEEM, after_roll=True),
    },
}

AS_ACTOR: Final[dict[type[Entry], dict[type[actions.Ask], tuple[_Question | None, _Deed]]]] = {
    phase: {
        kind: (None if rule.question is _always else rule.question, rule.deed)
        for kind, rule in rules.items()
        if not rule.after_roll
    }
    for phase, rules in INDEX.items()
}
"""What a phase knows whatever the mode: nearly all that is ever asked. A question of None is not worth asking."""

ANYTIME: Final[dict[type[actions.Ask], Rule]] = {
    actions.AcceptTrade: Rule(trades.may_answer, trades.accept),
    actions.RejectTrade: Rule(trades.may_answer, trades.reject),
    actions.CancelTrade: Rule(trades.may_cancel, trades.cancel),
    actions.Surrender: Rule(_always, bankruptcy.surrender),
}

SETTLING: Final[dict[type[Entry], Callable[[Draft, Any], None]]] = {
    agenda.Owing: debts.begin_pause,
    agenda.Walking: turns.walk,
    agenda.Landed: landing.resolve,
    agenda.Jumping: speed_die.jump,
    agenda.Releasing: jail.release,
    agenda.Closing: turns.close,
}


_how_it_settles = SETTLING.get


def settle(draft: Draft) -> None:
    """Settle the agenda until an entry waits for a seat, then close the offers that can no longer be kept."""
    game = draft.game
    entries = game.agenda
    while entries and (how := _how_it_settles(type(entries[-1]))) is not None:
        how(draft, entries.pop())
    if game.offers:
        trades.close_stale(draft)
