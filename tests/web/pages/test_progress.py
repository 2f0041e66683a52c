"""What people collect, on its pages: what a game brought, quests, and the album of cards."""

import httpx
import pytest

from app.engine.board import PROPERTIES
from app.engine.moments import iso
from app.play.periods import next_day, next_week
from app.play.progress import DROPS
from app.play.quests import BY_NAME
from app.store.db import Database
from app.web import deps, progress_view
from tests.web.pages.reader import Reader
from tests.web.pages.test_fairness import finished


@pytest.fixture
def friend(client: httpx.AsyncClient) -> Reader:
    """Somebody else at another browser."""
    return Reader(client)


async def me(reader: Reader, db: Database) -> str:
    """The id of the one person there is."""
    async with db.connection() as c:
        return str(await c.fetchval("SELECT id FROM players ORDER BY created_at LIMIT 1"))


def test_every_quest_and_rarity_has_words() -> None:
    assert set(progress_view.QUESTS) == set(BY_NAME)
    assert set(progress_view.RARITIES) == {drop.rarity for drop in DROPS}


async def test_a_game_that_ended_early_says_that_it_did_not_count(reader: Reader) -> None:
    page = await reader.visit(f"/games/{await finished(reader)}/summary")
    assert "The game was over before it counted." in page.words


async def test_a_game_shows_what_it_brought_to_its_player_alone(reader: Reader, friend: Reader, db: Database) -> None:
    game_id = await finished(reader)
    who = await me(reader, db)
    quest = '[{"period": "2026-12-01", "quest": "built", "before": 1, "after": 4}]'
    async with db.connection() as c:
        await c.execute(
            "UPDATE results SET xp = 265, from_place = 200, from_groups = 25, from_quests = 40, xp_before = 50, "
            "quests = $3::text::json WHERE game_id = $1 AND player_id = $2",
            game_id,
            who,
            quest,
        )
        await c.execute("INSERT INTO cards (player_id, square, bonus, game_id) VALUES ($1, 39, 33, $2)", who, game_id)
    words = " ".join((await reader.visit(f"/games/{game_id}/summary")).words.split())
    for told in (
        "265 experience",
        "200 for your place",
        "25 for full groups at the end",
        "40 for quests",
        "You have reached level 3.",
        "15 of 300 experience to level 4",
        "+33 % rent",
        "legendary",
        "Build levels",
        "Done: 40 experience",
    ):
        assert told in words
    assert "experience" not in (await friend.visit(f"/games/{game_id}/summary")).words


async def test_a_person_has_three_quests_a_day_and_three_a_week(reader: Reader) -> None:
    await reader.visit("/")
    await reader.press(next(form for form in reader.page.forms if form.action == "/play"), name="Ann")
    asked = deps.moment()
    page = await reader.visit("/quests")
    assert page.words.count("Brings 40 experience") == 3
    assert page.words.count("Brings 150 experience") == 3
    assert page.words.count("12:00\u202fAM UTC") == 2
    ends = [value for name, value in page.attributes if name == "datetime"]
    assert ends in [[iso(next_day(now)), iso(next_week(now))] for now in (asked, deps.moment())]


async def test_the_album_shows_every_property_and_the_best_card_of_each(reader: Reader, db: Database) -> None:
    await finished(reader)
    who = await me(reader, db)
    async with db.connection() as c:
        for level, bonus in ((5, 3), (10, 18)):
            await c.execute(
                "INSERT INTO cards (player_id, square, bonus, level) VALUES ($1, 5, $2, $3)", who, bonus, level
            )
    page = await reader.visit("/collection")
    assert page.words.count("none yet") == len(PROPERTIES) - 1
    assert "+18 % rent" in page.words
    assert "× 2" in page.words
    assert "+3 % rent" not in page.words


async def test_an_album_is_seen_by_others_unless_it_is_private(reader: Reader, friend: Reader, db: Database) -> None:
    await finished(reader)
    address = f"/players/{await me(reader, db)}/collection"
    assert "The card album of" in (await friend.visit(address)).words
    async with db.connection() as c:
        await c.execute("UPDATE players SET shows_album = false")
    await friend.visit(address)
    assert friend.status == 403
    await reader.visit(address)
    assert reader.status == 200
    await friend.visit("/players/nobody/collection")
    assert friend.status == 404


async def test_an_empty_album_says_how_a_card_is_got(reader: Reader, db: Database) -> None:
    await reader.visit("/")
    await reader.press(next(form for form in reader.page.forms if form.action == "/play"), name="Ann")
    assert "You have no card yet." in (await reader.visit("/collection")).words
    async with db.connection() as c:
        await c.execute("INSERT INTO cards (player_id, square, bonus) VALUES ($1, 39, 3)", await me(reader, db))
    assert "You have no card yet." not in (await reader.visit("/collection")).words


@pytest.mark.parametrize("path", ["/quests", "/collection"])
async def test_strangers_are_told_to_give_a_name(friend: Reader, path: str) -> None:
    await friend.visit(path)
    assert friend.address == "/"
    assert "give a name first" in friend.page.words


async def test_the_table_tells_in_short_what_the_game_brought(reader: Reader, friend: Reader, db: Database) -> None:
    game_id = await finished(reader)
    assert f"/games/{game_id}/brought" in (await reader.visit(f"/games/{game_id}")).html
    who = await me(reader, db)
    async with db.connection() as c:
        await c.execute("UPDATE results SET xp = 265, xp_before = 50")
        await c.execute("INSERT INTO cards (player_id, square, bonus, game_id) VALUES ($1, 39, 33, $2)", who, game_id)
    words = (await reader.visit(f"/games/{game_id}/brought")).words
    for told in ("265 experience", "You have reached level 3.", "+33 % rent", "legendary"):
        assert told in words
    assert (await friend.visit(f"/games/{game_id}/brought")).words.strip() == ""
