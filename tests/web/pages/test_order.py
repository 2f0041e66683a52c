"""Order through the real application: reported, judged, told to the person, and held everywhere; hidden from others."""

import asyncpg
import httpx
import pytest
from litestar import Litestar

from app.store import chat, judgements, players, reports
from app.store.db import Database
from app.web.guard_of_order import WITH_OTHERS
from tests.web.api.script import Script
from tests.web.pages.reader import Page, Reader
from tests.web.pages.test_chat import lines, named, say, table_of
from tests.web.pages.test_rooms import go, opened


@pytest.fixture
def friend(client: httpx.AsyncClient) -> Reader:
    return Reader(client)


async def id_of(db: Database, name: str) -> str:
    async with db.connection() as c:
        found = await judgements.named(c, name)
    assert len(found) == 1
    return found[0].id


async def operator(client: httpx.AsyncClient, db: Database) -> Reader:
    """Somebody who may judge."""
    reader = Reader(client)
    await named(reader, "Oda")
    async with db.connection() as c:
        await judgements.appoint(c, (await judgements.named(c, "Oda"))[0].id, operator=True)
    return reader


async def judge(reader: Reader, **fields: str) -> Page:
    """A decision on the page of operators."""
    await reader.visit("/order")
    token = reader.page.menu[0].value("_csrf_token") or ""
    await reader.post("/order", [("_csrf_token", token), *fields.items()])
    return reader.page


def deeds(page: Page) -> list[str]:
    """What the log says was done, newest first."""
    return [value or "" for name, value in page.attributes if name == "data-deed"]


async def report(reader: Reader, query: str, **fields: str) -> Page:
    page = await reader.visit(f"/reports/new?{query}")
    form = next(form for form in page.forms if form.action == "/reports")
    return await reader.press(form, **fields)


async def test_a_line_is_reported_looked_at_and_hidden(
    reader: Reader, friend: Reader, client: httpx.AsyncClient, db: Database
) -> None:
    await named(reader, "Ann")
    await named(friend, "Ben")
    await say(friend, "/chat", text="before")
    await say(friend, "/chat", text="you <b>fool</b>")
    html = await lines(reader, "/chat")
    link = [href for href in Page(f"<ol>{html}</ol>").links if "/reports/new" in href][-1]
    page = await report(reader, link.partition("?")[2], reason="insult", words="every\n\nday")
    assert "An operator will look at your report" in page.words
    judging = await operator(client, db)
    page = await judging.visit("/order")
    assert page.words.count("you <b>fool</b>") == 2
    assert "before" in page.words
    assert "every day" in page.words
    form = next(form for form in page.forms if ("do", "hide") in form.buttons)
    await judging.press(form, ("do", "hide"))
    assert "fool" not in await lines(reader, "/chat")
    assert "you <b>fool</b>" in judging.page.words
    form = next(form for form in judging.page.forms if ("do", "close") in form.buttons)
    assert ("do", "hide") not in form.buttons
    page = await judging.press(form, ("do", "close"))
    assert "Nothing is reported." in page.words
    assert deeds(page) == ["close", "hide"]


async def reported(db: Database, times: int, by: str, about: str) -> None:
    """So many lines of somebody are reported."""
    async with db.connection() as c:
        await c.execute(
            "INSERT INTO reports (reporter, player_id, reason, words, line_id, said) "
            "SELECT $1, $2, 'spam', 'Nr. ' || n || '.', 1000 + n, 'x' FROM generate_series(1, $3::int) AS n",
            by,
            about,
            times,
        )


async def test_operators_find_new_reports_in_the_menu_and_page_by_page(
    reader: Reader, friend: Reader, client: httpx.AsyncClient, db: Database
) -> None:
    await named(reader, "Ann")
    await named(friend, "Ben")
    judging = await operator(client, db)
    await reported(db, 45, await id_of(db, "Ann"), await id_of(db, "Ben"))
    assert "/order" not in (await reader.visit("/")).links
    page = await judging.visit("/")
    assert "/order" in page.links
    assert "Order: 45 open reports" in " ".join(page.words.split())
    seen: list[str] = []
    address = "/order"
    while address:
        page = await judging.visit(address)
        seen += [word for word in page.words.split() if word.rstrip(".").isdigit() and word.endswith(".")]
        address = next((link.partition("#")[0] for link in page.links if link.startswith("/order?before=")), "")
    assert seen == [f"{number}." for number in range(45, 0, -1)]


async def test_a_person_is_reported_once_until_somebody_has_looked(
    reader: Reader, friend: Reader, client: httpx.AsyncClient, db: Database
) -> None:
    await named(reader, "Ann")
    await named(friend, "Ben")
    ben = await id_of(db, "Ben")
    for _ in range(2):
        page = await report(reader, f"player={ben}", reason="name")
        assert "An operator will look at your report" in page.words
    judging = await operator(client, db)
    page = await judging.visit("/order")
    forms = [form for form in page.forms if ("do", "close") in form.buttons]
    assert len(forms) == 1
    await judging.press(forms[0], ("do", "close"))
    await report(reader, f"player={ben}", reason="name")
    async with db.connection() as c:
        assert await reports.count_open(c, most=10) == 1


async def test_whoever_reports_or_has_read_goes_on_where_they_were(
    reader: Reader, friend: Reader, db: Database
) -> None:
    address = await table_of(reader, friend)
    ben = await id_of(db, "Ben")
    referer = f"{reader.client.base_url}{address}"
    answer = await reader._send("GET", f"/reports/new?player={ben}", headers={"referer": referer})
    form = next(form for form in Page(answer.text).forms if form.action == "/reports")
    await reader.press(form, reason="unfair")
    assert reader.address == address
    assert "An operator will look at your report" in reader.page.words
    for away in ("https://example.org/", "//example.org", "/games/\n", "/settings"):
        await reader.press(form, reason="unfair", back=away)
        assert reader.address == "/"
    async with db.connection() as c:
        await judgements.warn(c, await id_of(db, "Ann"), "spam")
    token = (await reader.visit(address)).menu[0].value("_csrf_token") or ""
    read = await reader._send("POST", "/warnings/read", data={"_csrf_token": token}, headers={"referer": referer})
    assert read.headers["location"] == address


async def test_nobody_judges_themselves_or_while_suspended(
    reader: Reader, client: httpx.AsyncClient, db: Database
) -> None:
    judging = await operator(client, db)
    oda = await id_of(db, "Oda")
    await named(reader, "Ann")
    await say(judging, "/chat", text="rude")
    await reported(db, 1, await id_of(db, "Ann"), oda)
    async with db.connection() as c:
        line = await chat.newest(c, chat.LOBBY, side=None)
        opened = await reports.list_open(c, before=judgements.LARGEST, most=1)
    for fields in (
        {"do": "warn", "player": oda, "reason": "spam"},
        {"do": "suspend", "player": oda, "reason": "spam", "time": "hour"},
        {"do": "lift", "player": oda},
        {"do": "hide", "line": str(line)},
        {"do": "close", "report": str(opened[0].id)},
    ):
        page = await judge(judging, **fields)
        assert "You cannot do that to yourself." in page.words
        assert deeds(page) == []
    assert "rude" in await lines(reader, "/chat")
    async with db.connection() as c:
        assert await reports.count_open(c, most=10) == 1
        await judgements.suspend(c, oda, until=4_102_444_800_000, because="unfair")
    await judge(judging, do="warn", player=await id_of(db, "Ann"), reason="spam")
    assert judging.status == 404
    assert "/order" not in (await judging.visit("/")).links
    async with db.connection() as c:
        assert await judgements.newest(c, most=1) == []


async def test_what_was_decided_stays_in_the_log(reader: Reader, client: httpx.AsyncClient, db: Database) -> None:
    await named(reader, "Ann")
    judging = await operator(client, db)
    await judge(judging, do="warn", player=await id_of(db, "Ann"), reason="spam", words="first time")
    await judge(judging, do="suspend", player=await id_of(db, "Ann"), reason="spam", time="hour")
    page = await judging.visit("/order?player=Ann")
    assert deeds(page) == ["suspend", "warn"]
    fields = {"_csrf_token": page.menu[0].value("_csrf_token") or "", "do": "nothing"}
    referer = f"{client.base_url}/order?player=Ann"
    answer = await judging._send("POST", "/order", data=fields, headers={"referer": referer})
    assert answer.headers["location"] == "/order?player=Ann"
    assert "Oda warned Ann." in " ".join(page.words.split())
    assert "first time" in page.words
    assert deeds(await judging.visit("/order?player=Oda")) == []
    for change in ("DELETE FROM judgements", "UPDATE judgements SET words = ''", "UPDATE judgements SET deed = 'lift'"):
        async with db.connection() as c:
            with pytest.raises(asyncpg.RaiseError):
                await c.execute(change)


async def test_namesakes_are_told_apart(reader: Reader, client: httpx.AsyncClient, db: Database) -> None:
    await named(reader, "Ann")
    await named(Reader(client), "Ann")
    judging = await operator(client, db)
    page = await judging.visit("/order?player=Ann")
    assert "Several people go by that name." in page.words
    links = [link for link in page.links if link.startswith("/order?player=")]
    assert len(links) == 2
    assert any(("do", "warn") in form.buttons for form in (await judging.visit(links[0])).forms)
    assert "Nobody goes by that name." in (await judging.visit("/order?player=Zoe")).words


async def test_the_page_of_operators_is_nowhere_for_others(reader: Reader, friend: Reader) -> None:
    await named(friend, "Ben")
    for one in (reader, friend):
        await one.visit("/order")
        assert one.status == 404
        await one.visit("/")
        token = one.page.menu[0].value("_csrf_token") or ""
        assert (await one.post("/order", [("_csrf_token", token), ("do", "hide"), ("line", "1")])).status_code == 404


async def test_one_reports_only_what_one_can_see_and_not_oneself(reader: Reader, friend: Reader, db: Database) -> None:
    address = await opened(reader, private="yes")
    await say(reader, f"{address}/chat", text="secret")
    async with db.connection() as c:
        line = await chat.newest(c, address.removeprefix("/games/"), side=None)
    await named(friend, "Ben")
    await friend.visit(f"/reports/new?line={line}")
    assert friend.status == 403
    assert "secret" not in friend.page.html
    for one, query in (
        (reader, f"line={line}"),
        (friend, "line=999999"),
        (friend, "player=nobody"),
        (friend, "line=x"),
    ):
        await one.visit(f"/reports/new?{query}")
        assert one.status == 404
    assert (await Reader(reader.client).fragment("/reports/new?player=x")).status_code == 403


async def test_reports_are_limited(reader: Reader, friend: Reader, db: Database) -> None:
    await named(reader, "Ann")
    await named(friend, "Ben")
    ben = await id_of(db, "Ben")
    page = await reader.visit(f"/reports/new?player={ben}")
    form = next(form for form in page.forms if form.action == "/reports")
    fields = [*form.fields, ("reason", "spam")]
    statuses = [(await reader.post("/reports", fields)).status_code for _ in range(21)]
    assert 429 in statuses
    assert statuses[0] == 303


async def test_a_warning_is_told_until_it_is_read(reader: Reader, client: httpx.AsyncClient, db: Database) -> None:
    await named(reader, "Ann")
    judging = await operator(client, db)
    await judge(judging, do="warn", player=await id_of(db, "Ann"), reason="spam")
    page = await reader.visit("/")
    assert "An operator warns you. Reason: Spam or advertising." in page.words
    await reader.press(next(form for form in page.forms if form.action == "/warnings/read"))
    assert "warns you" not in reader.page.words


async def test_a_suspended_person_is_told_why_and_until_when_and_may_finish_their_game(
    reader: Reader, friend: Reader, client: httpx.AsyncClient, db: Database
) -> None:
    address = await table_of(reader, friend)
    judging = await operator(client, db)
    ann = await id_of(db, "Ann")
    await judge(judging, do="suspend", player=ann, reason="insult", time="day")
    page = await reader.visit(address)
    assert "You are suspended until" in page.words
    assert "Insults or threats" in page.words
    token = page.menu[0].value("_csrf_token") or ""
    assert not any(form.action == f"{address}/chat" for form in (await reader.visit(f"{address}/chat")).forms)
    fields = {"_csrf_token": token, "text": "unfair!"}
    refused = await reader._send("POST", f"{address}/chat", data=fields, headers={"hx-request": "true"})
    assert refused.status_code == 403
    assert refused.text.startswith("You are suspended until")
    assert "<" not in refused.text
    assert await lines(friend, f"{address}/chat") == ""
    for path in ("/rooms", "/play", "/code", f"{address}/join", f"{address}/rematch", "/players/x/follow", "/reports"):
        answer = await reader.post(path, [("_csrf_token", token)])
        assert answer.status_code == 403, path
        assert "You are suspended until" in reader.page.words
    page = await reader.visit(address)
    await reader.press(page.form(type="surrender"))
    assert reader.status == 200
    await judge(judging, do="lift", player=ann)
    assert "You are suspended" not in (await reader.visit("/")).words
    await reader.press(next(form for form in reader.page.forms if form.action == "/play"))
    assert reader.address.startswith("/games/")


async def test_a_room_that_waits_goes_on_without_a_suspended_person(
    reader: Reader, friend: Reader, client: httpx.AsyncClient, db: Database
) -> None:
    address = await opened(reader)
    await friend.visit(address)
    await go(friend, "/join", name="Ben")
    judging = await operator(client, db)
    await judge(judging, do="suspend", player=await id_of(db, "Ann"), reason="insult", time="hour")
    page = await friend.visit(address)
    assert any(form.action.endswith("/bots") for form in page.forms)
    assert "Ann" not in page.words


async def test_a_suspension_ends_by_itself(reader: Reader, db: Database) -> None:
    await named(reader, "Ann")
    async with db.connection() as c:
        await judgements.suspend(c, await id_of(db, "Ann"), until=1_000, because="spam")
    assert "You are suspended" not in (await reader.visit("/")).words
    await say(reader, "/chat", text="back")
    assert "back" in await lines(reader, "/chat")


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "warn", "player": "x", "reason": "no"},
        {"do": "suspend", "player": "x", "reason": "spam", "time": "ever"},
        {"do": "promote"},
        {},
    ],
)
async def test_a_decision_that_is_none_is_told(client: httpx.AsyncClient, db: Database, fields: dict[str, str]) -> None:
    judging = await operator(client, db)
    page = await judge(judging, **fields)
    assert "That choice is not possible." in page.words
    assert deeds(page) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "warn", "player": "nobody", "reason": "spam"},
        {"do": "suspend", "player": "\x00", "reason": "spam", "time": "day"},
        {"do": "hide", "line": "99"},
        {"do": "close", "report": "-1"},
    ],
)
async def test_a_decision_about_nobody_is_not_kept(
    client: httpx.AsyncClient, db: Database, fields: dict[str, str]
) -> None:
    judging = await operator(client, db)
    await judge(judging, **fields)
    assert judging.status in {400, 404}
    async with db.connection() as c:
        assert await judgements.newest(c, most=10) == []


async def test_programs_are_told_a_suspension_too(client: httpx.AsyncClient, db: Database) -> None:
    ada = await Script.enter(client, "Ada")
    eve = await Script.enter(client, "Eve")
    game = await ada.room()
    await eve.post(f"/games/{game['id']}/join", {})
    await ada.post(f"/games/{game['id']}/start")
    async with db.connection() as c:
        await judgements.suspend(c, ada.player["id"], until=4_102_444_800_000, because="unfair")
    answers = [
        await ada.post("/games", {"mode": "classic", "seats": 2}),
        await ada.post(f"/games/{game['id']}/chat", {"text": "x"}),
        await ada.post("/find", {}),
        await ada.get("/codes/ABCDEF"),
        await ada.post(f"/games/{game['id']}/rematch"),
        await ada._send("PUT", f"/players/{eve.player['id']}/follow"),
    ]
    for answer in answers:
        assert answer.status_code == 403, answer.text
        assert answer.json()["code"] == "suspended"
        assert answer.json()["facts"] == {"until": "2100-01-01T00:00:00Z", "reason": "unfair"}
    view = await ada.view(game["id"])
    assert view["you"]["legal"] is not None
    assert (await ada.act(game["id"], {"type": "surrender"})).status_code == 200


def test_every_guarded_address_exists(app: Litestar) -> None:
    known = {route.path_format for route in app.routes}
    assert WITH_OTHERS - known == set()


async def test_names_of_people_are_found_by_id_handle_or_name(db: Database) -> None:
    async with db.connection() as c:
        ann = await players.create(c, name="Ann", language="en")
        await players.create(c, name="Ann", language="en")
        await c.execute("UPDATE players SET handle = 'Annie' WHERE id = $1", ann.id)
        assert [one.id for one in await judgements.named(c, "annie")] == [ann.id]
        assert [one.id for one in await judgements.named(c, ann.id)] == [ann.id]
        assert len(await judgements.named(c, "Ann")) == 2
        assert await judgements.named(c, "Zoe") == []
