"""Form fields → an action: pure, and as strict as the API about the form; what an order means the rules decide."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from app.engine import Action, Illegal, actions
from app.engine.actions import Ask

Fields: TypeAlias = Sequence[tuple[str, str]]
"""Names and values as the browser sent them, repeated names included."""

_KINDS: Final[dict[str, type[Ask]]] = {str(kind.__struct_config__.tag): kind for kind in Action.__args__}
_LISTS: Final = {"numbers"}
_SIDES: Final = {"give", "get"}
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_GROUPED: Final = re.compile(r"[\s.,'’]")
_MONEY: Final = re.compile(r"[0-9]{1,3}([\s.,'’][0-9]{3})+")
_PANEL: Final = re.compile(r"square=[0-9]{1,2}")


class Order(Struct, frozen=True):
    """What a form asks for. `version` None: it was not decided on any; `panel` is the query of a panel to show anew."""

    action: Action
    version: int | None
    panel: str | None


def read(fields: Fields) -> Order:
    """The order in a form. Raises Illegal("malformed")."""
    version = _one(fields, "version")
    panel = _one(fields, "panel")
    return Order(
        action=_action(fields),
        version=None if version is None else _whole(version),
        panel=panel if panel and _PANEL.fullmatch(panel) else None,
    )


def _action(fields: Fields) -> Action:
    """The action. `do` is a button's short way of saying type and square: "build 11"."""
    kind, _, square = (_one(fields, "do") or _one(fields, "type") or "").partition(" ")
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
    """A sum as people write it: what groups its digits on the page may stand in it."""
    return _whole(_GROUPED.sub("", text) if _MONEY.fullmatch(text.strip()) else text)


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text.strip()):
        raise Illegal("malformed", {"reason": "number"})
    return int(text)


def draft_query(action: actions.ProposeTrade) -> str:
    """The query that opens the builder with this offer in it, to be put right."""
    lots = [f"&give={square}" for square in action.give.squares] + [f"&get={square}" for square in action.get.squares]
    return f"trade={action.to}&give_cash={action.give.cash}&get_cash={action.get.cash}{''.join(lots)}"
