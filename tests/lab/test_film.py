"""Films of finished games: every step can be gone to, by its number, its version and its round."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.engine import state
from app.lab.film import Film, Films, film
from app.lab.replay import Differs, positions

RECORD: Any = json.loads((Path(__file__).parent / "records" / "1.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def made() -> Film:
    return film(RECORD)


def test_a_frame_is_the_table_as_it_stood(made: Film) -> None:
    for step, position in enumerate(positions(RECORD), 1):
        frame = made.at(position.game.version)
        assert frame is not None
        assert (frame.step, state.encode(frame.game)) == (step, state.encode(position.game))
        assert [event["n"] for event in position.events] == list(range(frame.since + 1, frame.game.told + 1))
        assert all(int(str(event["version"])) > frame.before for event in position.events)


def test_outside_the_game_there_is_no_frame(made: Film) -> None:
    assert made.at(made.versions[0] - 1) is None
    assert made.at(made.versions[-1] + 1) is None


def test_a_version_that_was_passed_in_one_step_shows_that_step() -> None:
    table = state.encode(next(positions(RECORD)).game)
    packed = film(RECORD).tables[0]
    two_at_once = Film([3, 6], [1, 1], [packed, packed])
    frame = two_at_once.at(4)
    assert frame is not None
    assert (frame.step, frame.before, state.encode(frame.game)) == (2, 3, table)


@pytest.mark.parametrize(("step", "index"), [(1, 0), (2, 1), (0, 0), (10**9, -1)])
def test_a_step_is_found_by_its_number(made: Film, step: int, index: int) -> None:
    assert made.version_of_step(step) == made.versions[index]


def test_a_round_is_found_where_it_begins(made: Film) -> None:
    assert made.version_of_round(1) == made.versions[0]
    assert made.version_of_round(999) == made.versions[-1]
    second = made.at(made.version_of_round(2))
    assert second is not None
    assert second.game.round == 2
    before = made.at(second.before)
    assert before is not None
    assert before.game.round == 1


def test_a_record_that_was_touched_has_no_film() -> None:
    touched = json.loads(json.dumps(RECORD))
    touched["events"][40]["version"] += 1
    with pytest.raises(Differs):
        film(touched)


def test_the_film_not_looked_at_for_longest_is_forgotten(made: Film) -> None:
    films = Films(size=2)
    films.keep("a", made)
    films.keep("b", made)
    assert films.find("a") is made
    films.keep("c", made)
    assert (films.find("a"), films.find("b"), films.find("c")) == (made, None, made)
