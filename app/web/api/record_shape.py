"""The shape of a finished game's record, for the OpenAPI document; the record itself is made by `app.play.export`."""

from typing import Any, Literal

from msgspec import Struct

from app.web.api.view_shape import Knobs, View


class RecordedSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who played; `cards` are percentages by square, `team` null where the seat's number decides."""

    name: str
    kind: Literal["human", "bot"]
    team: int | None
    cards: dict[str, int]


class Luck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the dice came from: `seed` is hex, `commitment` its SHA-256, `scheme` the recipe of `/fairness`."""

    seed: str
    commitment: str
    contributions: list[str]
    scheme: str


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a seat asked, and when."""

    seat: int
    at: str
    action: dict[str, Any]


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole finished game. What clocks did is among the events, not among the actions.

    `schema` is the form of this record, `rules_version` rises when the same actions would lead to other events.
    """

    schema: int
    rules_version: int
    id: str
    mode: str
    rules: Knobs
    seats: list[RecordedSeat]
    fairness: Luck
    actions: list[Asked]
    events: list[dict[str, Any]]
    view: View
