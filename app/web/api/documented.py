"""What a route says of itself beside its docstring: the OpenAPI document is made from this."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

KEY: Final = "documented"


class Documented(Struct, frozen=True, kw_only=True):
    """What goes in and what comes out: one of several forms, or none of ours, and then `media_type` tells which."""

    takes: Any = None
    gives: tuple[Any, ...] = ()
    media_type: str = "application/json"
    query: Mapping[str, str] = {}
    """Parameters of the query and what they mean; names that begin with a capital are headers."""
    problems: tuple[int, ...] = ()
    open_to_all: bool = False
    """No token is needed."""
    again: int | None = None
    """The status where the same was done before; None where that makes no difference."""


def documented(
    *,
    takes: Any = None,
    gives: Any = (),
    media_type: str = "application/json",
    query: Mapping[str, str] | None = None,
    problems: tuple[int, ...] = (),
    open_to_all: bool = False,
    again: int | None = None,
) -> dict[str, Any]:
    """The `opt` of a route."""
    said = Documented(
        takes=takes,
        gives=gives if isinstance(gives, tuple) else (gives,),
        media_type=media_type,
        query=query or {},
        problems=problems,
        open_to_all=open_to_all,
        again=again,
    )
    return {KEY: said}
