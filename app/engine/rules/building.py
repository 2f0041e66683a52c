"""Rulebook 8, Building. Whoever owns a whole group, none of it mortgaged, raises its streets level by level."""

from app.engine import events as happened
from app.engine.actions import Build, Sell
from app.engine.agenda import Phase
from app.engine.board import BUILD_COST, GROUP, KIND, MAX_LEVEL
from app.engine.draft import Draft
from app.engine.state import Game
from app.engine.worth import full_group, group_of, highest_level, lowest_level, sale_value


def may_build(game: Game, at: Phase, ask: Build) -> str | None:
    """Why the street may not be raised now; the first reason in the contract's order."""
    square = ask.square
    group = group_of(square)
    if group < 0:
        return "not_a_property"
    if KIND[square] != "street":
        return "not_a_street"
    if game.owner[square] != at.seat:
        return "not_owner"
    return _may_raise(game, at.seat, square, group)


def _may_raise(game: Game, seat: int, square: int, group: int) -> str | None:
    if not full_group(game, seat, group):
        return "group_incomplete"
    if game.pledged[group]:
        return "group_mortgaged"
    level = game.level[square]
    if level >= MAX_LEVEL:
        return "max_level"
    rules = game.rules
    limit = rules.levels_per_street_per_turn
    if limit is not None and game.raised.count(square) >= limit:
        return "level_limit"
    if level and rules.even_building and level > lowest_level(game, group):
        return "uneven"
    if game.cash[seat] < BUILD_COST[square]:
        return "insufficient_cash"
    return None


def build(draft: Draft, at: Phase, ask: Build) -> None:
    """Raise the street by one level at its build cost."""
    square = ask.square
    level = draft.game.level[square] + 1
    draft.spend(at.seat, BUILD_COST[square])
    draft.set_level(square, level)
    draft.note_raised(square)
    if draft.log is not None:
        draft.tell(happened.Built, at.seat, square, level, BUILD_COST[square])


def may_sell(game: Game, at: Phase, ask: Sell) -> str | None:
    """Why no level of the street may be sold now."""
    square = ask.square
    group = group_of(square)
    if group < 0:
        return "not_a_property"
    if KIND[square] != "street":
        return "not_a_street"
    if game.owner[square] != at.seat:
        return "not_owner"
    if not game.level[square]:
        return "no_building"
    if game.rules.even_building and game.level[square] < highest_level(game, group):
        return "uneven"
    return None


def sell(draft: Draft, at: Phase, ask: Sell) -> None:
    """Take one level down for half the build cost."""
    take_down(draft, at.seat, ask.square)


def take_down(draft: Draft, seat: int, square: int) -> None:
    """Sell one level of a street that has one."""
    level = draft.game.level[square] - 1
    draft.gain(seat, sale_value(square))
    draft.set_level(square, level)
    draft.tell(happened.Sold, seat, square, level, sale_value(square))


def group_is_bare(game: Game, square: int) -> bool:
    """Whether no street of the property's group has a level."""
    return not game.built_up[GROUP[square]]
