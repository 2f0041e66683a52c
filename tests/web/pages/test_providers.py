"""Signing in with another site's word: only what our provider signed, for us, now, and in answer to our question."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import uvicorn
from joserfc import jwt
from joserfc.jwk import RSAKey
from litestar import Litestar, Request, get, post

from app.people.providers import Provider
from app.settings import Settings
from tests.web.pages.reader import Reader

_KEY = RSAKey.generate_key(2048, {"kid": "one"})
_FOREIGN = RSAKey.generate_key(2048, {"kid": "one"})


class Desk:
    """A provider: what it is asked, and what it says."""

    def __init__(self) -> None:
        self.issuer = ""
        self.nonce = ""
        self.claims: dict[str, object] = {}
        self.key = _KEY
        self.asked: dict[str, str] = {}

    def token(self) -> str:
        """Who it says it is."""
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": "us", "sub": "ada-1", "iat": now, "exp": now + 300, "nonce": self.nonce}
        return jwt.encode({"alg": "RS256", "kid": "one"}, {**claims, **self.claims}, self.key)

    def app(self) -> Litestar:
        @get("/.well-known/openid-configuration")
        async def discovery() -> dict[str, str]:
            paths = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
            return {"issuer": self.issuer, **{name: f"{self.issuer}/{path}" for name, path in paths.items()}}

        @get("/keys")
        async def keys() -> dict[str, Any]:
            return {"keys": [_KEY.as_dict(private=False)]}

        @post("/token", status_code=200)
        async def token(request: Request[Any, Any, Any]) -> dict[str, str]:
            self.asked = {name: str(value) for name, value in (await request.form()).items()}
            return {"access_token": "never used", "token_type": "Bearer", "id_token": self.token()}

        return Litestar([discovery, keys, token], openapi_config=None)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    """The provider behind a real server."""
    made = Desk()
    listening = socket.create_server(("127.0.0.1", 0))
    made.issuer = f"http://127.0.0.1:{listening.getsockname()[1]}"
    running = uvicorn.Server(uvicorn.Config(made.app(), log_config=None, lifespan="off"))
    task = asyncio.create_task(running.serve([listening]))
    yield made
    running.should_exit = True
    await task


@pytest.fixture
def settings(database_url: str, desk: Desk) -> Settings:
    return Settings(
        database_url=database_url,
        sweep_in_process=False,
        outage_seconds=0,
        bot_pause_ms=0,
        oidc_providers=(Provider("Desk", desk.issuer, "us", "secret"),),
    )


async def go(reader: Reader, desk: Desk) -> str:
    """Off to the provider, which remembers the nonce; the address to come back to."""
    answer = await reader.fragment("/sign-in/with/Desk")
    asked = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
    assert answer.headers["location"].startswith(f"{desk.issuer}/authorize?")
    assert asked["code_challenge_method"] == "S256"
    assert asked["redirect_uri"] == "http://testserver/sign-in/with/Desk/back"
    desk.nonce = asked["nonce"]
    return f"/sign-in/with/Desk/back?code=c&state={asked['state']}"


async def test_a_provider_signs_a_guest_in_and_knows_them_again(reader: Reader, desk: Desk) -> None:
    page = await reader.visit("/sign-in")
    assert "/sign-in/with/Desk" in page.links
    await reader.visit(await go(reader, desk))
    assert "You are signed in." in reader.page.words
    assert desk.issuer not in reader.page.words, "it is called by its name"
    assert desk.asked["code_verifier"]
    assert desk.asked["client_secret"] == "secret"
    first = (await reader.fragment("/account/data")).json()
    await reader.press(next(form for form in reader.page.forms if form.action == "/account/sessions/end"))
    await reader.visit(await go(reader, desk))
    second = (await reader.fragment("/account/data")).json()
    assert second["player"]["id"] == first["player"]["id"]
    assert [one["subject"] for one in second["identities"]] == ["ada-1"]


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"aud": "somebody else"},
        {"aud": ["us", "others"], "azp": "others"},
        {"iss": "http://127.0.0.1:1"},
        {"exp": 1_000_000_000},
        {"exp": None},
        {"iat": None},
        {"sub": ""},
    ],
)
async def test_what_was_not_said_to_us_now_is_not_believed(
    reader: Reader, desk: Desk, claims: dict[str, object]
) -> None:
    desk.claims = claims
    await reader.visit(await go(reader, desk))
    assert reader.address == "/sign-in"
    assert "Signing in there did not work." in reader.page.words
    assert "opolyx_session" not in reader.cookies


async def test_another_key_signs_nobody_in(reader: Reader, desk: Desk) -> None:
    desk.key = _FOREIGN
    await reader.visit(await go(reader, desk))
    assert "Signing in there did not work." in reader.page.words


async def test_a_state_comes_back_once(reader: Reader, desk: Desk) -> None:
    address = await go(reader, desk)
    state = reader.cookies["opolyx_state"]
    await reader.visit(address)
    assert reader.address == "/account"
    reader.cookies.set("opolyx_state", state, domain="testserver.local", path="/sign-in")
    await reader.visit(address)
    assert "Signing in there did not work." in reader.page.words


async def test_another_browser_cannot_come_back(reader: Reader, desk: Desk) -> None:
    address = await go(reader, desk)
    stranger = Reader(reader.client)
    await stranger.visit(address)
    assert "Signing in there did not work." in stranger.page.words
    assert "opolyx_session" not in stranger.cookies


async def test_a_provider_nobody_named_or_that_is_away_is_told_in_words(reader: Reader, desk: Desk) -> None:
    await reader.visit("/sign-in/with/Nobody")
    assert "Signing in there did not work." in reader.page.words
    await reader.visit("/sign-in/with/Desk/back?error=access_denied&state=x")
    assert "Signing in there did not work." in reader.page.words
