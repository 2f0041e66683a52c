"""Who may pass: sentences that raise for everybody else."""

import secrets

from litestar.handlers import BaseRouteHandler

from app.play.errors import Forbidden
from app.store.games import Row
from app.store.players import Player
from app.web import deps
from app.web.deps import Connected


async def requires_player(connection: Connected, _: BaseRouteHandler) -> None:
    """Somebody known; the handler finds them as `request.user`. Raises Unauthorized."""
    async with deps.database(connection).connection() as c:
        connection.scope["user"] = await deps.player_on(c, connection)


def may_see(row: Row, player: Player | None, invite: str | None) -> None:
    """A public table is open to onlookers, a private one to those who sit at it or hold its invitation."""
    if not row.room.private or row.room.seat_of(player.id if player else None) is not None:
        return
    if not secrets.compare_digest(row.room.invite.encode(), (invite or "").encode()):
        raise Forbidden
