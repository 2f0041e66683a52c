"""The token that forms carry and a cookie repeats: how it is made, and that one of another secret counts as none.

Why drop it: the framework would hand a cookie it cannot verify on to every form for as long as the browser keeps it,
and refuse all of them.
"""

from collections.abc import Iterable
from secrets import compare_digest
from typing import Final

from litestar.config.csrf import CSRFConfig
from litestar.middleware.csrf import CSRF_SECRET_LENGTH, generate_csrf_hash

COOKIE: Final = "opolyx_csrf"
_WITHOUT: Final = r"^/(api|internal|static|healthz|readyz|metrics|openapi\.json)(/|$)"
"""These take a bearer token only, which no other site's page can make a browser send, or change nothing."""
_NAME: Final = COOKIE.encode() + b"="


def config(secret: str, *, secure: bool) -> CSRFConfig:
    """What the framework is told."""
    return CSRFConfig(secret=secret, cookie_name=COOKIE, cookie_secure=secure, cookie_httponly=True, exclude=_WITHOUT)


def without_foreign(headers: Iterable[tuple[bytes, bytes]], secret: str) -> list[tuple[bytes, bytes]]:
    """The headers of a request, its cookies without a token that was not made with this secret."""
    return [(name, _own(value, secret) if name == b"cookie" and _NAME in value else value) for name, value in headers]


def _own(cookies: bytes, secret: str) -> bytes:
    return b";".join(pair for pair in cookies.split(b";") if not _is_foreign(pair.strip(), secret))


def _is_foreign(pair: bytes, secret: str) -> bool:
    if not pair.startswith(_NAME):
        return False
    token = pair.removeprefix(_NAME).decode("latin-1")
    signed, signature = token[:CSRF_SECRET_LENGTH], token[CSRF_SECRET_LENGTH:]
    return not compare_digest(signature.encode(), generate_csrf_hash(signed, secret).encode())
