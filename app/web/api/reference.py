"""What never changes while a server runs: the modes' rules, the board, the bots."""

from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from app.bots import TEMPERS
from app.engine.board import BOARD, GROUPS, MEMBERS, STATION_RENTS, UTILITY_FACTORS, Square
from app.engine.modes import BOUNDS, MODES, knobs
from app.engine.names import square_name
from app.play.errors import Unknown
from app.web.api.documented import documented
from app.web.api.gives import Board, BoardSquare, Bot, Bots, Modes
from app.web.api.view_shape import Knobs

_KEPT: Final = {"Cache-Control": "public, max-age=300"}


@get("/rules", opt=documented(gives=Modes, open_to_all=True))
async def list_modes() -> Response[Modes]:
    """The rules of every mode.

    A mode is a record of knobs; `POST /games` takes changes of single knobs within `bounds`.
    """
    return Response(_MODES, headers=_KEPT)


@get("/rules/{mode:str}", opt=documented(gives=Knobs, problems=(404,), open_to_all=True))
async def read_mode(mode: FromPath[str]) -> Response[Knobs]:
    """The rules of one mode."""
    if mode not in _MODES.modes:
        raise Unknown
    return Response(_MODES.modes[mode], headers=_KEPT)


@get("/board", opt=documented(gives=Board, open_to_all=True))
async def read_board() -> Response[Board]:
    """The forty squares: kinds, groups, prices, rents, build costs and names."""
    return Response(_BOARD, headers=_KEPT)


@get("/bots", opt=documented(gives=Bots, open_to_all=True))
async def list_bots() -> Response[Bots]:
    """The bots that can take a seat."""
    return Response(_BOTS, headers=_KEPT)


def _square(number: int, square: Square) -> BoardSquare:
    owned = square.group >= 0
    rents = STATION_RENTS if square.kind == "station" else square.rents
    return BoardSquare(
        square=number,
        kind=square.kind,
        name=square_name("standard", number),
        group=GROUPS[square.group] if owned else None,
        price=square.price if owned else None,
        rents=list(rents) or None,
        factors=list(UTILITY_FACTORS) if square.kind == "utility" else None,
        build_cost=square.build_cost or None,
        tax=square.tax or None,
    )


_MODES: Final = Modes(
    modes={mode: msgspec.convert(knobs(rules), Knobs) for mode, rules in MODES.items()},
    bounds=BOUNDS,
)
_BOARD: Final = Board(
    squares=[_square(number, square) for number, square in enumerate(BOARD)],
    groups={group: list(members) for group, members in zip(GROUPS, MEMBERS, strict=True)},
)
_BOTS: Final = Bots(bots=[Bot(name=temper.name, description=temper.words) for temper in TEMPERS.values()])

ROUTES: Final[tuple[Any, ...]] = (list_modes, read_mode, read_board, list_bots)
