"""Profiles, follows, the feed and the leaderboard, without script."""

import asyncio

import httpx
import pytest

from app.play.periods import week_of
from app.play.progress import LEVELS_PER_RANK, RANKS, xp_at
from app.store import profiles
from app.store.db import Database
from app.store.profiles import Shown
from app.web import deps
from app.web.people_view import RANK_NAMES, standing
from tests.web.pages.reader import Reader

PEOPLE = (
    "INSERT INTO players (id, name, language)"
    " SELECT 'p' || n, 'P' || n, 'en' FROM generate_series($1::integer, $2::integer) n"
)


@pytest.fixture
def friend(client: httpx.AsyncClient) -> Reader:
    """Somebody else at another browser."""
    return Reader(client)


async def named(reader: Reader, name: str, db: Database) -> str:
    """Gives a name; the id of who has it."""
    await reader.visit("/")
    await reader.post("/name", [("_csrf_token", token(reader)), ("name", name)])
    async with db.connection() as c:
        found: str = await c.fetchval("SELECT id FROM players WHERE name = $1", name)
    return found


def token(reader: Reader) -> str:
    return reader.page.menu[0].value("_csrf_token") or ""


async def press(reader: Reader, end: str, **typed: str) -> None:
    """Presses the one form that leads there."""
    await reader.press(next(form for form in reader.page.forms if form.action.endswith(end)), **typed)


async def played(
    db: Database, player_id: str, *, xp: int, place: int = 1, private: bool = False, before: int = 0, game: str = "g"
) -> None:
    """A finished game of somebody's."""
    async with db.connection() as c:
        await c.execute(
            "INSERT INTO games (id, mode, private, clock, capacity, creator, seed, status, taken, room, version, state)"
            " VALUES ($1, 'classic', $2, 'live', 4, $3, '', 'over', 4, '', 9, '')",
            game,
            private,
            player_id,
        )
        await c.execute(
            "INSERT INTO results VALUES ($1, $2, 0, $3, $4, $4, 0, 0, 0, $5, '[]', 'classic', 4, now(), $6)",
            game,
            player_id,
            place,
            xp,
            before,
            week_of(deps.moment()),
        )
        await c.execute("UPDATE players SET xp = $2 WHERE id = $1", player_id, before + xp)
        await c.execute("INSERT INTO weekly_xp VALUES ($1, $2, $3)", week_of(deps.moment()), player_id, xp)


def test_each_of_the_seven_ranks_has_a_name_of_its_own() -> None:
    names = [standing(xp_at(1 + LEVELS_PER_RANK * number)).rank_name for number in range(RANKS + 2)]
    assert names == [*RANK_NAMES, RANK_NAMES[-1], RANK_NAMES[-1]]
    assert len(set(RANK_NAMES)) == RANKS


async def test_a_profile_shows_level_figures_and_games(reader: Reader, db: Database) -> None:
    ada = await named(reader, "Ada", db)
    await played(db, ada, xp=250)
    page = await reader.visit(f"/players/{ada}")
    assert reader.status == 200
    assert "Visitor · level 2, rank 1 of 7" in page.words
    assert "150 of 200 experience to level 3" in page.words
    assert "Classic: place 1 of 4 seats" in page.words
    assert "/games/g/summary" in page.links
    assert "weeks" in [value for name, value in page.attributes if name == "class"]


async def test_what_is_not_public_is_not_shown(reader: Reader, friend: Reader, db: Database) -> None:
    ada = await named(reader, "Ada", db)
    await played(db, ada, xp=250, private=True)
    await named(friend, "Eve", db)
    album = f"/players/{ada}/collection"
    seen = await friend.visit(f"/players/{ada}")
    assert "Figures" in seen.words
    assert album in seen.links
    assert "/games/g/summary" not in seen.links
    assert "/games/g/summary" in (await reader.visit(f"/players/{ada}")).links
    await reader.visit("/profile")
    await reader.press(reader.page.forms[0], name="Ada", handle="ada_l")
    form = (await reader.visit("/profile")).forms[0]
    kept = [(name, value) for name, value in form.fields if not name.startswith("shows_")]
    await reader.post("/profile", kept)
    seen = await friend.visit(f"/players/{ada}")
    assert "keeps games and figures private" in seen.words
    assert "Figures" not in seen.words
    assert album not in seen.links
    assert "@ada_l" in seen.words


async def test_a_profile_is_changed_wholly_or_not_at_all(reader: Reader, friend: Reader, db: Database) -> None:
    ada = await named(reader, "Ada", db)
    await named(friend, "Eve", db)
    await reader.visit("/profile")
    await reader.press(reader.page.forms[0], name="Augusta", handle="Augusta_1", avatar="owl")
    assert reader.address == f"/players/{ada}"
    assert "Augusta" in reader.page.words
    assert "@augusta_1" in reader.page.words
    await friend.visit("/profile")
    await friend.press(friend.page.forms[0], name="Mallory", handle="AUGUSTA_1")
    assert "Somebody else has this handle" in friend.page.words
    for handle in ("a", "_ab", "operator", "x y z", "x" * 21, "äöü"):
        await friend.visit("/profile")
        await friend.press(friend.page.forms[0], handle=handle)
        assert "A handle has 3 to 20" in friend.page.words, handle
    await friend.visit("/profile")
    await friend.press(friend.page.forms[0], name="\u202e")
    assert "Please choose a name" in friend.page.words
    async with db.connection() as c:
        assert await c.fetchval("SELECT count(*) FROM players WHERE name = 'Eve' AND handle IS NULL") == 1


async def test_following_and_blocking_by_buttons(reader: Reader, friend: Reader, db: Database) -> None:
    ada, eve = await named(reader, "Ada", db), await named(friend, "Eve", db)
    await reader.visit(f"/players/{eve}")
    await press(reader, "/follow")
    assert "Followed by 1 person" in reader.page.words
    await press(reader, "/unfollow")
    await press(reader, "/follow")
    await friend.visit(f"/players/{ada}")
    await press(friend, "/block")
    assert "You have blocked" in friend.page.words
    page = await reader.visit(f"/players/{eve}")
    assert "Followed by 0 people" in page.words
    await press(reader, "/follow")
    assert "does not want to have anything to do with you" in reader.page.words
    assert f"/players/{ada}" in (await friend.visit("/people")).links
    await friend.visit(f"/players/{ada}")
    await press(friend, "/unblock")
    assert any(form.action.endswith("/follow") for form in friend.page.forms)


async def test_nobody_follows_themselves_and_strangers_follow_nobody(
    reader: Reader, friend: Reader, db: Database
) -> None:
    ada = await named(reader, "Ada", db)
    await reader.visit(f"/players/{ada}")
    await reader.post(f"/players/{ada}/follow", [("_csrf_token", token(reader))])
    assert "You cannot do that to yourself" in reader.page.words
    await friend.visit(f"/players/{ada}")
    assert not friend.page.forms
    await friend.post(f"/players/{ada}/follow", [("_csrf_token", token(friend))])
    assert "give a name first" in friend.page.words
    for path in ("/players/nobody", "/players/%00"):
        await friend.visit(path)
        assert friend.status == 404


async def test_the_feed_tells_who_plays_finished_and_levelled(reader: Reader, friend: Reader, db: Database) -> None:
    await named(reader, "Ada", db)
    eve = await named(friend, "Eve", db)
    await reader.visit(f"/players/{eve}")
    await press(reader, "/follow")
    await played(db, eve, xp=250, before=60)
    await friend.visit("/")
    await friend.post("/find", [("_csrf_token", token(friend))])
    room = friend.address
    page = await reader.visit("/people")
    assert "Eve" in page.words
    assert "waiting for players, 1 of 4 seats taken" in page.words
    assert room in page.links
    assert "reached level 3" in page.words
    assert "/games/g/summary" in page.links
    async with db.connection() as c:
        await c.execute("UPDATE players SET shows_games = false WHERE id = $1", eve)
    page = await reader.visit("/people")
    assert room not in page.links
    assert "reached level" not in page.words


async def test_the_leaderboard_always_shows_ones_own_place(reader: Reader, db: Database) -> None:
    ada = await named(reader, "Ada", db)
    week = week_of(deps.moment())
    async with db.connection() as c:
        await c.execute(
            "INSERT INTO players (id, name, language) SELECT 'p' || n, 'P' || n, 'en' FROM generate_series(1, 120) n"
        )
        await c.execute("INSERT INTO weekly_xp SELECT $1, 'p' || n, 1000 + n / 2 FROM generate_series(1, 120) n", week)
        await c.execute("INSERT INTO weekly_xp VALUES ($1, $2, 40)", week, ada)
    page = await reader.visit("/leaders")
    assert "Your place among everybody: 121, with 40 experience" in page.words
    assert "P120" in page.words
    assert "Ada" not in page.words
    pages = [page.words]
    while following := [link for link in reader.page.links if "after=" in link and not link.endswith(".")]:
        pages.append((await reader.visit(following[0])).words)
    assert len(pages) == 3
    assert "Ada" in pages[-1]
    there = await reader.visit(f"/leaders?week={week}&after=40.")
    assert "Ada" in there.words
    for address in ("/leaders?after=x", "/leaders?week=2026-W99", "/leaders?after=%00.%00", "/leaders?whom=followed"):
        assert "Leaderboard" in (await reader.visit(address)).words
        assert reader.status == 200


async def test_equal_experience_is_an_equal_place(client: httpx.AsyncClient, db: Database) -> None:
    week = week_of(deps.moment())
    async with db.connection() as c:
        await c.execute(
            "INSERT INTO players (id, name, language) SELECT 'p' || n, 'P' || n, 'en' FROM generate_series(0, 8) n"
        )
        await c.execute("INSERT INTO weekly_xp SELECT $1, 'p' || n, 100 - n / 2 FROM generate_series(0, 8) n", week)
    places: list[int] = []
    after = None
    while True:
        query = {"week": week, "limit": "2"} | ({"cursor": after} if after else {})
        found = (await client.get("/api/v1/leaderboard", params=query)).json()
        places += [one["place"] for one in found["leaders"]]
        after = found["next"]
        if after is None:
            break
    assert places == [1, 1, 3, 3, 5, 5, 7, 7, 9]


async def test_followed_people_have_a_board_of_their_own(reader: Reader, db: Database) -> None:
    ada = await named(reader, "Ada", db)
    week = week_of(deps.moment())
    async with db.connection() as c:
        await c.execute("INSERT INTO players (id, name, language) VALUES ('a', 'Alan', 'en'), ('b', 'Bess', 'en')")
        await c.execute("INSERT INTO weekly_xp VALUES ($1, 'a', 90), ($1, 'b', 80), ($1, $2, 70)", week, ada)
        await c.execute("INSERT INTO follows VALUES ($1, 'b')", ada)
    page = await reader.visit("/leaders?whom=followed")
    assert "Bess" in page.words
    assert "Alan" not in page.words
    assert "Your place among those you follow: 2, with 70 experience." in page.words


async def test_last_weeks_winners_are_kept(reader: Reader, db: Database) -> None:
    last = week_of(deps.moment() - 7 * 86_400_000)
    async with db.connection() as c:
        await c.execute("INSERT INTO players (id, name, language) VALUES ('a', 'Alan', 'en')")
        await c.execute("INSERT INTO weekly_xp VALUES ($1, 'a', 90)", last)
    assert "Alan" in (await reader.visit("/leaders")).words
    assert "Alan" in (await reader.visit(f"/leaders?week={last}")).words


async def test_every_bot_has_a_page(reader: Reader, db: Database) -> None:
    async with db.connection() as c:
        await c.execute("INSERT INTO bot_results VALUES ('Kai', 'classic', 8, 2), ('Kai', 'blitz', 2, 1)")
    page = await reader.visit("/bots")
    assert "Won 3 of 10 games" in page.words
    for link in [link for link in page.links if link.startswith("/bots/")]:
        assert "How it plays" in (await reader.visit(link)).words
    kai = await reader.visit("/bots/Kai")
    assert "A bot" in kai.words
    assert "Won 3 of 10 finished games here (30%)" in kai.words
    await reader.visit("/bots/Nobody")
    assert reader.status == 404


async def test_the_waiting_page_says_when_bots_come(reader: Reader) -> None:
    await reader.visit("/")
    assert "Find me a table" in reader.page.words
    await reader.post("/find", [("_csrf_token", token(reader)), ("name", "Ada")])
    assert reader.address.startswith("/games/")
    assert "Bots take the free seats" in reader.page.words


async def test_a_thousand_follows_a_minute_are_refused_on_a_page(reader: Reader, friend: Reader, db: Database) -> None:
    eve = await named(friend, "Eve", db)
    await named(reader, "Ada", db)
    await reader.visit(f"/players/{eve}")
    await press(reader, "/follow")
    async with db.connection() as c:
        await c.execute("UPDATE limits SET count = 60")
    await reader.post(f"/players/{eve}/unfollow", [("_csrf_token", token(reader))])
    assert reader.status == 429
    assert "too much at once" in reader.page.words


async def test_one_handle_at_once_goes_to_one_person(reader: Reader, friend: Reader, db: Database) -> None:
    ids = [await named(reader, "Ada", db), await named(friend, "Eve", db)]

    async def take(player_id: str, handle: str) -> bool:
        async with db.connection() as c:
            try:
                await profiles.save(
                    c, player_id, Shown(name="P", handle=handle, avatar="", shows_games=True, shows_album=True)
                )
            except profiles.HandleTaken:
                return False
            return True

    won = await asyncio.gather(take(ids[0], "same"), take(ids[1], "SAME"))
    assert sorted(won) == [False, True]
