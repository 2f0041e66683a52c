"""What can be done with properties: the viewer's own list, and the deed of any square."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from app import engine
from app.engine.actions import Ask, Build, Mortgage, Redeem, Sell, action_type
from app.engine.board import BOARD, GROUP, GROUPS, MEMBERS, STATION_RENTS, UTILITY_FACTORS
from app.engine.rules.rent import card_bonus
from app.engine.state import NOBODY, PLAYING, Game
from app.engine.worth import (
    estate,
    full_group,
    holds,
    living,
    mortgage_value,
    net_worth,
    raisable,
    redeem_price,
    sale_value,
)
from app.web import labels, square_view
from app.web.landing_view import Landing, landing
from app.web.phrases import Narrator
from app.web.refusals import refusal

_NOT_NOW: Final = {"not_your_turn", "wrong_phase", "eliminated", "not_seated", "game_over"}
"""Refusals that say nothing of the property itself."""


class Deal(Struct, frozen=True):
    """A button of a property: what it does, what it costs or brings, and why not, None where it is legal."""

    type: str
    square: int
    amount: int
    why_not: str | None


class Holding(Struct, frozen=True):
    """A property of the viewer."""

    square: int
    name: str
    group: str
    letter: str
    level: int
    mortgaged: bool
    rounds_left: int | None
    deals: list[Deal]


class Holdings(Struct, frozen=True):
    """What the viewer holds of a group, `size` being all of it."""

    group: str
    letter: str
    name: str
    size: int
    held: list[Holding]

    @property
    def whole(self) -> bool:
        """Whether it is all of the group."""
        return len(self.held) == self.size


class Estate(Struct, frozen=True):
    """The viewer's properties. `open` puts them before the player's eyes: money has to be raised.

    `raisable` is what cash, buildings and mortgages could bring together.
    """

    groups: list[Holdings]
    holdings: list[Holding]
    manageable: bool
    open: bool
    worth: int
    raisable: int


def own(game: Game, seat: int, say: Narrator) -> Estate:
    """The properties of a seat that looks at its own."""
    now = _asked(game, seat)
    holdings = [_holding(game, seat, square, say) for square in _by_group(game, seat)]
    return Estate(
        groups=_groups(holdings, say),
        holdings=holdings,
        manageable=any(one.deals for one in holdings),
        open=now and engine.phase(game) == "debt",
        worth=net_worth(game, seat),
        raisable=raisable(game, seat),
    )


def _groups(holdings: Sequence[Holding], say: Narrator) -> list[Holdings]:
    found = []
    for group, held in groupby(holdings, key=lambda one: one.group):
        size = len(MEMBERS[GROUPS.index(group)])
        found.append(Holdings(group, labels.LETTERS[group], labels.group_name(say, group), size, list(held)))
    return found


def _asked(game: Game, seat: int) -> bool:
    return engine.actor(game) == seat and game.standing[seat] == PLAYING


def _by_group(game: Game, seat: int) -> list[int]:
    return sorted(estate(game, seat), key=lambda square: (GROUP[square], square))


def _holding(game: Game, seat: int, square: int, say: Narrator) -> Holding:
    lapses = game.lapses[square]
    group = GROUPS[GROUP[square]]
    return Holding(
        square=square,
        name=say.square(square),
        group=group,
        letter=labels.LETTERS[group],
        level=game.level[square],
        mortgaged=game.mortgaged[square],
        rounds_left=lapses - game.round if lapses else None,
        deals=_deals(game, seat, square, say) if _asked(game, seat) else [],
    )


def _deals(game: Game, seat: int, square: int, say: Narrator) -> list[Deal]:
    """What a list shows: what could be done, and why not where it is the property's own affair."""
    wanted: list[tuple[Ask, int]] = []
    if full_group(game, seat, GROUP[square]) and BOARD[square].build_cost and not game.mortgaged[square]:
        wanted.append((Build(square), BOARD[square].build_cost))
    if game.level[square]:
        wanted.append((Sell(square), sale_value(square)))
    if game.mortgaged[square]:
        wanted.append((Redeem(square), redeem_price(game, square)))
    else:
        wanted.append((Mortgage(square), mortgage_value(square)))
    deals = [_deal(game, seat, square, ask, amount, say) for ask, amount in wanted]
    return [deal for deal in deals if deal is not None]


def _deal(game: Game, seat: int, square: int, ask: Ask, amount: int, say: Narrator) -> Deal | None:
    illegal = engine.why_not(game, seat, ask)  # type: ignore[arg-type]  # one of the four that take a square
    if illegal is not None and illegal.code in _NOT_NOW:
        return None
    why_not = None if illegal is None else refusal(say, illegal.code, illegal.facts)
    return Deal(action_type(ask), square, amount, why_not)  # type: ignore[arg-type]  # as above


class Rent(Struct, frozen=True):
    """A line of a deed: the level, the number held or nothing, and the rent. `now` marks the line that counts."""

    step: int
    amount: int
    now: bool


class Member(Struct, frozen=True):
    """A property of the group, as the deed of any of them lists it."""

    square: int
    name: str
    owner: int | None
    level: int
    mortgaged: bool


class Bonus(Struct, frozen=True):
    """Somebody's collection card of a square, and what it adds to the rent while they own it, in percent."""

    seat: int
    percent: int


class Deed(Struct, frozen=True):
    """All about one square."""

    square: int
    kind: str
    picture: str
    name: str
    group: str | None
    group_name: str
    letter: str
    owner: int | None
    price: int
    landing: Landing
    rents: list[Rent]
    build_cost: int
    sale_value: int
    mortgage_value: int
    redeem_price: int
    level: int
    mortgaged: bool
    rounds_left: int | None
    doubled: bool
    own: bool
    deals: list[Deal]
    members: list[Member]
    bonuses: list[Bonus]


def deed(game: Game, viewer: int | None, square: int, say: Narrator) -> Deed:
    """The deed of a square, with what its owner can do."""
    board = BOARD[square]
    owner = game.owner[square]
    group = GROUPS[board.group] if board.group >= 0 else None
    mine = viewer is not None and owner == viewer
    lapses = game.lapses[square]
    return Deed(
        square=square,
        kind=board.kind,
        picture=square_view.picture(square, game.rules.square_20),
        name=say.square(square),
        group=group,
        group_name=labels.group_name(say, group) if group else "",
        letter=labels.LETTERS[group] if group else "",
        owner=None if owner == NOBODY else owner,
        price=board.price,
        landing=landing(game, viewer, square, say),
        rents=_rents(game, square),
        build_cost=board.build_cost,
        sale_value=sale_value(square),
        mortgage_value=mortgage_value(square),
        redeem_price=redeem_price(game, square),
        level=game.level[square],
        mortgaged=game.mortgaged[square],
        rounds_left=lapses - game.round if lapses else None,
        doubled=_doubled(game, square),
        own=mine,
        deals=_all_deals(game, viewer, square, say) if mine and viewer is not None else [],
        members=_members(game, board.group, say),
        bonuses=_bonuses(game, square),
    )


def _bonuses(game: Game, square: int) -> list[Bonus]:
    """The cards of those who are in, the owner's first."""
    found = [Bonus(seat, card_bonus(game, square, seat)) for seat in living(game)]
    return sorted((one for one in found if one.percent), key=lambda one: one.seat != game.owner[square])


def _doubled(game: Game, square: int) -> bool:
    owner = game.owner[square]
    if owner == NOBODY or BOARD[square].kind != "street" or game.level[square]:
        return False
    return full_group(game, owner, GROUP[square])


def _rents(game: Game, square: int) -> list[Rent]:
    board = BOARD[square]
    owner = game.owner[square]
    held = holds(game, owner, board.group) if owner != NOBODY and board.group >= 0 else 0
    match board.kind:
        case "street":
            level = game.level[square] if owner != NOBODY and not game.mortgaged[square] else -1
            return [Rent(step, amount, step == level) for step, amount in enumerate(board.rents)]
        case "station":
            return _by_number(STATION_RENTS, held, mortgaged=game.mortgaged[square])
        case "utility":
            return _by_number(UTILITY_FACTORS, held, mortgaged=game.mortgaged[square])
        case _:
            return []


def _by_number(table: Sequence[int], held: int, *, mortgaged: bool) -> list[Rent]:
    return [Rent(step, table[step], step == held and not mortgaged) for step in range(1, len(table))]


def _all_deals(game: Game, seat: int, square: int, say: Narrator) -> list[Deal]:
    """On the deed also what is impossible says why, as far as there is something to sell, to lend on or to redeem."""
    if not _asked(game, seat):
        return []
    asks: list[tuple[Ask, int]] = []
    if BOARD[square].kind == "street":
        asks.append((Build(square), BOARD[square].build_cost))
    if game.level[square]:
        asks.append((Sell(square), sale_value(square)))
    if game.mortgaged[square]:
        asks.append((Redeem(square), redeem_price(game, square)))
    else:
        asks.append((Mortgage(square), mortgage_value(square)))
    deals = [_deal(game, seat, square, ask, amount, say) for ask, amount in asks]
    return [deal for deal in deals if deal is not None]


def _members(game: Game, group: int, say: Narrator) -> list[Member]:
    if group < 0:
        return []
    found = []
    for square in MEMBERS[group]:
        owner = None if game.owner[square] == NOBODY else game.owner[square]
        found.append(Member(square, say.square(square), owner, game.level[square], game.mortgaged[square]))
    return found
