"""The Litestar object: routes, what stands around them, what is opened and closed with the server; nothing else."""

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from types import FrameType
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State

from app import settings as environment
from app.jobs.calls import Calls
from app.jobs.sweep import Sweep
from app.people.providers import Providers
from app.people.vapid import Keys
from app.settings import Settings
from app.store.db import Database
from app.store.heartbeat import Heartbeat
from app.store.wakes import Wakes
from app.web import assets, csrf, errors, limits, ops, pages, render
from app.web.api import routes as api
from app.web.api.streams import Feed
from app.web.calls import words
from app.web.edge import Edge
from app.web.forms import FormRequest
from app.web.guard_of_order import in_good_standing
from app.web.known import Known

_LOG: Final = logging.getLogger(__name__)

LONGEST_BODY: Final = 64 * 1024
_STREAMS: Final = r"/stream$"


def create_app(settings: Settings) -> Litestar:
    """The application for these settings; `database_url` must be set. It may start before its database does."""
    secret = settings.cookie_secret or secrets.token_urlsafe()
    app = Litestar(
        route_handlers=[*pages.ROUTES, *api.ROUTES, *ops.ROUTES, assets.static],
        state=_state(settings),
        lifespan=[_lifespan],
        guards=[in_good_standing],
        exception_handlers={Exception: errors.respond},
        request_class=FormRequest,
        request_max_body_size=LONGEST_BODY,
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=3, minimum_size=800, exclude=_STREAMS, exclude_opt_key="compressed"
        ),
        csrf_config=csrf.config(secret, secure=(settings.public_url or "").startswith("https:")),
        openapi_config=None,
        logging_config=None,
    )
    app.asgi_handler = Edge(app.asgi_handler, settings, secret)
    return app


def from_environment() -> Litestar:
    """The same for a server that makes the application itself, as each worker of `opolyx serve` does."""
    return create_app(environment.read(os.environ))


def _state(settings: Settings) -> State:
    assert settings.database_url is not None, "whoever makes the application has found a database for it"
    db = Database(
        settings.database_url,
        settings.listen_database_url,
        settings.pool_size,
        pooled=settings.database_pooler,
        keep=Heartbeat(settings.outage_seconds).keep,
    )
    wakes = Wakes(db.listen_dsn)
    keys = Keys(settings.vapid_private_key, settings.push_contact)
    return State(
        {
            "settings": settings,
            "db": db,
            "wakes": wakes,
            "sweeper": Sweep(db, wakes, Calls.of(settings, db, keys, words)),
            "vapid": keys,
            "providers": Providers(settings.oidc_providers),
            "feed": Feed(db),
            "known": Known(seconds=5),
            "pace": limits.Paces(
                acting=limits.Pace(burst=400, a_second=50), offering=limits.Pace(burst=60, a_second=0.2)
            ),
            "streams": limits.Streams(for_caller=30, for_address=250),
            "assets": assets.load(render.FILES),
        }
    )


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    state = app.state
    await state.db.open()
    await state.wakes.open()
    sweep = asyncio.create_task(state.sweeper.run(), name="sweep") if state.settings.sweep_in_process else None
    try:
        with _drained(state.wakes):
            yield
    finally:
        if sweep is not None:
            sweep.cancel()
            with suppress(asyncio.CancelledError):
                await sweep
        await state.wakes.close()
        await state.db.close()


@contextmanager
def _drained(wakes: Wakes) -> Iterator[None]:
    """Lets every open stream end as soon as the server is told to stop; it would wait for them for ever."""
    _stop_with_parent()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    servers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(wakes.close_watchers)
        server = servers[signal.Signals(number)]
        if callable(server):
            server(number, frame)

    for number in servers:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, server in servers.items():
            signal.signal(number, server)


def _stop_with_parent() -> None:
    """A worker whose parent was killed stops too, or it would keep the port for ever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()
