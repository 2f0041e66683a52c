"""The pay pause through the real application: what raising would do is shown, then done, and paying is left to do."""

import re

import httpx
import msgspec
import pytest

from app.store import games
from app.store.db import Database
from tests.web.pages.positions import pair, place
from tests.web.pages.reader import Page, Reader

OWING = {
    "1": {"owner": 1, "level": 5},
    "3": {"owner": 1, "level": 5},
    "5": {"owner": 0},
    "11": {"owner": 0, "level": 1},
    "13": {"owner": 0, "level": 2},
    "14": {"owner": 0, "level": 1},
}
ROLL = (0, {"type": "roll"})


@pytest.fixture
def friend(client: httpx.AsyncClient) -> Reader:
    """Somebody else at another browser."""
    return Reader(client)


async def owing(reader: Reader, friend: Reader, db: Database, *, cash: int = 500) -> str:
    """The reader owes 4,500 on square 3; the way there brought 2,000."""
    game_id = await pair(reader, friend)
    seats = [{"square": 38, "cash": cash}, {}]
    await place(db, game_id, ROLL, random=[[1, 4], [1, 2]], seats=seats, properties=OWING)
    await reader.visit(f"/games/{game_id}")
    return game_id


def words(page: Page) -> str:
    return " ".join(page.words.split())


async def done(db: Database, game_id: str) -> list[tuple[str, int]]:
    """What was sold and mortgaged since the table was put into its position."""
    async with db.connection() as c:
        told = [msgspec.json.decode(event) for event in await games.events_after(c, game_id, 0, 1000)]
    return [(one["type"], one["square"]) for one in told if one["type"] in ("sold", "mortgaged")]


async def test_what_is_owed_and_what_can_be_raised_is_told(reader: Reader, friend: Reader, db: Database) -> None:
    await owing(reader, friend, db)
    assert "You have to pay 4,500." in words(reader.page)
    assert "You have 2,500; 2,000 is missing." in words(reader.page)
    assert "you can bring it to 7,700" in words(reader.page)
    assert reader.page.offers(type="pay") is False
    assert reader.page.offers(type="bankrupt") is False


async def test_what_raising_shows_is_what_it_does(reader: Reader, friend: Reader, db: Database) -> None:
    game_id = await owing(reader, friend, db)
    shown = words(reader.page).split("Raise 2,000 for me")[1].split("Yes, sell and mortgage this")[0]
    assert [int(amount.replace(",", "")) for amount in re.findall(r"\+([\d,]+)", shown)] == [1000, 500, 500]
    assert "Sell 1 level of" in shown
    assert "That brings 2,000: you would have 4,500, and 0 after paying." in shown
    await reader.press(reader.page.form(type="raise_money"))
    assert reader.status == 200
    assert await done(db, game_id) == [("mortgaged", 5), ("sold", 13), ("sold", 11)]
    assert "You have 4,500; 0 would be left." in words(reader.page)
    assert reader.page.offers(type="raise_money") is False
    await reader.press(reader.page.form(type="pay"))
    assert "You have to pay" not in words(reader.page)


async def test_a_raising_decided_on_an_older_table_does_nothing(reader: Reader, friend: Reader, db: Database) -> None:
    game_id = await owing(reader, friend, db)
    form = reader.page.form(type="raise_money")
    await reader.press(reader.page.form(do="mortgage 5"), ("do", "mortgage 5"))
    before = await done(db, game_id)
    await reader.press(form)
    assert "The table has moved on." in words(reader.page)
    assert await done(db, game_id) == before == [("mortgaged", 5)]


async def test_with_script_raising_brings_the_parts_that_changed(reader: Reader, friend: Reader, db: Database) -> None:
    game_id = await owing(reader, friend, db)
    answer = await reader.order(game_id, reader.page.form(type="raise_money").fields)
    assert answer.status_code == 200
    assert {"dock", "estate", "square-5", "square-13"} <= set(Page(answer.text).ids)
    assert "Pay 4,500" in answer.text


@pytest.mark.parametrize(("cash", "refused"), [(2500, "That cannot be done now."), (0, "You need 4,500 and have")])
async def test_nothing_is_raised_where_it_is_needless_or_in_vain(
    reader: Reader, friend: Reader, db: Database, cash: int, refused: str
) -> None:
    game_id = await pair(reader, friend)
    own = {square: found for square, found in OWING.items() if cash or square in ("1", "3")}
    seats = [{"square": 38, "cash": cash}, {}]
    await place(db, game_id, ROLL, random=[[1, 4]], seats=seats, properties=own)
    await reader.visit(f"/games/{game_id}")
    assert reader.page.offers(type="raise_money") is False
    token = reader.page.forms[0].value("_csrf_token") or ""
    await reader.post(f"/games/{game_id}/act", [("type", "raise_money"), ("_csrf_token", token)])
    assert refused in words(reader.page)
    assert await done(db, game_id) == []


async def test_nobody_raises_money_for_another(reader: Reader, friend: Reader, db: Database) -> None:
    game_id = await owing(reader, friend, db)
    page = await friend.visit(f"/games/{game_id}")
    assert "Ann has to pay 4,500." in words(page)
    token = page.forms[0].value("_csrf_token") or ""
    await friend.post(f"/games/{game_id}/act", [("type", "raise_money"), ("_csrf_token", token)])
    assert "It is not your turn." in words(friend.page)
    assert await done(db, game_id) == []
