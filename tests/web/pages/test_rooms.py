"""Rooms through the real application: opened, shared, joined, filled, started, left, and opened again."""

import httpx
import pytest

from app.store.db import Database
from tests.web.pages.reader import Page, Reader


@pytest.fixture
def friend(client: httpx.AsyncClient) -> Reader:
    """Somebody else at another browser."""
    return Reader(client)


def form_to(page: Page, end: str) -> int:
    """Which form of a page leads there."""
    return next(index for index, form in enumerate(page.forms) if form.action.endswith(end))


async def go(reader: Reader, end: str, **typed: str) -> Page:
    """Presses the form of the page in view that leads there."""
    page = reader.page
    return await reader.press(page.forms[form_to(page, end)], **typed)


async def opened(reader: Reader, **wish: str) -> str:
    """A room of the reader's; its address."""
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", seats="2", bots="0", name="Ann", **wish)
    assert reader.status == 200
    return reader.address


async def test_a_room_is_shared_joined_and_started(reader: Reader, friend: Reader) -> None:
    address = await opened(reader)
    assert f"http://testserver{address}" in [value for name, value in reader.page.attributes if name == "value"]
    home = await friend.visit("/")
    assert address in home.links
    await friend.visit(address)
    await go(friend, "/join", name="Ben")
    assert "Waiting for the start" in friend.page.words
    await reader.visit(address)
    assert "Ben" in reader.page.words
    await go(reader, "/start")
    assert "board" in reader.page.ids
    assert "board" in (await friend.visit(address)).ids


async def test_the_start_page_says_how_many_in_a_room_or_game_are_bots(reader: Reader, friend: Reader) -> None:
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", seats="4", bots="2", name="Ann")
    assert "2 of them are bots" in (await friend.visit("/")).words
    await go(reader, "/bots")
    await go(reader, "/start")
    assert "3 of them are bots" in (await friend.visit("/")).words


async def test_a_room_that_everybody_closed_is_not_offered(db: Database, reader: Reader, friend: Reader) -> None:
    address = await opened(reader)
    async with db.connection() as c:
        await c.execute("UPDATE seats SET seen_at = now() - interval '6 minutes'")
    assert address not in (await friend.visit("/")).links
    await reader.visit(address)
    assert address in (await friend.visit("/")).links


async def test_who_waits_for_another_person_to_begin_looks_for_another_table(reader: Reader, friend: Reader) -> None:
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", seats="4", bots="0", name="Ann")
    address = reader.address
    await friend.visit("/")
    form = friend.page.forms[form_to(friend.page, "/play")]
    await friend.post("/find", [*form.fields, ("name", "Ben")])
    assert friend.address == address
    await go(friend, "/find")
    assert friend.address != address
    assert "Stop looking" in friend.page.words
    assert "Ben" not in (await reader.visit(address)).words
    assert not any(form.action == "/find" for form in reader.page.forms)


async def test_a_private_room_opens_only_with_its_link(reader: Reader, friend: Reader) -> None:
    address = await opened(reader, private="yes")
    link = next(value for name, value in reader.page.attributes if name == "value" and "?invite=" in value)
    assert address not in (await friend.visit("/")).links
    await friend.visit(address)
    assert friend.status == 403
    await friend.visit(link.removeprefix("http://testserver"))
    assert friend.status == 200
    await go(friend, "/join", name="Ben")
    assert friend.status == 200
    assert "Waiting for the start" in friend.page.words


@pytest.mark.parametrize("invite", ["%E2%82%AC", "%ED%A0%80", "a%0D%0Ab", "%00", "x" * 5000])
async def test_an_invitation_of_odd_letters_is_only_a_wrong_one(reader: Reader, friend: Reader, invite: str) -> None:
    public = await opened(reader)
    await friend.visit(f"{public}?invite={invite}")
    assert friend.status == 200
    assert not friend.cookies.get("opolyx_key")
    await go(reader, "/leave")
    await friend.visit(f"{await opened(reader, private='yes')}?invite={invite}")
    assert friend.status == 403


async def test_bots_come_and_go(reader: Reader) -> None:
    await opened(reader)
    await go(reader, "/bots")
    assert any(form.action.endswith("/start") for form in reader.page.forms)
    await go(reader, "/bots/remove")
    assert not any(form.action.endswith("/start") for form in reader.page.forms)


async def test_the_room_of_the_last_person_to_leave_is_gone(reader: Reader) -> None:
    address = await opened(reader)
    await go(reader, "/leave")
    assert reader.address == "/"
    await reader.visit(address)
    assert reader.status == 404


async def test_a_second_room_leads_back_to_the_first(reader: Reader) -> None:
    address = await opened(reader)
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", seats="2", bots="0")
    assert reader.address == address
    assert "already sit" in reader.page.words


@pytest.mark.parametrize(
    "wish",
    [{"mode": "chess"}, {"seats": "9"}, {"seats": ""}, {"bots": "2", "seats": "2"}, {"mode": "team", "seats": "5"}],
)
async def test_a_room_that_cannot_be_is_refused_in_words(reader: Reader, wish: dict[str, str]) -> None:
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", **{"seats": "4", "bots": "0", "mode": "classic", **wish})
    assert reader.address.startswith("/rooms/new?")
    assert "role" in dict(reader.page.attributes)
    assert "That choice is not possible." in reader.page.words or "did not understand" in reader.page.words


@pytest.mark.parametrize("name", ["x" * 25, "a\u202eb", "\u200b"])
async def test_a_name_that_is_no_plain_text_is_refused_in_words(reader: Reader, name: str) -> None:
    home = await reader.visit("/")
    await reader.press(home.forms[form_to(home, "/play")], name=name)
    assert reader.address == "/"
    assert "Please choose a name" in reader.page.words


async def test_a_full_room_says_so(reader: Reader, friend: Reader) -> None:
    address = await opened(reader)
    await friend.visit(address)
    join = friend.page.forms[form_to(friend.page, "/join")]
    await go(reader, "/bots")
    await friend.press(join, name="Ben")
    assert "Every seat is taken." in friend.page.words


async def test_only_the_creator_may_fill_and_start(reader: Reader, friend: Reader) -> None:
    address = await opened(reader)
    await friend.visit(address)
    await go(friend, "/join", name="Ben")
    token = friend.page.forms[0].value("_csrf_token") or ""
    await friend.post(f"{address}/start", [("_csrf_token", token)])
    assert friend.status == 403


async def test_a_new_name_is_kept(reader: Reader) -> None:
    await opened(reader)
    await go(reader, "/leave")
    await go(reader, "/name", name="Zoë")
    assert "Zoë" in [value for name, value in reader.page.attributes if name == "value"]


async def test_a_game_is_played_again_with_the_same_bots(reader: Reader) -> None:
    game_id = await reader.play_now("Ann")
    page = await reader.visit(f"/games/{game_id}")
    await reader.press(page.form(type="surrender"))
    token = (await reader.visit("/")).forms[0].value("_csrf_token") or ""
    await reader.post(f"/games/{game_id}/rematch", [("_csrf_token", token)])
    assert reader.status == 200
    assert reader.address.startswith("/games/")
    assert reader.address != f"/games/{game_id}"
    assert "board" in reader.page.ids


async def test_what_was_typed_is_kept_when_a_room_is_refused(reader: Reader) -> None:
    await reader.visit("/rooms/new")
    typed = {"mode": "blitz", "seats": "3", "bots": "3", "name": "Zoë", "private": "yes", "rule_round_cap": "30"}
    await go(reader, "/rooms", **typed)
    form = reader.page.forms[form_to(reader.page, "/rooms")]
    assert {name: form.value(name) for name in ("mode", "private", "rule_round_cap")} == {
        "mode": "blitz",
        "private": "yes",
        "rule_round_cap": "30",
    }
    assert "_csrf_token" not in reader.address
    await reader.press(form, seats="3", bots="2")
    assert reader.address.startswith("/games/")


async def test_rules_of_ones_own_are_shown_in_the_room_and_at_the_table(reader: Reader) -> None:
    await opened(reader, mode="classic", rule_round_cap="30", rule_rent_tax_start="0", rule_collection_cards="no")
    told = (
        "Rounds: 30 instead of 500.",
        "the rent tax grows: none instead of 100 to 200.",
        "Collection cards: no instead",
    )
    for sentence in told:
        assert sentence in reader.page.words
    await go(reader, "/bots")
    await go(reader, "/start")
    assert "board" in reader.page.ids
    assert "Round 1 of 30" in reader.page.words
    for sentence in told:
        assert sentence in reader.page.words


async def test_a_room_as_its_mode_has_it_shows_no_other_rules(reader: Reader) -> None:
    await opened(reader, mode="classic", clock="daily")
    assert "Other rules here" not in reader.page.words


async def test_a_rule_that_cannot_be_is_refused_beside_its_field(reader: Reader) -> None:
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", seats="2", bots="0", mode="classic", rule_round_cap="1001", rule_turn_seconds="20")
    assert reader.address.startswith("/rooms/new?")
    assert "Some rules cannot be like that." in reader.page.words
    assert reader.page.words.count("Please give a whole number: 1 to 1,000.") == 1
    assert ("aria-describedby", "rule_round_cap_hint rule_round_cap_wrong") in reader.page.attributes
    form = reader.page.forms[form_to(reader.page, "/rooms")]
    assert (form.value("rule_round_cap"), form.value("rule_turn_seconds")) == ("1001", "20")


async def test_a_room_shows_what_it_promises_and_what_every_seat_adds(reader: Reader, friend: Reader) -> None:
    address = await opened(reader, contribution="  my lucky word ")
    await friend.visit(address)
    await go(friend, "/join", name="Ben", contribution="<b>dice</b>")
    page = await reader.visit(address)
    assert "Contribution of Ann" in page.words
    assert "my lucky word" in page.words
    assert "Contribution of Ben" in page.words
    assert "<b>dice</b>" in page.words
    assert f"{address}/fairness" in page.links
    await go(reader, "/start")
    promise = await reader.visit(f"/fairness?game={address.removeprefix('/games/')}")
    assert "my lucky word" in promise.words


async def test_a_seat_without_a_contribution_is_given_one(reader: Reader) -> None:
    page = await reader.visit(await opened(reader, contribution="  "))
    (given,) = [words for words in page.codes if len(words) != 64]
    assert len(given) == 16


async def test_a_contribution_that_is_too_long_is_refused_in_words(reader: Reader, friend: Reader) -> None:
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", seats="2", bots="0", contribution="x" * 65)
    assert "1 to 64 letters" in reader.page.words
    await friend.visit(await opened(reader))
    await go(friend, "/join", name="Ben", contribution="x\ty")
    assert "1 to 64 letters" in friend.page.words
    assert any(form.action.endswith("/join") for form in friend.page.forms)
