"""What one square of the board shows: a pure function of its state, so that its HTML can be kept and sent alone."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from jinja2 import Template
from markupsafe import Markup
from msgspec import Struct

from app.engine.board import BOARD, GROUPS, SQUARES
from app.engine.modes import Rules
from app.engine.names import board_of, square_name
from app.engine.rules.rent import card_bonus
from app.engine.state import NOBODY, PLAYING, Game
from app.i18n import Language
from app.web import labels
from app.web.speech import Speech, isolated

_SIDES: Final = ("bottom", "left", "top", "right")
_CORNERS: Final = 10
_PICTURES: Final = {0: "start", 4: "tax", 10: "jail", 30: "gotojail", 38: "yacht"} | {
    number: "chance" for number, square in enumerate(BOARD) if square.kind == "chance"
}
_SQUARE_20: Final = {"jackpot": "jackpot", "rest": "rest", "free_parking": "parking"}
KEPT: Final = 8192
"""How many drawn squares a process keeps, of all games and languages together."""


class Standing(Struct, frozen=True):
    """Somebody's token on a square."""

    seat: int
    name: str
    jailed: bool


class SquareState(Struct, frozen=True):
    """All that a square's picture depends on, apart from the language. `owner` None is the bank."""

    number: int
    board: str
    square_20: str
    owner: int | None
    owner_name: str
    level: int
    mortgaged: bool
    rounds_left: int | None
    blessed: bool
    god: bool
    tokens: tuple[Standing, ...]
    bonus: int = 0
    """What the owner's collection card adds to the rent, in percent."""

    @property
    def side(self) -> str:
        """The edge of the board; corners belong to the edge they begin."""
        return _SIDES[self.number // _CORNERS]

    @property
    def corner(self) -> bool:
        """Whether it is one of the four corners."""
        return self.number % _CORNERS == 0

    @property
    def kind(self) -> str:
        """The kind of square, as the board knows it."""
        return BOARD[self.number].kind

    @property
    def group(self) -> str | None:
        """The group's code, None where nothing can be owned."""
        index = BOARD[self.number].group
        return GROUPS[index] if index >= 0 else None

    @property
    def letter(self) -> str:
        """The group's letter."""
        return labels.LETTERS[self.group] if self.group else ""

    @property
    def picture(self) -> str:
        """The drawing."""
        return picture(self.number, self.square_20)

    @property
    def price(self) -> int:
        """The list price."""
        return BOARD[self.number].price

    @property
    def tax(self) -> int:
        """What the bank asks here."""
        return BOARD[self.number].tax


def picture(number: int, square_20: str) -> str:
    """The drawing of a square: a company's own mark, or what the square is for."""
    if BOARD[number].group >= 0:
        return f"c{number}"
    return _PICTURES.get(number) or _SQUARE_20[square_20]


def states(game: Game | None, rules: Rules, names: Sequence[str]) -> list[SquareState]:
    """The forty squares of a table; `game` None is the board before the start."""
    if game is None:
        return [_empty(number, rules) for number in range(SQUARES)]
    tokens: dict[int, tuple[Standing, ...]] = {}
    for seat, square in enumerate(game.square):
        if game.standing[seat] == PLAYING:
            tokens[square] = (*tokens.get(square, ()), Standing(seat, names[seat], game.jailed[seat]))
    return [_state(game, number, names, tokens.get(number, ())) for number in range(SQUARES)]


def _empty(number: int, rules: Rules) -> SquareState:
    return SquareState(
        number=number,
        board=board_of(rules),
        square_20=rules.square_20,
        owner=None,
        owner_name="",
        level=0,
        mortgaged=False,
        rounds_left=None,
        blessed=False,
        god=False,
        tokens=(),
    )


def _state(game: Game, number: int, names: Sequence[str], tokens: tuple[Standing, ...]) -> SquareState:
    owner = game.owner[number]
    lapses = game.lapses[number]
    group = BOARD[number].group
    return SquareState(
        number=number,
        board=board_of(game.rules),
        square_20=game.rules.square_20,
        owner=None if owner == NOBODY else owner,
        owner_name="" if owner == NOBODY else names[owner],
        level=game.level[number],
        mortgaged=game.mortgaged[number],
        rounds_left=lapses - game.round if lapses else None,
        blessed=group >= 0 and group == game.blessed,
        god=game.rules.fortune and game.god == number,
        tokens=tokens,
        bonus=0 if owner == NOBODY else card_bonus(game, number, owner),
    )


@lru_cache(KEPT)
def drawn(template: Template, language: Language, state: SquareState) -> str:
    """The square's HTML."""
    say = Speech(language)
    name = say.gettext(square_name(state.board, state.number, state.square_20))
    return template.render(language=language, square=state, name=name, told=_told(say, state, name))


def _told(say: Speech, state: SquareState, name: str) -> str:
    """What the picture shows, in words."""
    parts: list[object] = [name]
    if state.group:
        parts.append(labels.group_name(say, state.group))
    if state.owner is not None:
        parts.append(say.gettext("owned by %(name)s", name=isolated(state.owner_name)))
    elif state.price:
        parts.append(say.gettext("for sale at %(price)s", price=say.money(state.price)))
    return say.row([*parts, *conditions(say, state)])


def conditions(say: Speech, state: SquareState) -> list[Markup]:
    """What is the matter with a square beside its owner, and who stands there."""
    parts: list[Markup] = []
    if state.level:
        parts.append(say.gettext("level %(level)s", level=state.level))
    if state.bonus:
        parts.append(say.gettext("collection card, rent +%(share)s", share=say.language.percent(state.bonus)))
    if state.mortgaged:
        parts.append(say.gettext("mortgaged"))
    if state.rounds_left is not None:
        parts.append(
            say.ngettext("%(n)s round left", "%(n)s rounds left", state.rounds_left),
        )
    if state.blessed:
        parts.append(say.gettext("blessed"))
    if state.god:
        parts.append(say.gettext("the God of Wealth is here"))
    return parts + [_standing(say, token) for token in state.tokens]


def _standing(say: Speech, token: Standing) -> Markup:
    if token.jailed:
        return say.gettext("%(name)s is jailed here", name=isolated(token.name))
    return say.gettext("%(name)s is here", name=isolated(token.name))
