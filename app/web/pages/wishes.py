"""The form of a new room → a wish: pure, and able to fill the form in again where it was refused."""

from collections.abc import Container, Mapping
from typing import Final, Literal
from urllib.parse import urlencode

from msgspec import Struct

from app.bots import TEMPERS
from app.engine import Illegal
from app.engine.modes import MODES
from app.play.rooms import Wish
from app.web import rules_view
from app.web.rules_view import Field
from app.web.speech import Speech
from app.web.visitor import Note

_OWN: Final = ("name", "mode", "seats", "bots", "clock", "private", "contribution")
_FIELDS: Final = {"contribution": "bad_contribution", "rules": "bad_rules"}
"""What is told of a field that has a sentence of its own."""
_LONGEST: Final = 100
"""Of a value that is handed back to be put right."""


class Draft(Struct, frozen=True, kw_only=True):
    """The form as it is shown, with what was typed before."""

    name: str
    mode: str
    seats: str
    bots: str
    clock: str
    private: bool
    contribution: str
    rules: list[Field]

    @property
    def custom(self) -> bool:
        """Whether any rule is other than in the mode, so that they are to be seen."""
        return any(field.value for field in self.rules)


def draft(form: Mapping[str, str], say: Speech) -> Draft:
    """The form filled in with these values, or with what most people want."""
    return Draft(
        name=form.get("name", ""),
        mode=_one_of(form.get("mode"), MODES, "classic"),
        seats=_one_of(form.get("seats"), {"2", "3", "4", "5", "6"}, "4"),
        bots=form.get("bots", "0"),
        clock=form.get("clock", "live"),
        private=form.get("private") == "yes",
        contribution=form.get("contribution", ""),
        rules=rules_view.fields(form, say),
    )


def _one_of(text: str | None, known: Container[str], usual: str) -> str:
    return text if text is not None and text in known else usual


def wish(form: Mapping[str, str]) -> Wish:
    """What a form asks for. Raises Illegal."""
    chosen = rules_view.chosen(form)
    if chosen.wrong:
        raise Illegal("invalid_choice", {"field": "rules"})
    clock: Literal["live", "daily"] = "daily" if form.get("clock") == "daily" else "live"
    return Wish(
        mode=form.get("mode", ""),
        seats=_digit(form, "seats"),
        private=form.get("private") == "yes",
        clock=clock,
        bots=sorted(TEMPERS)[: _digit(form, "bots")],
        rules=chosen.changes,
        contribution=contribution(form),
    )


def contribution(form: Mapping[str, str]) -> str | None:
    """What somebody adds to the dice; None lets it be made for them."""
    return form.get("contribution", "").strip() or None


def note(illegal: Illegal) -> Note:
    """What is told of a refusal."""
    code = _FIELDS.get(str(illegal.facts.get("field")), illegal.code)
    return Note.of(code, illegal.facts)


def query(form: Mapping[str, str]) -> str:
    """The address part that fills the form in again."""
    kept = {
        name: value[:_LONGEST]
        for name, value in form.items()
        if value and (name in _OWN or name.startswith(rules_view.PREFIX))
    }
    return urlencode(kept)


def _digit(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "")
    if not (len(text) == 1 and text.isascii() and text.isdigit()):
        raise Illegal("malformed")
    return int(text)
