"""Whole games between bots: they end, nothing a bot chooses is refused, and every choice has its sense."""

from collections.abc import Callable
from itertools import combinations, permutations
from random import Random
from typing import Final

import pytest

from app import engine
from app.bots import TEMPERS, Temper, decide, gain_of
from app.engine.actions import AcceptTrade, Action, Bid, Build, Mortgage, ProposeTrade, Redeem, Roll
from app.engine.agenda import Auction
from app.engine.board import BUILD_COST
from app.engine.draft import Draft
from app.engine.modes import MODES
from app.engine.rules.start import capacities, open_table, team_of
from app.engine.rules.trades import find
from app.engine.state import NOBODY, Game, fresh
from app.engine.worth import teammates
from app.lab.simulate import BulkLuck, Plan, seating, simulate
from infra.bench.bots_table import beats_stranger, dominated

Look = Callable[[Game, int, Action, list[Temper]], None]
TABLES: Final = [(mode, seats) for mode, rules in MODES.items() for seats in capacities(rules.teams)]
MOST_DECISIONS: Final = 30_000


def play(mode: str, seats: int, number: int, look: Look) -> Game:
    """One game, with a look at every decision before it is applied. The engine raises what it refuses."""
    random = Random(f"{mode} {seats} {number}")
    tempers: list[Temper | None] = [TEMPERS[name] for name in seating(tuple(TEMPERS), seats, random)]
    rules = MODES[mode]
    game = fresh(rules, [team_of(rules.teams, seat) for seat in range(seats)])
    draft = Draft(game, now=0, luck=BulkLuck(f"{mode} {seats} {number}"), log=None)
    open_table(draft)
    for _ in range(MOST_DECISIONS):
        if not game.agenda:
            return game
        decision = decide(game, tempers, random.random)
        assert decision is not None
        look(game, *decision, [temper for temper in tempers if temper is not None])
        engine.play(draft, *decision)
    raise AssertionError("the game does not end")


class Conscience:
    """Holds every decision of a game against the bots' rules of sense."""

    def __init__(self) -> None:
        self.turn = (0, 0)
        self.mortgaged: set[int] = set()
        self.offers = 0

    def look(self, game: Game, seat: int, action: Action, tempers: list[Temper]) -> None:
        """One decision, before it is applied."""
        if self.turn != (game.round, game.turn):
            self.turn = (game.round, game.turn)
            self.mortgaged, self.offers = set(), 0
        match action:
            case Roll():
                self.mortgaged = set()
            case Build(square):
                cost = BUILD_COST[square]
                assert game.cash[seat] - cost >= tempers[seat].keep
            case Mortgage(square) if engine.phase(game) == "turn":
                self.mortgaged.add(square)
            case Redeem(square):
                assert square not in self.mortgaged
            case Bid():
                top = game.agenda[-1]
                assert isinstance(top, Auction)
                assert top.leader == NOBODY or not teammates(game, seat, top.leader)
            case ProposeTrade() if engine.phase(game) == "turn":
                self.offers += 1
                assert self.offers <= 2
            case AcceptTrade(trade):
                self._gains(game, trade, tempers)
            case _:
                pass

    @staticmethod
    def _gains(game: Game, trade: int, tempers: list[Temper]) -> None:
        """Between opponents both sides gain by their own valuations."""
        offer = find(game, trade)
        assert offer is not None
        if not teammates(game, offer.origin, offer.to):
            assert gain_of(game, offer.origin, offer.get, offer.give, tempers[offer.origin]) > 0
            assert gain_of(game, offer.to, offer.give, offer.get, tempers[offer.to]) > 0


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_bots_play_every_game_to_its_end_with_sense(mode: str, seats: int) -> None:
    for number in range(2):
        game = play(mode, seats, number, Conscience().look)
        assert game.winners


@pytest.mark.slow
def test_a_careful_bot_beats_a_player_without_sense() -> None:
    assert sum(beats_stranger(TEMPERS["Ada"], number) for number in range(30)) >= 27


@pytest.mark.slow
def test_no_bot_is_simply_better_than_the_others() -> None:
    plan = Plan(mode="classic", seats=4, games=300, seed="even", bots=tuple(TEMPERS))
    tally = simulate(plan, jobs=1, played=lambda games: None)
    shares = {name: record.wins / record.seats for name, record in tally.bots.items()}
    assert all(0.15 < share < 0.35 for share in shares.values()), shares


def test_a_bot_that_is_worse_in_every_mix_is_found() -> None:
    names = list(TEMPERS)
    wins: dict[tuple[str, ...], dict[str, int]] = {
        mix: {name: names.index(name) for name in mix} for mix in combinations(names, 4)
    }
    assert dominated(wins) == [
        (one, other) for one, other in permutations(names, 2) if names.index(one) < names.index(other)
    ]
    wins[tuple(names[:4])] = dict.fromkeys(names[:4], 1)
    assert (names[0], names[1]) not in dominated(wins)
