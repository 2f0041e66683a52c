"""The outermost layer, around the router: who is really calling, and for which host; what every answer carries.

Why around and not among the framework's middlewares: those stand behind its router, and an unknown address would pass
them by without headers, without a count and with a forged host.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Final, cast
from urllib.parse import urlsplit

import msgspec
from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from app.settings import Network, Settings
from app.web import csrf, problems
from app.web.meters import REQUESTS, SECONDS

_LOG: Final = logging.getLogger("app.requests")
_OPEN_TO_ANY_HOST: Final = ("/healthz", "/readyz", "/metrics", "/internal/")
"""What a platform calls by whatever address it has for us; no answer there holds an address of ours."""
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_ENDLESS: Final = ("/stream", "/live")
_LONGEST_QUERY: Final = 8 * 1024
_LONGEST_COOKIES: Final = 16 * 1024
_MOST_PAIRS: Final = 200
"""Of a query, and of cookies. The framework remembers the last thousand of either, taken apart."""

_SOURCES: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
_HEADERS: Final = {
    "content-security-policy": "; ".join(f"{what} {whence}" for what, whence in _SOURCES.items()),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
_A_YEAR: Final = 31_536_000
_SECURE: Final = b"; secure"


class Edge:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, settings: Settings, secret: str) -> None:
        self._app = app
        self._secret = secret
        self._proxies = settings.trusted_proxies
        public = urlsplit(settings.public_url) if settings.public_url else None
        self._hosts = {public.hostname, *_LOOPBACK} if public else None
        headers = dict(_HEADERS)
        self._secure = public is not None and public.scheme == "https"
        if self._secure:
            headers["strict-transport-security"] = f"max-age={_A_YEAR}"
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, send, self._headers, secure=self._secure)
        self._see_through_proxies(exchange.scope)
        exchange.scope["headers"] = csrf.without_foreign(exchange.scope["headers"], self._secret)
        if self._hosts is not None and not self._is_ours(exchange.scope):
            await _refuse(exchange.send, "unknown_host")
        elif _is_endless(exchange.scope):
            await _refuse(exchange.send, "malformed", reason="The address or the cookies are too long.")
        else:
            await self._app(exchange.scope, receive, exchange.send)
        exchange.end()

    def _see_through_proxies(self, scope: HTTPScope) -> None:
        """Put the caller's own address and scheme in place of our proxy's; nobody else's word counts."""
        peer = scope["client"]
        if not self._proxies or peer is None or not _is_among(peer[0], self._proxies):
            return
        hops = _values(scope, b"x-forwarded-for")
        scope["client"] = (_outermost(peer[0], hops, self._proxies), 0)
        schemes = _values(scope, b"x-forwarded-proto")
        if schemes and schemes[-1] in {"http", "https"}:
            scope["scheme"] = schemes[-1]

    def _is_ours(self, scope: HTTPScope) -> bool:
        if scope["path"].startswith(_OPEN_TO_ANY_HOST):
            return True
        host = next((value for name, value in scope["headers"] if name == b"host"), b"")
        try:
            return urlsplit(f"//{host.decode('latin-1')}").hostname in (self._hosts or ())
        except ValueError:
            return False


class _Exchange:
    """One request and its answer: completes the headers, leaves the body of a HEAD away, counts and logs."""

    def __init__(self, scope: HTTPScope, send: Send, headers: list[tuple[bytes, bytes]], *, secure: bool) -> None:
        self.scope = scope
        self._send = send
        self._headers = headers
        self._secure = secure
        self._began = time.perf_counter()
        self._method = str(scope["method"])
        self._status = 0
        self._bodiless = self._method == "HEAD" and not scope["path"].rstrip("/").endswith(_ENDLESS)
        if self._bodiless:
            # A copy, because the server still has to know that it was a HEAD.
            self.scope = cast("HTTPScope", {**scope, "method": HttpMethod.GET})

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            message["headers"] = self._completed(message["headers"])
            REQUESTS.labels(self._method, self._route, str(self._status)).inc()
            SECONDS.labels(self._route).observe(time.perf_counter() - self._began)
        elif self._bodiless and message["type"] == "http.response.body":
            message["body"] = b""
        await self._send(message)

    def end(self) -> None:
        """The route and not the path is logged, because paths and queries may hold an invitation.

        What went well is counted, and kept if it was a move; a line about it would cost as much as a query.
        """
        level = logging.WARNING if self._status >= 500 else logging.INFO if self._status >= 400 else logging.DEBUG
        if not _LOG.isEnabledFor(level):
            return
        taken = (time.perf_counter() - self._began) * 1000
        _LOG.log(level, "%s %s %d %.1f ms", self._method, self._route, self._status, taken)

    def _completed(self, given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """What a handler says for itself stays; a cookie that was set behind TLS never goes without it."""
        headers = [(name.lower(), self._kept(name, value)) for name, value in given]
        names = {name for name, _ in headers}
        return headers + [(name, value) for name, value in self._headers if name not in names]

    def _kept(self, name: bytes, value: bytes) -> bytes:
        secure = self._secure or self.scope.get("scheme") == "https"
        if not secure or name.lower() != b"set-cookie" or _SECURE in value.lower():
            return value
        return value + _SECURE

    @property
    def _route(self) -> str:
        return str(self.scope.get("path_template") or "none")


def _outermost(peer: str, hops: list[str], proxies: Sequence[Network]) -> str:
    """The first hop, seen from here, that is not one of our proxies."""
    found = peer
    while hops and _is_among(found, proxies):
        hop = _without_port(hops.pop())
        if not _is_address(hop):
            break
        found = hop
    return found


def _values(scope: HTTPScope, header: bytes) -> list[str]:
    joined = b",".join(value for name, value in scope["headers"] if name == header).decode("latin-1")
    return [value.strip() for value in joined.split(",") if value.strip()]


def _without_port(hop: str) -> str:
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _is_among(host: str, networks: Sequence[Network]) -> bool:
    try:
        found = ip_address(host)
    except ValueError:
        return False
    return any(found in network for network in networks)


def _is_endless(scope: HTTPScope) -> bool:
    """Whether the query or the cookies are more than any page of ours makes of them."""
    query = scope["query_string"]
    cookies = b";".join(value for name, value in scope["headers"] if name == b"cookie")
    return (
        len(query) > _LONGEST_QUERY
        or query.count(b"&") > _MOST_PAIRS
        or len(cookies) > _LONGEST_COOKIES
        or cookies.count(b";") > _MOST_PAIRS
    )


async def _refuse(send: Send, code: str, **facts: str) -> None:
    told = msgspec.json.encode(problems.problem(400, code, facts=facts or None))
    headers = [(b"content-type", problems.MEDIA_TYPE.encode()), (b"content-length", b"%d" % len(told))]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": told, "more_body": False})
