"""Draws net worths over the rounds as one SVG of our own: a line a seat, told apart by colour, dashes and end mark.

Colours come from the page's style sheet by class, so that one drawing serves every theme.
"""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from app.web.speech import Speech, trusted

TICKS: Final = 5
"""At most so many steps on an axis."""
_STEPS: Final = (1, 2, 5, 10)
_MARK: Final = 9.0
"""Half the size of an end mark."""
_SHAPES: Final = (
    '<circle r="9"/>',
    '<rect x="-8.5" y="-8.5" width="17" height="17" rx="2.5"/>',
    '<path d="M0-11 11 0 0 11-11 0z"/>',
    '<path d="M-9-9H-1A10 10 0 0 1 9 1V9H1A10 10 0 0 1-9-1z"/>',
    '<path d="M-8.5-8.5H8.5V0C8.5 6 4 9.5 0 9.5S-8.5 6-8.5 0z"/>',
    '<path d="M0.0 -11.9L4.0 -5.1L11.9 -3.1L6.8 2.6L7.3 10.8L0.0 8.1L-7.3 10.8L-6.8 2.6L-11.9 -3.1L-4.0 -5.1z"/>',
)
"""The signs of the seats, as 50_signs.css has them."""


class Line(Struct, frozen=True):
    """One seat's worth: points of round and amount. `out` says that it ends because the seat left the game."""

    seat: int
    points: Sequence[tuple[int, int]]
    out: bool


class Shape(Struct, frozen=True):
    """How large it is drawn, in its own units; a page shows one for phones and one for wide screens."""

    name: str
    width: int
    height: int
    left: int = 50
    right: int = 30
    top: int = 26
    bottom: int = 36


NARROW: Final = Shape("narrow", width=340, height=250)
WIDE: Final = Shape("wide", width=720, height=340, left=60)


class _Scale:
    """Where a round and an amount stand in the drawing."""

    def __init__(self, lines: Sequence[Line], shape: Shape) -> None:
        self.shape = shape
        self.rounds = max(point[0] for line in lines for point in line.points) or 1
        highest = max(point[1] for line in lines for point in line.points)
        self.step = _step(highest)
        self.top = self.step * -(-highest // self.step) or self.step
        self.round_step = _step(self.rounds)

    def x(self, number: float) -> float:
        inner = self.shape.width - self.shape.left - self.shape.right
        return self.shape.left + inner * number / self.rounds

    def y(self, amount: float) -> float:
        inner = self.shape.height - self.shape.top - self.shape.bottom
        return self.shape.height - self.shape.bottom - inner * amount / self.top


def _step(highest: int) -> int:
    """A round number that fits into the highest at most TICKS times.

    >>> [_step(n) for n in (3, 25, 101, 48_000)]
    [1, 5, 50, 10000]
    """
    unit = 1
    while highest > TICKS * 10 * unit:
        unit *= 10
    return next(unit * step for step in _STEPS if highest <= TICKS * unit * step)


def chart(lines: Sequence[Line], shape: Shape, say: Speech, title: str) -> Markup:
    """The drawing. What it shows has to stand beside it as a table, for it says only its title to a screen reader."""
    scale = _Scale(lines, shape)
    return Markup(
        '<svg class="chart {name}" viewBox="0 0 {width} {height}" role="img" aria-label="{title}" direction="ltr">'
        "{axes}{lines}</svg>"
    ).format(
        name=shape.name,
        width=shape.width,
        height=shape.height,
        title=title,
        axes=_axes(scale, say),
        lines=Markup().join([*(_line(line, scale) for line in lines), *_ends(lines, scale)]),
    )


def _axes(scale: _Scale, say: Speech) -> Markup:
    shape, floor = scale.shape, scale.y(0)
    amounts = range(0, scale.top + 1, scale.step)
    grid = "".join(f"M{shape.left} {scale.y(amount):.1f}H{shape.width - shape.right}" for amount in amounts)
    middle = (shape.left + shape.width - shape.right) / 2
    return Markup().join(
        [
            Markup('<path class="grid" d="{}"/>').format(grid),
            *(_text("y", shape.left - 7, scale.y(amount) + 4, say.money(amount)) for amount in amounts),
            *(
                _text("x", scale.x(number), floor + 17, say.number(number))
                for number in range(0, scale.rounds + 1, scale.round_step)
            ),
            _text("title", shape.left, 14, say.gettext("Net worth")),
            _text("x title", middle, floor + 33, say.gettext("Round")),
        ]
    )


def _text(style: str, x: float, y: float, text: str) -> Markup:
    return Markup('<text class="{}" x="{}" y="{}">{}</text>').format(style, f"{x:.1f}", f"{y:.1f}", text)


def _line(line: Line, scale: _Scale) -> Markup:
    points = "L".join(f"{scale.x(number):.1f} {scale.y(amount):.1f}" for number, amount in line.points)
    return Markup('<path class="line s{}" d="M{}"/>').format(line.seat, points)


def _ends(lines: Sequence[Line], scale: _Scale) -> list[Markup]:
    """The marks at the ends: those who stayed in a column on the right, the others where they went out."""
    stayed = sorted((line for line in lines if not line.out), key=lambda line: line.points[-1][1])
    column = scale.shape.width - scale.shape.right + _MARK + 6
    heights = _apart([scale.y(line.points[-1][1]) for line in stayed], 2 * _MARK + 3)
    found = [_end(line, column, y) for line, y in zip(stayed, heights, strict=True)]
    taken: list[float] = []
    for line in sorted((line for line in lines if line.out), key=lambda line: line.points[-1][0]):
        x = scale.x(line.points[-1][0])
        level = sum(abs(x - other) < 2 * _MARK + 2 for other in taken)
        taken.append(x)
        found.append(_end(line, x, scale.y(0) - _MARK - level * (2 * _MARK + 3)))
    return found


def _apart(heights: Sequence[float], gap: float) -> list[float]:
    """Heights from below to above, moved up so that none covers another.

    >>> _apart([100.0, 95.0, 20.0], 20.0)
    [100.0, 80.0, 20.0]
    """
    moved: list[float] = []
    for height in heights:
        moved.append(min(height, moved[-1] - gap) if moved else height)
    return moved


def _end(line: Line, x: float, y: float) -> Markup:
    return Markup('<g class="end s{}{}" transform="translate({} {})">{}<text y="4">{}</text></g>').format(
        line.seat, " out" if line.out else "", f"{x:.1f}", f"{y:.1f}", trusted(_SHAPES[line.seat]), line.seat + 1
    )


def gauge(actual: float, usual: float, most: float) -> Markup:
    """A bar up to `actual` with a stroke where it usually ends, on a scale up to `most`; its words stand beside."""
    return Markup(
        '<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="rail" width="100" height="10"/><rect class="bar" width="{}" height="10"/>'
        '<path class="usual" d="M{} 0V10"/></svg>'
    ).format(f"{100 * actual / (most or 1):.1f}", f"{max(0.6, min(99.4, 100 * usual / (most or 1))):.1f}")
