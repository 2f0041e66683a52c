"""The page about the dice: its text is the script that runs, and a finished game is checked in words."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from app.lab.replay import Verified
from app.resources import TEMPLATES
from app.store.db import Database
from app.web.limits import Allowance
from app.web.pages import fairness
from app.web.pages.fairness import Promise, Verdict
from app.web.render import Frame
from tests.web.pages.reader import Page, Reader
from tests.web.pages.scenes import ENGLISH

CHECK = (TEMPLATES / "fairness" / "check.py.txt").read_text(encoding="utf-8")


async def finished(reader: Reader, **wish: str) -> str:
    """A game that the reader opened and gave up; its id."""
    await reader.visit("/rooms/new")
    form = next(form for form in reader.page.forms if form.action == "/rooms")
    await reader.press(form, seats="2", bots="1", name="Ann", **wish)
    await reader.press(next(form for form in reader.page.forms if form.action.endswith("/start")))
    game_id = reader.address.removeprefix("/games/").partition("?")[0]
    await reader.press(reader.page.form(type="surrender"))
    return game_id


async def test_the_page_shows_the_very_script(reader: Reader) -> None:
    page = await reader.visit("/fairness")
    assert reader.status == 200
    assert CHECK in page.words
    assert "/fairness/check.py" in page.links


async def test_the_script_comes_as_a_file(client: httpx.AsyncClient) -> None:
    answer = await client.get("/fairness/check.py")
    assert answer.text == CHECK
    assert answer.headers["content-type"].startswith("text/x-python")
    assert answer.headers["content-disposition"] == 'attachment; filename="check.py"'


async def test_the_script_of_the_page_verifies_the_record_of_the_result(reader: Reader, tmp_path: Path) -> None:
    game_id = await finished(reader)
    result = await reader.visit(f"/games/{game_id}")
    assert f"/games/{game_id}/export" in result.links
    record = await reader.fragment(f"/games/{game_id}/export")
    assert record.headers["content-disposition"] == f'attachment; filename="opolyx-{game_id}.json"'
    done = run((await reader.fragment("/fairness/check.py")).text, record.content, tmp_path)
    assert done.stdout.startswith("verified: "), done.stderr


def run(script: str, record: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a stranger does with the two files."""
    (folder / "check.py").write_text(script, encoding="utf-8")
    (folder / "game.json").write_bytes(record)
    command = [sys.executable, "-I", "check.py", "game.json"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


async def test_a_finished_game_is_checked_on_the_spot(reader: Reader) -> None:
    game_id = await finished(reader)
    assert f"/games/{game_id}/fairness" in (await reader.visit(f"/games/{game_id}")).links
    page = await reader.visit(f"/fairness?game={game_id}")
    assert "Secret until" not in page.words
    assert "Verified" not in page.words
    form = page.form(check="yes")
    assert form.action == f"/games/{game_id}/fairness"
    for path in (f"{form.action}?check=yes", f"/fairness?game={game_id}&check=yes"):
        page = await reader.visit(path)
        assert "Verified" in page.words
        assert "events" in page.words


async def test_a_record_that_was_touched_is_found_out(reader: Reader, db: Database) -> None:
    game_id = await finished(reader)
    async with db.connection() as c:
        await c.execute(
            """UPDATE moves SET events = replace(events::text, '"reason":"player"', '"reason":"x"')::json"""
        )
    page = await reader.visit(f"/fairness?game={game_id}&check=yes")
    assert reader.status == 200
    assert "Verified" not in page.words
    assert "first thing that differs" in page.words
    assert '"reason":"x"' in page.words


async def test_a_running_game_keeps_its_seed(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    page = await reader.visit(f"/fairness?game={game_id}&check=yes")
    assert reader.status == 200
    assert "Secret until the game is over." in page.words
    assert not page.offers(check="yes")
    await reader.visit(f"/games/{game_id}/export")
    assert reader.status == 409
    assert "when the game is over" in reader.page.words


async def test_an_unknown_game_is_told_in_words(reader: Reader) -> None:
    await reader.visit("/fairness?game=nothing")
    assert reader.status == 404
    assert "Not found" in reader.page.words


async def test_a_private_game_is_shown_to_its_people(reader: Reader, client: httpx.AsyncClient) -> None:
    game_id = await finished(reader, private="yes")
    stranger = Reader(client)
    for path in (f"/fairness?game={game_id}", f"/games/{game_id}/export", f"/games/{game_id}/replay/3"):
        await stranger.visit(path)
        assert stranger.status == 403
        assert "Not allowed" in stranger.page.words
        await reader.visit("/")
        assert (await reader.fragment(path)).status_code == 200


async def test_who_was_invited_to_look_on_sees_the_dice_too(reader: Reader, client: httpx.AsyncClient) -> None:
    await reader.visit("/rooms/new")
    form = next(form for form in reader.page.forms if form.action == "/rooms")
    await reader.press(form, seats="2", bots="0", private="yes")
    link = next(value for name, value in reader.page.attributes if name == "value" and "?invite=" in value)
    guest = Reader(client)
    await guest.visit(link.removeprefix("http://testserver"))
    assert f"{reader.address}/fairness" in guest.page.links
    await guest.visit(f"{reader.address}/fairness")
    assert guest.status == 200


async def test_checking_without_end_is_refused(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "CHECKS", Allowance("check by address", times=1, seconds=3600))
    game_id = await finished(reader)
    await reader.visit(f"/games/{game_id}/fairness?check=yes")
    assert reader.status == 200
    await reader.visit(f"/games/{game_id}/fairness?check=yes")
    assert reader.status == 429
    await reader.visit(f"/games/{game_id}/fairness")
    assert reader.status == 200


@pytest.mark.parametrize("verdict", [None, Verdict(Verified("g", 1, 2, 3)), Verdict(differs="<event 1>")])
@pytest.mark.parametrize("seed", [None, "00"])
def test_the_page_renders_whatever_is_known(verdict: Verdict | None, seed: str | None) -> None:
    names = [("<b>Ben</b>", "<i>x</i>")]
    promise = Promise(id="g", over=seed is not None, commitment="ff", contributions=names, seed=seed)
    page = Page(fairness.page(Frame(ENGLISH, "token"), promise, verdict))
    assert "<b>Ben</b>" in page.words
    assert len(page.ids) == len(set(page.ids))
