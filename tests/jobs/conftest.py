"""A database with tables on it, and the sweep that plays them."""

from collections.abc import AsyncIterator

import pytest

from app.jobs.sweep import Sweep
from app.store.db import Database
from app.store.wakes import Wakes
from tests.jobs.build import sweeper


@pytest.fixture
async def wakes(db: Database) -> AsyncIterator[Wakes]:
    """The news of one process."""
    made = Wakes(db.listen_dsn)
    await made.open()
    yield made
    await made.close()


@pytest.fixture
def sweep(db: Database, wakes: Wakes) -> Sweep:
    """The sweep of that process."""
    return sweeper(db, wakes)
