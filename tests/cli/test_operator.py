"""`opolyx operator` names those who keep order, and nobody by mistake."""

import asyncio

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.store import players
from app.store.db import Database


@pytest.fixture
def people(database_url: str) -> list[str]:
    """Ids of one Ann and two Bens."""

    async def made() -> list[str]:
        db = Database(database_url)
        await db.open()
        async with db.connection() as c:
            await c.execute("DELETE FROM players")
            found = [(await players.create(c, name=name, language="en")).id for name in ("Ann", "Ben", "Ben")]
        await db.close()
        return found

    return asyncio.run(made())


def run(database_url: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["operator", *words], env={"DATABASE_URL": database_url})


def test_an_operator_is_added_listed_and_removed(database_url: str, people: list[str]) -> None:
    assert run(database_url, "list").output == ""
    assert run(database_url, "add", "Ann").output == f"{people[0]}  Ann: an operator now\n"
    assert run(database_url, "add", people[1]).exit_code == 0
    assert run(database_url, "list").output == f"{people[0]}  Ann\n{people[1]}  Ben\n"
    assert run(database_url, "remove", people[1]).output == f"{people[1]}  Ben: no operator now\n"
    assert run(database_url, "list").output == f"{people[0]}  Ann\n"


def test_a_name_of_several_is_asked_back(database_url: str, people: list[str]) -> None:
    answer = run(database_url, "add", "Ben")
    assert answer.exit_code == 1
    assert people[1] in answer.output
    assert people[2] in answer.output
    assert run(database_url, "list").output == ""


@pytest.mark.parametrize("name", ["Zoe", "", "'; DROP TABLE players; --"])
def test_nobody_is_named_by_mistake(database_url: str, people: list[str], name: str) -> None:
    assert people
    answer = run(database_url, "add", name)
    assert answer.exit_code == 1
    assert "nobody goes by" in answer.output
