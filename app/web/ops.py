"""What an operator and a platform ask: is the process alive, is the database there, what was counted; play the due."""

import os
import secrets
from typing import Any, Final, Protocol

from litestar import Response, get, post
from litestar.datastructures import State
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from app.play.errors import Forbidden
from app.web import deps
from app.web.deps import Asked, Unauthorized
from app.web.meters import WAKES_LOST

_SHARED_METERS: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Set by `opolyx serve` for several workers, so that any of them answers for all."""


class Sweeper(Protocol):
    """The scheduled function, which stands beside this layer and is laid into the application's state."""

    async def run_once(self) -> dict[str, int]:
        """Play everything that is due, tidy up, and say what was done."""


@get("/healthz", include_in_schema=False)
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@get("/readyz", include_in_schema=False)
async def readyz(request: Asked) -> dict[str, str]:
    """The database answers; 503 while it does not."""
    await deps.database(request).ping()
    return {"status": "ok"}


@get("/metrics", include_in_schema=False)
async def metrics(request: Asked) -> Response[bytes]:
    """Everything counted, in the text format of Prometheus."""
    WAKES_LOST.set(deps.wakes(request).losses)
    registry = REGISTRY
    if _SHARED_METERS in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the package does not annotate it
    return Response(generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})


@post("/internal/sweep", status_code=200, include_in_schema=False)
async def sweep(request: Asked, state: State) -> dict[str, int]:
    """The scheduled function, for a platform's scheduler; answers what it did."""
    secret = deps.settings(request).sweep_secret
    if secret is None:
        raise Forbidden
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secrets.compare_digest(shown.strip().encode(), secret.encode()):
        raise Unauthorized
    sweeper: Sweeper = state.sweeper
    return await sweeper.run_once()


ROUTES: Final[list[Any]] = [healthz, readyz, metrics, sweep]
