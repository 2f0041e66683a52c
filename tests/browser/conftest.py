"""The real server and a real Chromium: CHROME says where, else the usual place, and HEADLESS_SHELL where its lighter
build without windows is, if there is one."""

import asyncio
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from app.main import create_app
from app.settings import Settings
from app.store.db import Database
from tests.conftest import administer, database_named
from tests.web.pages.positions import place

CHROME = os.environ.get("CHROME", "/usr/bin/chromium")
HEADLESS_SHELL = os.environ.get("HEADLESS_SHELL", CHROME)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
Put = Callable[..., None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def executable() -> str:
    """The browser of a module: the build that takes less than half the time, where its tests need nothing else."""
    return HEADLESS_SHELL


@pytest.fixture(scope="module")
def chromium(site: str, executable: str) -> Iterator[Browser]:
    """One browser a module, after the database and gone before other tests: no loop runs beside the one it keeps."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(server_url: str, template: str) -> Iterator[str]:
    """The address of a server for the run; its bots take no time."""
    name = f"{template}_browser"
    administer(server_url, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield from _serving(database_named(server_url, name))
    administer(server_url, f"DROP DATABASE {name} (FORCE)")


def _serving(database_url: str) -> Iterator[str]:
    settings = Settings(
        database_url=database_url, bot_pause_ms=0, outage_seconds=0, push_wait_seconds=0, push_anywhere=True
    )
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(settings), log_config=None, lifespan="on", timeout_graceful_shutdown=5)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)


@pytest.fixture
def put(server_url: str, template: str) -> Put:
    """Puts a table of the site's database into a position; in a thread, for the browser keeps a loop in this one."""

    async def run(page: Page, *steps: Any, **position: Any) -> None:
        db = Database(database_named(server_url, f"{template}_browser"))
        await db.open()
        await place(db, page.url.partition("/games/")[2].partition("?")[0], *steps, **position)
        await db.close()

    def placed(page: Page, *steps: Any, **position: Any) -> None:
        with ThreadPoolExecutor() as pool:
            pool.submit(asyncio.run, run(page, *steps, **position)).result()

    return placed


class Trouble(list[str]):
    """What a page's console complained of."""

    def watch(self, page: Page) -> None:
        """Notes errors of the page from now on."""
        page.on("pageerror", lambda error: self.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        """Chromium also complains of every refusal; those are answers like others."""
        if message.type == "error" and not re.search(r"status of (409|422) ", message.text):
            self.append(message.text)


@pytest.fixture
def trouble() -> Iterator[Trouble]:
    """Complaints, of which there must be none at the end."""
    found = Trouble()
    yield found
    assert found == []


@pytest.fixture
def phone(chromium: Browser) -> Iterator[BrowserContext]:
    """A phone with script."""
    context = chromium.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]  # a plain dict will do
    context.set_default_timeout(10_000)
    yield context
    context.close()


@pytest.fixture
def old_phone(chromium: Browser) -> Iterator[BrowserContext]:
    """A phone without script."""
    context = chromium.new_context(viewport=PHONE, java_script_enabled=False)  # type: ignore[arg-type]  # as above
    context.set_default_timeout(10_000)
    yield context
    context.close()


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def script(request: pytest.FixtureRequest) -> bool:
    """Whether both have script."""
    return bool(request.param)


@pytest.fixture
def people(chromium: Browser, trouble: Trouble) -> Iterator[tuple[Page, Page]]:
    """Two people at two phones."""
    contexts: list[BrowserContext] = [chromium.new_context(viewport=PHONE) for _ in range(2)]  # type: ignore[arg-type]  # a plain dict will do
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.set_default_timeout(10_000)
        trouble.watch(page)
    yield pages[0], pages[1]
    for context in contexts:
        context.close()


@pytest.fixture
def pair(chromium: Browser, site: str, trouble: Trouble, script: bool) -> Iterator[tuple[Page, Page]]:
    """Two people at a table that has started, in seats 0 and 1."""
    contexts: list[BrowserContext] = [
        chromium.new_context(viewport=PHONE, java_script_enabled=script)  # type: ignore[arg-type]  # a plain dict will do
        for _ in range(2)
    ]
    for context in contexts:
        context.set_default_timeout(10_000)
    mine, theirs = (context.new_page() for context in contexts)
    mine.goto(f"{site}/rooms/new")
    mine.fill("#name", "Ann")
    mine.select_option("#seats", "2")
    mine.click("main button.big")
    mine.wait_for_selector("#room")
    theirs.goto(mine.url)
    theirs.fill("#name", "Ben")
    theirs.click("form[action$='/join'] button")
    mine.goto(mine.url)
    mine.click("form[action$='/start'] button")
    mine.wait_for_selector("#board")
    trouble.watch(mine)
    trouble.watch(theirs)
    yield mine, theirs
    for context in contexts:
        context.close()
