"""Questions many chapters ask: who is in, who owns what, what a group or an estate is worth. Nothing here writes."""

from app.engine.board import BUILD_COST, GROUP, GROUPS, MEMBERS, PRICE, PROPERTIES
from app.engine.state import NOBODY, PLAYING, Game

_GROUPS = len(GROUPS)


def living(game: Game) -> list[int]:
    """The seats still in, in seat order."""
    return [seat for seat, standing in enumerate(game.standing) if standing == PLAYING]


def living_after(game: Game, seat: int) -> list[int]:
    """The other living seats in the order of play, starting after `seat`."""
    seats = len(game.standing)
    around = ((seat + step) % seats for step in range(1, seats))
    return [other for other in around if game.standing[other] == PLAYING]


def teammates(game: Game, one: int, other: int) -> bool:
    """Whether two different seats are on one side."""
    return one != other and game.team[one] != NOBODY and game.team[one] == game.team[other]


def opponents_after(game: Game, seat: int) -> list[int]:
    """The living seats of other sides, in the order of play after `seat`."""
    return [other for other in living_after(game, seat) if not teammates(game, seat, other)]


def heir_of(game: Game, seat: int) -> int:
    """The living teammate in the lowest seat, or NOBODY."""
    return next((other for other in living(game) if teammates(game, seat, other)), NOBODY)


def holds(game: Game, seat: int, group: int) -> int:
    """How many properties of a group the seat owns, mortgaged ones included."""
    return game.held[seat * _GROUPS + group]


def full_group(game: Game, seat: int, group: int) -> bool:
    """Whether the seat owns the whole group."""
    return game.whole[seat] >> group & 1 == 1


def estate(game: Game, seat: int) -> list[int]:
    """The seat's properties in board order."""
    owner = game.owner
    return [square for square in PROPERTIES if owner[square] == seat]


def mortgage_value(square: int) -> int:
    """What the bank lends on a property: half the list price."""
    return PRICE[square] // 2


def sale_value(square: int) -> int:
    """What a level brings when it is taken down: half the build cost."""
    return BUILD_COST[square] // 2


def redeem_price(game: Game, square: int) -> int:
    """What ends a mortgage: the loan and the surcharge on it."""
    loan = PRICE[square] // 2
    return loan + loan * game.rules.redeem_surcharge // 100


def raisable(game: Game, seat: int) -> int:
    """What the seat could pay with cash, all its levels sold and all its properties mortgaged."""
    return game.cash[seat] + game.backing[seat]


def property_value(game: Game, square: int) -> int:
    """List price, or half of it while mortgaged."""
    return PRICE[square] // 2 if game.mortgaged[square] else PRICE[square]


def net_worth(game: Game, seat: int) -> int:
    """Cash, properties by `property_value`, and the build cost of every level; 0 for a seat that is out."""
    if game.standing[seat] != PLAYING:
        return 0
    total = game.cash[seat]
    for square in estate(game, seat):
        price = PRICE[square]
        total += (price // 2 if game.mortgaged[square] else price) + game.level[square] * BUILD_COST[square]
    return total


def group_of(square: int) -> int:
    """The group of a square, or -1; also for numbers that are no square."""
    return GROUP[square] if 0 <= square < len(GROUP) else NOBODY


def levels(game: Game, seat: int) -> int:
    """All levels the seat owns."""
    return sum(game.level[square] for square in estate(game, seat))


def lowest_level(game: Game, group: int) -> int:
    """The lowest level in a group."""
    return min([game.level[square] for square in MEMBERS[group]])


def highest_level(game: Game, group: int) -> int:
    """The highest level in a group."""
    return max([game.level[square] for square in MEMBERS[group]])
