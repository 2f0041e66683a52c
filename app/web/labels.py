"""Names for the codes of the contract: modes, groups, cards. English sources, translated where they are shown."""

from typing import Final

from app.engine.board import GROUPS
from app.engine.modes import Rules
from app.engine.names import GROUP_NAMES, N_, board_of, square_name
from app.web.speech import Speech

MODES: Final[dict[str, tuple[str, str]]] = {
    "classic": (N_("Classic"), N_("The whole game. Rents rise until one player is left.")),
    "blitz": (N_("Blitz"), N_("Twenty-five rounds; the richest player wins.")),
    "speed": (N_("Speed"), N_("Short turns, a third die, and building in any order.")),
    "team": (N_("Team"), N_("Two sides of two or three. Partners pay each other no rent.")),
    "halal": (N_("Halal"), N_("No interest on mortgages and no bets.")),
    "fortune": (N_("Fortune"), N_("Red envelopes, lucky eights and a god of wealth.")),
    "original": (N_("Original"), N_("The oldest rules, with free parking and a fixed deck.")),
    "original_speed": (N_("Original Speed"), N_("The oldest rules with short turns and a third die.")),
}
"""What each mode is called, and what it is in one line."""

CARDS: Final[dict[str, str]] = {
    "bank_pays_1000": N_("The bank pays you 1,000."),
    "bank_pays_1500": N_("The bank pays you 1,500."),
    "bank_pays_2000": N_("The bank pays you 2,000."),
    "pay_bank_500": N_("Pay the bank 500."),
    "pay_bank_1500": N_("Pay the bank 1,500."),
    "pay_bank_2500": N_("Pay the bank 2,500."),
    "collect_from_each": N_("Collect 250 from every opponent."),
    "pay_each": N_("Pay every opponent 250."),
    "repairs": N_("Repairs: pay 250 for every level you own."),
    "to_start": N_("Go to Start."),
    "advance_24": N_("Go ahead to the last red street."),
    "advance_39": N_("Go ahead to the last dark blue street."),
    "back_3": N_("Go back three squares."),
    "nearest_station": N_("Go ahead to the nearest car maker."),
    "nearest_utility": N_("Go ahead to the nearest utility."),
    "go_to_jail": N_("Go to jail."),
}

LETTERS: Final = dict(zip(GROUPS, "ABCDEFGHSU", strict=True))
"""A letter a group, so that no group is told by colour alone."""


def mode_name(say: Speech, mode: str) -> str:
    """What the mode is called."""
    return say.gettext(MODES[mode][0])


def group_name(say: Speech, group: str) -> str:
    """What the group is called."""
    return say.gettext(GROUP_NAMES[group])


def square(say: Speech, rules: Rules, number: int) -> str:
    """What a square is called on the board these rules are played on."""
    return say.gettext(square_name(board_of(rules), number, rules.square_20))
