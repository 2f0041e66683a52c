"""The one place where a suspension holds: the addresses that are about playing with others, of pages and programs."""

from typing import Final

from litestar.handlers import BaseRouteHandler

from app.people.order import may_play_with_others
from app.web import deps
from app.web.deps import API, Connected, Unauthorized

WITH_OTHERS: Final = frozenset(
    {
        "/play",
        "/rooms",
        "/find",
        "/code",
        "/games/{game_id}/join",
        "/games/{game_id}/bots",
        "/games/{game_id}/start",
        "/games/{game_id}/rematch",
        "/players/{player_id}/follow",
        "/reports",
        "/api/v1/games",
        "/api/v1/find",
        "/api/v1/codes/{code}",
        "/api/v1/games/{game_id}/join",
        "/api/v1/games/{game_id}/bots",
        "/api/v1/games/{game_id}/start",
        "/api/v1/games/{game_id}/rematch",
        "/api/v1/players/{player_id}/follow",
        "/api/v1/games/{game_id}/chat",
    }
)
"""What a suspended person may not write to. Moves and leaving are not among it: a game that runs may be finished."""
_WRITING: Final = ("POST", "PUT")
_READING: Final = frozenset({"/api/v1/codes/{code}"})
"""What they may not even read: a way into a room."""


async def in_good_standing(connection: Connected, _: BaseRouteHandler) -> None:
    """Nobody who is suspended. Raises Suspended."""
    path = connection.scope["path_template"]
    if path not in WITH_OTHERS or (connection.scope.get("method") not in _WRITING and path not in _READING):
        return
    if not path.startswith(API) and deps.SESSION_COOKIE not in connection.cookies:
        return
    try:
        player = await deps.caller(connection)
    except Unauthorized:
        return  # whoever guards the address says so in its own words
    may_play_with_others(player, deps.moment())
