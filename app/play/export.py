"""The record of a finished game: all a stranger needs to recompute it. Nothing of a running game leaves this way."""

import msgspec

from app.engine import RULES_VERSION
from app.engine.luck import SCHEME
from app.engine.modes import knobs
from app.engine.moments import iso
from app.engine.room import Room
from app.engine.view import view
from app.play.errors import Conflict
from app.store import games
from app.store.db import Connection
from app.store.games import Row

SCHEMA = 1


async def record(c: Connection, row: Row) -> dict[str, object]:
    """The whole record, in the contract's form. Raises Conflict("not_over") before the end."""
    if row.game is None or row.status != "over":
        raise Conflict("not_over")
    moves = await games.moves_of(c, row.id)
    return {
        "schema": SCHEMA,
        "rules_version": RULES_VERSION,
        "id": row.id,
        "mode": row.room.mode,
        "rules": knobs(row.room.rules),
        "seats": _seats(row.room),
        "fairness": {
            "seed": row.seed.hex(),
            "commitment": row.room.commitment,
            "contributions": [one.contribution for one in row.room.sittings],
            "scheme": SCHEME,
        },
        "actions": [
            {"seat": step.seat, "at": iso(step.at), "action": step.action} for move in moves for step in move.steps
        ],
        "events": [event for move in moves for event in move.events],
        "view": view(row.game, row.room, None),
    }


def _seats(room: Room) -> list[dict[str, object]]:
    return [
        {
            "name": one.name,
            "kind": one.kind,
            "team": one.team,
            "cards": {str(square): percent for square, percent in sorted(one.cards.items())},
        }
        for one in room.sittings
    ]


def as_json(made: dict[str, object]) -> bytes:
    """The record as it is sent and kept in a file."""
    return msgspec.json.encode(made)
