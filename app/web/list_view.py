"""The board as a list: forty squares by group, with all that their pictures show, in words."""

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from app.engine.board import GROUP, GROUPS, MEMBERS, PRICE, SQUARES, UTILITY_FACTORS
from app.engine.rules.rent import charges, rent_due
from app.engine.state import Game
from app.engine.worth import holds, living
from app.web import labels, square_view
from app.web.phrases import Narrator
from app.web.square_view import SquareState


class Entry(Struct, frozen=True):
    """A square in words. `owner` None is the bank; `facts` are what can be said of it now."""

    square: int
    picture: str
    name: str
    owner: int | None
    facts: Markup


class Chapter(Struct, frozen=True):
    """A group, or the squares that nobody can own: their `group` is None."""

    group: str | None
    letter: str
    name: str
    entries: list[Entry]


def chapters(game: Game, say: Narrator) -> list[Chapter]:
    """The whole board, groups first."""
    seen = square_view.states(game, game.rules, say.names)
    found = [
        Chapter(
            group=group,
            letter=labels.LETTERS[group],
            name=labels.group_name(say, group),
            entries=_entries(game, MEMBERS[index], seen, say),
        )
        for index, group in enumerate(GROUPS)
    ]
    others = [square for square in range(SQUARES) if GROUP[square] < 0]
    return [*found, Chapter(None, "", say.gettext("The other squares"), _entries(game, others, seen, say))]


def _entries(game: Game, squares: Sequence[int], seen: Sequence[SquareState], say: Narrator) -> list[Entry]:
    return [
        Entry(
            square=square,
            picture=seen[square].picture,
            name=say.square(square),
            owner=seen[square].owner,
            facts=say.row(_facts(game, seen[square], say)),
        )
        for square in squares
    ]


def _facts(game: Game, state: SquareState, say: Narrator) -> list[Markup]:
    found: list[Markup] = []
    if state.owner is not None:
        found.append(say.gettext("owned by %(name)s", name=say.seat(state.owner)))
        found += _rent(game, state, say)
    elif state.price:
        found.append(say.gettext("for sale at %(price)s", price=say.money(PRICE[state.number])))
    if state.tax:
        found.append(say.gettext("tax: %(tax)s", tax=say.money(state.tax)))
    found += square_view.conditions(say, state)
    return found


def _rent(game: Game, state: SquareState, say: Narrator) -> list[Markup]:
    """What it costs to land there now; nothing where nobody would be charged."""
    square = state.number
    payer = next((seat for seat in living(game) if charges(game, square, seat)), None)
    if payer is None or state.owner is None:
        return []
    if state.kind == "utility":
        factor = UTILITY_FACTORS[holds(game, state.owner, GROUP[square])]
        return [say.gettext("rent now: the dice times %(factor)s", factor=say.number(factor))]
    return [say.gettext("rent now: %(rent)s", rent=say.money(rent_due(game, square, payer)))]
