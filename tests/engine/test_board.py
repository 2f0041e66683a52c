"""The board against the rulebook's table, copied here number by number."""

from typing import Final

import pytest

from app.engine.board import BOARD, GROUPS, MEMBERS, SQUARES, STATION_RENTS, UTILITY_FACTORS, next_of

TABLE: Final = """
| 1 | brown | 600 | 20 | 100 | 300 | 900 | 1600 | 2500 | 500 |
| 3 | brown | 600 | 40 | 200 | 600 | 1800 | 3200 | 4500 | 500 |
| 6 | light blue | 1000 | 60 | 300 | 900 | 2700 | 4000 | 5500 | 500 |
| 8 | light blue | 1000 | 60 | 300 | 900 | 2700 | 4000 | 5500 | 500 |
| 9 | light blue | 1200 | 80 | 400 | 1000 | 3000 | 4500 | 6000 | 500 |
| 11 | pink | 1400 | 100 | 500 | 1500 | 4500 | 6250 | 7500 | 1000 |
| 13 | pink | 1400 | 100 | 500 | 1500 | 4500 | 6250 | 7500 | 1000 |
| 14 | pink | 1600 | 120 | 600 | 1800 | 5000 | 7000 | 9000 | 1000 |
| 16 | orange | 1800 | 140 | 700 | 2000 | 5500 | 7500 | 9500 | 1000 |
| 18 | orange | 1800 | 140 | 700 | 2000 | 5500 | 7500 | 9500 | 1000 |
| 19 | orange | 2000 | 160 | 800 | 2200 | 6000 | 8000 | 10000 | 1000 |
| 21 | red | 2200 | 180 | 900 | 2500 | 7000 | 8750 | 10500 | 1500 |
| 23 | red | 2200 | 180 | 900 | 2500 | 7000 | 8750 | 10500 | 1500 |
| 24 | red | 2400 | 200 | 1000 | 3000 | 7500 | 9250 | 11000 | 1500 |
| 26 | yellow | 2600 | 220 | 1100 | 3300 | 8000 | 9750 | 11500 | 1500 |
| 27 | yellow | 2600 | 220 | 1100 | 3300 | 8000 | 9750 | 11500 | 1500 |
| 29 | yellow | 2800 | 240 | 1200 | 3600 | 8500 | 10250 | 12000 | 1500 |
| 31 | green | 3000 | 260 | 1300 | 3900 | 9000 | 11000 | 12750 | 2000 |
| 32 | green | 3000 | 260 | 1300 | 3900 | 9000 | 11000 | 12750 | 2000 |
| 34 | green | 3200 | 280 | 1500 | 4500 | 10000 | 12000 | 14000 | 2000 |
| 37 | dark blue | 3500 | 350 | 1750 | 5000 | 11000 | 13000 | 15000 | 2000 |
| 39 | dark blue | 4000 | 500 | 2000 | 6000 | 14000 | 17000 | 20000 | 2000 |
"""
STREETS: Final = [[cell.strip() for cell in line.strip("| ").split("|")] for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("row", STREETS, ids=lambda row: str(row[0]))
def test_a_street_has_the_prices_of_the_rulebook(row: list[str]) -> None:
    square = BOARD[int(row[0])]
    assert (square.kind, GROUPS[square.group].replace("_", " ")) == ("street", row[1])
    assert [square.price, *square.rents, square.build_cost] == [int(cell) for cell in row[2:]]


def test_the_other_squares_are_where_the_rulebook_puts_them() -> None:
    places: dict[str, list[int]] = {}
    for number, square in enumerate(BOARD):
        places.setdefault(square.kind, []).append(number)
    assert places.pop("street") == [int(row[0]) for row in STREETS]
    assert places == {
        "start": [0],
        "jail": [10],
        "square_20": [20],
        "go_to_jail": [30],
        "tax": [4, 38],
        "chance": [2, 7, 17, 22, 33, 36],
        "station": [5, 15, 25, 35],
        "utility": [12, 28],
    }
    assert len(BOARD) == SQUARES == 40


def test_twenty_eight_properties_lie_in_ten_groups() -> None:
    assert [len(members) for members in MEMBERS] == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]


def test_stations_utilities_and_taxes_cost_what_the_rulebook_says() -> None:
    assert {BOARD[square].price for square in (5, 15, 25, 35)} == {2000}
    assert {BOARD[square].price for square in (12, 28)} == {1500}
    assert STATION_RENTS[1:] == (250, 500, 1000, 2000)
    assert UTILITY_FACTORS[1:] == (40, 100)
    assert (BOARD[4].tax, BOARD[38].tax) == (2000, 1000)


@pytest.mark.parametrize(
    ("kind", "square", "ahead"),
    [("station", 2, 5), ("station", 36, 5), ("station", 5, 15), ("utility", 28, 12), ("utility", 12, 28)],
)
def test_the_next_of_a_kind_is_always_ahead(kind: str, square: int, ahead: int) -> None:
    assert next_of(kind, square) == ahead
