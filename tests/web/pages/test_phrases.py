"""Every event and every refusal has a sentence, with its names isolated and its amounts grouped."""

import msgspec
import pytest

from app.engine.errors import CODES
from app.engine.events import EVENT_TYPES, Event, Portion
from app.engine.modes import MODES
from app.i18n import Language, choose
from app.i18n.pseudo import untranslated
from app.web import labels, problems, refusals
from app.web.phrases import PHRASES, Narrator, sentence
from app.web.refusals import refusal
from app.web.speech import Speech

ENGLISH = choose(None, "en")
NAMES = ["Ann", "<svg/onload=alert()>", "{{7*7}} %s %(x)s"]
PAYMENTS = ["rent", "tax", "chance", "bail", "estate", "lucky_eight", "god_of_wealth"]
LEAVINGS = ["third_double", "square", "player", "missed_turns"]
ENDINGS = ["expired", "rolled", "paid", "turn_over", "left", "stale", "cancelled", "game_over", "round_cap"]
WORDS = {
    "reason": [*PAYMENTS, *LEAVINGS, *ENDINGS],
    "how": ["bail", "double"],
    "card": list(labels.CARDS),
    "group": list(labels.LETTERS)[:8],
}


def narrator(language: Language = ENGLISH) -> Narrator:
    return Narrator(language, MODES["classic"], NAMES)


def samples() -> list[dict[str, object]]:
    """Each event with each of its words, made by its fields' types."""
    found: list[dict[str, object]] = []
    for kind in Event.__args__:
        fields = {field.encode_name: sample(field.name, field.type) for field in msgspec.structs.fields(kind)}
        event = {"type": str(kind.__struct_config__.tag), "version": 1, **fields}
        found.append(event)
        for name, words in WORDS.items():
            if name in event:
                found += [{**event, name: word} for word in words]
    found += [{**event, "to": None} for event in found if event["type"] == "paid"]
    found += [{"type": "rolled", "seat": 0, "dice": [1, 2, third]} for third in ("bus", "x", 3)]
    return found


def sample(name: str, kind: object) -> object:
    if kind is Portion:
        return {"cash": 1500, "squares": [1, 5]}
    if name == "dice":
        return [3, 4]
    if name in WORDS:
        return WORDS[name][0]
    return {int: 1, bool: True, str: "", list[int]: [1]}.get(kind, 1)  # type: ignore[call-overload]  # the types of fields


def test_every_event_of_the_contract_has_a_phrase() -> None:
    assert set(PHRASES) == set(EVENT_TYPES)


@pytest.mark.parametrize("event", samples(), ids=lambda event: str(event["type"]))
def test_an_event_is_a_sentence(event: dict[str, object]) -> None:
    told = sentence(narrator(), event)
    assert str(told).endswith((".", "!"))
    assert "<svg" not in told
    assert "%(" not in told.replace("%(x)s", "")


@pytest.mark.parametrize("event", samples(), ids=lambda event: str(event["type"]))
def test_an_event_is_told_in_every_language(event: dict[str, object]) -> None:
    told = str(sentence(Narrator(choose(None, "en-XA"), MODES["fortune"], ["1", "2", "3"]), event))
    assert untranslated(told.replace("<bdi>", "").replace("</bdi>", "")) == []


def test_a_name_is_isolated_text() -> None:
    told = sentence(narrator(), {"type": "bankrupt", "seat": 1})
    assert str(told) == "<bdi>&lt;svg/onload=alert()&gt;</bdi> is bankrupt."


def test_amounts_are_grouped() -> None:
    told = sentence(narrator(), {"type": "bid", "seat": 0, "amount": 15000})
    assert str(told) == "<bdi>Ann</bdi> bids 15,000."


def test_every_refusal_of_rules_rooms_and_pages_has_a_sentence() -> None:
    assert set(CODES) <= refusals.CODES
    assert {"malformed", "stale_version", "already_seated", "seats_full", "not_waiting"} <= refusals.CODES
    own = {"unknown_host", "key_reused", "suspended"}
    """Only programs meet these; a page tells a suspension with its reason and end."""
    assert set(problems.TITLES) - own <= refusals.CODES


@pytest.mark.parametrize("code", sorted(refusals.CODES))
def test_a_refusal_is_a_sentence(code: str) -> None:
    assert str(refusal(Speech(ENGLISH), code, {})).endswith(".")
    assert untranslated(str(refusal(Speech(choose(None, "en-XA")), code, {}))) == []


def test_a_refusal_says_its_numbers() -> None:
    say = Speech(ENGLISH)
    assert refusal(say, "insufficient_cash", {"needed": 1000, "cash": 400}) == "You need 1,000 and have 400."
    assert (
        refusal(say, "still_solvent", {"raisable": 2000, "total": 900}) == "You can still raise 2,000, and you owe 900."
    )
    assert refusal(say, "too_many_offers", {"limit": 3}) == "You may have only 3 open offers."


def test_a_trade_that_the_other_cannot_pay_is_not_blamed_on_the_proposer() -> None:
    told = refusal(Speech(ENGLISH), "insufficient_cash", {"needed": 0, "cash": 400})
    assert told == "There is not enough cash for that."
