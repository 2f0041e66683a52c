"""What the viewer can do now: one struct a phase, each with the name of its template in templates/table/dock."""

from typing import TypeAlias

from markupsafe import Markup
from msgspec import Struct

from app import engine
from app.engine.actions import Bid, Buy, PayBail
from app.engine.agenda import (
    Auction,
    Choosing,
    Debt,
    Jackpot,
    Phase,
    Purchase,
    Teleporting,
    Turn,
    debt_total,
    waiting,
)
from app.engine.board import GROUP, GROUPS, KIND, MEMBERS, PRICE, RENTS, SQUARES, STATION_RENTS, UTILITY_FACTORS
from app.engine.rules.auctions import RAISE
from app.engine.rules.ending import places
from app.engine.rules.jackpot import PAYOUTS, STAKE
from app.engine.rules.jail import ATTEMPTS, BAIL
from app.engine.rules.speed_die import bus_steps
from app.engine.state import NOBODY, PLAYING, STANDINGS, Game
from app.engine.worth import living, net_worth
from app.web import labels
from app.web.awaits import awaits
from app.web.pause_view import DebtDock, debt
from app.web.phrases import Narrator
from app.web.refusals import refusal


class TurnDock(Struct, frozen=True, tag="turn"):
    """Before the roll."""

    jailed: bool
    attempts_left: int
    bail: int
    cash: int
    bail_refused: str | None
    again: bool


class Member(Struct, frozen=True):
    """A property of the group that is for sale, and who holds it; `owner` None is nobody."""

    square: int
    name: str
    owner: int | None
    here: bool


class PurchaseDock(Struct, frozen=True, tag="purchase"):
    """An unowned property."""

    square: int
    name: str
    group: str
    letter: str
    group_name: str
    price: int
    cash: int
    refused: str | None
    held: int
    size: int
    rent: Markup
    members: list[Member]


class Bidder(Struct, frozen=True):
    """A seat at an auction: `asked` now, `leads`, `in` still, or `passed`."""

    seat: int
    state: str


class AuctionDock(Struct, frozen=True, tag="auction"):
    """A property under the hammer; everybody sees it, `asked_seat` acts. Those still in come in the order of asking."""

    square: int
    name: str
    group: str
    letter: str
    price: int
    asked: int
    asked_seat: int
    leader: int | None
    standing_bid: int
    bidders: list[Bidder]
    cash: int | None
    yours: bool
    passed: bool
    refused: str | None

    @property
    def next(self) -> int:
        """What the one after would be asked, were this bid made."""
        return self.asked + RAISE


class JackpotDock(Struct, frozen=True, tag="jackpot"):
    """The bet on a die."""

    stake: int
    cash: int
    payouts: tuple[int, ...]


class MoveChoice(Struct, frozen=True):
    """A way the bus can go."""

    steps: int
    square: int
    name: str
    awaits: Markup


class ChooseMoveDock(Struct, frozen=True, tag="choose_move"):
    """The bus."""

    choices: list[MoveChoice]


class Destination(Struct, frozen=True):
    """A square one may teleport to."""

    square: int
    name: str
    awaits: Markup


class TeleportDock(Struct, frozen=True, tag="teleport"):
    """A triple: anywhere. What is free comes first, then what is one's own, what belongs to others, and the rest."""

    free: list[Destination]
    own: list[Destination]
    others: list[Destination]
    rest: list[Destination]


class IdleDock(Struct, frozen=True, tag="idle"):
    """Somebody else is asked. `out` says how the viewer left, None while playing or for an onlooker."""

    actor: int
    phase: str
    out: str | None
    square: str
    owes: int


class Result(Struct, frozen=True):
    """A line of the standings."""

    place: int
    seat: int
    worth: int
    won: bool
    out: bool


class OverDock(Struct, frozen=True, tag="over"):
    """The end."""

    results: list[Result]
    winners: list[int]
    names: Markup
    won: bool
    seated: bool
    reason: str


Dock: TypeAlias = (
    TurnDock | PurchaseDock | AuctionDock | JackpotDock | DebtDock | ChooseMoveDock | TeleportDock | IdleDock | OverDock
)


def template_of(dock: Dock) -> str:
    """The phase's word, which is the template's name."""
    return str(dock.__struct_config__.tag)


def dock(game: Game, viewer: int | None, say: Narrator) -> Dock:
    """What the viewer sees where actions are taken."""
    if not game.agenda:
        return _over(game, viewer, say)
    top = waiting(game.agenda)
    if isinstance(top, Auction):
        return _auction(game, top, viewer, say)
    if viewer is None or top.seat != viewer:
        return _idle(game, top, viewer, say)
    return _asked(game, top, say)


def _asked(game: Game, top: Turn | Choosing | Teleporting | Purchase | Jackpot | Debt, say: Narrator) -> Dock:
    seat = top.seat
    match top:
        case Turn():
            return _turn(game, seat, say)
        case Purchase():
            return _purchase(game, top, say)
        case Jackpot():
            return JackpotDock(STAKE, game.cash[seat], PAYOUTS)
        case Debt():
            return debt(game, top, say)
        case Choosing():
            return ChooseMoveDock([_choice(game, seat, steps, say) for steps in bus_steps(game)])
        case Teleporting():
            return _teleport(game, seat, say)


def _turn(game: Game, seat: int, say: Narrator) -> TurnDock:
    illegal = engine.why_not(game, seat, PayBail())
    return TurnDock(
        jailed=game.jailed[seat],
        attempts_left=ATTEMPTS - game.jail_attempts[seat],
        bail=BAIL,
        cash=game.cash[seat],
        bail_refused=None if illegal is None else refusal(say, illegal.code, illegal.facts),
        again=bool(game.dice),
    )


def _purchase(game: Game, top: Purchase, say: Narrator) -> PurchaseDock:
    illegal = engine.why_not(game, top.seat, Buy())
    group = GROUP[top.square]
    members = [
        Member(square, say.square(square), _owner(game, square), here=square == top.square) for square in MEMBERS[group]
    ]
    held = sum(one.owner == top.seat for one in members)
    return PurchaseDock(
        square=top.square,
        name=say.square(top.square),
        group=GROUPS[group],
        letter=labels.LETTERS[GROUPS[group]],
        group_name=labels.group_name(say, GROUPS[group]),
        price=PRICE[top.square],
        cash=game.cash[top.seat],
        refused=None if illegal is None else refusal(say, illegal.code, illegal.facts),
        held=held,
        size=len(members),
        rent=_rent(top.square, held + 1, say),
        members=members,
    )


def _owner(game: Game, square: int) -> int | None:
    owner = game.owner[square]
    return None if owner == NOBODY else owner


def _rent(square: int, held: int, say: Narrator) -> Markup:
    """What the property would bring its buyer, who would then hold so many of the group."""
    match KIND[square]:
        case "station":
            return say.gettext("Rent %(rent)s", rent=say.money(STATION_RENTS[held]))
        case "utility":
            return say.gettext("Rent: the dice times %(factor)s", factor=say.number(UTILITY_FACTORS[held]))
        case _:
            whole = held == len(MEMBERS[GROUP[square]])
            rent = RENTS[square][0] * (2 if whole else 1)
            return say.gettext(
                "Rent %(rent)s, built up as far as %(most)s",
                rent=say.money(rent),
                most=say.money(RENTS[square][-1]),
            )


def _auction(game: Game, top: Auction, viewer: int | None, say: Narrator) -> AuctionDock:
    yours = viewer is not None and top.seat == viewer
    illegal = engine.why_not(game, viewer, Bid()) if yours else None
    group = GROUPS[GROUP[top.square]]
    return AuctionDock(
        square=top.square,
        name=say.square(top.square),
        group=group,
        letter=labels.LETTERS[group],
        price=PRICE[top.square],
        asked=top.asked,
        asked_seat=top.seat,
        leader=None if top.leader == NOBODY else top.leader,
        standing_bid=top.asked - RAISE,
        bidders=_bidders(game, top),
        cash=None if viewer is None else game.cash[viewer],
        yours=yours,
        passed=viewer in top.passed,
        refused=None if illegal is None else refusal(say, illegal.code, illegal.facts),
    )


def _bidders(game: Game, top: Auction) -> list[Bidder]:
    seats = len(game.standing)
    around = [(top.decliner + step) % seats for step in range(1, seats + 1)]
    still = set(living(game)) - set(top.passed)
    states = {top.leader: "leads", top.seat: "asked"}
    found = [Bidder(seat, states.get(seat, "in")) for seat in around if seat in still]
    return found + [Bidder(seat, "passed") for seat in top.passed]


def _choice(game: Game, seat: int, steps: int, say: Narrator) -> MoveChoice:
    square = (game.square[seat] + steps) % SQUARES
    return MoveChoice(steps, square, say.square(square), awaits(game, seat, square, say))


def _teleport(game: Game, seat: int, say: Narrator) -> TeleportDock:
    found = TeleportDock([], [], [], [])
    for square in range(SQUARES):
        if square == game.square[seat]:
            continue
        kinds = {NOBODY: found.free, seat: found.own}
        place = found.rest if GROUP[square] < 0 else kinds.get(game.owner[square], found.others)
        place.append(Destination(square, say.square(square), awaits(game, seat, square, say)))
    return found


def _idle(game: Game, top: Phase, viewer: int | None, say: Narrator) -> IdleDock:
    standing = PLAYING if viewer is None else game.standing[viewer]
    return IdleDock(
        actor=top.seat,
        phase=engine.phase(game),
        out=None if standing == PLAYING else STANDINGS[standing],
        square=say.square(top.square) if isinstance(top, Purchase) else "",
        owes=debt_total(top) if isinstance(top, Debt) else 0,
    )


def _over(game: Game, viewer: int | None, say: Narrator) -> OverDock:
    results = [
        Result(place, seat, net_worth(game, seat), seat in game.winners, game.standing[seat] != PLAYING)
        for seat, place in places(game)
    ]
    return OverDock(
        results=results,
        winners=list(game.winners),
        names=say.seats(game.winners),
        won=viewer is not None and viewer in game.winners,
        seated=viewer is not None,
        reason=game.ending,
    )
