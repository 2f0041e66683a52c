"""The record of a finished game, for whoever may see it: the same for programs, for people, and for our own replay."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from litestar import MediaType, Response

from app.play import export, moves
from app.play.errors import Conflict
from app.store.db import Connection
from app.store.games import Row
from app.store.players import Player
from app.web import deps
from app.web.deps import Asked
from app.web.guards import may_see

_KEPT: Final = "private, max-age=3600"
"""A finished game never changes; an hour is how long a release that shows it otherwise may have to wait."""


def kept(vary: str) -> dict[str, str]:
    """The headers of what never changes, and yet is not for every cache on the way."""
    return {"Cache-Control": _KEPT, "Vary": vary}


async def visible(c: Connection, request: Asked, game_id: str, player: Player | None, invite: str | None) -> Row:
    """The row of a game that this person may see. Raises Unknown, Forbidden."""
    row = await moves.look_on(c, deps.wakes(request), game_id, now=deps.moment())
    may_see(row, player, invite)
    return row


async def finished(c: Connection, request: Asked, game_id: str, player: Player | None, invite: str | None) -> Row:
    """The same for a game that is over. Raises Unknown, Forbidden, Conflict("not_over")."""
    row = await visible(c, request, game_id, player, invite)
    if row.status != "over":
        raise Conflict("not_over")
    return row


async def read_back(c: Connection, row: Row) -> Any:
    """The record as somebody who reads the file has it. Raises Conflict("not_over") before the end."""
    return msgspec.json.decode(export.as_json(await export.record(c, row)))


def file_name(game_id: str) -> str:
    """What the record is called on somebody's disk."""
    return f"opolyx-{game_id}.json"


async def download(c: Connection, row: Row) -> Response[bytes]:
    """The record as a file. Raises Conflict("not_over") before the end."""
    content = export.as_json(await export.record(c, row))
    headers: Mapping[str, Any] = {
        "Content-Disposition": f'attachment; filename="{file_name(row.id)}"',
        **kept("Authorization, Cookie"),
    }
    return Response(content, media_type=MediaType.JSON, headers=dict(headers))
