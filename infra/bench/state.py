"""How large the stored state of a game gets: the largest after any decision of some whole games, in every mode."""

from typing import Final

from app.engine.modes import MODES
from app.engine.state import encode
from infra.bench.figures import Figure
from infra.bench.story import most_seats, story

BENCH: Final = "state"
GAMES: Final = 3
LIMIT: Final = 2048


def measure() -> list[Figure]:
    """Bytes, by mode."""
    return [_figure(mode) for mode in MODES]


def _figure(mode: str) -> Figure:
    seats = most_seats(mode)
    largest = [_largest(mode, seats, f"bench/{number}") for number in range(GAMES)]
    return Figure(
        bench=BENCH,
        name=f"largest state in {mode}",
        found=max(largest),
        unit="bytes",
        goal=LIMIT - 1,
        least=min(largest),
        most=max(largest),
        note=f"{seats} seats, {GAMES} games",
    )


def _largest(mode: str, seats: int, seed: str) -> int:
    return max(len(encode(moment.game)) for moment in story(mode, seats, seed))
