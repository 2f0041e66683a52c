"""The rules of a room in words: what each knob is called, how a form asks for it, and what differs from the mode."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from markupsafe import Markup, escape
from msgspec import Struct

from app.engine.modes import BOUNDS, MODES, Rules, daily
from app.engine.names import N_
from app.engine.room import Room
from app.web.speech import Speech

Kind: TypeAlias = Literal["number", "seconds", "percent", "money", "choice", "rounds"]

PREFIX: Final = "rule_"
"""Before the name of a knob in a form."""
START: Final = "_start"
PEAK: Final = "_peak"
"""After the name of a knob that is two rounds."""
_YES_NO: Final = (("yes", N_("yes")), ("no", N_("no")))
_DIGITS: Final = 7


class Knob(Struct, frozen=True):
    """What a knob is called and how it is chosen. `off` is the word for None, which a number field takes as 0."""

    name: str
    label: str
    kind: Kind
    off: str | None = None
    choices: tuple[tuple[str, str], ...] = ()


KNOBS: Final = (
    Knob("round_cap", N_("Rounds"), "number"),
    Knob("turn_seconds", N_("Time for a turn"), "seconds"),
    Knob("auction_seconds", N_("Time for a bid"), "seconds"),
    Knob("debt_seconds", N_("Time to pay"), "seconds"),
    Knob("choice_seconds", N_("Least time for a choice"), "seconds"),
    Knob("trade_seconds", N_("Time for a trade offer"), "seconds", off=N_("until the turn goes on")),
    Knob("missed_turns", N_("Missed turns until a player is out"), "number"),
    Knob("rent_tax", N_("Rounds in which the rent tax grows"), "rounds", off=N_("none")),
    Knob("start_landing_bonus", N_("Bonus for landing on Start"), "money"),
    Knob(
        "square_20",
        N_("Square 20"),
        "choice",
        choices=(("jackpot", N_("jackpot")), ("rest", N_("rest")), ("free_parking", N_("free parking"))),
    ),
    Knob("deck", N_("Chance cards"), "choice", choices=(("shuffled", N_("shuffled")), ("fixed", N_("in fixed order")))),
    Knob("even_building", N_("Even building"), "choice", choices=_YES_NO),
    Knob(
        "levels_per_street_per_turn",
        N_("Levels a street can rise in a turn"),
        "choice",
        off=N_("any number"),
        choices=(("1", "1"), ("2", "2"), ("3", "3"), ("4", "4"), ("5", "5"), ("any", N_("any number"))),
    ),
    Knob("manage_after_roll", N_("Building and mortgages also after the roll"), "choice", choices=_YES_NO),
    Knob("mortgage_rounds", N_("Rounds until a mortgage lapses"), "number", off=N_("never")),
    Knob("redeem_surcharge", N_("Surcharge on redeeming"), "percent"),
    Knob("trade_mortgaged", N_("Trading mortgaged properties"), "choice", choices=_YES_NO),
    Knob("speed_die_from_round", N_("Speed die from round"), "number", off=N_("never")),
    Knob("fortune", N_("The four rules of Fortune"), "choice", choices=_YES_NO),
    Knob("collection_cards", N_("Collection cards"), "choice", choices=_YES_NO),
)
"""Every knob that a room's creator may turn, in the order of the form."""


def usual(room: Room) -> Rules:
    """The rules that a room of its mode and clock has if nobody asks for others."""
    mode = MODES[room.mode]
    return daily(mode) if room.clock == "daily" else mode


def differences(mode: Rules, rules: Rules, say: Speech) -> list[Markup]:
    """What is other than in the mode, a sentence each."""
    if rules == mode:
        return []
    return [
        say.gettext(
            "%(rule)s: %(value)s instead of %(usual)s.",
            rule=say.gettext(knob.label),
            value=told(getattr(rules, knob.name), knob, say),
            usual=told(getattr(mode, knob.name), knob, say),
        )
        for knob in KNOBS
        if getattr(rules, knob.name) != getattr(mode, knob.name)
    ]


def told(value: Any, knob: Knob, say: Speech) -> Markup:
    """A knob's value in words."""
    if value is None:
        assert knob.off is not None, f"{knob.name} is never None"
        return say.gettext(knob.off)
    match knob.kind:
        case "seconds":
            return escape(say.language.duration(value))
        case "percent":
            return escape(say.language.percent(value))
        case "rounds":
            return say.gettext("%(first)s to %(last)s", first=say.number(value[0]), last=say.number(value[1]))
        case "choice":
            return say.gettext(dict(knob.choices)[_chosen(value)])
        case _:
            return escape(say.number(value))


def _chosen(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class Field(Struct, frozen=True):
    """A field of the form: a number, or a choice where there are `options`. `wrong` says what is wrong with it."""

    name: str
    label: Markup
    value: str
    hint: Markup
    options: list[tuple[str, Markup]]
    wrong: Markup | None


class Chosen(Struct, frozen=True):
    """What a form asks for: the knobs that are turned, and the fields that say nothing possible."""

    changes: dict[str, object]
    wrong: frozenset[str]


def chosen(form: Mapping[str, str]) -> Chosen:
    """Reads a form; a knob without a value stays as it is in the mode."""
    changes: dict[str, object] = {}
    wrong: set[str] = set()
    for knob in KNOBS:
        try:
            if (value := _read(form, knob)) is not _UNSAID:
                changes[knob.name] = value
        except ValueError as error:
            wrong.add(str(error))
    return Chosen(changes, frozenset(wrong))


_UNSAID: Final = object()


def _read(form: Mapping[str, str], knob: Knob) -> object:
    """The value of a knob. Raises ValueError with the name of the field."""
    name = PREFIX + knob.name
    text = form.get(name, "").strip()
    if knob.kind == "rounds":
        return _read_rounds(form, name)
    if not text:
        return _UNSAID
    if knob.kind != "choice":
        least, most = BOUNDS[knob.name]
        return _whole(text, least, most, name, off=knob.off is not None)
    if text not in dict(knob.choices):
        raise ValueError(name)
    return {"yes": True, "no": False, "any": None}.get(text, int(text) if text.isdigit() else text)


def _read_rounds(form: Mapping[str, str], name: str) -> object:
    """The rounds in which the rent tax begins and is whole; 0 as the first is no tax."""
    first, last = form.get(name + START, "").strip(), form.get(name + PEAK, "").strip()
    if not first and not last:
        return _UNSAID
    if first == "0":
        return None
    most = BOUNDS["round_cap"][1]
    start = _whole(first, 1, most, name + START, off=False)
    peak = _whole(last, 1, most, name + PEAK, off=False)
    if start is None or peak is None or start > peak:
        raise ValueError(name + PEAK)
    return [start, peak]


def _whole(text: str, least: int, most: int, field: str, *, off: bool) -> int | None:
    """A whole number within bounds; 0 is None where a knob can be off. Raises ValueError with the field's name."""
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise ValueError(field)
    number = int(text)
    if off and number == 0:
        return None
    if not least <= number <= most:
        raise ValueError(field)
    return number


def fields(form: Mapping[str, str], say: Speech) -> list[Field]:
    """The fields of the form, filled in as they were, each with what is wrong with it."""
    wrong = chosen(form).wrong
    found = []
    for knob in KNOBS:
        name = PREFIX + knob.name
        if knob.kind == "rounds":
            found += [_round_field(name + end, form, say, wrong) for end in (START, PEAK)]
        else:
            found.append(_field(knob, form, say, wrong))
    return found


def _field(knob: Knob, form: Mapping[str, str], say: Speech, wrong: frozenset[str]) -> Field:
    name = PREFIX + knob.name
    hint = Markup() if knob.kind == "choice" else _hint(knob, say)
    return Field(
        name=name,
        label=say.gettext(knob.label),
        value=form.get(name, ""),
        hint=hint,
        options=[(value, say.gettext(word)) for value, word in knob.choices],
        wrong=_refused(hint, say) if name in wrong else None,
    )


def _hint(knob: Knob, say: Speech) -> Markup:
    least, most = BOUNDS[knob.name]
    values: dict[str, object] = {"least": say.number(least), "most": say.number(most)}
    if knob.off is not None:
        values["off"] = say.gettext(knob.off)
    match knob.kind, knob.off:
        case "seconds", None:
            return say.gettext("%(least)s to %(most)s seconds", **values)
        case "seconds", _:
            return say.gettext("%(least)s to %(most)s seconds; 0: %(off)s", **values)
        case "percent", _:
            return say.gettext("%(least)s to %(most)s percent", **values)
        case _, None:
            return say.gettext("%(least)s to %(most)s", **values)
        case _:
            return say.gettext("%(least)s to %(most)s; 0: %(off)s", **values)


def _round_field(name: str, form: Mapping[str, str], say: Speech, wrong: frozenset[str]) -> Field:
    most = say.number(BOUNDS["round_cap"][1])
    if name.endswith(START):
        label, hint = say.gettext("Rent tax from round"), say.gettext("1 to %(most)s; 0: no rent tax", most=most)
    else:
        label = say.gettext("All of the rent from round")
        hint = say.gettext("not before the first, up to %(most)s", most=most)
    refused = _refused(hint, say) if name in wrong else None
    return Field(name, label, form.get(name, ""), hint, [], refused)


def _refused(hint: Markup, say: Speech) -> Markup:
    if not hint:
        return say.gettext("That choice is not possible.")
    return say.gettext("Please give a whole number: %(hint)s.", hint=hint)
