"""A finished game on its page: for whoever may see the replay, with a rematch one tap away."""

import httpx
import pytest

from app.store.db import Database
from app.web.pages import summary
from app.web.pages.summary import Summaries
from tests.web.pages.reader import Reader
from tests.web.pages.test_fairness import finished


@pytest.fixture(autouse=True)
def none_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered of another test's games."""
    monkeypatch.setattr(summary, "SUMMARIES", Summaries())


async def test_a_finished_game_is_summed_up_for_anybody(reader: Reader, client: httpx.AsyncClient) -> None:
    game_id = await finished(reader)
    assert f"/games/{game_id}/summary" in (await reader.visit(f"/games/{game_id}")).links
    page = await Reader(client).visit(f"/games/{game_id}/summary")
    for words in ("Standings", "Net worth over the rounds", "Luck", "Verified"):
        assert words in page.words
    assert f"/games/{game_id}/replay" in page.links
    assert f"/games/{game_id}/fairness?check=yes" in page.links
    assert not [form for form in page.forms if form.action.endswith("/rematch")]
    assert "style" not in [name for name, _ in page.attributes]


async def test_a_running_game_has_no_summary(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    await reader.visit(f"/games/{game_id}/summary")
    assert reader.status == 409


async def test_a_private_game_is_summed_up_for_its_people_only(reader: Reader, client: httpx.AsyncClient) -> None:
    game_id = await finished(reader, private="yes")
    await reader.visit(f"/games/{game_id}/summary")
    assert reader.status == 200
    stranger = Reader(client)
    await stranger.visit(f"/games/{game_id}/summary")
    assert stranger.status == 403


async def test_a_game_of_other_rules_still_has_its_standings(reader: Reader, db: Database) -> None:
    game_id = await finished(reader)
    async with db.connection() as c:
        await c.execute("UPDATE moves SET steps = '[]'")
    page = await reader.visit(f"/games/{game_id}/summary")
    assert reader.status == 200
    assert "Standings" in page.words
    assert "cannot be recomputed" in page.words


async def test_the_button_leads_to_the_rematch_and_then_knows_it(reader: Reader) -> None:
    game_id = await finished(reader)
    page = await reader.visit(f"/games/{game_id}/summary")
    await reader.press(next(form for form in page.forms if form.action.endswith("/rematch")))
    assert reader.address not in (f"/games/{game_id}", f"/games/{game_id}/summary")
    there = reader.address
    page = await reader.visit(f"/games/{game_id}/summary")
    assert there in page.links


async def test_a_page_that_looks_is_told_only_what_is_new(reader: Reader) -> None:
    game_id = await finished(reader)
    first = await reader.fragment(f"/games/{game_id}/rematch")
    assert 'hx-trigger="every 5s"' in first.text
    assert (await reader.fragment(f"/games/{game_id}/rematch?seen_before=none-0")).status_code == 204
    ended = await reader.fragment(f"/games/{game_id}/rematch?seen_before=none-0&ends=1")
    assert (ended.status_code, "hx-trigger" in ended.text) == (200, False)
