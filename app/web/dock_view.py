"""What the viewer can do now: one struct a phase, each with the name of its template in templates/table/dock."""

from typing import TypeAlias

from markupsafe import Markup, escape
from msgspec import Struct

from app import engine
from app.engine.actions import Bankrupt, Bid, Buy, Pay, PayBail
from app.engine.agenda import (
    Auction,
    Choosing,
    Debt,
    Item,
    Jackpot,
    Phase,
    Purchase,
    Teleporting,
    Turn,
    debt_total,
    waiting,
)
from app.engine.board import BOARD, GROUP, GROUPS, MEMBERS, PRICE, SQUARES
from app.engine.rules.auctions import RAISE
from app.engine.rules.ending import places
from app.engine.rules.jackpot import PAYOUTS, STAKE
from app.engine.rules.jail import ATTEMPTS, BAIL
from app.engine.rules.speed_die import bus_steps
from app.engine.state import NOBODY, PLAYING, STANDINGS, Game
from app.engine.worth import net_worth, raisable
from app.web import labels
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


class PurchaseDock(Struct, frozen=True, tag="purchase"):
    """An unowned property."""

    square: int
    name: str
    group_name: str
    price: int
    cash: int
    refused: str | None
    held: int
    size: int


class AuctionDock(Struct, frozen=True, tag="auction"):
    """A property under the hammer; everybody sees it, `asked_seat` acts."""

    square: int
    name: str
    asked: int
    asked_seat: int
    leader: int | None
    standing_bid: int
    remaining: list[int]
    passed: list[int]
    cash: int | None
    yours: bool
    refused: str | None


class JackpotDock(Struct, frozen=True, tag="jackpot"):
    """The bet on a die."""

    stake: int
    cash: int
    payouts: tuple[int, ...]


class Owed(Struct, frozen=True):
    """One creditor's part. `to` None is the bank."""

    to: int | None
    amount: int
    reason: str


class DebtDock(Struct, frozen=True, tag="debt"):
    """The viewer's pay pause."""

    items: list[Owed]
    total: int
    cash: int
    missing: int
    raisable: int
    payable: bool
    hopeless: bool


class MoveChoice(Struct, frozen=True):
    """A way the bus can go."""

    steps: int
    square: int
    name: str


class ChooseMoveDock(Struct, frozen=True, tag="choose_move"):
    """The bus."""

    choices: list[MoveChoice]


class Destination(Struct, frozen=True):
    """A square one may teleport to."""

    square: int
    name: str
    group_name: str
    owner: int | None
    price: int


class TeleportDock(Struct, frozen=True, tag="teleport"):
    """A triple: anywhere."""

    destinations: list[Destination]


class IdleDock(Struct, frozen=True, tag="idle"):
    """Somebody else is asked. `out` says how the viewer left, None while playing or for an onlooker."""

    actor: int
    phase: str
    out: str | None
    square: str


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
            return _debt(game, top, say)
        case Choosing():
            return ChooseMoveDock([_choice(game, seat, steps, say) for steps in bus_steps(game)])
        case Teleporting():
            return TeleportDock(
                [_destination(game, square, say) for square in range(SQUARES) if square != game.square[seat]]
            )


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
    return PurchaseDock(
        square=top.square,
        name=say.square(top.square),
        group_name=labels.group_name(say, GROUPS[group]),
        price=PRICE[top.square],
        cash=game.cash[top.seat],
        refused=None if illegal is None else refusal(say, illegal.code, illegal.facts),
        held=sum(game.owner[square] == top.seat for square in MEMBERS[group]),
        size=len(MEMBERS[group]),
    )


def _auction(game: Game, top: Auction, viewer: int | None, say: Narrator) -> AuctionDock:
    yours = viewer is not None and top.seat == viewer
    illegal = engine.why_not(game, viewer, Bid()) if yours else None
    playing = [seat for seat, standing in enumerate(game.standing) if standing == PLAYING]
    return AuctionDock(
        square=top.square,
        name=say.square(top.square),
        asked=top.asked,
        asked_seat=top.seat,
        leader=None if top.leader == NOBODY else top.leader,
        standing_bid=top.asked - RAISE,
        remaining=[seat for seat in playing if seat not in top.passed],
        passed=list(top.passed),
        cash=None if viewer is None else game.cash[viewer],
        yours=yours,
        refused=None if illegal is None else refusal(say, illegal.code, illegal.facts),
    )


def _debt(game: Game, top: Debt, say: Narrator) -> DebtDock:
    total = debt_total(top)
    cash = game.cash[top.seat]
    return DebtDock(
        items=[_owed(item, say) for item in top.items],
        total=total,
        cash=cash,
        missing=max(0, total - cash),
        raisable=raisable(game, top.seat),
        payable=engine.why_not(game, top.seat, Pay()) is None,
        hopeless=engine.why_not(game, top.seat, Bankrupt()) is None,
    )


def _owed(item: Item, say: Narrator) -> Owed:
    return Owed(None if item.to == NOBODY else item.to, item.amount, _reason(item, say))


def _reason(item: Item, say: Narrator) -> Markup:
    match item.reason:
        case "rent":
            return say.gettext("rent for %(square)s", square=say.square(item.square))
        case "tax":
            return escape(say.square(item.square))
        case "bail":
            return say.gettext("bail")
        case _:
            return say.gettext("a chance card")


def _choice(game: Game, seat: int, steps: int, say: Narrator) -> MoveChoice:
    square = (game.square[seat] + steps) % SQUARES
    return MoveChoice(steps, square, say.square(square))


def _destination(game: Game, square: int, say: Narrator) -> Destination:
    group = GROUP[square]
    owner = game.owner[square]
    return Destination(
        square=square,
        name=say.square(square),
        group_name=labels.group_name(say, GROUPS[group]) if group >= 0 else "",
        owner=None if owner == NOBODY else owner,
        price=BOARD[square].price,
    )


def _idle(game: Game, top: Phase, viewer: int | None, say: Narrator) -> IdleDock:
    standing = PLAYING if viewer is None else game.standing[viewer]
    return IdleDock(
        actor=top.seat,
        phase=engine.phase(game),
        out=None if standing == PLAYING else STANDINGS[standing],
        square=say.square(top.square) if isinstance(top, Purchase) else "",
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
