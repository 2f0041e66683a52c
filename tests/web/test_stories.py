"""Events that belong together are one line, a line grows while its throw goes on, and each event is said once."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from app.engine.modes import MODES
from app.i18n import Language, choose
from app.i18n.pseudo import untranslated
from app.web import motion, stories
from app.web.pages import scene
from app.web.phrases import Narrator
from infra.bench import story

ENGLISH = choose(None, "en")
NAMES = ["Ann", "Ben", "Cyd", "Dot"]
ROLL = {"type": "rolled", "seat": 0, "dice": [3, 4]}
MOVE = {"type": "moved", "seat": 0, "from": 2, "to": 9}
OWED = {"type": "debt_opened", "seat": 0, "total": 90}
RENT = {"type": "paid", "seat": 0, "to": 1, "amount": 90, "withheld": 0, "reason": "rent"}
TURN = {"type": "turn_started", "seat": 1, "round": 3}


def numbered(*versions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events as they are stored, a group a version."""
    found: list[dict[str, Any]] = []
    for version, events in enumerate(versions, 1):
        found += [{"n": len(found) + n, "version": version, **event} for n, event in enumerate(events, 1)]
    return found


def narrator(language: Language = ENGLISH, mode: str = "classic") -> Narrator:
    return Narrator(language, MODES[mode], NAMES)


def plain(text: str) -> str:
    for mark in ("<bdi>", "</bdi>", '<bdi dir="ltr">'):
        text = text.replace(mark, "")
    return text


def told(*versions: Sequence[dict[str, Any]]) -> list[str]:
    return [plain(" ".join(line.sentences)) for line in stories.log(numbered(*versions), narrator())]


@pytest.mark.parametrize(
    ("after", "line"),
    [
        ([MOVE], "Ann rolls 3 + 4 and lands on Piffalo."),
        (
            [MOVE, {"type": "bought", "seat": 0, "square": 9, "amount": 1200}],
            "Ann rolls 3 + 4 and buys Piffalo for 1,200.",
        ),
        ([MOVE, OWED], "Ann rolls 3 + 4, lands on Piffalo and has to pay 90."),
        ([MOVE, OWED, RENT], "Ann rolls 3 + 4, lands on Piffalo and pays Ben 90 in rent."),
        (
            [MOVE, {"type": "declined", "seat": 0, "square": 9}],
            "Ann rolls 3 + 4, lands on Piffalo and does not buy it.",
        ),
        (
            [MOVE, {"type": "jailed", "seat": 0, "reason": "square"}],
            "Ann rolls 3 + 4, lands on Piffalo and goes to jail.",
        ),
        (
            [{"type": "jailed", "seat": 0, "reason": "third_double"}],
            "Ann rolls a third double, 3 + 4, and goes to jail.",
        ),
        ([{"type": "jail_failed", "seat": 0, "attempts": 2}], "Ann rolls 3 + 4, no double, and stays in jail."),
        (
            [
                MOVE,
                {"type": "card_drawn", "seat": 0, "card": "pay_bank_500"},
                OWED,
                {**RENT, "to": None, "reason": "chance"},
            ],
            "Ann rolls 3 + 4 and draws a card: Pay the bank 500.",
        ),
        (
            [
                MOVE,
                {"type": "card_drawn", "seat": 0, "card": "repairs"},
                OWED,
                {**RENT, "to": None, "reason": "chance"},
            ],
            "Ann rolls 3 + 4 and draws a card: Repairs: pay 250 for every level you own. Ann pays the bank 90.",
        ),
        ([], "Ann rolls 3 + 4."),
    ],
)
def test_a_throw_and_what_comes_of_it_are_one_line(after: list[dict[str, Any]], line: str) -> None:
    assert told([ROLL, *after, TURN]) == [line]


def test_a_throw_goes_on_through_versions() -> None:
    assert told([ROLL, MOVE, OWED], [RENT, TURN]) == ["Ann rolls 3 + 4, lands on Piffalo and pays Ben 90 in rent."]


def test_a_line_keeps_its_number_while_it_grows() -> None:
    early = stories.log(numbered([ROLL, MOVE, OWED]), narrator())
    late = stories.log(numbered([ROLL, MOVE, OWED], [RENT, TURN]), narrator())
    assert [line.number for line in early] == [line.number for line in late]
    assert early[0].version < late[0].version


def test_what_is_done_between_ends_the_line() -> None:
    raised = {"type": "mortgaged", "seat": 0, "square": 5, "amount": 1000}
    assert told([ROLL, MOVE, OWED], [raised], [RENT]) == [
        "Ann rolls 3 + 4, lands on Piffalo and has to pay 90.",
        "Ann mortgages Vrumond for 1,000.",
        "Ann pays Ben 90 in rent.",
    ]


def test_an_auction_is_one_line_that_ends_with_its_winner() -> None:
    opened = {"type": "auction_opened", "square": 9, "asked": 1200}
    bid = {"type": "bid", "seat": 1, "amount": 1200}
    won = {"type": "auction_won", "seat": 1, "square": 9, "amount": 1200}
    assert told([opened], [bid]) == ["Piffalo is up for auction. The first bid is 1,200. Ben bids 1,200."]
    assert told([opened], [bid, won]) == ["Ben wins Piffalo for 1,200."]


def test_a_round_is_marked_where_it_begins() -> None:
    found = stories.log(numbered([ROLL, MOVE, {"type": "round_completed", "round": 2}, TURN]), narrator())
    assert [line.round for line in found] == [False, True]
    assert str(found[1].sentences[0]) == "Round 3"


def test_listeners_hear_each_event_once_and_whose_turn_it_is() -> None:
    events = numbered([ROLL, MOVE, OWED], [RENT, TURN])
    first = stories.news(events[:3], narrator(), None)
    second = stories.news(events[3:], narrator(), None)
    assert plain(first) == "Ann rolls 3 + 4, lands on Piffalo and has to pay 90."
    assert plain(second) == "Ann pays Ben 90 in rent. It is the turn of Ben."
    assert "turn" not in stories.news(events[3:], narrator(), 1), "one's own turn is called out already"


MODES_TOLD = ["classic", "original_speed", "fortune", "team"]


def saga(mode: str) -> list[dict[str, Any]]:
    """The events of some four hundred decisions of bots."""
    events: dict[int, dict[str, Any]] = {}
    for moment, _ in zip(story.story(mode, 4, "stories", kept=60), range(400), strict=False):
        events |= {event["n"]: event for event in map(msgspec.json.decode, moment.events)}
    return list(events.values())


@pytest.mark.parametrize("mode", MODES_TOLD)
def test_a_game_has_half_as_many_lines_as_events_and_all_are_whole_sentences(mode: str) -> None:
    events = saga(mode)
    found = stories.log(events, narrator(mode=mode))
    assert len(found) < len(events) / 2
    for line in found:
        assert all(line.round or str(one).endswith((".", "!")) for one in line.sentences)
        assert line.sentences


@pytest.mark.parametrize("mode", MODES_TOLD)
def test_an_update_sends_the_same_lines_as_the_page(mode: str) -> None:
    events = saga(mode)
    raw = [msgspec.json.encode(event) for event in events]
    versions = sorted({event["version"] for event in events})
    for at in range(100, len(versions), 7):
        seen = [one for one, event in zip(raw, events, strict=True) if event["version"] <= versions[at]][-60:]
        page = stories.log(scene.newer(seen, None), narrator(mode=mode))
        update = stories.log(scene.newer(seen, versions[at - 1]), narrator(mode=mode))
        assert [one for one in page if one.version > versions[at - 1]] == [
            one for one in update if one.version > versions[at - 1]
        ]


@pytest.mark.parametrize("dice", [[1, 2], [1, 2, "bus"], [1, 2, "x"], [1, 2, 3]])
def test_a_throw_is_told_in_every_language(dice: list[object]) -> None:
    say = Narrator(choose(None, "en-XA"), MODES["classic"], ["1", "2", "3", "4"])
    for after in ([], [OWED], [OWED, RENT], [{"type": "card_drawn", "seat": 0, "card": "repairs"}]):
        for line in stories.log(numbered([{**ROLL, "dice": dice}, MOVE, *after]), say):
            assert untranslated(plain(" ".join(line.sentences))) == []


def test_script_is_told_places_and_amounts_of_public_events_only() -> None:
    told = motion.told(numbered([ROLL, MOVE, {"type": "bought", "seat": 0, "square": 9, "amount": 1200}]), narrator())
    assert msgspec.json.decode(told) == [[1, "rolled", 0], [1, "moved", 0, 2, 9], [1, "bought", 9]]
    offer = {"type": "trade_offered", "trade": 1, "from": 0, "to": 1, "give": {}, "get": {}}
    assert motion.told(numbered([offer]), narrator()) == ""
