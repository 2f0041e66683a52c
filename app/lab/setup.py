"""Lays out the table a scenario starts from. A position that no game could reach is accepted as it is."""

from typing import Any, Final

from app.engine.board import GROUPS, JAIL, SQUARE_20
from app.engine.draft import Draft
from app.engine.luck import CARDS, Listed
from app.engine.modes import MODES, changed
from app.engine.rules.chance import CARD_IDS
from app.engine.rules.start import CASH, team_of
from app.engine.state import FIXED_ORDER, GIVEN_ORDER, NOBODY, PLAYING, STANDINGS, Game, fresh

EPOCH: Final = 1_767_225_600_000
"""2026-01-01T00:00:00Z, where the time of every scenario starts."""

Json = Any


def lay_out(scenario: Json, luck: Listed) -> Game:
    """The game of a scenario: under way, in phase `turn` of the seat to move, with a full clock."""
    setup = scenario["setup"]
    rules = changed(MODES[scenario["mode"]], scenario.get("rules") or {})
    seats: list[Json] = setup["seats"]
    game = fresh(rules, [_team(one, rules.teams, seat) for seat, one in enumerate(seats)])
    game.version = 1
    game.round = setup.get("round", 1)
    draft = Draft(game, now=EPOCH, luck=luck, log=None)
    draft.go_first(setup.get("first", setup.get("turn", 0)))
    draft.new_turn(setup.get("turn", 0))
    for seat, one in enumerate(seats):
        _seat(game, seat, one)
    for square, found in (setup.get("properties") or {}).items():
        _property(draft, int(square), found)
    _deck(game, setup.get("deck"), luck)
    fortune = setup.get("fortune") or {}
    draft.move_god(fortune.get("god", SQUARE_20))
    blessed = fortune.get("blessed")
    draft.bless(NOBODY if blessed is None else GROUPS.index(blessed))
    draft.open_turn()
    return game


def _team(one: Json, teams: int | None, seat: int) -> int:
    team = one.get("team")
    return team_of(teams, seat) if team is None else int(team)


def _seat(game: Game, seat: int, one: Json) -> None:
    jailed = bool(one.get("jailed", False))
    game.cash[seat] = one.get("cash", CASH)
    game.square[seat] = one.get("square", JAIL if jailed else 0)
    game.jailed[seat] = jailed
    game.jail_attempts[seat] = one.get("jail_attempts", 0)
    game.missed_turns[seat] = one.get("missed_turns", 0)
    game.cards[seat] = {int(square): percent for square, percent in (one.get("cards") or {}).items()}
    game.standing[seat] = STANDINGS.index(one.get("status", STANDINGS[PLAYING]))
    if game.standing[seat] != PLAYING:
        game.cash[seat] = 0
        game.left.append(seat)


def _property(draft: Draft, square: int, found: Json) -> None:
    owner = found.get("owner")
    if owner is not None:
        draft.give(square, owner)
    draft.set_level(square, found.get("level", 0))
    if found.get("mortgaged", False):
        draft.mortgage(square)
    if found.get("lapses_in_round") is not None:
        draft.game.lapses[square] = found["lapses_in_round"]


def _deck(game: Game, deck: Json, luck: Listed) -> None:
    if deck is not None:
        luck.known_order(GIVEN_ORDER, [CARD_IDS.index(card) for card in deck])
        game.shuffle, game.deck_left = GIVEN_ORDER, len(deck)
    elif game.rules.deck == "fixed":
        game.shuffle, game.deck_left = FIXED_ORDER, CARDS
