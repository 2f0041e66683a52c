"""Draws what a simulation counted as one SVG: bars only, so that it needs no library and prints the same everywhere."""

from collections.abc import Sequence
from html import escape
from typing import Final

from msgspec import Struct

from app.engine.board import BOARD, PROPERTIES
from app.engine.modes import MODES
from app.engine.names import board_of, square_name
from app.lab.simulate import Plan, Tally

WIDTH: Final = 960
_LEFT: Final = 150
_ROW: Final = 18
_GAP: Final = 46
_BINS: Final = 20


class Bar(Struct, frozen=True):
    """One bar: what it stands for, its length in the chart's own unit, and the text behind it."""

    label: str
    value: float
    shown: str


class Chart(Struct, frozen=True):
    """Bars under one heading, drawn to the longest of them."""

    heading: str
    bars: list[Bar]


def plot(plan: Plan, tally: Tally) -> str:
    """The whole drawing: shares of wins by seat and bot, lengths of games, how they ended, rent earned by square."""
    charts = [
        Chart(
            "Wins by seat", [_share(f"seat {seat}", won, tally.games) for seat, won in enumerate(tally.wins_by_seat)]
        ),
        Chart("Wins by bot, of the games it sat in", _bots(tally)),
        Chart("Length of games, in rounds", _lengths(tally)),
        Chart("How games ended", [_share(how, count, tally.games) for how, count in sorted(tally.endings.items())]),
        Chart("Rent earned by square, a game", _rents(plan, tally)),
    ]
    title = f"{plan.mode}, {plan.seats} seats, {tally.games} games, seed {plan.seed}"
    body, height = _charts(charts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="sans-serif" font-size="12" role="img" aria-label="{escape(title)}">\n'
        f'<rect width="100%" height="100%" fill="#fffef9"/>\n'
        f'<text x="20" y="30" font-size="18" font-weight="bold">{escape(title)}</text>\n{body}</svg>\n'
    )


def _bots(tally: Tally) -> list[Bar]:
    return [_share(name, bot.wins, bot.seats) for name, bot in sorted(tally.bots.items()) if bot.seats]


def _lengths(tally: Tally) -> list[Bar]:
    longest = max(tally.rounds)
    width = -(-longest // _BINS)
    counts = [0] * -(-longest // width)
    for rounds, games in tally.rounds.items():
        counts[(rounds - 1) // width] += games
    labels = [f"{number * width + 1}–{(number + 1) * width}" for number in range(len(counts))]
    return [_share(label, count, tally.games) for label, count in zip(labels, counts, strict=True)]


def _rents(plan: Plan, tally: Tally) -> list[Bar]:
    board = board_of(MODES[plan.mode])
    earned = {square: tally.rents[square] / tally.games for square in PROPERTIES}
    return [
        Bar(f"{square} {square_name(board, square)} ({BOARD[square].price})", rent, f"{rent:,.0f}")
        for square, rent in earned.items()
    ]


def _share(label: str, count: int, of: int) -> Bar:
    share = count / of if of else 0.0
    return Bar(label, share, f"{100 * share:.1f}%  ({count})")


def _charts(charts: Sequence[Chart]) -> tuple[str, int]:
    parts: list[str] = []
    top = 60
    for chart in charts:
        parts.append(f'<text x="20" y="{top}" font-size="14" font-weight="bold">{escape(chart.heading)}</text>\n')
        longest = max((bar.value for bar in chart.bars), default=0) or 1
        for number, bar in enumerate(chart.bars):
            parts.append(_bar(bar, longest, top + 10 + number * _ROW))
        top += 10 + len(chart.bars) * _ROW + _GAP
    return "".join(parts), top - _GAP + 20


def _bar(bar: Bar, longest: float, top: int) -> str:
    length = (WIDTH - 2 * _LEFT - 60) * bar.value / longest
    middle = top + 12
    return (
        f'<text x="{_LEFT + 30}" y="{middle}" text-anchor="end">{escape(bar.label)}</text>'
        f'<rect x="{_LEFT + 40}" y="{top + 2}" width="{length:.1f}" height="{_ROW - 4}" fill="#0e6251"/>'
        f'<text x="{_LEFT + 46 + length:.1f}" y="{middle}">{escape(bar.shown)}</text>\n'
    )
