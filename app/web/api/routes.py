"""Every route of the API, under its prefix."""

from typing import Final

from litestar import Router

from app.web.api import actions, exports, games, manual, openapi, players, reference, streams

ROUTES: Final = (
    Router(
        "/api/v1",
        route_handlers=[
            *players.ROUTES,
            *reference.ROUTES,
            *games.ROUTES,
            *exports.ROUTES,
            *actions.ROUTES,
            *streams.ROUTES,
        ],
    ),
    *openapi.ROUTES,
    *manual.ROUTES,
)
