"""The middle of the board: the round, the dice, who is asked for what in words, and what a mode adds. No orders."""

from typing import Final

from markupsafe import Markup
from msgspec import Struct

from app import engine
from app.engine.agenda import Auction, Choosing, Debt, Jackpot, Phase, Purchase, Teleporting, Turn, debt_total, waiting
from app.engine.board import GROUPS, PRICE
from app.engine.state import NOBODY, Game
from app.engine.worth import net_worth
from app.web import labels
from app.web.phrases import Narrator

_WHITE_DICE: Final = 2
AROUND: Final = 100
"""The length of the ring, in parts."""
URGENT_SECONDS: Final = 5


class Face(Struct, frozen=True):
    """A die as it lies. `drawing` is its picture; `speed` marks the third die."""

    face: str
    drawing: str
    speed: bool


class Ring(Struct, frozen=True):
    """The time that is left of the `whole` seconds: `gone` of the ring's hundred parts; `low` where it is urgent."""

    whole: int
    gone: int
    low: bool


class Side(Struct, frozen=True):
    """How a side of the Team mode stands."""

    letter: str
    worth: int
    yours: bool


class Blessing(Struct, frozen=True):
    """The group whose rent is doubled."""

    group: str
    letter: str
    name: str


class Middle(Struct, frozen=True):
    """The middle of the board. `square` is the one in question, None where there is none."""

    round: int
    round_cap: int
    dice: list[Face]
    actor: int | None
    yours: bool
    phase: str
    square: int | None
    question: Markup
    ring: Ring | None
    god: str | None
    blessed: Blessing | None
    sides: list[Side]


def middle(game: Game, viewer: int | None, say: Narrator, *, seconds: int | None) -> Middle:
    """What everybody sees in the middle; `seconds` are left to the actor, None while nothing runs."""
    top = waiting(game.agenda) if game.agenda else None
    fortune = game.rules.fortune
    return Middle(
        round=game.round,
        round_cap=game.rules.round_cap,
        dice=[_face(face, speed=number >= _WHITE_DICE) for number, face in enumerate(game.dice)],
        actor=engine.actor(game),
        yours=top is not None and top.seat == viewer,
        phase=engine.phase(game),
        square=top.square if isinstance(top, Auction | Purchase) else None,
        question=_over(game, say) if top is None else _question(game, top, viewer, say),
        ring=None if top is None or seconds is None else _ring(game, top, seconds),
        god=say.square(game.god) if fortune else None,
        blessed=_blessing(game, say) if fortune and game.blessed != NOBODY else None,
        sides=_sides(game, viewer),
    )


def _face(face: int | str, *, speed: bool) -> Face:
    return Face(str(face), f"d{face}" if isinstance(face, int) else face, speed)


def _ring(game: Game, top: Phase, seconds: int) -> Ring:
    rules = game.rules
    match top:
        case Auction():
            whole = rules.auction_seconds
        case Debt():
            whole = rules.debt_seconds
        case _:
            whole = rules.turn_seconds
    left = max(0, seconds)
    return Ring(whole, AROUND - min(AROUND, left * AROUND // whole), left <= URGENT_SECONDS)


def _blessing(game: Game, say: Narrator) -> Blessing:
    group = GROUPS[game.blessed]
    return Blessing(group, labels.LETTERS[group], labels.group_name(say, group))


def _sides(game: Game, viewer: int | None) -> list[Side]:
    seats = range(len(game.team))
    return [
        Side(
            letter="AB"[team],
            worth=sum(net_worth(game, seat) for seat in seats if game.team[seat] == team),
            yours=viewer is not None and game.team[viewer] == team,
        )
        for team in range(game.rules.teams or 0)
    ]


def _over(game: Game, say: Narrator) -> Markup:
    return say.ngettext("%(names)s wins.", "%(names)s win.", len(game.winners), names=say.seats(game.winners))


def _question(game: Game, top: Phase, viewer: int | None, say: Narrator) -> Markup:
    return _yours(game, top, say) if top.seat == viewer else _theirs(game, top, say)


def _yours(game: Game, top: Phase, say: Narrator) -> Markup:
    match top:
        case Turn():
            if game.jailed[top.seat]:
                return say.gettext("You are in jail.")
            return say.gettext("Roll again.") if game.dice else say.gettext("Your turn: roll the dice.")
        case Purchase():
            return say.gettext(
                "Buy %(square)s for %(price)s?", square=say.square(top.square), price=say.money(PRICE[top.square])
            )
        case Auction():
            return say.gettext(
                "Bid %(asked)s for %(square)s?", asked=say.money(top.asked), square=say.square(top.square)
            )
        case Jackpot():
            return say.gettext("Bet on the die?")
        case Debt():
            return say.gettext("You owe %(total)s.", total=say.money(debt_total(top)))
        case Choosing():
            return say.gettext("How far will you go?")
        case Teleporting():
            return say.gettext("Where will you go?")


def _theirs(game: Game, top: Phase, say: Narrator) -> Markup:
    name = say.seat(top.seat)
    match top:
        case Turn():
            if game.jailed[top.seat]:
                return say.gettext("%(name)s is in jail.", name=name)
            return say.gettext("%(name)s is about to roll.", name=name)
        case Purchase():
            return say.gettext("%(name)s may buy %(square)s.", name=name, square=say.square(top.square))
        case Auction():
            return say.gettext(
                "%(name)s may bid %(asked)s for %(square)s.",
                name=name,
                asked=say.money(top.asked),
                square=say.square(top.square),
            )
        case Jackpot():
            return say.gettext("%(name)s may bet on the jackpot.", name=name)
        case Debt():
            return say.gettext("%(name)s owes %(total)s.", name=name, total=say.money(debt_total(top)))
        case Choosing() | Teleporting():
            return say.gettext("%(name)s chooses where to go.", name=name)
