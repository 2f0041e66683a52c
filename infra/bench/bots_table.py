"""How the bots fare: against each other in every mix of four, against a player without sense, and how games end.

python -m infra.bench.bots_table [--games N]    N games a mix and a mode; the figures in words are after the tables
"""

import argparse
from itertools import combinations, permutations
from random import Random
from typing import Any, Final

from app import bots, engine
from app.bots import TEMPERS, Temper
from app.engine import actions
from app.engine.actions import Action
from app.engine.draft import Draft
from app.engine.modes import MODES
from app.engine.rules.start import open_table
from app.engine.state import Game, fresh
from app.lab.simulate import BulkLuck, Plan, report, simulate

Mix = tuple[str, ...]
SEATS: Final = 4
GAMES_A_MODE: Final = 100
GAMES_WITH_STRANGER: Final = 200
NOT_TAKEN: Final = ("surrender", "cancel_trade", "propose_trade")
"""What the player without sense leaves alone: it never gives up, and an offer at random would be no concrete action."""


def wins_by_mix(games: int, *, seed: str, jobs: int) -> dict[Mix, dict[str, int]]:
    """For every mix of four tempers, who won how many of its games."""
    mixes: dict[Mix, dict[str, int]] = {}
    for mix in combinations(TEMPERS, SEATS):
        plan = Plan(mode="classic", seats=SEATS, games=games, seed=f"{seed}/{'-'.join(mix)}", bots=mix)
        tally = simulate(plan, jobs=jobs, played=lambda done: None)
        mixes[mix] = {name: record.wins for name, record in tally.bots.items()}
    return mixes


def dominated(mixes: dict[Mix, dict[str, int]]) -> list[tuple[str, str]]:
    """The pairs whose first does worse than the second in every mix that has both."""
    return [
        (one, other)
        for one, other in permutations(TEMPERS, 2)
        if all(wins[one] < wins[other] for wins in mixes.values() if one in wins and other in wins)
    ]


def stranger(game: Game, seat: int, random: Random) -> Action:
    """Any legal concrete action, all equally likely."""
    return _concrete(random.choice([one for one in engine.legal(game, seat) if one["type"] not in NOT_TAKEN]), random)


def _concrete(entry: dict[str, Any], random: Random) -> Action:
    match entry["type"]:
        case "bet":
            return actions.Bet(random.sample(range(1, 7), random.randint(1, 3)))
        case "teleport":
            return actions.Teleport(
                random.choice([square for square in range(40) if square != entry["square"]["except"]])
            )
        case _:
            return actions.read(entry)


def beats_stranger(temper: Temper, number: int) -> bool:
    """Whether the bot wins a game for two against a player without sense."""
    random = Random(f"stranger/{number}")
    game = fresh(MODES["classic"], [-1, -1])
    draft = Draft(game, now=0, luck=BulkLuck(f"stranger/{number}"), log=None)
    open_table(draft)
    mine = number % 2
    tempers = [temper if seat == mine else None for seat in range(2)]
    while game.agenda:
        asked = any(offer.to != mine for offer in game.offers)
        decision = None if asked else bots.decide(game, tempers, random.random)
        seat, action = decision or (1 - mine, stranger(game, 1 - mine, random))
        engine.play(draft, seat, action)
    return game.winners == [mine]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bots_table", description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    _print_mixes(wins_by_mix(asked.games, seed=asked.seed, jobs=asked.jobs), asked.games)
    _print_modes(asked.seed, asked.jobs)
    won = sum(beats_stranger(TEMPERS["Ada"], number) for number in range(GAMES_WITH_STRANGER))
    print(f"\nAda beat a player without sense in {won} of {GAMES_WITH_STRANGER} games for two")


def _print_mixes(mixes: dict[Mix, dict[str, int]], games: int) -> None:
    print(f"share of wins in percent, {games} games a mix, classic, four seats\n")
    print("".join(f"{name:>7}" for name in TEMPERS))
    for wins in mixes.values():
        print("".join(f"{100 * wins[name] / games:7.1f}" if name in wins else " " * 7 for name in TEMPERS))
    appearances = games * sum("Ada" in mix for mix in mixes)
    totals = {name: sum(wins.get(name, 0) for wins in mixes.values()) for name in TEMPERS}
    print("".join(f"{100 * totals[name] / appearances:7.1f}" for name in TEMPERS), " all")
    print("\nin how many of the mixes with both the row does at least as well as the column\n")
    print(" " * 6 + "".join(f"{name:>6}" for name in TEMPERS))
    for one in TEMPERS:
        print(f"{one:6}" + "".join(f"{_at_least(mixes, one, other):>6}" for other in TEMPERS))
    worse = dominated(mixes)
    print("\nworse in every mix:", ", ".join(f"{one} than {other}" for one, other in worse) if worse else "nobody")


def _at_least(mixes: dict[Mix, dict[str, int]], one: str, other: str) -> str:
    if one == other:
        return "-"
    return str(sum(wins[one] >= wins[other] for wins in mixes.values() if one in wins and other in wins))


def _print_modes(seed: str, jobs: int) -> None:
    print(
        f"\n{GAMES_A_MODE} games a mode, four seats\n\n{'':15}{'median':>8}{'longest':>9}{'round cap':>11}{'rolls':>7}"
    )
    for mode in MODES:
        plan = Plan(mode=mode, seats=SEATS, games=GAMES_A_MODE, seed=seed, bots=tuple(TEMPERS))
        found = report(plan, simulate(plan, jobs=jobs, played=lambda done: None))
        rounds, capped = found["rounds"], found["endings"]["round_cap"]
        columns = f"{rounds['median']:8}{rounds['max']:9}{100 * capped / GAMES_A_MODE:10.0f}%"
        print(f"{mode:15}{columns}{found['rolls'] / GAMES_A_MODE:7.0f}")


if __name__ == "__main__":
    main()
