"""Rulebook 1, Board. Forty squares with their kinds, groups, prices, rents and build costs; no names, no state."""

from typing import Final

from msgspec import Struct

START: Final = 0
JAIL: Final = 10
SQUARE_20: Final = 20
SQUARES: Final = 40

GROUPS: Final = (
    "brown",
    "light_blue",
    "pink",
    "orange",
    "red",
    "yellow",
    "green",
    "dark_blue",
    "station",
    "utility",
)
STATION_GROUP: Final = 8
UTILITY_GROUP: Final = 9
STREET_GROUPS: Final = GROUPS[:8]

STATION_PRICE: Final = 2000
STATION_RENTS: Final = (0, 250, 500, 1000, 2000)
"""Rent of a station by how many stations its owner holds."""
UTILITY_PRICE: Final = 1500
UTILITY_FACTORS: Final = (0, 40, 100)
"""What the dice total is multiplied by, by how many utilities the owner holds."""
MAX_LEVEL: Final = 5


class Square(Struct, frozen=True):
    """One square. `group` is an index into GROUPS, or -1 where nothing can be owned; `tax` is what the bank asks."""

    kind: str
    group: int = -1
    price: int = 0
    rents: tuple[int, ...] = ()
    build_cost: int = 0
    tax: int = 0


def _street(group: str, price: int, rents: tuple[int, ...], build_cost: int) -> Square:
    return Square("street", GROUPS.index(group), price, rents, build_cost)


_CORNERS = {0: "start", 10: "jail", 20: "square_20", 30: "go_to_jail"}
_TAXES = {4: 2000, 38: 1000}
_CHANCES = (2, 7, 17, 22, 33, 36)
_STATIONS = (5, 15, 25, 35)
_UTILITIES = (12, 28)
_STREETS = {
    1: _street("brown", 600, (20, 100, 300, 900, 1600, 2500), 500),
    3: _street("brown", 600, (40, 200, 600, 1800, 3200, 4500), 500),
    6: _street("light_blue", 1000, (60, 300, 900, 2700, 4000, 5500), 500),
    8: _street("light_blue", 1000, (60, 300, 900, 2700, 4000, 5500), 500),
    9: _street("light_blue", 1200, (80, 400, 1000, 3000, 4500, 6000), 500),
    11: _street("pink", 1400, (100, 500, 1500, 4500, 6250, 7500), 1000),
    13: _street("pink", 1400, (100, 500, 1500, 4500, 6250, 7500), 1000),
    14: _street("pink", 1600, (120, 600, 1800, 5000, 7000, 9000), 1000),
    16: _street("orange", 1800, (140, 700, 2000, 5500, 7500, 9500), 1000),
    18: _street("orange", 1800, (140, 700, 2000, 5500, 7500, 9500), 1000),
    19: _street("orange", 2000, (160, 800, 2200, 6000, 8000, 10000), 1000),
    21: _street("red", 2200, (180, 900, 2500, 7000, 8750, 10500), 1500),
    23: _street("red", 2200, (180, 900, 2500, 7000, 8750, 10500), 1500),
    24: _street("red", 2400, (200, 1000, 3000, 7500, 9250, 11000), 1500),
    26: _street("yellow", 2600, (220, 1100, 3300, 8000, 9750, 11500), 1500),
    27: _street("yellow", 2600, (220, 1100, 3300, 8000, 9750, 11500), 1500),
    29: _street("yellow", 2800, (240, 1200, 3600, 8500, 10250, 12000), 1500),
    31: _street("green", 3000, (260, 1300, 3900, 9000, 11000, 12750), 2000),
    32: _street("green", 3000, (260, 1300, 3900, 9000, 11000, 12750), 2000),
    34: _street("green", 3200, (280, 1500, 4500, 10000, 12000, 14000), 2000),
    37: _street("dark_blue", 3500, (350, 1750, 5000, 11000, 13000, 15000), 2000),
    39: _street("dark_blue", 4000, (500, 2000, 6000, 14000, 17000, 20000), 2000),
}


def _square(number: int) -> Square:
    if number in _CORNERS:
        return Square(_CORNERS[number])
    if number in _TAXES:
        return Square("tax", tax=_TAXES[number])
    if number in _CHANCES:
        return Square("chance")
    if number in _STATIONS:
        return Square("station", STATION_GROUP, STATION_PRICE)
    if number in _UTILITIES:
        return Square("utility", UTILITY_GROUP, UTILITY_PRICE)
    return _STREETS[number]


BOARD: Final = tuple(_square(number) for number in range(SQUARES))

# The columns of the board as plain tuples, for the questions that are asked at every step of a game.
KIND: Final = tuple(square.kind for square in BOARD)
GROUP: Final = tuple(square.group for square in BOARD)
PRICE: Final = tuple(square.price for square in BOARD)
RENTS: Final = tuple(square.rents for square in BOARD)
BUILD_COST: Final = tuple(square.build_cost for square in BOARD)
PROPERTIES: Final = tuple(number for number in range(SQUARES) if GROUP[number] >= 0)
MEMBERS: Final = tuple(tuple(number for number in PROPERTIES if GROUP[number] == group) for group in range(len(GROUPS)))
"""The squares of each group, in board order."""
GROUP_SIZE: Final = tuple(len(members) for members in MEMBERS)


def next_of(kind: str, square: int) -> int:
    """The nearest square of a kind ahead of `square`, never `square` itself."""
    return next(at % SQUARES for at in range(square + 1, square + SQUARES + 1) if KIND[at % SQUARES] == kind)
