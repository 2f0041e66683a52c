"""How long a process takes a token's word for who somebody is."""

import pytest

from app.store.players import Player
from app.web import known
from app.web.known import Known

ADA = Player("ada", "Ada", "en", 0)
EVE = Player("eve", "Eve", "en", 0)


def test_a_player_is_known_for_some_seconds_after_the_look_up(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 100.0
    monkeypatch.setattr("app.web.known.time.monotonic", lambda: moment)
    seen = Known(seconds=5)
    assert seen.recall(b"a") is None
    seen.note(b"a", ADA)
    moment += 4.9
    assert (seen.recall(b"a"), seen.recall(b"b")) == (ADA, None)
    moment += 0.1
    assert seen.recall(b"a") is None
    seen.note(b"a", EVE)
    assert seen.recall(b"a") == EVE


def test_the_longest_known_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "_REMEMBERED", 2)
    seen = Known(seconds=5)
    for token in (b"a", b"b", b"a", b"c"):
        seen.note(token, ADA)
    assert [seen.recall(token) for token in (b"a", b"b", b"c")] == [ADA, None, ADA]
