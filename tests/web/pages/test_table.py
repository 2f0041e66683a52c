"""The table through the real application: played, refused, stale, with script and without."""

import httpx
import pytest

from app.web import deps
from tests.web.pages.reader import Page, Reader

ORDERS = ("buy", "skip_bet", "pay", "roll", "pass", "bid")


async def until_asked(reader: Reader, game_id: str) -> Page:
    """The page once the reader's seat is asked; bots take no time here."""
    page = await reader.visit(f"/games/{game_id}")
    assert page.offers(type="roll") or page.offers(type="bid") or page.offers(type="buy"), page.words
    return page


async def test_one_tap_without_a_name_seats_somebody_in_a_started_game(reader: Reader) -> None:
    game_id = await reader.play_now()
    assert reader.status == 200
    await until_asked(reader, game_id)
    home = await reader.visit("/")
    assert f"/games/{game_id}" in home.links


async def test_an_order_without_script_leads_back_to_the_table(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    page = await until_asked(reader, game_id)
    for wanted in ORDERS:
        if page.offers(type=wanted):
            before = page.form(type=wanted).value("version")
            after = await reader.press(page.form(type=wanted))
            break
    assert reader.status == 200
    assert reader.address == f"/games/{game_id}"
    assert after.html != page.html
    assert f'data-version="{before}"' not in after.html


async def test_an_order_with_script_brings_only_what_changed(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    page = await until_asked(reader, game_id)
    form = next(form for form in page.forms if form.value("type") in ORDERS)
    answer = await reader.order(game_id, form.fields)
    assert answer.status_code == 200
    assert answer.headers["x-parts"] == "1"
    update = Page(answer.text)
    assert int(update.roots[0][1]["data-version"]) > int(form.value("version") or 0)
    assert {"flash", "clock", "dock"} <= set(update.ids)
    assert len([part for part in update.ids if part.startswith("square-")]) < 20


@pytest.mark.parametrize("script", [True, False])
async def test_a_stale_order_is_told_in_words_and_changes_nothing(reader: Reader, script: bool) -> None:
    game_id = await reader.play_now("Ann")
    page = await until_asked(reader, game_id)
    form = next(form for form in page.forms if form.value("type") in ORDERS)
    await reader.press(form)
    version = await shown_version(reader, game_id)
    if script:
        answer = await reader.order(game_id, form.fields)
        assert answer.status_code == 409
        assert "The table has moved on." in answer.text
    else:
        page = await reader.press(form)
        assert "The table has moved on." in page.words
        assert "The table has moved on." not in (await reader.visit(f"/games/{game_id}")).words
    assert await shown_version(reader, game_id) == version


async def test_moves_and_refusals_of_pages_are_counted(reader: Reader, client: httpx.AsyncClient) -> None:
    game_id = await reader.play_now("Ann")
    page = await until_asked(reader, game_id)
    form = next(form for form in page.forms if form.value("type") in ORDERS)
    moved = f'opolyx_moves_total{{action="{form.value("type")}"}}'
    stale = 'opolyx_refusals_total{code="stale_version"}'
    before = [await counted(client, name) for name in (moved, stale)]
    await reader.order(game_id, form.fields)
    await reader.order(game_id, form.fields)
    assert [await counted(client, name) for name in (moved, stale)] == [one + 1 for one in before]


async def counted(client: httpx.AsyncClient, name: str) -> float:
    lines = (await client.get("/metrics")).text.splitlines()
    return next((float(line.removeprefix(name)) for line in lines if line.startswith(name)), 0)


async def shown_version(reader: Reader, game_id: str) -> str:
    page = await reader.visit(f"/games/{game_id}")
    return next(value for name, value in page.attributes if name == "data-version")


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ([("type", "build"), ("square", "1")], 422, "belongs to somebody else"),
        ([("type", "build"), ("square", "2")], 422, "is no property"),
        ([("type", "pay_bail")], 422, "not in jail"),
        ([("type", "accept_trade"), ("trade", "9")], 422, "no longer open"),
        ([("type", "nonsense")], 400, "did not understand"),
        ([], 400, "did not understand"),
    ],
)
async def test_a_refusal_is_told_in_place(
    reader: Reader, fields: list[tuple[str, str]], status: int, words: str
) -> None:
    game_id = await reader.play_now("Ann")
    page = await until_asked(reader, game_id)
    while not page.offers(type="roll"):
        page = await reader.press(next(form for form in page.forms if form.value("type") in ORDERS))
    version = await shown_version(reader, game_id)
    token = page.forms[0].value("_csrf_token") or ""
    answer = await reader.order(game_id, [*fields, ("_csrf_token", token)])
    assert answer.status_code == status
    assert words in Page(answer.text).words
    await reader.post(f"/games/{game_id}/act", [*fields, ("_csrf_token", token)])
    assert reader.status == 200
    assert words in reader.page.words
    assert await shown_version(reader, game_id) == version


async def test_a_refused_offer_comes_back_filled_in(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    page = await until_asked(reader, game_id)
    while not page.offers(type="roll"):
        page = await reader.press(next(form for form in page.forms if form.value("type") in ORDERS))
    seat = next(link for link in page.links if link.startswith("?trade=")).removeprefix("?trade=")
    page = await reader.visit(f"/games/{game_id}?trade={seat}")
    form = page.form(type="propose_trade")
    page = await reader.press(form, give_cash="100", get_cash="10")
    assert "at least half" in page.words
    again = page.form(type="propose_trade")
    assert (again.value("give_cash"), again.value("get_cash")) == ("100", "10")
    await reader.press(again, give_cash="100", get_cash="60")
    assert "at least half" not in reader.page.words


@pytest.mark.parametrize("path", ["", "/parts?version=0", "?square=1", "?trade=1"])
async def test_looking_changes_nothing(reader: Reader, path: str) -> None:
    game_id = await reader.play_now("Ann")
    version = await shown_version(reader, game_id)
    await reader.visit(f"/games/{game_id}{path}")
    assert reader.status == 200
    assert await shown_version(reader, game_id) == version


async def test_parts_are_sent_once(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    version = await shown_version(reader, game_id)
    assert (await reader.fragment(f"/games/{game_id}/parts?version={version}")).status_code == 204
    everything = await reader.fragment(f"/games/{game_id}/parts?version=0")
    assert everything.status_code == 200
    assert "square-39" in Page(everything.text).ids


async def test_a_deed_is_a_page_without_script_and_a_piece_with_it(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    whole = await reader.visit(f"/games/{game_id}?square=1")
    piece = Page((await reader.fragment(f"/games/{game_id}?square=1")).text)
    assert "deed" in whole.ids
    assert "board" in whole.ids
    assert "board" not in piece.ids
    assert piece.ids[0] == "deed"


async def test_pages_of_a_game_are_kept_by_no_cache(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    answer = await reader.fragment(f"/games/{game_id}")
    assert answer.headers["cache-control"] == "no-store"
    assert "HX-Request" in answer.headers["vary"]


@pytest.mark.parametrize("token", ["", "0" * 128])
async def test_an_order_without_our_token_is_refused_and_changes_nothing(reader: Reader, token: str) -> None:
    game_id = await reader.play_now("Ann")
    page = await until_asked(reader, game_id)
    version = await shown_version(reader, game_id)
    form = next(form for form in page.forms if form.value("type") in ORDERS)
    fields = [(name, value) for name, value in form.fields if name != "_csrf_token"]
    await reader.post(f"/games/{game_id}/act", [*fields, ("_csrf_token", token)])
    assert reader.status == 403
    assert "reload" in reader.page.words
    assert await shown_version(reader, game_id) == version


async def test_an_onlooker_sees_the_table_and_may_do_nothing(reader: Reader, client: httpx.AsyncClient) -> None:
    game_id = await reader.play_now("Ann")
    other = Reader(client)
    page = await other.visit(f"/games/{game_id}")
    assert other.status == 200
    assert [form.action for form in page.forms] == []
    assert "You are watching." in page.words
    token = (await other.visit("/")).forms[0].value("_csrf_token") or ""
    answer = await other.order(game_id, [("type", "roll"), ("_csrf_token", token)])
    assert answer.status_code == 422
    assert "You have no seat at this table." in answer.text


async def test_giving_up_asks_once_more_and_frees_the_player(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    page = await reader.visit(f"/games/{game_id}")
    assert "Yes, I give up" in page.words
    await reader.press(page.form(type="surrender"))
    home = await reader.visit("/")
    assert any(form.action == "/play" for form in home.forms)


async def test_an_unknown_game_is_a_page_that_says_so(reader: Reader) -> None:
    page = await reader.visit("/games/nothing")
    assert reader.status == 404
    assert "/" in page.links
    assert "Not found" in page.words


async def test_nobody_is_known_by_a_made_up_session(reader: Reader) -> None:
    reader.cookies.set(deps.SESSION_COOKIE, "made-up", domain="testserver.local")
    home = await reader.visit("/")
    assert reader.status == 200
    assert "Your name, if you like" in home.words
