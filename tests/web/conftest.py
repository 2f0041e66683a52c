"""The real application on a real database, asked directly or behind a real server."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any, cast

import httpx
import pytest
import uvicorn
from litestar import Litestar

from app.main import create_app
from app.settings import Settings
from app.store.db import Database


@pytest.fixture
def settings(database_url: str) -> Settings:
    """What a test's server runs with; nothing plays clocks and bots but the requests themselves."""
    return Settings(database_url=database_url, sweep_in_process=False, outage_seconds=0, bot_pause_ms=0)


@pytest.fixture
async def app(settings: Settings, db: Database) -> AsyncIterator[Litestar]:
    """The application, its database emptied."""
    made = create_app(settings)
    begun, done = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        """The framework wants its lifespan begun and ended by one task; a fixture's two halves are two."""
        async with made.lifespan():
            begun.set()
            await done.wait()

    life = asyncio.create_task(live())
    await begun.wait()
    yield made
    done.set()
    await life


@pytest.fixture
async def client(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    """A stranger."""
    transport = httpx.ASGITransport(cast("Any", app), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as made:
        yield made


@pytest.fixture
def served(settings: Settings, db: Database) -> Litestar:
    """The application that `server` serves."""
    return create_app(settings)


@pytest.fixture
async def server(served: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    """The application behind a real server, for what a response in one piece cannot show; its client is a stranger."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(served, log_config=None, lifespan="on", timeout_graceful_shutdown=5)
    running = uvicorn.Server(config)
    task = asyncio.create_task(running.serve([listening]))
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout=20) as made:
        await made.get("/healthz")
        yield made
    running.should_exit = True
    await task
