"""Ways into a private room besides its link: a short code to type, a picture to scan; and the way out of it."""

import io
from typing import Any, Final

import segno
from litestar import Response, get, post
from litestar.params import FromPath

from app.play import codes, rooms
from app.play.errors import Forbidden
from app.store import games
from app.store.games import Row
from app.store.players import Player
from app.web import deps, limits, records
from app.web.deps import Asked
from app.web.pages.rooms import changed
from app.web.pages.table import key_of
from app.web.table_view import invitation
from app.web.visitor import Note, sent_to, visitor

_QUIET: Final = 4
"""The white margin that a scanner needs, in modules."""


@post("/code", include_in_schema=False)
async def enter(request: Asked) -> Response[Any]:
    """To the room of a code."""
    code = codes.typed(str((await request.form()).get("code", "")))
    async with deps.database(request).connection() as c:
        await limits.spend_code(c, request, now=deps.moment())
        found = await games.by_code(c, code) if code else None
    if found is None:
        return sent_to("/", note=Note("no_such_code"))
    return sent_to(f"/games/{found.game_id}?invite={found.invite}")


@get("/games/{game_id:str}/invite.svg", include_in_schema=False)
async def scanned(request: Asked, game_id: FromPath[str]) -> Response[bytes]:
    """The link of a room as a QR code."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        row = await records.visible(c, request, game_id, who.player, key_of(request))
    drawn = io.BytesIO()
    link = invitation(row.room, deps.origin(request))
    segno.make_qr(link, error="m").save(drawn, kind="svg", border=_QUIET, xmldecl=False, light="#fff", omitsize=True)
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, no-store"})


@post("/games/{game_id:str}/remove", include_in_schema=False)
async def send_away(request: Asked, game_id: FromPath[str]) -> Response[Any]:
    """The creator takes a person's seat back."""
    form = await request.form()
    seat, who = str(form.get("seat", "")), str(form.get("who", ""))

    async def change(player: Player) -> Row:
        if not (seat.isascii() and seat.isdigit() and len(seat) == 1):
            raise Forbidden
        return await rooms.send_away(
            deps.database(request), deps.wakes(request), player.id, game_id, seat=int(seat), who=who
        )

    return await changed(request, game_id, change)


ROUTES: Final[tuple[Any, ...]] = (enter, scanned, send_away)
