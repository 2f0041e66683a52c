"""Who counts as one caller, and how a pace and a number of streams are kept."""

from typing import Any, cast

import pytest
from litestar.connection import ASGIConnection

from app.engine.actions import ProposeTrade, Roll, Side
from app.web.limits import Pace, Paces, Streams, TooMany, address


@pytest.mark.parametrize(
    ("host", "one"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("testclient", "unknown"),
    ],
)
def test_an_address_stands_for_whoever_has_it(host: str, one: str) -> None:
    scope = cast("Any", {"type": "http", "client": (host, 1), "headers": []})
    assert address(ASGIConnection(scope)) == one


def test_a_socket_without_an_address_is_one_caller() -> None:
    assert address(ASGIConnection(cast("Any", {"type": "http", "client": None, "headers": []}))) == "unknown"


def test_a_pace_lets_a_burst_through_and_then_says_when(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 100.0
    monkeypatch.setattr("app.web.limits.time.monotonic", lambda: moment)
    pace = Pace(burst=2, a_second=4)
    pace.take("ada")
    pace.take("ada")
    with pytest.raises(TooMany) as refused:
        pace.take("ada")
    assert refused.value.seconds == 1
    pace.take("eve")
    moment += 0.25
    pace.take("ada")
    with pytest.raises(TooMany):
        pace.take("ada")
    moment += 3600
    pace.take("ada")
    pace.take("ada")
    with pytest.raises(TooMany):
        pace.take("ada")


def test_a_process_forgets_callers_who_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.limits._REMEMBERED", 2)
    pace = Pace(burst=1, a_second=1)
    for who in ("ada", "eve", "mallory"):
        pace.take(who)
    with pytest.raises(TooMany):
        pace.take("mallory")
    pace.take("ada")


def test_a_stream_counts_while_it_is_held() -> None:
    streams = Streams(for_caller=1, for_address=2)
    with streams.held("ada", "here"):
        with pytest.raises(TooMany):
            streams.check("ada", "elsewhere")
        streams.check("eve", "here")
        with streams.held("eve", "here"), pytest.raises(TooMany):
            streams.check("mallory", "here")
    streams.check("ada", "here")


def test_offers_without_end_are_slowed_down_while_other_actions_go_on() -> None:
    paces = Paces(acting=Pace(burst=50, a_second=1), offering=Pace(burst=2, a_second=0.1))
    offer = ProposeTrade(1, Side(500), Side(500))
    paces.take("ada", offer)
    paces.take("ada", offer)
    with pytest.raises(TooMany):
        paces.take("ada", offer)
    paces.take("ada", Roll())
    paces.take("ben", offer)
