"""A small table for the guide's examples, under the rules of whoever reads: what happens on it, the engine decides."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from app.engine.board import MEMBERS
from app.engine.draft import Draft
from app.engine.luck import Listed
from app.engine.modes import Rules, knobs
from app.engine.rules.chance import CARD_IDS
from app.engine.state import Game
from app.lab.setup import EPOCH, lay_out

Properties: TypeAlias = Mapping[str, Mapping[str, Any]]

STREET: Final = 11
"""The street that most examples are about."""
STREETS: Final = next(members for members in MEMBERS if STREET in members)
"""All streets of its group."""
STREET_GROUP: Final = "pink"
STATION: Final = 5
UTILITY: Final = 12


def table(
    rules: Rules,
    properties: Properties | None = None,
    *,
    seats: Sequence[Mapping[str, Any]] = ({}, {}, {}, {}),
    **setup: Any,
) -> Game:
    """A table in the words of a scenario's setup; the first seat is to move."""
    setup = {"seats": seats, "properties": properties or {}, **setup}
    return lay_out({"mode": "classic", "rules": knobs(rules), "setup": setup}, Listed([], CARD_IDS))


def draft(game: Game) -> Draft:
    """The table, to be played on; nothing of it needs luck."""
    return Draft(game, now=EPOCH, luck=Listed([], CARD_IDS), log=[])


def own(*squares: int, **more: Any) -> dict[str, dict[str, Any]]:
    """Properties of the first seat."""
    return {str(square): {"owner": 0, **more} for square in squares}
