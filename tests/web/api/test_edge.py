"""What stands around every answer: whose word counts, which host is ours, what headers go out, what is counted."""

from typing import Any, cast

import httpx
import pytest
from litestar import Litestar

from app import settings as environment
from app.main import create_app
from app.web.edge import Edge
from app.web.render import asset
from tests.web.api.script import Script, refused

NOWHERE = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"}


def stranger(peer: str = "127.0.0.1", host: str = "testserver", **variables: str) -> httpx.AsyncClient:
    """Somebody at that address, in front of a server with those settings and without a database."""
    made = create_app(environment.read({**NOWHERE, **variables}))
    transport = httpx.ASGITransport(cast("Any", made), raise_app_exceptions=False, client=(peer, 5000))
    return httpx.AsyncClient(transport=transport, base_url=f"http://{host}")


@pytest.mark.parametrize("path", ["/healthz", "/nothing", "/api/v1/nothing", "/api/v1/board", "/static/nothing.js"])
async def test_every_answer_carries_the_headers(path: str) -> None:
    async with stranger() as client:
        headers = (await client.get(path)).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "permissions-policy" in headers
    assert "cache-control" in headers
    assert "strict-transport-security" not in headers


async def test_a_public_address_with_tls_is_kept_to_it() -> None:
    async with stranger(host="play.example.org", PUBLIC_URL="https://play.example.org") as client:
        answer = await client.get("/healthz")
        assert answer.headers["strict-transport-security"].startswith("max-age=")


async def test_forged_hosts_are_refused_where_the_host_is_known() -> None:
    async with stranger(PUBLIC_URL="https://play.example.org") as client:
        for host in ("evil.example", "play.example.org.evil.example", "[", ""):
            answer = await client.get("/api/v1/board", headers={"Host": host})
            refused(answer, 400, "unknown_host")
            assert "content-security-policy" in answer.headers
        for host in ("play.example.org", "PLAY.example.org:443", "localhost:8000", "127.0.0.1"):
            assert (await client.get("/api/v1/board", headers={"Host": host})).status_code == 200
        assert (await client.get("/healthz", headers={"Host": "10.0.0.7"})).status_code == 200


def seen(peer: str, headers: dict[str, str], *proxies: str) -> tuple[str, str]:
    """Whom the application sees: address and scheme."""
    settings = environment.read({**NOWHERE, **({"TRUSTED_PROXIES": ",".join(proxies)} if proxies else {})})
    scope: Any = {
        "client": (peer, 1),
        "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    Edge(cast("Any", None), settings, "")._see_through_proxies(scope)
    return scope["client"][0], scope["scheme"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "client"),
    [
        ("203.0.113.9", "198.51.100.1", (), "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", ("10.0.0.0/8",), "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1", ("10.0.0.0/8",), "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1", ("10.0.0.0/8",), "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", ("10.0.0.0/8",), "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1:4711", ("10.0.0.0/8",), "198.51.100.1"),
        ("::1", "[2001:db8::1]:4711", ("::1",), "2001:db8::1"),
        ("10.0.0.1", "nonsense", ("10.0.0.0/8",), "10.0.0.1"),
        ("10.0.0.1", "", ("10.0.0.0/8",), "10.0.0.1"),
        ("10.0.0.1", "10.0.0.3", ("10.0.0.0/8",), "10.0.0.3"),
    ],
)
def test_the_caller_is_the_first_hop_that_is_no_proxy_of_ours(
    peer: str, forwarded: str, proxies: tuple[str, ...], client: str
) -> None:
    assert seen(peer, {"x-forwarded-for": forwarded}, *proxies)[0] == client


def test_only_our_proxy_says_that_it_was_https() -> None:
    forwarded = {"x-forwarded-proto": "https"}
    assert seen("10.0.0.1", forwarded, "10.0.0.1")[1] == "https"
    assert seen("203.0.113.9", forwarded, "10.0.0.1")[1] == "http"
    assert seen("10.0.0.1", {"x-forwarded-proto": "gopher"}, "10.0.0.1")[1] == "http"


async def test_an_unknown_method_says_which_are_known() -> None:
    async with stranger() as client:
        answer = await client.put("/api/v1/me")
        refused(answer, 405, "method_not_allowed")
        assert answer.headers["allow"] == "GET, PATCH"


async def test_a_head_is_a_get_without_a_body() -> None:
    async with stranger() as client:
        answer = await client.head("/api/v1/board")
        assert (answer.status_code, answer.content) == (200, b"")
        assert int(answer.headers["content-length"]) > 0
        for endless in ("/api/v1/games/x/stream", "/api/v1/games/x/stream/", "/games/x/live"):
            assert (await client.head(endless)).status_code == 405


async def test_an_absent_database_is_told_with_when_to_come_back(app: Litestar, client: httpx.AsyncClient) -> None:
    app.state.db.dsn = NOWHERE["DATABASE_URL"]
    await app.state.db.close()
    broken = type(app.state.db)(NOWHERE["DATABASE_URL"])
    await broken.open()
    app.state.db = broken
    for path in ("/readyz", "/api/v1/games"):
        answer = await client.get(path)
        refused(answer, 503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
    page = await client.get("/")
    assert page.status_code == 503
    assert page.headers["content-type"].startswith("text/html")
    assert "retry-after" in page.headers
    assert (await client.get("/healthz")).status_code == 200
    await broken.close()


async def test_a_page_that_is_not_there_is_a_page() -> None:
    async with stranger() as client:
        answer = await client.get("/nothing")
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert "<h1>" in answer.text


async def test_a_missing_file_is_no_page() -> None:
    async with stranger() as client:
        for name in ("nothing.js", "%2e%2e/main.py", "..%2fmain.py", "css/"):
            refused(await client.get(f"/static/{name}"), 404, "not_found")


async def test_a_file_with_its_version_is_kept_for_ever() -> None:
    async with stranger() as client:
        answer = await client.get(asset("css/reference.css"))
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/css")
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-encoding"] == "gzip"
        assert "set-cookie" not in answer.headers
        plain = await client.get(asset("css/reference.css"), headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content
        for address in ("/static/css/reference.css", "/static/css/reference.css?v=old"):
            other = await client.get(address)
            assert other.headers["cache-control"] == "public, no-cache"
        known = await client.get("/static/css/reference.css", headers={"If-None-Match": answer.headers["etag"]})
        assert (known.status_code, known.content) == (304, b"")


async def test_long_answers_are_compressed_and_short_ones_are_not() -> None:
    async with stranger() as client:
        board = await client.get("/api/v1/board")
        assert board.headers["content-encoding"] == "gzip"
        assert "Accept-Encoding" in board.headers["vary"]
        assert "content-encoding" not in (await client.get("/healthz")).headers


async def test_a_form_without_the_token_is_refused_and_the_api_needs_none(client: httpx.AsyncClient) -> None:
    for forged in (await client.post("/play"), await client.post("/play", data={"_csrf_token": "x" * 128})):
        assert (forged.status_code, forged.headers["content-type"]) == (403, "text/html; charset=utf-8")
    await Script.enter(client, "Ada")


async def test_what_happens_is_counted(client: httpx.AsyncClient, ada: Script) -> None:
    await ada.post("/games", {"mode": "poker", "seats": 2})
    answer = await client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    for line in (
        'opolyx_requests_total{method="POST",route="/api/v1/players",status="201"}',
        'opolyx_refusals_total{code="invalid_choice"}',
        "opolyx_streams_open",
        "opolyx_sweeps_total",
        "opolyx_wakes_lost",
    ):
        assert line in answer.text
    assert ada.token not in answer.text


@pytest.mark.parametrize("secret", [None, "a-secret-of-some-length"])
async def test_a_sweep_from_outside_takes_the_secret(
    client: httpx.AsyncClient, app: Litestar, secret: str | None
) -> None:
    app.state.settings = environment.read({**NOWHERE, **({} if secret is None else {"SWEEP_SECRET": secret})})
    wrong = await client.post("/internal/sweep", headers={"Authorization": "Bearer another-secret-altogether"})
    if secret is None:
        refused(wrong, 403, "forbidden")
        return
    refused(wrong, 401, "unauthorized")
    refused(await client.post("/internal/sweep"), 401, "unauthorized")
    done = await client.post("/internal/sweep", headers={"Authorization": f"Bearer {secret}"})
    nothing = {"played": 0, "failed": 0, "rooms_filled": 0, "rooms_closed": 0, "told": 0}
    assert (done.status_code, done.json()) == (200, nothing)
