"""Trades through the real application: built, weighed, refused with numbers, answered with another offer, kept."""

import httpx
import pytest

from app.store import games
from app.store.db import Database
from app.web.pages import panels
from tests.web.pages.positions import pair, place
from tests.web.pages.reader import Form, Page, Reader
from tests.web.pages.scenes import CASES, look

ESTATES = {
    "1": {"owner": 0},
    "3": {"owner": 1},
    "5": {"owner": 0},
    "11": {"owner": 1, "level": 1},
    "13": {"owner": 1, "level": 1},
    "14": {"owner": 1, "level": 1},
    "39": {"owner": 1},
}
OFFER = {"type": "propose_trade", "to": 1, "give": {"cash": 700}, "get": {"squares": [3]}}


@pytest.fixture
def friend(client: httpx.AsyncClient) -> Reader:
    """Somebody else at another browser."""
    return Reader(client)


@pytest.fixture
async def game_id(reader: Reader, friend: Reader, db: Database) -> str:
    """Ann, who reads, is to roll; each holds half of the brown group."""
    found = await pair(reader, friend)
    await place(db, found, properties=ESTATES, seats=[{"cash": 2000}, {"cash": 900}])
    return found


async def offered(db: Database, game_id: str) -> list[tuple[int, int, int, list[int], int, list[int]]]:
    async with db.connection() as c:
        row = await games.read(c, game_id)
    assert row is not None
    assert row.game is not None
    return [
        (one.origin, one.to, one.give.cash, one.give.squares, one.get.cash, one.get.squares) for one in row.game.offers
    ]


def words(page: Page) -> str:
    return " ".join(page.words.split())


def builder(page: Page) -> Form:
    return page.form(type="propose_trade")


def ticked(form: Form, name: str) -> list[str]:
    return [value for key, value in form.fields if key == name]


async def test_an_offer_is_weighed_by_a_button_before_it_is_sent(reader: Reader, game_id: str, db: Database) -> None:
    page = await reader.visit(f"/games/{game_id}?trade=1")
    assert "Choose what each side gives." in words(page)
    form = builder(page)
    page = await reader.press(form, ("do", "check"), ("get", "3"), give_cash="200")
    assert reader.status == 200
    assert "You give 200" in words(page)
    assert "Too uneven: give at least 100 more, or ask for less." in words(page)
    assert "You would hold all of Brown." in words(page)
    assert "Ben would no longer" not in words(page)
    assert (builder(page).value("give_cash"), ticked(builder(page), "get")) == ("200", ["3"])
    assert await offered(db, game_id) == []
    page = await reader.press(builder(page), give_cash="300")
    assert await offered(db, game_id) == [(0, 1, 300, [], 0, [3])]


@pytest.mark.parametrize("script", [True, False])
async def test_a_mistyped_amount_loses_nothing(reader: Reader, game_id: str, db: Database, script: bool) -> None:
    form = builder(await reader.visit(f"/games/{game_id}?trade=1"))
    typed = [*form.fields, ("give", "1"), ("get", "3"), ("get", "39")]
    typed = [(name, "1.5e3" if name == "give_cash" else "70" if name == "get_cash" else text) for name, text in typed]
    if script:
        answer = await reader.order(game_id, typed)
        assert answer.status_code == 400
        page = Page(answer.text)
    else:
        await reader.post(form.action, typed)
        page = reader.page
    again = builder(page)
    assert "“1.5e3” is no amount. Write it in digits, such as 1500." in words(page)
    assert ("aria-invalid", "true") in page.attributes
    assert (again.value("give_cash"), again.value("get_cash")) == ("1.5e3", "70")
    assert (ticked(again, "give"), ticked(again, "get")) == (["1"], ["3", "39"])
    assert await offered(db, game_id) == []


@pytest.mark.parametrize(
    ("give", "get", "told"),
    [
        ("2001", "0", "You have only 2,000."),
        ("0", "901", "Ben has only 900."),
        ("-5", "0", "An amount cannot be less than 0."),
    ],
)
async def test_a_sum_that_cannot_be_is_told_with_numbers(
    reader: Reader, game_id: str, give: str, get: str, told: str
) -> None:
    form = builder(await reader.visit(f"/games/{game_id}?trade=1"))
    page = await reader.press(form, ("do", "check"), give_cash=give, get_cash=get)
    assert told in words(page)
    piece = await reader.fragment(f"/games/{game_id}?check=1&trade=1&give_cash={give}&get_cash={get}")
    assert told in words(Page(piece.text))


async def test_with_script_only_the_weight_is_asked_for(reader: Reader, game_id: str) -> None:
    piece = await reader.fragment(f"/games/{game_id}?check=1&trade=1&give=5&get=3&give_cash=&get_cash=400")
    page = Page(piece.text)
    assert piece.status_code == 200
    assert page.ids == ["verdict"]
    assert "Even enough: the smaller side is worth 50% of the larger." in words(page)


async def test_what_cannot_change_hands_says_why(reader: Reader, game_id: str) -> None:
    page = await reader.visit(f"/games/{game_id}?trade=1")
    assert "buildings in its group" in words(page)
    assert "get-11" in page.ids
    assert builder(page).value("get") is None


async def test_a_refused_offer_says_by_how_much(reader: Reader, game_id: str, db: Database) -> None:
    form = builder(await reader.visit(f"/games/{game_id}?trade=1"))
    page = await reader.press(form, ("get", "39"), give_cash="1900")
    assert "at least half" in words(page)
    assert "Too uneven: give at least 100 more, or ask for less." in words(page)
    assert await offered(db, game_id) == []


async def test_another_partner_is_chosen_with_the_rest_kept() -> None:
    query = {"trade": ["2"], "give": ["12"], "get": ["1"], "give_cash": ["70"], "get_cash": ["x"]}
    form = builder(Page(panels.panel(look(CASES["turn"]), query).strip()))
    assert ("do", "partner 3") in form.buttons
    assert ticked(form, "give") == ["12"]
    assert ticked(form, "get") == []
    assert (form.value("give_cash"), form.value("get_cash")) == ("70", "x")


async def test_an_offer_is_a_card_that_tells_what_it_does(reader: Reader, friend: Reader, db: Database) -> None:
    found = await pair(reader, friend)
    await place(db, found, (0, OFFER), properties=ESTATES)
    mine = words(await reader.visit(f"/games/{found}"))
    assert "Your offer to Ben" in mine
    assert "You would hold all of Brown." in mine
    theirs = words(await friend.visit(f"/games/{found}"))
    assert "Ann offers you a trade: look at it" in theirs
    assert "Ann would hold all of Brown." in theirs
    assert "the smaller side is worth 85% of the larger" in theirs
    await reader.press(reader.page.form(type="cancel_trade"))
    assert await offered(db, found) == []


async def test_an_offer_is_answered_with_another_one_when_the_turn_comes(
    reader: Reader, friend: Reader, db: Database
) -> None:
    found = await pair(reader, friend)
    await place(db, found, (0, OFFER), properties=ESTATES)
    page = await friend.visit(f"/games/{found}")
    link = next(link for link in page.links if "answers=" in link)
    page = await friend.visit(f"/games/{found}{link}")
    form = builder(page)
    assert (form.value("get_cash"), ticked(form, "give"), form.value("answers")) == ("700", ["3"], "1")
    assert "Offers are made in one's own turn before the roll" in words(page)
    await friend.press(form, ("do", "keep"), get_cash="1000")
    assert "Your offer is kept." in words(friend.page)
    assert await offered(db, found) == []
    await place(db, found, properties=ESTATES, turn=1)
    page = await friend.visit(f"/games/{found}?trade=0")
    form = builder(page)
    assert (form.value("get_cash"), ticked(form, "give"), form.value("answers")) == ("1000", ["3"], None)
    await friend.press(form)
    assert await offered(db, found) == [(1, 0, 0, [3], 1000, [])]
    again = builder(await friend.visit(f"/games/{found}?trade=0"))
    assert again.value("get_cash") == ""


async def test_an_offer_that_is_gone_by_the_time_it_is_answered_is_kept_all_the_same(
    reader: Reader, friend: Reader, db: Database
) -> None:
    found = await pair(reader, friend)
    await place(db, found, (0, OFFER), properties=ESTATES)
    page = await friend.visit(f"/games/{found}")
    link = next(link for link in page.links if "answers=" in link)
    form = builder(await friend.visit(f"/games/{found}{link}"))
    await place(db, found, properties=ESTATES)
    await friend.press(form, ("do", "keep"))
    assert friend.status == 200
    assert "Your offer is kept." in words(friend.page)


async def test_a_fourth_offer_is_refused_before_it_is_made() -> None:
    page = Page(panels.panel(look(CASES["three offers open"]), {"trade": ["1"]}).strip())
    assert "You may have only 3 open offers." in words(page)
    assert all(name for name, _ in builder(page).buttons)


@pytest.mark.parametrize("path", ["?trade=1&give=99&give=x&get=2", "?trade=1&answers=zz", "?trade=7", "?check=1"])
async def test_an_address_nobody_gave_out_opens_no_trouble(reader: Reader, game_id: str, path: str) -> None:
    await reader.visit(f"/games/{game_id}{path}")
    assert reader.status == 200
