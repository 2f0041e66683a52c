"""All routes of the application at once, as they stand in it: what none of them may do, whatever it is for.

A route that is added is among them by itself.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, cast

import httpx
import pytest
from litestar import Litestar

from app import settings as environment
from app.main import create_app
from app.store.db import Database
from app.web.api.documented import KEY, Documented
from tests.web.api.script import Script
from tests.web.pages.reader import Reader

_NOWHERE: Final = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"}
_ENDLESS: Final = ("/stream", "/live")
_PROGRAMS: Final = ("/api/", "/internal/")
_PARAMETER: Final = re.compile(r"\{\w+:(\w+)\}")
_UNTOUCHED: Final = ("limits", "heartbeat", "migrations", "presence", "secrets")
"""What is written by whoever only looks, or by nobody."""
_FORM: Final = "application/x-www-form-urlencoded"


def _app(**variables: str) -> Litestar:
    return create_app(environment.read({**_NOWHERE, **variables}))


def _routes() -> Iterator[tuple[str, str, Documented | None]]:
    """Method, path, and what is said of it, of every route."""
    for route in _app().routes:
        for handler in cast("Any", route).route_handlers:
            for method in sorted(handler.http_methods - {"OPTIONS"}):
                yield str(method), route.path, handler.opt.get(KEY)


_ALL: Final = tuple(_routes())
ROUTES: Final = tuple((method, path) for method, path, _ in _ALL)
FORMS: Final = tuple(path for method, path in ROUTES if method == "POST" and not path.startswith(_PROGRAMS))
BODIES: Final = tuple((method, path) for method, path, said in _ALL if said is not None and said.takes is not None)
WRITING: Final = tuple((method, path) for method, path in ROUTES if method != "GET" and path.startswith("/api/"))


def filled(path: str, value: str = "nobody") -> str:
    """The path with something in place of its parameters, which are numbers where they must be."""
    return _PARAMETER.sub(lambda found: "7" if found[1] == "int" else value, path)


class Everyone:
    """A person with a browser and a program, both theirs."""

    def __init__(self, reader: Reader, token: str, script: Script) -> None:
        self.reader = reader
        self.token = token
        self.script = script

    async def send(self, method: str, path: str, **options: Any) -> httpx.Response:
        """A request with cookies, protection and bearer token: each route takes what it knows."""
        client = self.reader.client
        client.cookies = httpx.Cookies(self.reader.cookies)
        headers = {
            "authorization": f"Bearer {self.script.token}",
            "x-csrftoken": self.token,
            **options.pop("headers", {}),
        }
        answer = await client.request(method, path, headers=headers, **options)
        client.cookies.clear()
        return answer


@pytest.fixture
async def ada(client: httpx.AsyncClient) -> Everyone:
    reader = Reader(client)
    page = await reader.visit("/")
    token = next(value for form in page.menu if (value := form.value("_csrf_token")))
    await reader.post("/name", [("_csrf_token", token), ("name", "Ada")])
    return Everyone(reader, token, await Script.enter(client, "Ada"))


async def _digest(db: Database) -> dict[str, str]:
    """What stands in the tables, for a comparison."""
    async with db.connection() as c:
        names = await c.fetch("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
        found = {}
        for name in {record["name"] for record in names} - set(_UNTOUCHED):
            rows = f"SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM {name} AS t"
            found[name] = await c.fetchval(rows) or ""
        return found


def test_the_routes_are_all_there() -> None:
    assert len(ROUTES) > 100
    assert len(FORMS) > 30
    assert len(BODIES) > 8
    assert len(WRITING) > 15


async def test_no_form_counts_without_its_protection(ada: Everyone, db: Database, client: httpx.AsyncClient) -> None:
    transport = httpx.ASGITransport(cast("Any", _app(COOKIE_SECRET="another-secret-of-some-length")))
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as elsewhere:
        foreign = (await elsewhere.get("/nothing")).cookies.get("opolyx_csrf") or "0" * 128
    fields = {"sure": "yes", "name": "Eve", "mode": "classic", "text": "hi", "language": "ar", "do": "suspend"}
    before = await _digest(db)
    taken = []
    for path in FORMS:
        for token in (None, "", "0" * 128, foreign):
            client.cookies = httpx.Cookies(ada.reader.cookies)
            sent = fields if token is None else {**fields, "_csrf_token": token}
            answer = await client.post(filled(path), data=sent)
            if answer.status_code != 403 or "<h1>" not in answer.text:
                taken.append((path, token, answer.status_code))
    assert taken == []
    assert await _digest(db) == before


ODD_IDS: Final = (
    "nobody",
    "%00",
    "a%00b",
    "%ED%A0%80",
    "%FF%FE",
    "%E2%82%AC",
    "%D9%85%F0%9F%98%80",
    "x%0D%0ASet-Cookie:%20a=b",
    "%22%3E%3Cscript%3E",
    "...",
    "a%2Fb",
    "-1",
    "9" * 5000,
    "x" * 5000,
    "'%3B--",
    "%F0%9D%9F%97",
)


@pytest.mark.parametrize("odd", ODD_IDS)
async def test_an_id_that_is_none_is_not_found_and_no_fault_of_ours(
    ada: Everyone, client: httpx.AsyncClient, odd: str
) -> None:
    faults = []
    for method, path in ROUTES:
        if "{" not in path or path.startswith("/static/"):
            continue
        for known in (True, False):
            address = _PARAMETER.sub(odd, path)
            answer = await (ada.send(method, address) if known else client.request(method, address))
            client.cookies.clear()
            place = answer.headers.get("location", "")
            if answer.status_code not in {204, 303, 400, 401, 403, 404, 405, 422, 429} or not place.isprintable():
                faults.append((method, path, known, answer.status_code, place))
            if method == "GET" and known and answer.status_code not in {303, 404, 405, 429}:
                faults.append((method, path, known, answer.status_code, place))
    assert faults == [], "\n".join(map(str, faults))


ODD_BODIES: Final = (
    b"[]",
    b"null",
    b"7",
    b'"text"',
    b"{",
    b"",
    b"\xff\xfe",
    b'{"unknown":1}',
    b"[" * 30_000,
    b'{"a":' * 10_000,
    b'{"name":"\\u0000","mode":"\\u0000","type":"\\u0000","text":"\\u0000","seat":0}',
    b'{"name":"\\ud800","mode":"\\ud800","type":"\\ud800","text":"\\ud800"}',
    b'{"seat":1e999,"seats":1e999,"version":1e999,"mode":"classic","name":"a","type":"roll"}',
    b'{"seat":%d,"seats":%d,"version":%d,"mode":"classic","name":"a","type":"roll"}' % ((10**400,) * 3),
    b'{"name":{},"mode":{},"type":{},"text":{}}',
    b'{"name":[1],"mode":[1],"type":[1],"text":[1]}',
    b'{"name":"' + b"x" * 60_000 + b'","mode":"' + b"x" * 10 + b'"}',
)


@pytest.mark.parametrize("body", ODD_BODIES, ids=range(len(ODD_BODIES)))
async def test_a_body_that_is_none_is_a_problem_and_changes_nothing(ada: Everyone, db: Database, body: bytes) -> None:
    before = await _digest(db)
    faults = []
    for method, path in WRITING:
        if method == "DELETE":
            continue
        answer = await ada.send(method, filled(path), content=body)
        told = answer.headers.get("content-type", "")
        if answer.status_code not in {400, 404, 409, 422, 200} or (
            answer.status_code != 200 and told != "application/problem+json"
        ):
            faults.append((method, path, answer.status_code, told))
    assert faults == [], "\n".join(map(str, faults))
    changed = {name for name, found in (await _digest(db)).items() if found != before[name]}
    assert changed <= {"games", "seats", "tokens", "moves"}


@pytest.mark.parametrize("body", ODD_BODIES[:5] + ODD_BODIES[6:10])
async def test_a_body_of_another_form_is_malformed(ada: Everyone, body: bytes) -> None:
    found = {path: (await ada.send(method, filled(path), content=body)).status_code for method, path in BODIES}
    assert set(found.values()) == {400}, found


async def test_a_body_beyond_bounds_is_too_large(ada: Everyone) -> None:
    for method, path in BODIES:
        answer = await ada.send(method, filled(path), content=b" " * 70_000)
        assert answer.status_code == 413, path
    for path in FORMS:
        answer = await ada.send("POST", filled(path), content=b"a" * 70_000, headers={"content-type": _FORM})
        assert answer.status_code < 500, path  # what reads no form does not mind it


async def test_every_answer_carries_the_headers_and_no_secret(ada: Everyone, db: Database) -> None:
    ben = await Script.enter(ada.reader.client, "Ben")
    room = await ben.room(seats=2, bots=[])
    await ada.script.post(f"/games/{room['id']}/join", {})
    game = (await ben.post(f"/games/{room['id']}/start")).json()
    async with db.connection() as c:
        await c.execute("INSERT INTO addresses (address, player_id) VALUES ('b@secret.example', $1)", ben.player["id"])
        secrets = [record["hash"].hex() for record in await c.fetch("SELECT hash AS hash FROM tokens")]
    secrets += ["b@secret.example", ben.token]
    faults = []
    for method, path in ROUTES:
        if method != "GET" or path.endswith(_ENDLESS):
            continue
        for value in (game["id"], ben.player["id"]):
            answer = await ada.send("GET", filled(path, value))
            held = answer.headers
            policy = held.get("content-security-policy", "")
            if answer.status_code >= 500 or any(one in answer.text for one in secrets):
                faults.append((path, answer.status_code, "told"))
            if (
                "unsafe" in policy
                or "script-src 'self'" not in policy
                or "frame-ancestors 'none'" not in policy
                or held.get("x-content-type-options") != "nosniff"
                or held.get("referrer-policy") != "same-origin"
            ):
                faults.append((path, answer.status_code, "headers"))
            personal = not path.startswith(("/static/", "/api/")) and "Ada" in answer.text
            if personal and not {"no-store", "private"} & set(held["cache-control"].replace(",", " ").split()):
                faults.append((path, answer.status_code, held["cache-control"]))
    assert faults == [], "\n".join(map(str, faults))


async def test_a_head_is_its_get_and_options_change_nothing(ada: Everyone) -> None:
    for method, path in ROUTES:
        if method == "GET" and not path.endswith(_ENDLESS) and "sign-in/" not in path:
            head, whole = await ada.send("HEAD", filled(path)), await ada.send("GET", filled(path))
            assert (head.status_code, head.content) == (whole.status_code, b""), path
        answer = await ada.send("OPTIONS", filled(path))
        assert (answer.status_code, answer.content) == (204, b""), path


_PARTS: Final = (
    b'--x\r\nContent-Disposition: form-data; name="name"; filename="a.txt"\r\n\r\nA\r\n--x--\r\n',
    b'--x\r\nContent-Disposition: form-data; name="name"\r\nContent-Type: a/b; charset=hex\r\n\r\nA\r\n--x--\r\n',
    b"--x\r\n\r\n",
    b"",
)
_FIELDS: Final = (
    "name mode seats team text sticker phrase mute hear place player line reason words code seat who endpoint"
)


@pytest.mark.parametrize("value", ["", "%00", "x" * 2000, "%ED%A0%80", "-1", "9" * 30, "%F0%9F%98%80" * 300, "[]"])
async def test_a_form_of_nonsense_is_no_fault_of_ours(ada: Everyone, value: str) -> None:
    names = (*_FIELDS.split(), "credential", "address", "do", "type", "version", "to", "language", "theme", "handle")
    content = "&".join(f"{name}={value}&{name}={value}" for name in names)
    for path in FORMS:
        answer = await ada.send("POST", filled(path), content=content, headers={"content-type": _FORM})
        assert answer.status_code < 500, (path, answer.status_code)


@pytest.mark.parametrize("part", _PARTS, ids=range(len(_PARTS)))
async def test_parts_of_nonsense_are_no_fault_of_ours(ada: Everyone, part: bytes) -> None:
    for path in FORMS:
        headers = {"content-type": "multipart/form-data; boundary=x"}
        answer = await ada.send("POST", filled(path), content=part, headers=headers)
        assert answer.status_code < 500, (path, answer.status_code)
