"""The real application on a real database, looked at as a browser without script does."""

import httpx
import pytest

from tests.web.api.conftest import app, client, served, server, settings
from tests.web.pages.reader import Reader

__all__ = ["app", "client", "served", "server", "settings"]


@pytest.fixture
def reader(client: httpx.AsyncClient) -> Reader:
    """Somebody at a browser who has not given a name yet."""
    return Reader(client)
