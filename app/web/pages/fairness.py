"""The page about the dice: how they are made, the check a stranger can run, and a finished game checked on the spot."""

import asyncio
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from app.lab.replay import Differs, Json, Verified, replay
from app.resources import TEMPLATES
from app.store.games import Row
from app.web import deps, limits, records, render
from app.web.deps import Asked
from app.web.limits import Allowance
from app.web.pages.table import key_of
from app.web.render import Frame
from app.web.visitor import shown, visitor

CHECK: Final = (TEMPLATES / "fairness" / "check.py.txt").read_text(encoding="utf-8")
"""What a stranger can run on a record with nothing but Python; the page shows this very text."""
CHECKS: Final = Allowance("check by address", times=120, seconds=60)


class Promise(Struct, frozen=True):
    """What one game promised before its start; `seed` is None until it is over."""

    id: str
    over: bool
    commitment: str
    contributions: list[tuple[str, str]]
    """By seat: a name and what it added."""
    seed: str | None


class Verdict(Struct, frozen=True):
    """What recomputing a game came to: one of the two is there."""

    verified: Verified | None = None
    differs: str | None = None


@get("/fairness", include_in_schema=False)
async def fairness(
    request: Asked, game: FromQuery[str | None] = None, check: FromQuery[str | None] = None
) -> Response[str]:
    """The page, also about one game."""
    return await _shown(request, game, check)


@get("/games/{game_id:str}/fairness", include_in_schema=False)
async def of_game(request: Asked, game_id: FromPath[str], check: FromQuery[str | None] = None) -> Response[str]:
    """The same about a game, below its address, where whoever was invited to look on is known."""
    return await _shown(request, game_id, check)


async def _shown(request: Asked, game_id: str | None, check: str | None) -> Response[str]:
    """With `check` the game is recomputed. Raises Unknown, Forbidden."""
    promise = record = None
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if game_id:
            row = await records.visible(c, request, game_id, who.player, key_of(request))
            promise = _promise(row)
            if check and promise.over:
                await limits.spend(c, CHECKS, limits.address(request), now=deps.moment())
                record = await records.read_back(c, row)
    verdict = await _checked(record) if record else None
    return shown(who, page(who.frame, promise, verdict))


def page(frame: Frame, promise: Promise | None, verdict: Verdict | None) -> str:
    """The page for anybody, about one game or none."""
    command = f"python3 check.py {records.file_name(promise.id) if promise else 'game.json'}"
    return render.page("fairness/page.html", frame, script=CHECK, command=command, promise=promise, verdict=verdict)


def _promise(row: Row) -> Promise:
    return Promise(
        id=row.id,
        over=row.status == "over",
        commitment=row.room.commitment,
        contributions=[(one.name, one.contribution) for one in row.room.sittings],
        seed=row.room.revealed,
    )


async def _checked(record: Json) -> Verdict:
    """Beside the loop, for a long game takes a moment."""
    try:
        return Verdict(verified=await asyncio.to_thread(replay, record))
    except Differs as differs:
        return Verdict(differs=str(differs))


@get("/fairness/check.py", include_in_schema=False)
async def script() -> Response[str]:
    """The check as a file."""
    headers = {"Content-Disposition": 'attachment; filename="check.py"', "Cache-Control": "public, max-age=3600"}
    return Response(CHECK, media_type="text/x-python", headers=headers)


ROUTES: Final[tuple[Any, ...]] = (fairness, of_game, script)
