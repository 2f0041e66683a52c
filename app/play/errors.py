"""What can stop a move or a visit to a room, beside the rules' own refusals."""

from typing import Literal, TypeAlias

from app.store.games import Row

ConflictCode: TypeAlias = Literal["already_seated", "seats_full", "seats_open", "not_waiting", "not_over", "sent_away"]


class Unknown(Exception):
    """There is no such room or game."""


class Forbidden(Exception):
    """This is not yours to do: it takes a seat, an invitation, or the creator."""


class Conflict(Exception):
    """The room, or the person, is not in the state that this needs."""

    def __init__(self, code: ConflictCode) -> None:
        super().__init__(code)
        self.code: ConflictCode = code


class Stale(Exception):
    """The table has moved on since the version this was decided on. `row` is how it stands now."""

    def __init__(self, row: Row) -> None:
        super().__init__("stale_version")
        self.row = row


class Busy(Exception):
    """Others were faster so many times in a row that trying on would only add to the crowd."""


class Broken(Exception):
    """This table cannot be played, by a mistake of ours; it was put off, so that it keeps no other one waiting."""

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.game_id = game_id
