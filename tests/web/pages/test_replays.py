"""A finished game replayed on the page: every step by links alone, read-only, and kept by the browser."""

import httpx
import pytest

from app.lab.film import Films
from app.store.db import Database
from app.web.limits import Allowance
from app.web.pages import replays
from tests.web.pages.reader import Page, Reader
from tests.web.pages.test_fairness import finished


@pytest.fixture(autouse=True)
def no_films(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered of another test's games."""
    monkeypatch.setattr(replays, "FILMS", Films())


def follow(page: Page, rel: str) -> str | None:
    """Where a link of that meaning leads."""
    found = [attributes.get("href", "") for attributes in page.anchors if attributes.get("rel") == rel]
    return found[0] if found else None


async def test_a_game_is_stepped_through_from_the_first_to_the_last(reader: Reader) -> None:
    game_id = await finished(reader)
    assert f"/games/{game_id}/replay" in (await reader.visit(f"/games/{game_id}")).links
    page = await reader.visit(f"/games/{game_id}/replay")
    assert "The game begins." in page.words
    assert follow(page, "prev") is None
    steps = 1
    while following := follow(page, "next"):
        page = await reader.visit(following)
        steps += 1
        assert reader.status == 200
    assert f"Step {steps} of {steps}" in page.words
    assert "The game is over." in page.words
    assert follow(page, "last") is None
    assert follow(await reader.visit(follow(page, "first") or ""), "first") is None


async def test_nothing_can_be_done_in_a_replay(reader: Reader) -> None:
    game_id = await finished(reader)
    page = await reader.visit(f"/games/{game_id}/replay")
    while following := follow(page, "next"):
        assert {form.action for form in page.forms} == {f"/games/{game_id}/replay"}
        assert "/act" not in page.html
        page = await reader.visit(following)


@pytest.mark.parametrize(
    ("query", "step"), [("step=2", 2), ("step=0", 1), ("step=", 1), ("step=x", 1), ("round=1", 1), ("", 1)]
)
async def test_a_form_leads_to_a_step_or_a_round(reader: Reader, query: str, step: int) -> None:
    game_id = await finished(reader)
    page = await reader.visit(f"/games/{game_id}/replay?{query}")
    assert f"Step {step} of" in page.words


@pytest.mark.parametrize("query", ["step=999999999", "round=500"])
async def test_beyond_the_end_is_the_end(reader: Reader, query: str) -> None:
    game_id = await finished(reader)
    assert follow(await reader.visit(f"/games/{game_id}/replay?{query}"), "next") is None


@pytest.mark.parametrize("path", ["/replay/1", "/replay/999999", "/replay/x"])
async def test_a_version_the_game_never_had_is_not_found(reader: Reader, path: str) -> None:
    game_id = await finished(reader)
    await reader.visit(f"/games/{game_id}{path}")
    assert reader.status == 404


async def test_a_deed_opens_at_the_step_shown(reader: Reader) -> None:
    game_id = await finished(reader)
    await reader.visit(f"/games/{game_id}/replay?step=2")
    page = await reader.visit(f"{reader.address}?square=39")
    assert "deed" in page.ids
    assert "Step 2 of" in page.words


async def test_a_finished_game_may_be_kept_by_its_reader(reader: Reader) -> None:
    game_id = await finished(reader)
    await reader.visit(f"/games/{game_id}/replay")
    answer = await reader.fragment(reader.address)
    assert answer.headers["cache-control"] == "private, max-age=3600"
    assert "Cookie" in answer.headers["vary"]


@pytest.mark.parametrize("path", ["/replay", "/replay/2"])
async def test_a_running_game_is_not_replayed(reader: Reader, path: str) -> None:
    game_id = await reader.play_now("Ann")
    await reader.visit(f"/games/{game_id}{path}")
    assert reader.status == 409
    assert "when the game is over" in reader.page.words


async def test_a_game_of_other_rules_says_so(reader: Reader, db: Database) -> None:
    game_id = await finished(reader)
    async with db.connection() as c:
        await c.execute("UPDATE moves SET steps = '[]'")
    await reader.visit(f"/games/{game_id}/replay")
    assert reader.status == 409
    assert "other rules" in reader.page.words


async def test_anybody_may_replay_a_public_game(reader: Reader, client: httpx.AsyncClient) -> None:
    game_id = await finished(reader)
    stranger = Reader(client)
    page = await stranger.visit(f"/games/{game_id}/replay")
    assert "Step 1 of" in page.words


async def test_a_film_is_made_once(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MADE", Allowance("film by address", times=1, seconds=3600))
    game_id = await finished(reader)
    for _ in range(3):
        await reader.visit(f"/games/{game_id}/replay?step=2")
        assert reader.status == 200
    monkeypatch.setattr(replays, "FILMS", Films())
    await reader.visit(f"/games/{game_id}/replay")
    assert reader.status == 429
