"""A program sees its person's level, quests and cards."""

import pytest

from app.play.periods import day_of, week_of
from app.play.quests import chosen
from app.store import progress, quests
from app.store.db import Database
from app.store.progress import Card
from app.store.quests import Step
from app.web import deps
from app.web.api import progress as routes
from tests.web.api.script import Script, refused


async def test_me_knows_level_rank_and_experience(db: Database, ada: Script) -> None:
    assert [(await ada.get("/me")).json()[key] for key in ("level", "rank", "xp")] == [1, 1, 0]
    async with db.connection() as c:
        await c.execute("UPDATE players SET xp = 5500 WHERE id = $1", ada.player["id"])
    assert [(await ada.get("/me")).json()[key] for key in ("level", "rank", "xp")] == [11, 2, 5500]


async def test_three_quests_a_day_and_a_week_with_how_far_they_are(
    db: Database, ada: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = deps.moment()
    monkeypatch.setattr(deps, "moment", lambda: now)  # midnight may come in between
    day, who = day_of(now), ada.player["id"]
    first = chosen(day, who)[0]
    async with db.connection() as c:
        await quests.save(c, [Step(who, day, first.name, first.target(day), now)])
    seen = (await ada.get("/me/quests")).json()
    assert (seen["day"]["period"], seen["week"]["period"]) == (day, week_of(now))
    assert [len(seen[term]["quests"]) for term in ("day", "week")] == [3, 3]
    assert seen["day"]["quests"][0] == {
        "quest": first.name,
        "count": first.target(day),
        "target": first.target(day),
        "xp": 40,
    }
    assert {one["count"] for one in seen["week"]["quests"]} == {0}
    assert seen["day"]["ends"].endswith("T00:00:00Z")


async def test_cards_come_newest_first_and_page_by_page(
    db: Database, ada: Script, eve: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "PAGE", 2)
    async with db.connection() as c:
        given = [Card(0, square, 18, None, level, 1_800_000_000_000) for square, level in ((1, 5), (3, 10), (39, None))]
        await progress.give(c, [(ada.player["id"], one) for one in given])
    page = (await ada.get("/me/cards")).json()
    assert [one["square"] for one in page["cards"]] == [39, 3]
    assert page["cards"][1] | {"id": 0} == {
        "id": 0,
        "square": 3,
        "bonus": 18,
        "rarity": "epic",
        "game": None,
        "level": 10,
        "drawn_at": "2027-01-15T08:00:00Z",
    }
    rest = (await ada.get(f"/me/cards?cursor={page['next']}")).json()
    assert ([one["square"] for one in rest["cards"]], rest["next"]) == ([1], None)
    assert (await ada.get("/me/cards?cursor=0")).json() == {"cards": [], "next": None}
    assert (await eve.get("/me/cards")).json() == {"cards": [], "next": None}


@pytest.mark.parametrize("cursor", ["", "x", "-1", "9" * 19, "١"])
async def test_a_cursor_of_another_form_is_refused(ada: Script, cursor: str) -> None:
    refused(await ada.get("/me/cards", params={"cursor": cursor}), 400, "malformed")


@pytest.mark.parametrize("path", ["/me/quests", "/me/cards"])
async def test_progress_is_the_callers_own(ada: Script, path: str) -> None:
    refused(await ada.client.get(f"/api/v1{path}"), 401, "unauthorized")
