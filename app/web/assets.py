"""Our own files: read once, compressed once, kept for ever by whoever asks for the version they have.

An address with the right `?v=` never changes what it leads to; any other is asked again each time. A missing file is a
404 and never a page.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from app.web.deps import Asked

DIGITS: Final = 10
"""Of the digest in an address, as `render.asset` writes it."""
_FOREVER: Final = "public, max-age=31536000, immutable"
_EACH_TIME: Final = "public, no-cache"
_COMPRESSIBLE: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}


class Asset(Struct, frozen=True):
    """A file as it is sent; `packed` is its gzip where that is smaller."""

    content: bytes
    packed: bytes | None
    media_type: str
    version: str


def load(contents: Mapping[str, bytes]) -> dict[str, Asset]:
    """Each file by its name, as it is sent."""
    return {name: _asset(name, content) for name, content in contents.items()}


def _asset(name: str, content: bytes) -> Asset:
    media_type = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(content, 9, mtime=0) if media_type.startswith(_COMPRESSIBLE) else content
    return Asset(
        content=content,
        packed=packed if len(packed) < len(content) else None,
        media_type=media_type,
        version=hashlib.sha256(content).hexdigest()[:DIGITS],
    )


@get("/static/{name:path}", opt={"compressed": True}, include_in_schema=False)
async def static(request: Asked, name: FromPath[str], v: FromQuery[str | None] = None) -> Response[Any]:
    """One file."""
    asset: Asset | None = request.app.state.assets.get(str(name).lstrip("/"))
    if asset is None:
        raise NotFoundException
    headers = {
        "Cache-Control": _FOREVER if v == asset.version else _EACH_TIME,
        "ETag": f'"{asset.version}"',
        "Vary": "Accept-Encoding",
    }
    if asset.version in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    content = asset.content
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content = asset.packed
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=asset.media_type, headers=headers)
