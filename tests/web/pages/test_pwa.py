"""The app around the pages: its manifest, its worker, the page without a connection, and its devices."""

import json
import re
from typing import Any

import httpx
import pytest

from app.store.db import Database
from app.web import render
from tests.jobs.push_service import Phone, PushService
from tests.web.pages.reader import Reader

SERVICE = PushService("https://push.example.com")


async def manifest(client: httpx.AsyncClient, language: str) -> dict[str, Any]:
    answer = await client.get(f"/manifest.webmanifest?lang={language}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/manifest+json")
    found: dict[str, Any] = answer.json()
    return found


async def shell(client: httpx.AsyncClient, language: str) -> dict[str, Any]:
    """What the worker knows."""
    answer = await client.get(f"/service-worker.js?lang={language}")
    first = answer.text.partition("\n")[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const SHELL = ").removesuffix(";"))
    return found


async def test_every_page_leads_to_the_manifest_and_the_icons_are_there(client: httpx.AsyncClient) -> None:
    page = (await client.get("/")).text
    assert 'rel="manifest" href="/manifest.webmanifest?lang=en"' in page
    found = await manifest(client, "en")
    assert (found["id"], found["start_url"], found["scope"], found["display"]) == ("/", "/", "/", "standalone")
    assert {(one["sizes"], one["purpose"]) for one in found["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for one in found["icons"]:
        answer = await client.get(one["src"])
        assert (answer.status_code, answer.headers["content-type"]) == (200, one["type"])
        assert "immutable" in answer.headers["cache-control"]
        if one["type"] == "image/png":
            side = int.from_bytes(answer.content[16:20], "big")
            assert one["sizes"] == f"{side}x{side}"
    apple = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert apple
    assert (await client.get(apple[1])).headers["content-type"] == "image/png"


async def test_shortcuts_lead_to_pages(client: httpx.AsyncClient) -> None:
    for one in (await manifest(client, "en"))["shortcuts"]:
        path, _, place = one["url"].partition("#")
        answer = await client.get(path)
        assert answer.status_code == 200
        assert not place or f'id="{place}"' in answer.text


async def test_the_manifest_speaks_the_readers_language(client: httpx.AsyncClient) -> None:
    english, other = await manifest(client, "en"), await manifest(client, "ar-XB")
    assert (other["lang"], other["dir"]) == ("ar-XB", "rtl")
    assert other["description"] != english["description"]
    assert (await manifest(client, "xx"))["lang"] == "en"


async def test_the_worker_keeps_the_offline_page_and_what_it_needs_and_nothing_else(client: httpx.AsyncClient) -> None:
    found = await shell(client, "en")
    assert found["files"] == ["/offline?lang=en", render.asset("css/base.css"), render.asset("icon.svg")]
    page = (await client.get(found["files"][0])).text
    needed = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert needed == set(found["files"][1:])
    assert "<script" not in page
    for file in (*found["files"], found["icon"], found["badge"]):
        assert (await client.get(file)).status_code == 200


async def test_the_offline_page_is_nobodys_own(reader: Reader, client: httpx.AsyncClient) -> None:
    await named(reader)
    for path in ("/offline", "/service-worker.js", "/manifest.webmanifest"):
        cookies = "; ".join(f"{name}={value}" for name, value in reader.cookies.items())
        answer = await client.get(path, headers={"Cookie": cookies})
        assert "Ann" not in answer.text
        assert "_csrf_token" not in answer.text
        assert "set-cookie" not in answer.headers


async def test_a_browser_asks_for_the_worker_each_time_and_gets_it_only_if_it_changed(
    client: httpx.AsyncClient,
) -> None:
    for path in ("/service-worker.js", "/manifest.webmanifest", "/offline"):
        answer = await client.get(path)
        assert answer.headers["cache-control"] == "no-cache"
        again = await client.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = await client.get(path, headers={"If-None-Match": '"old"'})
        assert other.status_code == 200


async def test_another_language_is_another_worker(client: httpx.AsyncClient) -> None:
    english, other = await shell(client, "en"), await shell(client, "ar-XB")
    assert english["version"] != other["version"]
    assert 'dir="rtl"' in (await client.get(other["files"][0])).text


async def test_pages_allow_a_worker_and_a_manifest_of_their_own_only(client: httpx.AsyncClient) -> None:
    policy = (await client.get("/")).headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


async def test_the_key_is_the_same_each_time(client: httpx.AsyncClient) -> None:
    first, second = [await client.get("/devices/key") for _ in range(2)]
    assert first.text == second.text
    assert re.fullmatch(r"B[\w-]{86}", first.text)


async def named(reader: Reader) -> None:
    """The reader is somebody now."""
    await reader.visit("/")
    await reader.press(next(form for form in reader.page.forms if form.action == "/play"), name="Ann")


async def switched(reader: Reader, path: str, **fields: str) -> int:
    """Sends the switch's form as script does; the status of the answer."""
    form = next(form for form in (await reader.visit("/")).menu if form.action == "/devices")
    sent = {"_csrf_token": form.value("_csrf_token") or "", **fields}
    return (await reader.post(path, list(sent.items()))).status_code


async def endpoints(db: Database) -> list[str]:
    async with db.connection() as c:
        return [one["endpoint"] for one in await c.fetch("SELECT endpoint FROM devices")]


async def test_a_device_is_switched_on_and_off(reader: Reader, db: Database) -> None:
    await named(reader)
    phone = Phone(SERVICE)
    assert await switched(reader, "/devices", **phone.subscription, language="en") == 204
    assert await endpoints(db) == [phone.device.endpoint]
    assert await switched(reader, "/devices/remove", endpoint=phone.device.endpoint) == 204
    assert await endpoints(db) == []
    assert await switched(reader, "/devices/remove", endpoint=phone.device.endpoint) == 204


async def test_somebody_elses_device_stays_on(reader: Reader, client: httpx.AsyncClient, db: Database) -> None:
    other = Reader(client)
    await named(reader)
    await named(other)
    phone = Phone(SERVICE)
    await switched(reader, "/devices", **phone.subscription)
    assert await switched(other, "/devices/remove", endpoint=phone.device.endpoint) == 204
    assert await endpoints(db) == [phone.device.endpoint]


async def test_strangers_have_no_devices(reader: Reader, db: Database) -> None:
    await reader.visit("/")
    assert await switched(reader, "/devices", **Phone(SERVICE).subscription) == 401
    assert await switched(reader, "/devices/remove", endpoint="x") == 401
    assert await endpoints(db) == []


async def test_a_form_without_its_token_switches_nothing(reader: Reader, db: Database) -> None:
    await named(reader)
    answer = await reader.post("/devices", list(Phone(SERVICE).subscription.items()))
    assert answer.status_code == 403
    assert await endpoints(db) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "http://push.example.com/send/1"},
        {"endpoint": "https://127.0.0.1/send/1"},
        {"endpoint": ""},
        {"p256dh": "x"},
        {"auth": ""},
    ],
)
async def test_an_address_or_key_that_no_browser_gives_is_refused(
    reader: Reader, db: Database, changed: dict[str, str]
) -> None:
    await named(reader)
    assert await switched(reader, "/devices", **{**Phone(SERVICE).subscription, **changed}) == 400
    assert await endpoints(db) == []


async def test_switching_on_and_on_again_has_an_end(reader: Reader) -> None:
    await named(reader)
    phone = Phone(SERVICE)
    answers = [await switched(reader, "/devices", **phone.subscription) for _ in range(31)]
    assert answers == [204] * 30 + [429]


async def test_a_device_speaks_a_language_we_have(reader: Reader, db: Database) -> None:
    await named(reader)
    await switched(reader, "/devices", **Phone(SERVICE).subscription, language="<script>")
    async with db.connection() as c:
        assert await c.fetchval("SELECT language FROM devices") == "en"
