"""People who speak to the application as a script does."""

import httpx
import pytest

from tests.web.api.script import Script


@pytest.fixture
async def ada(client: httpx.AsyncClient) -> Script:
    """A guest."""
    return await Script.enter(client, "Ada")


@pytest.fixture
async def eve(client: httpx.AsyncClient) -> Script:
    """Another one."""
    return await Script.enter(client, "Eve")
