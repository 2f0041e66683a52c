"""Rulebook 17, Modes are data. The record of knobs and its presets; nowhere else does the engine know a mode's name."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec
from msgspec import Struct

from app.engine.errors import Illegal


class Rules(Struct, frozen=True, array_like=True, kw_only=True):
    """Every knob of a game, as the contract names them. The defaults are the classic rules.

    Units: seconds, rounds, whole money, percent. `None` switches a knob off; `levels_per_street_per_turn` None is any
    number and `trade_seconds` None is until the proposer's phase ends. New knobs are appended, never inserted: stored
    games hold this record by position.
    """

    round_cap: int = 500
    turn_seconds: int = 75
    rent_tax: tuple[int, int] | None = (100, 200)
    speed_die_from_round: int | None = None
    even_building: bool = True
    levels_per_street_per_turn: int | None = 1
    mortgage_rounds: int | None = None
    redeem_surcharge: int = 10
    square_20: Literal["jackpot", "rest", "free_parking"] = "jackpot"
    start_landing_bonus: int = 1000
    deck: Literal["shuffled", "fixed"] = "shuffled"
    manage_after_roll: bool = False
    trade_mortgaged: bool = True
    missed_turns: int = 2
    teams: Literal[2] | None = None
    fortune: bool = False
    collection_cards: bool = True
    auction_seconds: int = 10
    debt_seconds: int = 75
    choice_seconds: int = 15
    trade_seconds: int | None = 45


class _Knobs(Rules, frozen=True, array_like=False, kw_only=True, forbid_unknown_fields=True):
    """The same record by name, as scripts and scenario files write it."""


_ORIGINAL = {
    "square_20": "free_parking",
    "start_landing_bonus": 0,
    "deck": "fixed",
    "manage_after_roll": True,
    "trade_mortgaged": False,
    "missed_turns": 3,
    "collection_cards": False,
}
_SPEED = {
    "round_cap": 300,
    "turn_seconds": 45,
    "rent_tax": (40, 100),
    "speed_die_from_round": 7,
    "even_building": False,
    "mortgage_rounds": 10,
}
_DAILY = {"turn_seconds": 86_400, "auction_seconds": 28_800, "debt_seconds": 86_400, "trade_seconds": None}


def knobs(rules: Rules) -> dict[str, object]:
    """The record as the view shows it: every knob by name."""
    shown: dict[str, object] = {name: getattr(rules, name) for name in Rules.__struct_fields__}
    if rules.rent_tax is not None:
        shown["rent_tax"] = list(rules.rent_tax)
    return shown


def changed(rules: Rules, changes: Mapping[str, object]) -> Rules:
    """The record with some knobs set otherwise.

    Raises Illegal("invalid_choice") for an unknown knob or a value of the wrong form.
    """
    try:
        named = msgspec.convert({**knobs(rules), **changes}, _Knobs)
    except msgspec.ValidationError as error:
        raise Illegal("invalid_choice", {"reason": str(error)}) from error
    return Rules(**{name: getattr(named, name) for name in Rules.__struct_fields__})


BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "round_cap": (1, 1000),
    "turn_seconds": (15, 604_800),
    "speed_die_from_round": (1, 1000),
    "levels_per_street_per_turn": (1, 5),
    "mortgage_rounds": (1, 100),
    "redeem_surcharge": (0, 100),
    "start_landing_bonus": (0, 10_000),
    "missed_turns": (1, 10),
    "auction_seconds": (5, 604_800),
    "debt_seconds": (15, 604_800),
    "choice_seconds": (5, 3600),
    "trade_seconds": (15, 3600),
}
"""What a room's creator may set each numeric knob to, both ends included."""


def customised(rules: Rules, changes: Mapping[str, object]) -> Rules:
    """The record a room's creator asks for: `changed`, within bounds. Raises Illegal("invalid_choice")."""
    made = changed(rules, changes)
    for knob, (least, most) in BOUNDS.items():
        value = getattr(made, knob)
        if value is not None and not least <= value <= most:
            raise Illegal("invalid_choice", {"knob": knob, "least": least, "most": most})
    if made.rent_tax is not None and not 1 <= made.rent_tax[0] <= made.rent_tax[1] <= BOUNDS["round_cap"][1]:
        raise Illegal("invalid_choice", {"knob": "rent_tax"})
    if made.teams != rules.teams:
        raise Illegal("invalid_choice", {"knob": "teams"})
    return made


def daily(rules: Rules) -> Rules:
    """The slower clock of rulebook 15: a day a turn, eight hours a bid."""
    return changed(rules, _DAILY)


CLASSIC: Final = Rules()
MODES: Final[dict[str, Rules]] = {
    "classic": CLASSIC,
    "blitz": changed(CLASSIC, {"round_cap": 25, "rent_tax": None}),
    "speed": changed(CLASSIC, _SPEED),
    "team": changed(CLASSIC, {"teams": 2}),
    "halal": changed(CLASSIC, {"redeem_surcharge": 0, "square_20": "rest"}),
    "fortune": changed(CLASSIC, {"fortune": True}),
    "original": changed(CLASSIC, _ORIGINAL),
    "original_speed": changed(CLASSIC, {**_SPEED, **_ORIGINAL, "levels_per_street_per_turn": None}),
}
