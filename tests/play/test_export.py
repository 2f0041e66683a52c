"""The record of a finished game: recomputed whole, and found out wherever it was touched."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.bots import TEMPERS
from app.cli.replay import replay as command
from app.engine.actions import Surrender
from app.lab.replay import Differs, replay
from app.play import export, moves, rooms
from app.play.errors import Conflict
from app.play.rooms import Wish
from app.store import games
from app.store.db import Database
from app.store.wakes import Wakes
from tests.play.conftest import NOW, person

Json = Any


async def record(db: Database, wakes: Wakes, mode: str, seats: int) -> Json:
    """A game whose person sleeps through two turns; then the bots play it to its end, some clocks having run out."""
    ana = await person(db)
    wish = Wish(mode=mode, seats=seats, bots=sorted(TEMPERS)[: seats - 1], pause=0)
    row = await rooms.create(db, wakes, ana, wish, default_pause=0, now=NOW, started=True)
    for step in range(1, 200):
        row = await moves.look(db, wakes, row.id, now=NOW + 100_000 * step)
        if row.status == "over":
            break
    async with db.connection() as c:
        return json.loads(export.as_json(await export.record(c, row)))


@pytest.mark.parametrize(
    ("mode", "seats"),
    [("blitz", 3), ("speed", 4), ("team", 4), ("fortune", 3), ("halal", 3), ("original_speed", 3)],
)
async def test_a_record_verifies_offline(db: Database, wakes: Wakes, mode: str, seats: int) -> None:
    made = await record(db, wakes, mode, seats)
    verified = replay(made)
    assert (verified.events, verified.actions) == (len(made["events"]), len(made["actions"]))
    assert verified.actions > 20


async def test_no_record_leaves_before_the_end(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    row = await rooms.play_now(db, wakes, ana, default_pause=900, now=NOW)
    async with db.connection() as c:
        with pytest.raises(Conflict, match="not_over"):
            await export.record(c, row)


def _event(record: Json, kind: str) -> Json:
    return next(event for event in record["events"] if event["type"] == kind)


def _other_die(record: Json) -> None:
    rolled = _event(record, "rolled")
    rolled["dice"][0] = rolled["dice"][0] % 6 + 1


def _other_card(record: Json) -> None:
    drawn = _event(record, "card_drawn")
    drawn["card"] = "bank_pays_2000" if drawn["card"] != "bank_pays_2000" else "bank_pays_1000"


def _other_amount(record: Json) -> None:
    _event(record, "bought")["amount"] += 1


def _other_order(record: Json) -> None:
    events = record["events"]
    events[4], events[5] = events[5], events[4]


def _other_action(record: Json) -> None:
    bought = next(one for one in record["actions"] if one["action"]["type"] == "buy")
    bought["action"] = {"type": "decline"}


def _missing_action(record: Json) -> None:
    del record["actions"][len(record["actions"]) // 2]


def _other_seed(record: Json) -> None:
    record["fairness"]["seed"] = "00" * 32


def _other_contribution(record: Json) -> None:
    record["fairness"]["contributions"][0] += "x"


def _other_winner(record: Json) -> None:
    record["view"]["winners"] = [seat for seat in range(3) if seat not in record["view"]["winners"]]


def _cut_off(record: Json) -> None:
    del record["events"][-1]


def _one_event_more(record: Json) -> None:
    record["events"].append(dict(record["events"][-1]))


def _other_time(record: Json) -> None:
    record["actions"][5]["at"] = "2027-01-01T00:00:00Z"


@pytest.mark.parametrize(
    "tamper",
    [
        _other_die,
        _other_card,
        _other_amount,
        _other_order,
        _other_action,
        _missing_action,
        _other_seed,
        _other_contribution,
        _other_winner,
        _cut_off,
        _one_event_more,
        _other_time,
    ],
)
async def test_a_record_that_was_touched_differs(db: Database, wakes: Wakes, tamper: Callable[[Json], None]) -> None:
    made = await record(db, wakes, "blitz", 3)
    touched = copy.deepcopy(made)
    tamper(touched)
    assert touched != made
    with pytest.raises(Differs):
        replay(touched)


@pytest.mark.parametrize("junk", [None, [], {}, {"schema": 1}, {"schema": 99}, "text", 7])
def test_what_is_no_record_differs_in_words(junk: Json) -> None:
    with pytest.raises(Differs):
        replay(junk)


async def test_the_command_says_verified_or_where_it_differs(db: Database, wakes: Wakes, tmp_path: Path) -> None:
    made = await record(db, wakes, "blitz", 2)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(made), encoding="utf-8")
    good = CliRunner().invoke(command, [str(file)])
    assert (good.exit_code, good.output.split(":")[0]) == (0, "verified")
    _other_die(made)
    file.write_text(json.dumps(made), encoding="utf-8")
    bad = CliRunner().invoke(command, [str(file)])
    assert bad.exit_code == 1
    assert "differs: event" in bad.output
    file.write_text("{", encoding="utf-8")
    assert CliRunner().invoke(command, [str(file)]).exit_code == 1
    assert CliRunner().invoke(command, [str(tmp_path / "absent.json")]).exit_code == 2


async def test_a_surrender_by_hand_is_among_the_actions(db: Database, wakes: Wakes) -> None:
    ana = await person(db)
    wish = Wish(mode="classic", seats=2, bots=[min(TEMPERS)], pause=0)
    row = await rooms.create(db, wakes, ana, wish, default_pause=0, now=NOW, started=True)
    made = await moves.make(db, wakes, row.id, ana.id, Surrender(), version=None, now=NOW + 5)
    async with db.connection() as c:
        found = await games.read(c, row.id)
        assert found is not None
        exported = json.loads(export.as_json(await export.record(c, found)))
    assert exported["actions"][-1]["action"] == {"type": "surrender"}
    assert exported["events"][-1]["type"] == "game_over"
    assert made.row.status == "over"
    replay(exported)
