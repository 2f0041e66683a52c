"""People who look at the application as a browser without script does."""

import httpx
import pytest

from tests.web.pages.reader import Reader


@pytest.fixture
def reader(client: httpx.AsyncClient) -> Reader:
    """Somebody at a browser who has not given a name yet."""
    return Reader(client)
