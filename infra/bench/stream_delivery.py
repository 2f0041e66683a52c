"""How long after a move's own answer the other person's streams hear of it, with many streams open.

Two processes serve, so that news has to travel between them; the streams are spread over games and processes.
"""

import asyncio
import time
from statistics import quantiles
from typing import Final

import uvloop

from infra.bench import servers
from infra.bench.figures import Figure, say
from infra.bench.players import Pair, Table, pairs
from infra.bench.wire import Ear

BENCH: Final = "stream_delivery"
STREAMS: Final = 200
GAMES: Final = 10
WORKERS: Final = 2
ROUNDS: Final = 5
SECONDS: Final = 2.0
_EACH: Final = STREAMS // GAMES // 2
"""Streams a person; one process lets them hold thirty."""
_THINKING: Final = 0.15
_STARTING: Final = 3.0
"""One process answers for readiness; the other one should be there too before the streams choose."""
_GRACE: Final = 1.0
"""What has not arrived so long after the last move is lost."""


def measure() -> list[Figure]:
    """The delays."""
    with servers.postgres() as dsn:
        made = asyncio.run(pairs(dsn, GAMES))
        with servers.opolyx(dsn, workers=WORKERS) as server:
            time.sleep(_STARTING)
            return uvloop.run(_listened(server.port, made))


async def _listened(port: int, made: list[Pair]) -> list[Figure]:
    ears = [[await _ears(port, pair, token) for token in pair.tokens] for pair in made]
    tables = [await Table.open(port, pair) for pair in made]
    middles: list[float] = []
    tails: list[float] = []
    lost = heard = 0
    for number in range(ROUNDS):
        say(f"{BENCH}: round {number + 1} of {ROUNDS}")
        ends = time.perf_counter() + SECONDS
        plays = [_play(table, at, ends, number * _THINKING / GAMES) for table, at in zip(tables, ears, strict=True)]
        moves = [move for some in await asyncio.gather(*plays) for move in some]
        await asyncio.sleep(_GRACE)
        delays, missing = _delays(moves)
        cuts = quantiles(delays, n=20)
        middles.append(cuts[9])
        tails.append(cuts[18])
        lost += missing
        heard += len(delays)
    for table in tables:
        table.close()
    for ear in (ear for game in ears for side in game for ear in side):
        ear.close()
    note = f"{STREAMS} streams, {GAMES} games, {WORKERS} processes, {heard} arrivals"
    return [
        Figure.of(BENCH, "beyond the answer, p50", middles, unit="ms", note=note),
        Figure.of(BENCH, "beyond the answer, p95", tails, unit="ms", goal=20),
        Figure(bench=BENCH, name="arrivals missing", found=lost, goal=0),
    ]


async def _ears(port: int, pair: Pair, token: str) -> list[Ear]:
    path = f"/api/v1/games/{pair.game_id}/stream?after={pair.told}"
    return [await Ear.open(port, path, token) for _ in range(_EACH)]


class _Move:
    """A version, when its mover knew of it, and who else was to hear."""

    def __init__(self, version: int, answered: float, ears: list[Ear]) -> None:
        self.version = version
        self.answered = answered
        self.ears = ears


async def _play(table: Table, ears: list[list[Ear]], ends: float, head_start: float) -> list[_Move]:
    """Two people move now and then."""
    made: list[_Move] = []
    await asyncio.sleep(head_start)
    while time.perf_counter() < ends and table.seen.actor is not None:
        mover = table.seen.actor
        await table.move()
        made.append(_Move(table.seen.version, time.perf_counter(), ears[1 - mover]))
        await asyncio.sleep(_THINKING)
    return made


def _delays(moves: list[_Move]) -> tuple[list[float], int]:
    """In milliseconds; negative where a stream was faster than the answer. And how many never came."""
    arrivals = [(ear.heard.get(move.version), move.answered) for move in moves for ear in move.ears]
    delays = [(heard - answered) * 1000 for heard, answered in arrivals if heard is not None]
    return delays, len(arrivals) - len(delays)
