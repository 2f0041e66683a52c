"""What never changes while a server runs, and the description of the API itself."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from app.engine.actions import ACTION_TYPES
from app.engine.board import BOARD
from app.engine.events import EVENT_TYPES
from app.engine.modes import MODES, knobs
from app.web.problems import TITLES
from tests.web.api.script import refused


async def test_the_rules_of_every_mode(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/api/v1/rules")).json()
    assert listed["modes"] == {mode: knobs(rules) for mode, rules in MODES.items()}
    assert listed["bounds"]["round_cap"] == [1, 1000]
    for mode in MODES:
        assert (await client.get(f"/api/v1/rules/{mode}")).json() == listed["modes"][mode]
    refused(await client.get("/api/v1/rules/poker"), 404, "not_found")


async def test_the_board_in_numbers_and_names(client: httpx.AsyncClient) -> None:
    board = (await client.get("/api/v1/board")).json()
    assert [square["square"] for square in board["squares"]] == list(range(40))
    assert [square["kind"] for square in board["squares"]] == [square.kind for square in BOARD]
    assert all(square["name"] for square in board["squares"])
    street, station, utility, tax, start = (board["squares"][square] for square in (39, 5, 12, 38, 0))
    assert (street["group"], street["price"], street["build_cost"]) == ("dark_blue", 4000, 2000)
    assert street["rents"] == [500, 2000, 6000, 14000, 17000, 20000]
    assert (station["price"], station["rents"]) == (2000, [0, 250, 500, 1000, 2000])
    assert (utility["price"], utility["factors"]) == (1500, [0, 40, 100])
    assert (tax["tax"], tax["price"], tax["group"]) == (1000, None, None)
    assert (start["kind"], start["rents"], start["factors"]) == ("start", None, None)
    assert board["groups"]["dark_blue"] == [37, 39]


async def test_six_bots_or_more_with_names_of_their_own(client: httpx.AsyncClient) -> None:
    bots = (await client.get("/api/v1/bots")).json()["bots"]
    assert len({bot["name"] for bot in bots}) == len(bots) >= 6
    assert all(bot["description"] for bot in bots)


@pytest.fixture
async def document(client: httpx.AsyncClient) -> dict[str, Any]:
    """The OpenAPI document as it is served."""
    answer = await client.get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    found: dict[str, Any] = answer.json()
    return found


async def test_every_route_of_the_api_is_described(app: Litestar, document: dict[str, Any]) -> None:
    routes = {
        (route.path_format, method.lower())
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/v1")
        for method in route.methods - {"OPTIONS"}
    }
    described = {(path, method) for path, methods in document["paths"].items() for method in methods}
    assert described == routes
    assert document["openapi"].startswith("3.1")
    calls = [call for methods in document["paths"].values() for call in methods.values()]
    assert len({call["operationId"] for call in calls}) == len(calls)
    assert all(call["summary"] and call["responses"] for call in calls)


def references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [inner] if key == "$ref" else references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


async def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    named = {reference.removeprefix("#/components/schemas/") for reference in references(document)}
    assert named <= set(schemas)
    mapped = schemas["Action"]["discriminator"]["mapping"]
    assert set(mapped) == set(ACTION_TYPES)
    assert set(schemas["Event"]["discriminator"]["mapping"]) == set(EVENT_TYPES)
    assert "version" in schemas["Build"]["properties"]
    assert {"n", "version", "at"} <= set(schemas["Rolled"]["required"])


async def test_the_manual_loads_nothing_from_elsewhere_and_links_within(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api")
    assert answer.headers["content-type"].startswith("text/html")
    html = answer.text
    assert all(address.startswith("/static/js/") for address in re.findall(r'<script[^>]*src="([^"]+)"', html))
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", html)
    anchors = set(re.findall(r'id="([^"]+)"', html))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= anchors
    assert set(TITLES) <= anchors


async def test_the_manual_needs_no_style_attribute(client: httpx.AsyncClient) -> None:
    html = (await client.get("/api")).text
    assert "style=" not in html
