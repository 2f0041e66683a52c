"""`opolyx serve`: the whole game behind one address, with a database of its own where none is given."""

import asyncio
import errno
import logging
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn
from urllib.parse import parse_qs, urlsplit

import click
import uvicorn
from uvicorn.supervisors import Multiprocess

from app.cli.database import data_option, migrated, provided, settings
from app.cli.logs import configure, plan
from app.settings import Settings
from app.store import secrets
from app.store.db import Database
from app.store.embedded import Embedded, NotStarted

_LOG: Final = logging.getLogger(__name__)

GRACE_SECONDS: Final = 3
"""How long a stop waits for requests under way; streams end at once."""
IDLE_SECONDS: Final = 75
"""How long an idle connection is kept: longer than the proxies in front of us keep theirs."""
WATCH_SECONDS: Final = 2.0
_BACKLOG: Final = 2048
_ANYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  # only compared with


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 is all of them."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free one.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that serve.")
@data_option
def serve(host: str, port: int, workers: int, data: Path | None) -> None:
    """Serve the game until stopped with Ctrl-C.

    Without DATABASE_URL a PostgreSQL of its own is started in a data directory, and stopped in the end.
    """
    given = settings()
    configure(given.log_level)
    with _listening(host, port) as listener, _stopped_in_order(), provided(given, data) as (found, embedded):
        migrated(found)
        _hand_on(found)
        click.echo(_welcome(found, host, listener.getsockname()[1]))
        with _watched(embedded), _shared_meters(workers):
            _run(found, listener, workers)


def _run(found: Settings, listener: socket.socket, workers: int) -> None:
    config = uvicorn.Config(
        "app.main:from_environment",
        factory=True,
        workers=workers,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        backlog=_BACKLOG,
        proxy_headers=False,  # the application sees through proxies itself, and only through the trusted ones
        server_header=False,
        access_log=False,  # paths and queries may hold an invitation; the application logs routes
        log_config=plan(found.log_level),
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    if workers > 1:
        Multiprocess(config, [listener]).run()
        return
    server = uvicorn.Server(config)
    server.run([listener])
    if not server.started:
        raise click.ClickException("the server did not start")


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """The socket, taken before anything else, so that a port in use is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server(
            (host, port), family=family, backlog=_BACKLOG, dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6()
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise click.ClickException(f"port {port} on {host} is in use; choose another one with --port") from error
        raise click.ClickException(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    listener.set_inheritable(True)
    with listener:
        yield listener


@contextmanager
def _stopped_in_order() -> Iterator[None]:
    """However we are asked to stop, what was begun is ended; the server takes the signals over while it runs."""

    def leave(_number: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(0)

    def hang_up(_number: int, _frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGTERM)

    handlers = {signal.SIGTERM: leave, signal.SIGINT: leave, signal.SIGHUP: hang_up}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _hand_on(found: Settings) -> None:
    """What was found out here, where the server and its workers read their settings."""
    assert found.database_url is not None
    os.environ["DATABASE_URL"] = found.database_url
    if found.cookie_secret is None:
        os.environ["COOKIE_SECRET"] = asyncio.run(_kept_secret(found))


async def _kept_secret(found: Settings) -> str:
    assert found.database_url is not None
    db = Database(found.database_url, pool_size=1, pooled=found.database_pooler)
    await db.open()
    try:
        async with db.connection() as c:
            return (await secrets.keep(c, "cookies")).hex()
    finally:
        await db.close()


def _welcome(found: Settings, host: str, port: int) -> str:
    """Where to go now."""
    shown = "127.0.0.1" if host in _ANYWHERE else f"[{host}]" if ":" in host else host
    lines = [f"opolyx is ready at {found.public_url or f'http://{shown}:{port}'} (stop with Ctrl-C)"]
    nearby = _address_in_network() if host in _ANYWHERE else None
    if nearby is not None and found.public_url is None:
        lines.append(f"others in your network go to http://{nearby}:{port}")
    return "\n".join(lines)


def _address_in_network() -> str | None:
    """Ours as a neighbour sees it; choosing a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


@contextmanager
def _watched(server: Embedded | None) -> Iterator[None]:
    """Starts the embedded PostgreSQL again if it dies under us."""
    if server is None:
        yield
        return
    done = threading.Event()
    watch = threading.Thread(target=_watch, args=(server, done), name="embedded", daemon=True)
    watch.start()
    try:
        yield
    finally:
        done.set()
        watch.join()


def _watch(server: Embedded, done: threading.Event) -> None:
    while not done.wait(WATCH_SECONDS):
        if _listens(server):
            continue
        try:
            if server.revive():
                _LOG.warning("the embedded PostgreSQL had died and was started again")
        except (NotStarted, OSError):
            _LOG.exception("the embedded PostgreSQL died and does not start again")


def _listens(server: Embedded) -> bool:
    """A cheap look, before anything is asked."""
    query = parse_qs(urlsplit(server.url).query)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(WATCH_SECONDS)
        try:
            probe.connect(str(Path(query["host"][0], f".s.PGSQL.{query['port'][0]}")))
        except OSError:
            return False
        return True


@contextmanager
def _shared_meters(workers: int) -> Iterator[None]:
    """With several workers, a directory in which they count together, so that any of them answers for all."""
    if workers == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="opolyx-meters-", ignore_cleanup_errors=True) as directory:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = directory
        yield
