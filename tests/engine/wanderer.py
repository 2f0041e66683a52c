"""A player without sense: any legal action, in or out of turn, any choice the bounds allow. Repeats by its seed."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from app import engine
from app.engine import actions
from app.engine.actions import Action, Side
from app.engine.board import PROPERTIES
from app.engine.state import PLAYING, Game

Entry = dict[str, Any]

# How often each kind is taken compared with the others; what is not named counts one. Leaving is rare, so games go on.
WEIGHTS: Final = {
    "roll": 6.0,
    "buy": 6.0,
    "build": 3.0,
    "bid": 2.0,
    "pay": 3.0,
    "mortgage": 0.4,
    "redeem": 0.6,
    "sell": 0.4,
    "propose_trade": 2.0,
    "accept_trade": 2.0,
    "bankrupt": 1.0,
}


class Wanderer:
    """Takes decisions for all seats of a game."""

    def __init__(self, random: Random, *, leaving: float) -> None:
        """`leaving` is how often a seat surrenders, compared with one for any other action."""
        self.random = random
        self.leaving = leaving

    def decide(self, game: Game) -> tuple[int, Action]:
        """Who acts, and how. Mostly the actor; sometimes somebody who answers an offer, or leaves."""
        seat = self._somebody(game)
        entries = engine.legal(game, seat)
        entry: Entry = self.random.choices(entries, [self._weight(one) for one in entries])[0]
        return seat, self._concrete(game, seat, entry)

    def _somebody(self, game: Game) -> int:
        actor = engine.actor(game)
        assert actor is not None
        asked = [offer.to for offer in game.offers]
        if asked and self.random.random() < 0.5:
            return self.random.choice(asked)
        if self.leaving and self.random.random() < self.leaving:
            return self.random.choice([seat for seat, standing in enumerate(game.standing) if standing == PLAYING])
        return actor

    def _weight(self, entry: Entry) -> float:
        kind = entry["type"]
        # A seat with nothing else to do still has to be able to leave.
        return max(self.leaving, 1e-9) if kind == "surrender" else WEIGHTS.get(kind, 1.0)

    def _concrete(self, game: Game, seat: int, entry: Entry) -> Action:
        match entry["type"]:
            case "bet":
                return actions.Bet(self.random.sample(range(1, 7), self.random.randint(1, 3)))
            case "teleport":
                bounds = entry["square"]
                squares = [square for square in range(bounds["from"], bounds["to"] + 1) if square != bounds["except"]]
                return actions.Teleport(self.random.choice(squares))
            case "propose_trade":
                return self._offer(game, seat, entry["to"])
            case _:
                return actions.read(entry)

    def _offer(self, game: Game, seat: int, others: Sequence[int]) -> Action:
        """An offer that may well be refused: then the seat does what it would do without it."""
        for _ in range(3):
            to = self.random.choice(others)
            offer = actions.ProposeTrade(to, self._side(game, seat), self._side(game, to))
            if engine.why_not(game, seat, offer) is None:
                return offer
        rest = [entry for entry in engine.legal(game, seat) if entry["type"] not in ("propose_trade", "surrender")]
        return self._concrete(game, seat, self.random.choice(rest)) if rest else actions.Surrender()

    def _side(self, game: Game, seat: int) -> Side:
        own = [square for square in PROPERTIES if game.owner[square] == seat]
        squares = self.random.sample(own, min(len(own), self.random.choice((0, 1, 1, 2))))
        cash = self.random.choice((0, 0, self.random.randint(0, game.cash[seat])))
        return Side(cash, squares)
