"""What a seat may ask for now, as the contract lists it: every concrete action, or its bounds where there are many."""

from collections.abc import Callable
from typing import Final

from app.engine import actions
from app.engine.actions import Ask
from app.engine.agenda import waiting
from app.engine.board import GROUP, MEMBERS, PROPERTIES, SQUARES
from app.engine.refusals import rule_in_phase
from app.engine.rules import INDEX, speed_die, trades
from app.engine.state import PLAYING, Game
from app.engine.worth import estate, living_after

Entry = dict[str, object]

_WORDS: Final = {kind: actions.action_type(kind) for rules in INDEX.values() for kind in rules}
"""Each kind's word in the contract, looked up once."""


def legal(game: Game, seat: int) -> list[Entry]:
    """The legal actions of a seat: for the actor those of the phase, and for everybody what is open at any time."""
    if not game.agenda or game.standing[seat] != PLAYING:
        return []
    found: list[Entry] = []
    top = waiting(game.agenda)
    if top.seat == seat:
        for kind in INDEX[type(top)]:
            found += _concrete(game, seat, kind)
    for offer in game.offers:
        if offer.to == seat:
            found += [{"type": "accept_trade", "trade": offer.id}, {"type": "reject_trade", "trade": offer.id}]
        if offer.origin == seat:
            found.append({"type": "cancel_trade", "trade": offer.id})
    found.append({"type": "surrender"})
    return found


def _concrete(game: Game, seat: int, kind: type[Ask]) -> list[Entry]:
    rule = rule_in_phase(game, kind)
    if rule is None:
        return []
    word = _WORDS[kind]
    if kind in _BOUNDS:
        bounds = _BOUNDS[kind](game, seat)
        return [] if bounds is None else [{"type": word, **bounds}]
    top = game.agenda[-1]
    if kind in _WORTH_ASKING:
        question = rule.question
        squares = _WORTH_ASKING[kind](game, seat)
        return [{"type": word, "square": at} for at in squares if question(game, top, kind(at)) is None]
    if kind is actions.ChooseMove:
        return [{"type": word, "steps": steps} for steps in speed_die.bus_steps(game)]
    return [{"type": word}] if rule.question(game, top, kind()) is None else []


def _in_whole_groups(game: Game, seat: int) -> list[int]:
    whole = game.whole[seat]
    return [square for group, members in enumerate(MEMBERS) if whole >> group & 1 for square in members]


def _with_levels(game: Game, seat: int) -> list[int]:
    if not any(game.built_up):
        return []
    return [square for square in PROPERTIES if game.level[square] and game.owner[square] == seat]


def _free_and_bare(game: Game, seat: int) -> list[int]:
    return [at for at in estate(game, seat) if not game.mortgaged[at] and not game.built_up[GROUP[at]]]


def _mortgaged(game: Game, seat: int) -> list[int]:
    return [square for square in estate(game, seat) if game.mortgaged[square]] if game.loans[seat] else []


_WORTH_ASKING: Final[dict[type[Ask], Callable[[Game, int], list[int]]]] = {
    actions.Build: _in_whole_groups,
    actions.Sell: _with_levels,
    actions.Mortgage: _free_and_bare,
    actions.Redeem: _mortgaged,
}
"""By kind, all squares with any chance, in board order: the rules are asked about a few instead of a whole estate."""


def _bet(game: Game, seat: int) -> Entry | None:
    return {"numbers": {"fewest": 1, "most": 3, "from": 1, "to": 6}}


def _teleport(game: Game, seat: int) -> Entry | None:
    return {"square": {"from": 0, "to": SQUARES - 1, "except": game.square[seat]}}


def _propose(game: Game, seat: int) -> Entry | None:
    if not trades.room_for_offer(game, seat):
        return None
    return {"to": sorted(living_after(game, seat))}


_BOUNDS: Final[dict[type[Ask], Callable[[Game, int], Entry | None]]] = {
    actions.Bet: _bet,
    actions.Teleport: _teleport,
    actions.ProposeTrade: _propose,
}
