"""What a benchmark finds: figures with their goals and their spread, and the one table they are printed as."""

import sys
from collections.abc import Sequence
from statistics import median
from typing import Final

import msgspec
from msgspec import Struct

_HEAD: Final = ("bench", "figure", "found", "goal", "", "spread of the rounds", "")
_LEFT: Final = {0, 1, 4, 6}


class Figure(Struct, frozen=True, kw_only=True):
    """One number. `goal` None is for orientation only; `least` and `most` are the extreme rounds behind `found`."""

    bench: str
    name: str
    found: float
    unit: str = ""
    goal: float | None = None
    at_least: bool = False
    """Whether the goal is a floor; else it is a ceiling."""
    least: float | None = None
    most: float | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """None where there is no goal."""
        if self.goal is None:
            return None
        return self.found >= self.goal if self.at_least else self.found <= self.goal

    @classmethod
    def of(
        cls,
        bench: str,
        name: str,
        rounds: Sequence[float],
        *,
        unit: str = "",
        goal: float | None = None,
        at_least: bool = False,
        note: str = "",
    ) -> "Figure":
        """The median of some rounds."""
        return cls(
            bench=bench,
            name=name,
            found=median(rounds),
            unit=unit,
            goal=goal,
            at_least=at_least,
            least=min(rounds),
            most=max(rounds),
            note=note,
        )


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """Round by round, so that what slows the machine for a while slows both sides of a ratio."""
    return [one / other for one, other in zip(ours, theirs, strict=True)]


def as_json(figures: Sequence[Figure]) -> str:
    """For programs: a list of objects."""
    found = [{**msgspec.to_builtins(figure), "met": figure.met} for figure in figures]
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


def as_table(figures: Sequence[Figure]) -> str:
    """For people."""
    rows = [_HEAD, *(_row(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    lines = ["  ".join(_cell(text, width, at) for at, (text, width) in enumerate(_pairs(row, widths))) for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)


def _pairs(row: Sequence[str], widths: Sequence[int]) -> Sequence[tuple[str, int]]:
    return list(zip(row, widths, strict=True))


def _cell(text: str, width: int, column: int) -> str:
    return text.ljust(width) if column in _LEFT else text.rjust(width)


def _row(figure: Figure) -> tuple[str, ...]:
    sign = "≥" if figure.at_least else "≤"
    goal = "" if figure.goal is None else f"{sign} {_number(figure.goal)}"
    spread = ""
    if figure.least is not None and figure.most is not None:
        spread = f"{_number(figure.least)} … {_number(figure.most)}"
    verdict = {None: "", True: "met", False: "MISSED"}[figure.met]
    return (
        figure.bench,
        figure.name,
        f"{_number(figure.found)} {figure.unit}".strip(),
        goal,
        verdict,
        spread,
        figure.note,
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def say(text: str) -> None:
    """Progress, beside the table."""
    print(text, file=sys.stderr, flush=True)
