"""What a roll costs in bulk, in Classic with four bots and all rules on, over two calls of random.randrange(1, 7).

Both are processor time of the same process, taken in turns. How a second process helps is measured by the clock, so it
needs a machine with nothing else to do; memory is the high-water mark of a process of its own.
"""

import multiprocessing
import random
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from app.bots import TEMPERS
from app.lab import simulate
from app.lab.simulate import Plan
from infra.bench.figures import Figure, ratios, say

BENCH: Final = "simulate"
ROUNDS: Final = 9
GAMES: Final = 25
PAIRS: Final = 100_000
JOBS_ROUNDS: Final = 3
JOBS_GAMES: Final = 300
MEMORY_GAMES: Final = 1000
"""Played after as many that warm the process up."""
_TO_KIB: Final = 1024 if sys.platform == "darwin" else 1
"""Linux counts in KiB already, macOS in bytes."""


def measure() -> list[Figure]:
    """Cost, scaling and growth."""
    rolls, pairs = [], []
    _rolled(GAMES, "warm")
    for number in range(ROUNDS):
        rolls.append(_roll_cost(f"{number}"))
        pairs.append(_pair_cost())
    say(f"{BENCH}: processes")
    alone, together = [], []
    for number in range(JOBS_ROUNDS):
        alone.append(_wall(1, f"jobs/{number}"))
        together.append(_wall(2, f"jobs/{number}"))
    say(f"{BENCH}: memory")
    over = ratios(rolls, pairs)
    return [
        Figure.of(BENCH, "a roll over two randrange(1, 7)", over, goal=40, note="all rules, four bots"),
        Figure.of(BENCH, "the same against the next goal", over, goal=20),
        Figure.of(BENCH, "rolls/s and core", [1 / cost for cost in rolls], note="here and now"),
        Figure.of(BENCH, "--jobs 2 over 1", ratios(alone, together), goal=1.8, at_least=True, note="by the clock"),
        Figure(
            bench=BENCH,
            name="memory after as many games again",
            found=_growth(),
            unit="KiB",
            note=f"growth over {MEMORY_GAMES} games more",
        ),
    ]


def _plan(games: int, seed: str) -> Plan:
    return Plan(mode="classic", seats=4, games=games, seed=seed, bots=tuple(TEMPERS))


def _rolled(games: int, seed: str, *, jobs: int = 1) -> int:
    return simulate.simulate(_plan(games, seed), jobs=jobs, played=lambda done: None).rolls


def _roll_cost(seed: str) -> float:
    began = time.process_time()
    rolls = _rolled(GAMES, seed)
    return (time.process_time() - began) / rolls


def _pair_cost() -> float:
    randrange = random.randrange
    began = time.process_time()
    for _ in range(PAIRS):
        randrange(1, 7)
        randrange(1, 7)
    return (time.process_time() - began) / PAIRS


def _wall(jobs: int, seed: str) -> float:
    began = time.perf_counter()
    _rolled(JOBS_GAMES, seed, jobs=jobs)
    return time.perf_counter() - began


def _growth() -> float:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
        return process.submit(grown).result()


def grown() -> float:
    """How much the high-water mark of this process rises by playing on, in KiB."""
    _rolled(MEMORY_GAMES, "memory")
    before = _peak()
    _rolled(MEMORY_GAMES, "more memory")
    return _peak() - before


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _TO_KIB
