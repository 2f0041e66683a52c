"""The refusals of the rules: one exception with a code, the codes being those of the public contract."""

from typing import Final

Fact = int | str

CODES: Final = (
    "game_over",
    "not_seated",
    "eliminated",
    "not_your_turn",
    "wrong_phase",
    "insufficient_cash",
    "not_owner",
    "not_a_property",
    "not_a_street",
    "group_incomplete",
    "group_mortgaged",
    "group_built",
    "uneven",
    "level_limit",
    "max_level",
    "no_building",
    "already_mortgaged",
    "not_mortgaged",
    "still_solvent",
    "invalid_choice",
    "unfair_trade",
    "not_tradable",
    "too_many_offers",
    "trade_gone",
    "not_jailed",
)


class Illegal(Exception):
    """The rules refuse this action."""

    def __init__(self, code: str, facts: dict[str, Fact] | None = None) -> None:
        """`facts` holds the numbers a sentence about the refusal may want: money in units, squares as numbers."""
        super().__init__(code)
        self.code = code
        self.facts: dict[str, Fact] = facts or {}
