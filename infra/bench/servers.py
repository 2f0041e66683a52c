"""The servers that are measured, each a process of its own on loopback, and the PostgreSQL they share.

Everything started here is stopped here, and its data is in a temporary directory.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import httpx
from msgspec import Struct

from app.store import embedded
from app.store.migrate import migrate

_READY: Final = re.compile(r"ready at http://127\.0\.0\.1:(\d+)")
_STOP_SECONDS: Final = 15.0
_SETTINGS: Final = {
    "DATABASE_URL",
    "LISTEN_DATABASE_URL",
    "DATABASE_POOLER",
    "POOL_SIZE",
    "PUBLIC_URL",
    "TRUSTED_PROXIES",
    "COOKIE_SECRET",
    "SWEEP_SECRET",
    "SWEEP_IN_PROCESS",
    "OUTAGE_SECONDS",
    "BOT_PAUSE_MS",
    "LOG_LEVEL",
}


class DidNotStart(Exception):
    """A server ended, or stayed silent, instead of saying where it is."""


class Server(Struct, frozen=True):
    """A running server."""

    port: int
    pid: int

    def cpu_seconds(self) -> float | None:
        """The processor time this process has used so far, all threads; None where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        except FileNotFoundError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database with our schema, on an embedded server set up as `opolyx serve` does it."""
    with tempfile.TemporaryDirectory(prefix="opolyx-bench-", ignore_cleanup_errors=True) as directory:
        server = embedded.start(Path(directory))
        try:
            asyncio.run(migrate(server.url))
            yield server.url
        finally:
            server.stop()


async def copied(dsn: str, name: str) -> str:
    """A copy of the database, beside it; nobody may be connected to the original."""
    connection = await asyncpg.connect(named(dsn, "postgres"))
    try:
        await connection.execute(f"CREATE DATABASE {name} TEMPLATE {urlsplit(dsn).path.strip('/')}")
    finally:
        await connection.close()
    return named(dsn, name)


def named(dsn: str, name: str) -> str:
    """Another database of the same server."""
    return urlunsplit(urlsplit(dsn)._replace(path=f"/{name}"))


@contextmanager
def opolyx(dsn: str, *, workers: int = 1) -> Iterator[Server]:
    """`opolyx serve`, with the settings it has out of the box."""
    with _running("-m", "app", "serve", "--port", "0", "--workers", str(workers), dsn=dsn) as server:
        yield server


@contextmanager
def minimal(dsn: str) -> Iterator[Server]:
    """The handler that does nothing but the two statements of a move."""
    with _running("-m", "infra.bench.minimal", dsn=dsn) as server:
        yield server


@contextmanager
def _running(*arguments: str, dsn: str) -> Iterator[Server]:
    surroundings = {name: value for name, value in os.environ.items() if name not in _SETTINGS}
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=Path(__file__).resolve().parents[2],
            env={**surroundings, "DATABASE_URL": dsn},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        try:
            port = _port_of(process, errors)
            _wait_until_ready(process, port, errors)
            yield Server(port, process.pid)
        finally:
            _stop(process)


def _port_of(process: subprocess.Popen[str], errors: IO[bytes]) -> int:
    assert process.stdout is not None
    for line in process.stdout:
        found = _READY.search(line)
        if found:
            return int(found[1])
    raise DidNotStart(_end_of(errors))


def _wait_until_ready(process: subprocess.Popen[str], port: int, errors: IO[bytes]) -> None:
    """The address is printed when the socket is open; the processes behind it may still be starting."""
    ends = time.monotonic() + _STOP_SECONDS
    while time.monotonic() < ends and process.poll() is None:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise DidNotStart(_end_of(errors))


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _end_of(errors: IO[bytes]) -> str:
    errors.seek(0)
    return errors.read()[-2000:].decode(errors="replace")
