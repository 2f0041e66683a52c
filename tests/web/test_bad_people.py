"""People who mean harm, and what becomes of it: each test is named for what once broke, or never may."""

import asyncio
import base64
import hashlib
import json
from typing import Any, Final, cast

import httpx
import pytest
from litestar import Litestar
from litestar._parsers import parse_url_encoded_form_data

from app.main import create_app
from app.people.arrivals import BadAddress, plain_address
from app.settings import Settings
from app.store.db import Database
from tests.web.api.script import Script, begin, refused
from tests.web.pages.reader import Reader

_FORM: Final = {"content-type": "application/x-www-form-urlencoded"}


async def entered(client: httpx.AsyncClient, name: str) -> tuple[Reader, str]:
    """Somebody with a name at a browser, and the token of their forms."""
    reader = Reader(client)
    page = await reader.visit("/")
    token = next(value for form in page.menu if (value := form.value("_csrf_token")))
    await reader.post("/name", [("_csrf_token", token), ("name", name)])
    return reader, token


async def sent(reader: Reader, token: str, path: str, **fields: str) -> httpx.Response:
    """A form as it was answered, beside others of the same person."""
    jar = "; ".join(f"{name}={value}" for name, value in reader.cookies.items())
    transport = reader.client._transport
    async with httpx.AsyncClient(transport=transport, base_url=reader.client.base_url) as one:
        return await one.post(path, data={"_csrf_token": token, **fields}, headers={"cookie": jar})


async def own_id(reader: Reader) -> str:
    found: str = (await reader.fragment("/account/data")).json()["player"]["id"]
    return found


async def test_a_stale_move_of_a_stranger_does_not_show_a_private_game(client: httpx.AsyncClient) -> None:
    ada, ben, eve = [await Script.enter(client, name) for name in ("Ada", "Ben", "Eve")]
    game = await begin(ada, ben, private=True)
    answer = await eve.post(f"/games/{game['id']}/actions", {"type": "roll", "version": game["version"] + 1})
    assert "view" not in refused(answer, 422, "not_seated")
    assert "seats" not in answer.text
    refused(await eve.get(f"/games/{game['id']}"), 403, "forbidden")


@pytest.mark.parametrize("path", ["/games/x%0D%0ASet-Cookie:%20a=b/rematch", "/games/%E2%82%AC/rematch"])
async def test_an_address_cannot_write_a_header_of_the_answer(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 303
    assert answer.headers["location"].isascii()
    assert answer.headers["location"].isprintable()
    assert "a=b" not in answer.headers.get_list("set-cookie")


async def test_forms_are_not_remembered_by_the_process(client: httpx.AsyncClient) -> None:
    before = parse_url_encoded_form_data.cache_info().currsize
    for number in range(3):
        answer = await client.post("/play", content=f"name=Eve{number}", headers=_FORM)
        assert answer.status_code == 403
    assert parse_url_encoded_form_data.cache_info().currsize == before


async def test_a_form_of_very_many_fields_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post("/play", content="&".join(f"{n}=" for n in range(9000)), headers=_FORM)
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("charset", "content"),
    [("hex", b"41"), ("unicode_escape", rb"\ud800"), ("utf-8", b"\xff"), ("idna", b"\xff"), ("utf-8", b"a\0b")],
)
async def test_a_field_that_is_no_text_is_refused(client: httpx.AsyncClient, charset: str, content: bytes) -> None:
    _, token = await entered(client, "Ada")
    part = b'--x\r\nContent-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset='
    body = part + charset.encode() + b"\r\n\r\n" + content + b"\r\n--x--\r\n"
    headers = {"content-type": "multipart/form-data; boundary=x", "x-csrftoken": token}
    answer = await client.post("/name", content=body, headers={**headers, "cookie": f"opolyx_csrf={token}"})
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    "given",
    [{"params": {f"a{n}": "" for n in range(202)}}, {"params": "a" * 9000}, {"headers": {"cookie": "a=b;" * 201}}],
)
async def test_an_endless_query_or_cookie_is_refused_before_it_is_taken_apart(
    client: httpx.AsyncClient, given: dict[str, Any]
) -> None:
    refused(await client.get("/", **given), 400, "malformed")


@pytest.mark.parametrize("address", ["=?utf-8?q?eve=40example.org=2c?=@example.org", "=?utf-8?b?yq==?=@example.org"])
def test_an_address_cannot_become_another_one_in_the_head_of_a_mail(address: str) -> None:
    with pytest.raises(BadAddress):
        plain_address(address)


async def test_no_cookie_goes_without_tls_behind_a_public_address(settings: Settings, app: Litestar) -> None:
    made = create_app(
        Settings(database_url=settings.database_url, sweep_in_process=False, public_url="https://play.example.org")
    )
    made.state.db = app.state.db
    transport = httpx.ASGITransport(cast("Any", made))
    async with httpx.AsyncClient(transport=transport, base_url="https://play.example.org") as client:
        reader, token = await entered(client, "Ada")
        script = await Script.enter(client, "Eve")
        game = await script.room(private=True)
        answers = [
            await client.get("/"),
            await client.get(f"/games/{game['id']}?invite={game['invite']}"),
            await sent(reader, token, "/code", code="K7MR2X"),
            await sent(reader, token, "/settings", theme="dark", language="en"),
        ]
    cookies = [cookie.lower() for answer in answers for cookie in answer.headers.get_list("set-cookie")]
    assert len(cookies) >= 4
    assert [cookie for cookie in cookies if "secure" not in cookie or "httponly" not in cookie] == []


@pytest.mark.parametrize("seat", ["9" * 5000, "-1", "²", "7", ""])
async def test_a_seat_that_is_none_cannot_be_sent_away(client: httpx.AsyncClient, seat: str) -> None:
    reader, token = await entered(client, "Ada")
    await reader.post("/rooms", [("_csrf_token", token), ("mode", "classic"), ("seats", "3"), ("bots", "0")])
    assert reader.address.startswith("/games/")
    answer = await sent(reader, token, f"{reader.address}/remove", seat=seat, who="Ada")
    assert answer.status_code in {303, 403}


async def test_a_stream_resumes_after_a_number_without_end(client: httpx.AsyncClient) -> None:
    ada = await Script.enter(client, "Ada")
    answer = await ada.get("/games/nobody/stream", headers={"Last-Event-ID": "9" * 5000})
    refused(answer, 404, "not_found")


async def test_a_name_changed_without_end_is_slowed_down_and_says_when(client: httpx.AsyncClient) -> None:
    ada = await Script.enter(client, "Ada")
    found = [await ada.patch("/me", {"name": f"Ada {n}"}) for n in range(65)]  # two windows of thirty at the most
    assert found[0].status_code == 200
    refused(found[-1], 429, "too_many_requests")
    assert int(found[-1].headers["retry-after"]) >= 1
    reader, token = await entered(client, "Ben")
    last = [await sent(reader, token, "/name", name=f"Ben {n}") for n in range(65)][-1]
    assert (last.status_code, last.headers["content-type"]) == (429, "text/html; charset=utf-8")
    assert "retry-after" in last.headers


async def test_the_same_form_twice_at_once_has_one_effect_and_no_fault(client: httpx.AsyncClient, db: Database) -> None:
    ada, token = await entered(client, "Ada")
    ben, bens = await entered(client, "Ben")
    other = await own_id(ben)
    twice: tuple[tuple[str, dict[str, str]], ...] = (
        ("/find", {"mode": "classic"}),
        (f"/players/{other}/follow", {}),
        ("/reports", {"player": other, "reason": "spam"}),
        (f"/players/{other}/block", {}),
        ("/mutes", {"mute": other}),
        ("/account/sessions/end", {}),
    )
    for path, fields in twice:
        answers = await asyncio.gather(*(sent(ada, token, path, **fields) for _ in range(4)))
        assert {answer.status_code for answer in answers} <= {303, 403, 429}, path
    async with db.connection() as c:
        assert await c.fetchval("SELECT count(*) FROM games WHERE status = 'waiting'") == 1
        assert await c.fetchval("SELECT count(*) FROM reports") == 1
        assert await c.fetchval("SELECT count(*) FROM blocks") == 1
    answers = await asyncio.gather(*(sent(ben, bens, "/account/delete", sure="yes") for _ in range(4)))
    assert {answer.status_code for answer in answers} == {303}
    async with db.connection() as c:
        assert await c.fetchval("SELECT count(*) FROM players WHERE gone_at IS NOT NULL") == 1


async def test_nobody_acts_on_what_is_somebody_elses(client: httpx.AsyncClient, db: Database) -> None:
    ada, _ = await entered(client, "Ada")
    eve, token = await entered(client, "Eve")
    async with db.connection() as c:
        session = await c.fetchval("SELECT id FROM tokens WHERE player_id = $1", await own_id(ada))
    script = await Script.enter(client, "Eve")
    await sent(eve, token, f"/account/sessions/{session}/end")
    refused(await script.delete(f"/tokens/{session}"), 404, "not_found")
    assert await own_id(ada)
    for path, fields in (("/order", {"do": "suspend", "player": await own_id(ada), "reason": "spam", "time": "day"}),):
        assert (await sent(eve, token, path, **fields)).status_code == 404
        assert (await eve.fragment(path)).status_code == 404


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.mark.parametrize("key", [b"\xa0", b"\x80", b"\x07", b"\xa2\x01\x02\x03\x26"])
async def test_a_passkey_that_is_none_is_refused_in_words(client: httpx.AsyncClient, key: bytes) -> None:
    ada, token = await entered(client, "Ada")
    asked = (await sent(ada, token, "/account/passkeys/offer")).json()["challenge"]
    said = {"type": "webauthn.create", "challenge": asked, "origin": "http://testserver"}
    made = hashlib.sha256(b"testserver").digest() + b"\x45" + bytes(20) + b"\0\x04abcd" + key
    parts = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(made)]) + made
    answer = {"clientDataJSON": _text(json.dumps(said).encode()), "attestationObject": _text(parts)}
    credential = {"id": "YWJjZA", "rawId": "YWJjZA", "type": "public-key", "response": answer}
    told = await sent(ada, token, "/account/passkeys", credential=json.dumps(credential))
    assert (told.status_code, told.headers["location"]) == (303, "/account")
    assert "opolyx_note" in told.headers["set-cookie"]


async def test_an_operator_who_is_suspended_cannot_lift_it(client: httpx.AsyncClient, db: Database) -> None:
    eve, token = await entered(client, "Eve")
    me = await own_id(eve)
    async with db.connection() as c:
        await c.execute("UPDATE players SET operator = true WHERE id = $1", me)
        assert (await eve.fragment("/order")).status_code == 200
        until = (
            "UPDATE players SET suspended_until = now() + interval '1 day', suspended_because = 'spam' WHERE id = $1"
        )
        await c.execute(until, me)
    assert (await eve.fragment("/order")).status_code == 404
    answer = await sent(eve, token, "/order", do="lift", player=me)
    assert answer.status_code in {403, 404}
    async with db.connection() as c:
        assert await c.fetchval("SELECT suspended_until > now() FROM players WHERE id = $1", me)
