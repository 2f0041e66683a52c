"""The guide's diagrams as geometry: where things lie and how large they are. Colours, and all words, are elsewhere."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from app.engine.board import BOARD, GROUPS, SQUARES
from app.web import labels

SIDE: Final = SQUARES // 4
"""Steps from corner to corner."""
CELL: Final = 10
"""How wide a square of the board is drawn."""


class Cell(Struct, frozen=True):
    """A square of the board. `sign` is the group's letter, a sign of its kind, or a corner's number."""

    number: int
    x: int
    y: int
    kind: str
    group: str | None
    sign: str


_SIGNS: Final = {"chance": "?", "tax": "−"}


def board() -> list[Cell]:
    """The forty squares, as they lie on the table."""
    return [_cell(number) for number in range(SQUARES)]


def _cell(number: int) -> Cell:
    square = BOARD[number]
    column, row = _place(number)
    group = GROUPS[square.group] if square.group >= 0 else None
    sign = labels.LETTERS[group] if group else _SIGNS.get(square.kind, str(number))
    return Cell(number, column * CELL, row * CELL, square.kind, group, sign)


def _place(number: int) -> tuple[int, int]:
    """Column and row: clockwise from the corner at the bottom right."""
    side, step = divmod(number, SIDE)
    return [(SIDE - step, SIDE), (0, SIDE - step), (step, 0), (SIDE, step)][side]


BAR: Final = 300
"""How long a bar is drawn."""
HUNDRED: Final = 100
"""The whole, in percent."""


class Bar(Struct, frozen=True):
    """A piece of a bar, and the middle of it, where its label goes."""

    x: int
    width: int
    middle: int
    value: int


def bars(values: Sequence[int], whole: int, width: int) -> list[Bar]:
    """Pieces one after another, `whole` being the full width."""
    found, done = [], 0
    for value in values:
        start, end = done * width // whole, (done + value) * width // whole
        found.append(Bar(start, end - start, (start + end) // 2, value))
        done += value
    return found


class Curve(Struct, frozen=True):
    """A share that grows over the rounds, as the points of a line; `start_x` and `peak_x` are where it does."""

    points: str
    start_x: int
    peak_x: int


CURVE_WIDTH: Final = 300
CURVE_HEIGHT: Final = 100


FINE: Final = 1000
"""The whole, finely enough for a smooth line."""


def curve(first: int, last: int, share: Callable[[int], int]) -> Curve:
    """The share of each round in parts of FINE, with some rounds of calm before and after."""
    most = last + max(1, (last - first) // 4)
    marks = sorted({1, max(1, first - 1), *range(first, last + 1, max(1, (last - first) // 20)), last, most})

    def across(number: int) -> int:
        return number * CURVE_WIDTH // most

    points = " ".join(f"{across(number)},{CURVE_HEIGHT - share(number) * CURVE_HEIGHT / FINE:g}" for number in marks)
    return Curve(points, across(first), across(last))


class Column(Struct, frozen=True):
    """A street with its levels as blocks, from the ground up. `allowed` says whether it may rise now."""

    x: int
    blocks: list[int]
    allowed: bool


COLUMN: Final = 60
BLOCK: Final = 16
GROUND: Final = 80


def columns(levels: Sequence[int], allowed: Sequence[bool]) -> list[Column]:
    """The streets of a group side by side."""
    return [
        Column(index * COLUMN, [GROUND - (block + 1) * BLOCK for block in range(level)], may)
        for index, (level, may) in enumerate(zip(levels, allowed, strict=True))
    ]


class Tick(Struct, frozen=True):
    """A round of a countdown."""

    x: int
    number: int


def countdown(first: int, last: int, width: int) -> list[Tick]:
    """The rounds from the first to the last, evenly laid out."""
    steps = last - first
    return [Tick((number - first) * width // steps, number) for number in range(first, last + 1)]


class Place(Struct, frozen=True):
    """Somebody at a round table."""

    x: int
    y: int
    seat: int


_RING: Final = ((60, 14), (106, 60), (60, 106), (14, 60))


def ring(seats: Sequence[int]) -> list[Place]:
    """Four at a table, clockwise from the top."""
    return [Place(x, y, seat) for (x, y), seat in zip(_RING, seats, strict=True)]
