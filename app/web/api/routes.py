"""Every route of the API, under its prefix."""

from typing import Final

from litestar import Router

from app.web.api import (
    actions,
    chat,
    company,
    exports,
    finds,
    games,
    invitations,
    leaders,
    manual,
    openapi,
    own_stream,
    players,
    progress,
    reference,
    rematches,
    streams,
    tokens,
)

ROUTES: Final = (
    Router(
        "/api/v1",
        route_handlers=[
            *players.ROUTES,
            *progress.ROUTES,
            *tokens.ROUTES,
            *company.ROUTES,
            *leaders.ROUTES,
            *reference.ROUTES,
            *games.ROUTES,
            *invitations.ROUTES,
            *exports.ROUTES,
            *finds.ROUTES,
            *rematches.ROUTES,
            *chat.ROUTES,
            *actions.ROUTES,
            *streams.ROUTES,
            *own_stream.ROUTES,
        ],
    ),
    *openapi.ROUTES,
    *manual.ROUTES,
)
