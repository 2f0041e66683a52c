"""Coming back by a link: once, in time, by a button, with the same answer for everybody; and the guest goes along."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from typing import Any

import httpx
import pytest
from aiosmtpd.smtp import SMTP, Envelope

from app.settings import Post, Settings
from app.store import games, sign_ins
from app.store.db import Database
from tests.web.pages.reader import Reader


class Sink:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[Envelope] = []

    async def handle_DATA(self, _: Any, __: Any, envelope: Envelope) -> str:  # noqa: N802  # aiosmtpd's own name
        self.mails.append(envelope)
        return "250 kept"

    def text(self, number: int = -1) -> str:
        """What a mail says, and as what."""
        content = self.mails[number].content
        assert isinstance(content, bytes)
        parts = message_from_bytes(content, policy=policy.default).iter_parts()
        return "".join(f"{part.get_content_type()}\n{part.get_content()}" for part in parts)

    def link(self, number: int = -1) -> str:
        """The path of the link in a mail."""
        found = re.search(r"http://testserver(/sign-in/link/[\w-]+)", self.text(number))
        assert found is not None
        return found.group(1)


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture
async def settings(database_url: str, sink: Sink) -> AsyncIterator[Settings]:
    listening = await asyncio.get_running_loop().create_server(lambda: SMTP(sink), "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    yield Settings(
        database_url=database_url,
        sweep_in_process=False,
        outage_seconds=0,
        bot_pause_ms=0,
        smtp_url=Post(host="127.0.0.1", port=port),
        mail_from="play@example.org",
    )
    listening.close()


@pytest.fixture
def other(client: httpx.AsyncClient) -> Reader:
    """Another browser."""
    return Reader(client)


async def ask(reader: Reader, address: str = "ada@example.org") -> None:
    await reader.visit("/account")
    form = next(form for form in reader.page.forms if form.action == "/sign-in/link")
    await reader.press(form, address=address)


async def use(reader: Reader, link: str) -> None:
    await reader.visit(link)
    await reader.press(next(form for form in reader.page.forms if form.action == link))


async def named(reader: Reader, name: str) -> str:
    """A guest with that name; their id."""
    await reader.visit("/")
    await reader.post("/name", [("_csrf_token", reader.page.menu[0].value("_csrf_token") or ""), ("name", name)])
    return await own_id(reader)


async def own_id(reader: Reader) -> str:
    answer = await reader.fragment("/account/data")
    found: str = json.loads(answer.text)["player"]["id"]
    return found


async def with_account(reader: Reader, sink: Sink, name: str = "Ada") -> str:
    """A guest who kept their progress; their id."""
    player = await named(reader, name)
    await ask(reader)
    await use(reader, sink.link())
    assert "You are signed in." in reader.page.words
    return player


async def test_a_guest_keeps_progress_by_a_link(reader: Reader, sink: Sink) -> None:
    guest = await named(reader, "Ada")
    await ask(reader)
    assert "A link is on its way to that address." in reader.page.words
    assert "Ada asked for this link" in sink.text()
    before = reader.cookies["opolyx_session"]
    await use(reader, sink.link())
    assert "ada@example.org" in reader.page.words
    assert await own_id(reader) == guest
    assert reader.cookies["opolyx_session"] != before, "a session that somebody else may have planted ends"


async def test_mail_is_plain_text_and_html(reader: Reader, sink: Sink) -> None:
    await named(reader, "<b>Ada</b>")
    await ask(reader)
    assert "text/plain" in sink.text()
    assert "text/html" in sink.text()
    assert "<bdi>&lt;b&gt;Ada&lt;/b&gt;</bdi>" in sink.text()
    assert sink.mails[0].mail_from == "play@example.org"
    assert sink.mails[0].rcpt_tos == ["ada@example.org"]


async def test_a_link_works_once(reader: Reader, other: Reader, sink: Sink) -> None:
    await with_account(reader, sink)
    await other.visit(sink.link())
    assert other.address == "/sign-in"
    assert "used already" in other.page.words


async def test_a_link_pressed_in_two_browsers_at_once_signs_one_in(
    reader: Reader, other: Reader, sink: Sink, app: Any
) -> None:
    await ask(reader)
    link = sink.link()
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as second:
        other.client = second
        await reader.visit(link)
        await other.visit(link)
        pressed = [one.press(next(f for f in one.page.forms if f.action == link)) for one in (reader, other)]
        await asyncio.gather(*pressed)
        assert sorted([reader.address, other.address]) == ["/account", "/sign-in"]


async def test_looking_at_a_link_changes_nothing(reader: Reader, other: Reader, sink: Sink, db: Database) -> None:
    await named(reader, "Ada")
    await ask(reader)
    for _ in range(3):
        await other.visit(sink.link())
    assert "opolyx_session" not in other.cookies
    async with db.connection() as c:
        assert await sign_ins.owner(c, "ada@example.org") is None
    await use(reader, sink.link())
    assert "You are signed in." in reader.page.words


async def test_a_link_ends_after_its_time(reader: Reader, sink: Sink, db: Database) -> None:
    await ask(reader)
    await reader.visit(sink.link())
    async with db.connection() as c:
        await c.execute("UPDATE links SET expires_at = now() - interval '1 second'")
    await reader.press(next(form for form in reader.page.forms if form.action == sink.link()))
    assert "its time is over" in reader.page.words
    assert "opolyx_session" not in reader.cookies


async def test_the_database_does_not_know_the_secret(reader: Reader, sink: Sink, db: Database) -> None:
    await ask(reader)
    secret = sink.link().rpartition("/")[2]
    async with db.connection() as c:
        kept = await c.fetchval("SELECT row_to_json(links)::text FROM links")
    assert secret not in kept


async def test_known_and_unknown_addresses_get_the_same_answer(reader: Reader, other: Reader, sink: Sink) -> None:
    await with_account(reader, sink)
    await ask(other)
    known = other.page.words
    await ask(other, "nobody@example.org")
    assert other.page.words == known
    assert len(sink.mails) == 3


async def test_a_link_signs_in_on_another_device(reader: Reader, other: Reader, sink: Sink) -> None:
    account = await with_account(reader, sink)
    await ask(other)
    await use(other, sink.link())
    assert await own_id(other) == account
    assert await own_id(reader) == account


async def test_a_link_of_a_guest_opened_elsewhere_says_who_asked(reader: Reader, other: Reader, sink: Sink) -> None:
    guest = await named(reader, "Ada")
    await ask(reader)
    await other.visit(sink.link())
    assert "Ada asked for this link, in another browser." in other.page.words
    await use(other, sink.link())
    assert await own_id(other) == guest


async def test_somebody_elses_link_merges_only_who_sits_at_the_browser(
    reader: Reader, other: Reader, sink: Sink
) -> None:
    """Whoever asks for a link to a stranger's address must not become that stranger by their pressing of it."""
    account = await with_account(reader, sink)
    attacker = await named(other, "Mallory")
    await ask(other)
    await use(reader, sink.link())
    assert await own_id(reader) == account
    assert await own_id(other) == attacker


@pytest.mark.parametrize("address", ["", "ada", "ada@", "a@b", "a b@example.org", "a@example.org\nBcc: b@example.org"])
async def test_what_is_no_address_is_told_in_words(reader: Reader, sink: Sink, address: str) -> None:
    await ask(reader, address)
    assert "That is no e-mail address." in reader.page.words
    assert sink.mails == []


async def test_one_address_is_not_flooded(reader: Reader, sink: Sink) -> None:
    for _ in range(6):
        await ask(reader)
    assert reader.status == 429
    assert len(sink.mails) == 5


async def test_a_guests_seat_goes_along_in_the_middle_of_a_game(
    reader: Reader, other: Reader, sink: Sink, db: Database
) -> None:
    account = await with_account(reader, sink)
    game_id = await other.play_now("Bea")
    guest = await own_id(other)
    async with db.connection() as c:
        row = await games.read(c, game_id)
    assert row is not None
    assert row.game is not None
    await ask(other)
    await use(other, sink.link())
    assert await own_id(other) == account
    await other.visit(f"/games/{game_id}")
    assert other.page.forms, "the seat can still act"
    async with db.connection() as c:
        moved = await games.read(c, game_id)
        assert moved is not None
        assert moved.room.seat_of(account) == 0
        assert moved.room.seat_of(guest) is None
        assert moved.version == row.version
        assert await games.unfinished_of(c, account) == game_id
        assert await games.unfinished_of(c, guest) is None
        assert not await games.save(c, row, row.version, [], [], 1, []), "decided before the seat changed hands"


async def test_where_both_play_nothing_is_merged_and_the_guest_waits(
    reader: Reader, other: Reader, sink: Sink, db: Database
) -> None:
    account = await with_account(reader, sink)
    await reader.play_now()
    game_id = await other.play_now("Bea")
    guest = await own_id(other)
    await ask(other)
    await use(other, sink.link())
    assert "End one of them first." in other.page.words
    assert await own_id(other) == account
    merge = next(form for form in other.page.forms if form.action == "/account/guest")
    await other.press(merge, ("as", "me"))
    assert "End one of them first." in other.page.words
    async with db.connection() as c:
        assert await games.unfinished_of(c, guest) == game_id
        await c.execute("UPDATE seats SET live = false WHERE player_id = $1", account)
    await other.press(merge, ("as", "me"))
    assert "What the guest had is yours now." in other.page.words
    async with db.connection() as c:
        assert await games.unfinished_of(c, account) == game_id


async def test_a_waiting_guest_can_play_on(reader: Reader, other: Reader, sink: Sink) -> None:
    await with_account(reader, sink)
    await reader.play_now()
    await other.play_now("Bea")
    guest = await own_id(other)
    await ask(other)
    await use(other, sink.link())
    await other.press(next(form for form in other.page.forms if form.action == "/account/guest"), ("as", "guest"))
    assert await own_id(other) == guest


async def test_another_account_at_the_browser_is_signed_out_and_not_merged(reader: Reader, sink: Sink) -> None:
    first = await with_account(reader, sink)
    await reader.visit("/account")
    await reader.press(next(form for form in reader.page.forms if form.action == "/account/sessions/end"))
    second = await named(reader, "Bea")
    await ask(reader, "bea@example.org")
    await use(reader, sink.link())
    await ask(reader, "ada@example.org")
    await use(reader, sink.link())
    assert await own_id(reader) == first
    await ask(reader, "bea@example.org")
    await use(reader, sink.link())
    assert await own_id(reader) == second


async def test_signing_out_everywhere_ends_every_browser(reader: Reader, other: Reader, sink: Sink) -> None:
    await with_account(reader, sink)
    await ask(other)
    await use(other, sink.link())
    await other.press(next(form for form in other.page.forms if form.action == "/account/sessions/end"))
    assert other.address == "/sign-in"
    assert "You are signed out." in other.page.words
    await reader.visit("/account")
    assert reader.address == "/sign-in"


async def test_one_browser_is_signed_out_with_its_device(
    reader: Reader, other: Reader, sink: Sink, db: Database
) -> None:
    account = await with_account(reader, sink)
    await ask(other)
    await use(other, sink.link())
    async with db.connection() as c:
        tokens = [one["id"] for one in await c.fetch("SELECT id FROM tokens ORDER BY created_at")]
        await c.execute(
            "INSERT INTO devices (hash, player_id, endpoint, key, auth, language, token_id) "
            "VALUES ('\\x00', $1, 'e', '\\x00', '\\x00', 'en', $2)",
            account,
            tokens[0],
        )
    await other.visit("/account")
    form = next(form for form in other.page.forms if form.action == f"/account/sessions/{tokens[0]}/end")
    await other.press(form)
    assert await own_id(other) == account
    await reader.visit("/account")
    assert reader.address == "/sign-in"
    async with db.connection() as c:
        assert await c.fetchval("SELECT count(*) FROM devices") == 0


async def test_a_deleted_person_leaves_a_nameless_seat(reader: Reader, sink: Sink, db: Database) -> None:
    account = await with_account(reader, sink, "Ada Lovelace")
    game_id = await reader.play_now()
    await reader.visit("/account/delete")
    form = next(form for form in reader.page.forms if form.action == "/account/delete")
    await reader.press(form)
    assert "Tick the box if you are sure." in reader.page.words
    await reader.press(form, sure="yes")
    assert "are deleted" in reader.page.words
    assert "opolyx_session" not in reader.cookies
    async with db.connection() as c:
        row = await games.read(c, game_id)
        assert row is not None
        assert row.room.sittings[0].name == "Guest"
        assert row.game is not None
        assert row.game.standing[0] != 0, "surrendered"
        kept = await c.fetchrow("SELECT name, gone_at IS NOT NULL AS gone FROM players WHERE id = $1", account)
        assert kept is not None
        assert (kept["name"], kept["gone"]) == ("Guest", True)
        for table in ("tokens", "addresses", "links"):
            assert await c.fetchval(f"SELECT count(*) FROM {table}") == 0


async def everything(db: Database) -> str:
    """Every row of every table, as text."""
    async with db.connection() as c:
        tables = await c.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        rows = [await c.fetch(f"SELECT row_to_json(t)::text AS text FROM {one['tablename']} AS t") for one in tables]
    return "\n".join(row["text"] for found in rows for row in found)


async def test_nothing_of_a_deleted_person_is_left_and_their_address_makes_a_new_one(
    reader: Reader, other: Reader, sink: Sink, db: Database
) -> None:
    account = await with_account(reader, sink, "Ada Lovelace")
    async with db.connection() as c:
        await c.execute("UPDATE players SET handle = 'ada' WHERE id = $1", account)
    await reader.play_now()
    await ask(other)
    underway = sink.link()
    await reader.visit("/account/delete")
    await reader.press(next(form for form in reader.page.forms if form.action == "/account/delete"), sure="yes")
    kept = await everything(db)
    assert not [word for word in ("Ada Lovelace", "ada@example.org", '"ada"') if word in kept]
    await other.visit(underway)
    assert "used already" in other.page.words, "a link on its way to them leads nowhere"
    await ask(other)
    await use(other, sink.link())
    assert "You are signed in." in other.page.words
    assert await own_id(other) != account


async def test_a_program_is_listed_stays_when_all_browsers_go_and_can_be_signed_out(reader: Reader, sink: Sink) -> None:
    await with_account(reader, sink)
    made = await reader.client.post(
        "/api/v1/tokens",
        json={"name": "my script"},
        headers={"authorization": f"Bearer {reader.cookies['opolyx_session']}"},
    )
    program = {"authorization": f"Bearer {made.json()['token']}"}
    await reader.visit("/account")
    assert "my script" in reader.page.words
    assert "Programs stay signed in" in reader.page.words
    await reader.press(next(form for form in reader.page.forms if form.action == "/account/sessions/end"))
    assert (await reader.client.get("/api/v1/me", headers=program)).status_code == 200
    await ask(reader)
    await use(reader, sink.link())
    ends = [form for form in reader.page.forms if re.fullmatch("/account/sessions/[^/]+/end", form.action)]
    await reader.press(ends[-1])
    assert "my script" not in reader.page.words
    assert (await reader.client.get("/api/v1/me", headers=program)).status_code == 401


async def test_asking_for_the_head_of_a_link_does_not_use_it(reader: Reader, sink: Sink) -> None:
    await ask(reader)
    answer = await reader.client.head(sink.link())
    assert not answer.cookies.get("opolyx_session")
    await use(reader, sink.link())
    assert "You are signed in." in reader.page.words


async def test_forms_without_their_token_change_nothing(reader: Reader, sink: Sink) -> None:
    await with_account(reader, sink)
    for path in ("/account/delete", "/account/sessions/end", "/sign-in/link", "/account/guest"):
        await reader.post(path, [("sure", "yes"), ("address", "x@example.org")])
        assert reader.status == 403
    await reader.visit("/account")
    assert reader.address == "/account"


async def test_strangers_are_asked_to_sign_in(reader: Reader) -> None:
    for path in ("/account", "/account/data", "/account/delete"):
        await reader.visit(path)
        assert reader.address == "/sign-in"


async def test_programs_see_whether_they_act_for_an_account(reader: Reader, sink: Sink) -> None:
    await named(reader, "Ada")
    for account in (False, True):
        bearer = {"authorization": f"Bearer {reader.cookies['opolyx_session']}"}
        assert (await reader.client.get("/api/v1/me", headers=bearer)).json()["account"] is account
        if not account:
            await ask(reader)
            await use(reader, sink.link())


async def test_a_browser_is_remembered_for_a_year_from_its_last_visit(reader: Reader) -> None:
    strange = await reader.fragment("/")
    assert not any(one.startswith("opolyx_session=") for one in strange.headers.get_list("set-cookie"))
    await named(reader, "Ada")
    secret = reader.cookies["opolyx_session"]
    (kept,) = (one for one in (await reader.fragment("/")).headers.get_list("set-cookie") if "opolyx_session" in one)
    assert kept.startswith(f"opolyx_session={secret};")
    assert {"max-age=31536000", "httponly"} <= {part.strip().lower() for part in kept.split(";")}
