"""Moves per second through the API, over those of a handler that does a move's two statements alone, and over pgbench.

The three take turns, round after round, each with the same number of games under way at once; a ratio is taken of what
ran side by side. Server, client and database share the machine, so this measures the processor time of all three.
"""

import asyncio
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import asyncpg
import uvloop
from msgspec import Struct

from app.store.embedded import programs
from infra.bench import servers
from infra.bench.figures import Figure, ratios, say
from infra.bench.players import Pair, Table, pairs
from infra.bench.servers import Server
from infra.bench.wire import Wire

BENCH: Final = "api_vs_minimal"
GAMES: Final = 16
ROUNDS: Final = 12
SECONDS: Final = 1.0
_BATCH: Final = "bench"
_TPS: Final = re.compile(r"^tps = ([\d.]+)", re.MULTILINE)

_SCRIPT: Final = """
SELECT status, version, schema, state, room, seed, (SELECT away_ms FROM heartbeat) AS away
FROM games WHERE id = 'bench-' || :client_id \\gset
UPDATE games
SET status = :status, version = :version + 1, due_at = now() + interval '75 s', schema = :schema, state = :state,
    room = :room, updated_at = now()
WHERE id = 'bench-' || :client_id AND version = :version;
"""


class Rate(Struct, frozen=True):
    """Answers a second, and the server's processor time for one, in microseconds."""

    a_second: float
    cpu: float | None


def measure() -> list[Figure]:
    """The ratios."""
    with servers.postgres() as dsn:
        made = asyncio.run(pairs(dsn, GAMES))
        spare = asyncio.run(_bare(dsn))
        with servers.opolyx(dsn) as ours, servers.minimal(spare) as theirs:
            return _figures(ours, theirs, made, spare)


async def _bare(dsn: str) -> str:
    """A copy of the games under ids that can be counted, for the two that only read and write."""
    spare = await servers.copied(dsn, "minimal")
    connection = await asyncpg.connect(spare)
    try:
        await connection.execute("DELETE FROM moves; DELETE FROM seats; DELETE FROM games WHERE status <> 'playing'")
        ids = [record["id"] for record in await connection.fetch("SELECT id FROM games ORDER BY id")]
        renamed = [(f"{_BATCH}-{number}", old) for number, old in enumerate(ids)]
        await connection.executemany("UPDATE games SET id = $1 WHERE id = $2", renamed)
    finally:
        await connection.close()
    return spare


def _figures(ours: Server, theirs: Server, made: list[Pair], spare: str) -> list[Figure]:
    api: list[Rate] = []
    bare: list[Rate] = []
    bench: list[float] = []
    _round(ours, lambda: _play_all(ours.port, made, 1.0))
    _round(theirs, lambda: _ask_all(theirs.port, 1.0))
    for number in range(ROUNDS):
        say(f"{BENCH}: round {number + 1} of {ROUNDS}")
        api.append(_round(ours, lambda: _play_all(ours.port, made, SECONDS)))
        bare.append(_round(theirs, lambda: _ask_all(theirs.port, SECONDS)))
        bench.append(_pgbench(spare, SECONDS))
    found = [rate.a_second for rate in api]
    least = [rate.a_second for rate in bare]
    note = f"{GAMES} games at once"
    figures = [
        Figure.of(BENCH, "moves/s over minimal handler's", ratios(found, least), goal=0.6, at_least=True, note=note),
        Figure.of(BENCH, "moves/s over pgbench's", ratios(found, bench), note="same two statements, no web server"),
        Figure.of(BENCH, "minimal handler over pgbench", ratios(least, bench)),
        Figure.of(BENCH, "moves/s", found, note="here and now"),
    ]
    return figures + _cpu(api, bare)


def _cpu(api: list[Rate], bare: list[Rate]) -> list[Figure]:
    """Processor time is steadier than the clock where others use the machine too."""
    ours = [rate.cpu for rate in api if rate.cpu is not None]
    theirs = [rate.cpu for rate in bare if rate.cpu is not None]
    if len(ours) != len(theirs) or not ours:
        return []
    return [
        Figure.of(BENCH, "server's CPU a move", ours, unit="µs"),
        Figure.of(BENCH, "minimal handler's CPU over it", ratios(theirs, ours), note="the ratio without the database"),
    ]


def _round(server: Server, work: Callable[[], Coroutine[Any, Any, int]]) -> Rate:
    cpu, began = server.cpu_seconds(), time.perf_counter()
    answers = uvloop.run(work())
    taken = time.perf_counter() - began
    used = server.cpu_seconds()
    return Rate(answers / taken, None if cpu is None or used is None else (used - cpu) / answers * 1e6)


async def _play_all(port: int, made: list[Pair], seconds: float) -> int:
    ends = time.perf_counter() + seconds
    return sum(await asyncio.gather(*(_play(port, pair, ends) for pair in made)))


async def _play(port: int, pair: Pair, ends: float) -> int:
    """Two people play on until the time is over; how many moves they made."""
    table = await Table.open(port, pair)
    done = 0
    while time.perf_counter() < ends:
        await table.move()
        done += 1
    table.close()
    return done


async def _ask_all(port: int, seconds: float) -> int:
    ends = time.perf_counter() + seconds
    return sum(await asyncio.gather(*(_ask(port, number, ends) for number in range(GAMES))))


async def _ask(port: int, number: int, ends: float) -> int:
    path = f"/games/{_BATCH}-{number}/actions".encode()
    wire = await Wire.open(port)
    done = 0
    try:
        while time.perf_counter() < ends:
            status, answer = await wire.post(path, b'{"version":17,"type":"roll"}')
            assert status == 200, answer
            done += 1
    finally:
        wire.close()
    return done


def _pgbench(dsn: str, seconds: float) -> float:
    """Transactions a second of PostgreSQL's own bench, over the same socket."""
    parts = urlsplit(dsn)
    query = parse_qs(parts.query)
    with tempfile.TemporaryDirectory(prefix="opolyx-bench-") as directory:
        script = Path(directory, "move.sql")
        script.write_text(_SCRIPT, encoding="utf-8")
        where = ["-h", query["host"][0], "-p", query["port"][0], "-U", str(parts.username), parts.path.strip("/")]
        how = ["-n", "-M", "prepared", "-f", str(script), "-c", str(GAMES), "-j", "1", "-T", str(round(seconds))]
        run = [str(programs() / "pgbench"), *how, *where]
        ran = subprocess.run(run, capture_output=True, text=True, check=False)
    found = _TPS.search(ran.stdout)
    assert found is not None, ran.stdout + ran.stderr
    return float(found[1])
