"""Several events → one line of the log: a throw with all that comes of it, an auction, a round; the rest one by one.

A line may grow: the throw is told when it falls, and told anew when its square has been bought.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from markupsafe import Markup
from msgspec import Struct

from app.web import labels
from app.web.phrases import Fields, Narrator, sentence

Story: TypeAlias = list[Fields]
"""Events that are told together."""


class Line(Struct, frozen=True):
    """A line of the log. `number` is its first event's and stays when the line grows to a later `version`."""

    number: int
    version: int
    seat: int | None
    """Whose line it is; None is the table's."""
    round: bool
    """Whether it only marks the beginning of a round."""
    sentences: list[Markup]


_OPENING: Final = frozenset({"rolled", "auction_opened"})
"""What begins a line that later events are told in."""
_AFTER_ROLL: Final = frozenset(
    {
        *("moved", "jumped", "teleported", "teleport_skipped", "start_paid", "bought", "declined", "card_drawn"),
        *("debt_opened", "paid", "received", "jailed", "jail_failed", "released"),
        *("jackpot_bet", "jackpot_rolled", "jackpot_skipped"),
    }
)
_AFTER_OPENING: Final = frozenset({"bid", "auction_passed", "auction_won", "auction_failed", "bid_voided"})
_SILENT: Final = frozenset({"turn_started", "round_completed"})
_ENDS: Final = frozenset({"auction_won", "auction_failed"})
_SAID: Final = {
    "bank_pays": frozenset({"received"}),
    "pay_bank": frozenset({"debt_opened", "paid"}),
    "go_to_jail": frozenset({"jailed"}),
}
"""What a card of this name has said already, amounts and all."""


def log(events: Sequence[Fields], say: Narrator) -> list[Line]:
    """The log of these events, oldest first."""
    return [_line(say, story) for story in stories(events)]


def news(events: Sequence[Fields], say: Narrator, viewer: int | None) -> Markup:
    """The same in one breath for whoever listens: each event once, and whose turn it is unless one's own."""
    told = [one for line in log(events, say) if not line.round for one in line.sentences]
    turn = next((event for event in reversed(events) if event["type"] == "turn_started"), None)
    return Markup(" ").join([*told, sentence(say, turn)] if turn and turn["seat"] != viewer else told)


def stories(events: Sequence[Fields]) -> list[Story]:
    """The events as they belong together."""
    found: list[Story] = []
    new_round = False
    for event in events:
        kind = event["type"]
        if kind in _SILENT:
            if kind == "turn_started" and new_round:
                found.append([event])
            elif found and kind == "turn_started":
                found.append([])
            new_round = kind == "round_completed"
        elif found and found[-1] and kind in _continues(found[-1][0]["type"]):
            found[-1].append(event)
        else:
            found.append([event])
            new_round = kind == "game_started"
    return [story for story in found if story]


def _continues(kind: str) -> frozenset[str]:
    return {"rolled": _AFTER_ROLL, "auction_opened": _AFTER_OPENING}.get(kind, frozenset())


def beginning(events: Sequence[Fields], at: int) -> int:
    """Where the line of the event at a place begins."""
    first = next((place for place in range(at, -1, -1) if events[place]["type"] in _OPENING), at)
    return first if all(one["type"] in _continues(events[first]["type"]) for one in events[first + 1 : at + 1]) else at


def _line(say: Narrator, story: Story) -> Line:
    first, last = story[0], story[-1]
    match first["type"]:
        case "rolled":
            told = _throw(say, story)
        case "auction_opened":
            told = _auction(say, story)
        case "turn_started":
            told = [say.gettext("Round %(round)s", round=say.number(first["round"]))]
        case _:
            told = _plain(say, story)
    return Line(first["n"], last["version"], _whose(first), first["type"] == "turn_started", told)


def _whose(event: Fields) -> int | None:
    """The seat whose doing a line tells of; None where it is nobody's. The God of Wealth walks from a square."""
    if event["type"] in {"turn_started", "god_moved"}:
        return None
    seat: int | None = event.get("seat", event.get("from"))
    return seat


def _plain(say: Narrator, story: Sequence[Fields]) -> list[Markup]:
    """Each event as a sentence of its own; a debt that is paid at once needs one only."""
    paid = any(event["type"] == "paid" for event in story)
    return [sentence(say, event) for event in story if event["type"] != "debt_opened" or not paid]


def _auction(say: Narrator, story: Story) -> list[Markup]:
    """An auction: how it stands, or how it ended."""
    if story[-1]["type"] in _ENDS:
        return [sentence(say, story[-1])]
    return [sentence(say, event) for event in [story[0], *story[1:][-2:]]]


def _throw(say: Narrator, story: Story) -> list[Markup]:
    """A throw and what came of it."""
    first, *rest = story
    values: dict[str, object] = {"name": say.seat(first["seat"]), "dice": _dice(say, first["dice"])}
    match rest:
        case [{"type": "jailed"}, *after]:
            told = say.gettext("%(name)s rolls a third double, %(dice)s, and goes to jail.", **values)
        case [{"type": "jail_failed"}, *after]:
            told = say.gettext("%(name)s rolls %(dice)s, no double, and stays in jail.", **values)
        case [{"type": "released", "how": "double"}, {"type": "moved", "to": to}, *after]:
            values["square"] = say.square(to)
            told = say.gettext("%(name)s rolls %(dice)s, a double, leaves jail and lands on %(square)s.", **values)
        case [{"type": "moved", "to": to}, *after]:
            return _landed(say, {**values, "square": say.square(to)}, after)
        case after:
            told = say.gettext("%(name)s rolls %(dice)s.", **values)
    return [told, *_plain(say, after)]


def _landed(say: Narrator, values: Mapping[str, Any], after: Sequence[Fields]) -> list[Markup]:
    """A throw that led to a square."""
    start = [event for event in after[:1] if event["type"] == "start_paid"]
    told, rest = _outcome(say, values, after[len(start) :])
    return [told, *_plain(say, start), *_plain(say, rest)]


def _outcome(say: Narrator, values: Mapping[str, Any], after: Sequence[Fields]) -> tuple[Markup, Sequence[Fields]]:
    """What the square brought, and what is left to tell."""
    match after:
        case [{"type": "bought", "amount": amount}, *rest]:
            return say.gettext(
                "%(name)s rolls %(dice)s and buys %(square)s for %(amount)s.", **values, amount=say.money(amount)
            ), rest
        case [{"type": "declined"}, *rest]:
            return say.gettext("%(name)s rolls %(dice)s, lands on %(square)s and does not buy it.", **values), rest
        case [{"type": "debt_opened"}, {"type": "paid", "reason": "rent", "withheld": 0} as paid, *rest]:
            return say.gettext(
                "%(name)s rolls %(dice)s, lands on %(square)s and pays %(owner)s %(amount)s in rent.",
                **values,
                owner=say.seat(paid["to"]),
                amount=say.money(paid["amount"]),
            ), rest
        case [{"type": "debt_opened"}, {"type": "paid", "reason": "tax", "amount": amount}, *rest]:
            return say.gettext(
                "%(name)s rolls %(dice)s, lands on %(square)s and pays %(amount)s in tax.",
                **values,
                amount=say.money(amount),
            ), rest
        case [{"type": "debt_opened", "total": total}]:
            return say.gettext(
                "%(name)s rolls %(dice)s, lands on %(square)s and has to pay %(amount)s.",
                **values,
                amount=say.money(total),
            ), []
        case [{"type": "card_drawn", "card": card}, *rest]:
            return say.gettext(
                "%(name)s rolls %(dice)s and draws a card: %(card)s", **values, card=say.gettext(labels.CARDS[card])
            ), _beyond_card(card, rest)
        case [{"type": "jailed"}, *rest]:
            return say.gettext("%(name)s rolls %(dice)s, lands on %(square)s and goes to jail.", **values), rest
        case _:
            return say.gettext("%(name)s rolls %(dice)s and lands on %(square)s.", **values), after


def _beyond_card(card: str, rest: Sequence[Fields]) -> Sequence[Fields]:
    """What a card's own words do not say already."""
    said = next((kinds for prefix, kinds in _SAID.items() if card.startswith(prefix)), frozenset())
    return [event for event in rest if event["type"] not in said]


def _dice(say: Narrator, dice: Sequence[int | str]) -> Markup:
    """The dice side by side, in the order they lie in every language."""
    faces = {"bus": say.gettext("bus"), "x": say.gettext("x")}
    return Markup('<bdi dir="ltr">{}</bdi>').format(Markup(" + ").join(faces.get(str(one), str(one)) for one in dice))
