"""The chat through the real application: said, read, muted, kept apart by sides, limited, and never marked up."""

import asyncio

import httpx
import pytest

from app.store import chat, judgements
from app.store.db import Database
from tests.web.pages.reader import Page, Reader
from tests.web.pages.test_rooms import go, opened
from tests.web.pages.test_streams import first_messages


@pytest.fixture
def friend(client: httpx.AsyncClient) -> Reader:
    return Reader(client)


async def named(reader: Reader, name: str) -> None:
    """Gives the reader a name."""
    home = await reader.visit("/")
    await reader.press(next(form for form in home.forms if form.action == "/play"), name=name)


async def say(reader: Reader, path: str, **fields: str) -> httpx.Response:
    """Says something through the form of the chat's page."""
    page = await reader.visit(path)
    form = next(form for form in page.forms if form.action == path)
    return await reader.post(path, [("_csrf_token", form.value("_csrf_token") or ""), *fields.items()])


async def lines(reader: Reader, path: str, after: int = 0) -> str:
    """What script is given."""
    answer = await reader.fragment(f"{path}?after={after}")
    assert answer.status_code == 200
    return answer.text


async def table_of(one: Reader, other: Reader) -> str:
    """A started game of two people; its address."""
    address = await opened(one)
    await other.visit(address)
    await go(other, "/join", name="Ben")
    await one.visit(address)
    await go(one, "/start")
    return address


async def test_the_lobby_is_read_by_all_and_written_by_those_with_a_name(reader: Reader, friend: Reader) -> None:
    page = await friend.visit("/chat")
    assert not any(form.action == "/chat" for form in page.forms)
    await named(reader, "Ann")
    await say(reader, "/chat", text="Hello all")
    assert reader.status == 200
    assert "Hello all" in (await friend.visit("/chat")).words
    assert (await friend.fragment("/chat")).text.startswith('<div id="chat-body"')
    token = friend.page.menu[0].value("_csrf_token") or ""
    assert (await friend.post("/chat", [("_csrf_token", token), ("text", "x")])).status_code == 403


@pytest.mark.parametrize(
    "text",
    ["<svg/onload=alert(1)>", '<a hx-get="/x" href="https://example.org">x</a>', "https://example.org/x", "&lt;b&gt;"],
)
async def test_a_line_is_text_and_never_a_link(reader: Reader, text: str) -> None:
    await named(reader, "Ann")
    before = (await reader.visit("/chat")).links
    await say(reader, "/chat", text=text)
    page = await reader.visit("/chat")
    assert text in page.words
    assert page.links == before
    assert not [name for name, _ in page.attributes if name in {"hx-get", "onload"}]


async def test_a_phrase_is_read_in_the_language_of_its_reader(reader: Reader) -> None:
    await named(reader, "Ann")
    await say(reader, "/chat", phrase="well_played")
    assert "Well played!" in await lines(reader, "/chat")
    other = Reader(reader.client)
    other.cookies.set("opolyx_language", "en-XA")
    assert "Well played!" not in await lines(other, "/chat")


async def test_a_sticker_counts_more_than_what_is_half_typed(reader: Reader) -> None:
    await named(reader, "Ann")
    await say(reader, "/chat", text="half", sticker="cake")
    html = await lines(reader, "/chat")
    assert "#cake" in html
    assert "half" not in html


@pytest.mark.parametrize("fields", [{"text": "  "}, {"text": "x" * 201}, {"sticker": "<b>"}, {"phrase": "no"}, {}])
async def test_what_cannot_be_said_is_told_and_not_kept(reader: Reader, fields: dict[str, str]) -> None:
    await named(reader, "Ann")
    await say(reader, "/chat", **fields)
    assert "A message is 1 to 200 letters" in reader.page.words
    assert await lines(reader, "/chat") == ""


async def test_a_table_is_read_by_onlookers_and_written_by_its_seats(reader: Reader, friend: Reader) -> None:
    path = f"{await table_of(reader, friend)}/chat"
    await say(reader, path, text="Good dice")
    onlooker = Reader(reader.client)
    await named(onlooker, "Eve")
    page = await onlooker.visit(path)
    assert "Good dice" in page.words
    assert not any(form.action == path for form in page.forms)
    answer = await onlooker.post(path, [("_csrf_token", page.forms[0].value("_csrf_token") or ""), ("text", "x")])
    assert answer.status_code == 403
    await friend.visit(path.removesuffix("/chat"))
    await friend.press(friend.page.form(type="surrender"))
    await say(friend, path, text="Well done")
    assert "Well done" in await lines(reader, path)


async def test_a_private_room_talks_behind_its_door(reader: Reader, friend: Reader) -> None:
    address = await opened(reader, private="yes")
    await say(reader, f"{address}/chat", text="secret")
    await friend.visit(f"{address}/chat")
    assert friend.status == 403
    assert (await friend.fragment(f"{address}/chat?after=0")).status_code == 403


async def test_a_side_talks_alone_in_every_way_there_is(reader: Reader, friend: Reader) -> None:
    await reader.visit("/rooms/new")
    await go(reader, "/rooms", mode="team", seats="4", bots="2", name="Ann")
    address = reader.address
    await friend.visit(address)
    await go(friend, "/join", name="Ben")
    await reader.visit(address)
    await go(reader, "/start")
    path = f"{address}/chat"
    await say(reader, path, text="our plan", side="yes")
    assert "our plan" in await lines(reader, path)
    for one in (reader, friend):
        assert "Only for my side" in (await one.visit(path)).words
    onlooker = Reader(reader.client)
    same = await same_side(reader, address)
    for one, hears in ((friend, same), (onlooker, False)):
        assert ("our plan" in (await one.visit(path)).words) is hears
        assert ("our plan" in await lines(one, path)) is hears
        assert "our plan" not in (await one.visit(address)).words
        assert "our plan" not in (await one.fragment(f"{address}/parts?version=1")).text


async def same_side(reader: Reader, address: str) -> bool:
    view = (await reader.client.get(f"/api/v1{address}")).json()
    people = [seat["team"] for seat in view["seats"] if seat["kind"] == "human"]
    return bool(people[0] == people[1])


async def test_a_side_is_asked_for_only_where_there_are_sides(reader: Reader) -> None:
    await named(reader, "Ann")
    await say(reader, "/chat", text="x", side="yes")
    assert await lines(reader, "/chat") == ""


async def test_somebody_is_muted_with_one_tap_and_heard_again(reader: Reader, friend: Reader) -> None:
    await named(reader, "Ann")
    await named(friend, "Ben")
    await say(friend, "/chat", text="buy buy buy")
    page = await reader.visit("/chat")
    form = next(form for form in page.forms if form.action == "/mutes")
    await reader.press(form, next(one for one in form.buttons if one[0] == "mute"))
    assert "buy buy buy" not in reader.page.words
    assert "You have muted 1 person." in " ".join(reader.page.words.split())
    assert "buy buy buy" in (await friend.visit("/chat")).words
    form = next(form for form in reader.page.forms if form.action == "/mutes")
    await reader.press(form, next(one for one in form.buttons if one[0] == "hear"))
    assert "buy buy buy" in reader.page.words


async def test_whom_somebody_has_blocked_they_do_not_hear(reader: Reader, friend: Reader, db: Database) -> None:
    await named(reader, "Ann")
    await named(friend, "Ben")
    await say(friend, "/chat", text="hello there")
    async with db.connection() as c:
        await c.execute(
            "INSERT INTO blocks (blocker, blocked) SELECT a.id, b.id FROM players a, players b "
            "WHERE a.name = 'Ann' AND b.name = 'Ben'"
        )
    assert await lines(reader, "/chat") == ""


async def test_a_flood_is_stopped_across_processes(reader: Reader) -> None:
    await named(reader, "Ann")
    page = await reader.visit("/chat")
    token = next(form for form in page.forms if form.action == "/chat").value("_csrf_token") or ""
    answers = [
        (await reader._send("POST", "/chat", data={"_csrf_token": token, "text": "x"}, headers={"hx-request": "true"}))
        for _ in range(1000)
    ]
    statuses = [answer.status_code for answer in answers]
    assert statuses.count(429) >= len(statuses) - 24
    assert statuses.count(200) >= 6
    assert set(statuses) == {200, 429}
    assert "too much at once" in answers[-1].text


async def test_lines_come_by_the_stream_of_the_table_in_one_message_each(server: httpx.AsyncClient) -> None:
    ann, ben = Reader(server), Reader(server)
    address = await table_of(ann, ben)
    async with httpx.AsyncClient(base_url=server.base_url, timeout=20) as other:
        path = f"{address}/live?after=999&chat=0"
        waiting = asyncio.create_task(first_messages(other, ann, path, count=2))
        await asyncio.sleep(0.3)
        await say(ben, f"{address}/chat", text="one\ndata: <b>x</b>\n\nevent: end")
        await say(ben, f"{address}/chat", phrase="deal")
        first, second = await asyncio.wait_for(waiting, 15)
    assert first["event"] == second["event"] == "chat"
    assert "id" not in first
    assert Page(first["data"]).words.count("one data: <b>x</b> event: end") == 1
    assert "It is a deal." in Page(second["data"]).words
    assert "one data" not in second["data"]


async def test_a_hidden_line_is_taken_off_open_pages_by_the_stream(server: httpx.AsyncClient, db: Database) -> None:
    ann, ben = Reader(server), Reader(server)
    address = await table_of(ann, ben)
    await say(ben, f"{address}/chat", text="bad words")
    async with db.connection() as c:
        number = await chat.newest(c, address.removeprefix("/games/"), side=None)
    async with httpx.AsyncClient(base_url=server.base_url, timeout=20) as other:
        path = f"{address}/live?after=999&chat={number}"
        waiting = asyncio.create_task(first_messages(other, ann, path, count=1))
        await asyncio.sleep(0.3)
        async with db.connection() as c:
            await judgements.appoint(c, (await judgements.named(c, "Ann"))[0].id, operator=True)
        token = (await ann.visit("/order")).menu[0].value("_csrf_token") or ""
        await ann.post("/order", [("_csrf_token", token), ("do", "hide"), ("line", str(number))])
        (message,) = await asyncio.wait_for(waiting, 15)
    assert message["event"] == "chat"
    assert f'data-gone="said-{number}"' in message["data"]
    assert "bad words" not in message["data"]


async def test_who_plays_is_named_with_a_way_to_report_them(reader: Reader, friend: Reader) -> None:
    address = await table_of(reader, friend)
    page = await reader.visit(f"{address}/chat")
    assert "Who plays here" in page.words
    assert [link for link in page.links if link.startswith("/reports/new?player=")] != []
    assert "Ben" in page.words.partition("Who plays here")[2]
    assert "Who plays here" not in (await Reader(reader.client).visit(f"{address}/chat")).words


async def test_the_page_of_a_table_goes_on_from_the_newest_line(reader: Reader, friend: Reader) -> None:
    address = await table_of(reader, friend)
    await say(reader, f"{address}/chat", text="x")
    page = await friend.visit(address)
    last = next(value for name, value in page.attributes if name == "data-last")
    assert int(last) > 0
    assert await lines(friend, f"{address}/chat", int(last)) == ""


@pytest.mark.parametrize("path", ["/games/nothing/chat", "/games/%00/chat"])
async def test_nowhere_is_no_chat(reader: Reader, path: str) -> None:
    assert (await reader.fragment(path)).status_code == 404
