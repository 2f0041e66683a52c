"""Form fields → what is wished: pure, and as strict as the API about the form; what it means the rules decide."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from app.engine import Action, Illegal, actions
from app.engine.actions import Ask
from app.web import builder_view
from app.web.builder_view import Draft

Fields: TypeAlias = Sequence[tuple[str, str]]
"""Names and values as the browser sent them, repeated names included."""

_KINDS: Final[dict[str, type[Ask]]] = {str(kind.__struct_config__.tag): kind for kind in Action.__args__}
_LISTS: Final = {"numbers"}
_SIDES: Final = {"give", "get"}
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_PANEL: Final = re.compile(r"square=[0-9]{1,2}")


class RaiseMoney(Struct, frozen=True):
    """Sell and mortgage for me what the debt needs."""


class Check(Struct, frozen=True):
    """Show the offer of the builder again, weighed; nothing is sent."""


class Keep(Struct, frozen=True):
    """Keep the offer of the builder until it can be made; the one it answers is rejected."""


Wish: TypeAlias = Action | RaiseMoney | Check | Keep

_OWN: Final[dict[str, Wish]] = {"raise_money": RaiseMoney(), "check": Check(), "partner": Check(), "keep": Keep()}
"""What forms of the pages ask for beside the actions of the contract."""


class Order(Struct, frozen=True):
    """What a form asks for. `version` None: it was not decided on any; `panel` is the query of a panel to show anew."""

    wish: Wish
    version: int | None
    panel: str | None


def read(fields: Fields) -> Order:
    """The order in a form. Raises Illegal("malformed")."""
    version = _one(fields, "version")
    panel = _one(fields, "panel")
    return Order(
        wish=_wish(fields),
        version=None if version is None else _whole(version),
        panel=panel if panel and _PANEL.fullmatch(panel) else None,
    )


def draft(fields: Fields) -> Draft | None:
    """What was typed into the builder, readable as an order or not; None for other forms."""
    kind, number = _asked(fields)
    to = number if kind == "partner" else _one(fields, "to")
    if kind not in ("propose_trade", "check", "keep", "partner") or to is None or not _WHOLE.fullmatch(to):
        return None
    return builder_view.draft(fields, int(to))


def _asked(fields: Fields) -> tuple[str, str]:
    """The kind, and the number behind it: `do` is a button's short way of saying both, "build 11"."""
    kind, _, number = (_one(fields, "do") or _one(fields, "type") or "").partition(" ")
    return kind, number


def _wish(fields: Fields) -> Wish:
    kind, square = _asked(fields)
    if kind in _OWN:
        return _OWN[kind]
    if kind not in _KINDS:
        raise Illegal("malformed", {"reason": "type"})
    wanted = _KINDS[kind].__struct_fields__
    if square:
        if "square" not in wanted:
            raise Illegal("malformed", {"reason": "square"})
        fields = [*fields, ("square", square)]
    return actions.read({"type": kind, **{name: _value(fields, name) for name in wanted}})


def _value(fields: Fields, name: str) -> object:
    if name in _LISTS:
        return _wholes(_all(fields, name))
    if name in _SIDES:
        return {"cash": _money(_one(fields, f"{name}_cash") or "0"), "squares": _wholes(_all(fields, name))}
    found = _one(fields, name)
    if found is None:
        raise Illegal("malformed", {"reason": name})
    return _whole(found)


def _all(fields: Fields, name: str) -> list[str]:
    return [value for key, value in fields if key == name]


def _one(fields: Fields, name: str) -> str | None:
    return next((value for key, value in fields if key == name), None)


def _wholes(texts: Iterable[str]) -> list[int]:
    return [_whole(text) for text in texts]


def _money(text: str) -> int:
    found = builder_view.amount(text)
    if found is None:
        raise Illegal("malformed", {"reason": "number"})
    return found


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text.strip()):
        raise Illegal("malformed", {"reason": "number"})
    return int(text)
