"""Requests whose forms are read with care: plain text, few fields, and nothing of them remembered by the process.

Why not as the framework reads them: it keeps the last thousand forms it was sent, whoever sent them, and decodes a part
of a form in whatever encoding the part names.
"""

from typing import Any, Final
from urllib.parse import parse_qsl

from litestar import Request
from litestar.datastructures import FormMultiDict
from litestar.enums import RequestEncodingType
from litestar.types import Empty
from litestar.utils.scope.state import ScopeState

from app.web.deps import Malformed

MOST_FIELDS: Final = 1000
_NO_TEXT: Final = "A field holds no text, or there are too many."


class FormRequest(Request[Any, Any, Any]):
    """A request; its form raises Malformed for what no browser sends."""

    async def form(self) -> FormMultiDict:
        """The form, each field of it text that can be written down."""
        state = ScopeState.from_scope(self.scope)
        try:
            if state.form is Empty and self.content_type[0] == RequestEncodingType.URL_ENCODED:
                state.form = _read(await self.body())
            found = await super().form()
        except (LookupError, ValueError) as error:  # no such encoding, not text in it, too many fields
            raise Malformed(_NO_TEXT) from error
        if not all(_is_text(one) for pair in found.multi_items() for one in pair if isinstance(one, str)):
            raise Malformed(_NO_TEXT)
        return found


def _read(body: bytes) -> dict[str, Any]:
    """Raises ValueError for too many fields."""
    found: dict[str, list[str]] = {}
    for name, value in parse_qsl(body.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_FIELDS):
        found.setdefault(name, []).append(value)
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def _is_text(value: str) -> bool:
    """Whether it can be written down: half a character cannot, and PostgreSQL keeps no NUL."""
    return "\0" not in value and not any("\ud800" <= sign <= "\udfff" for sign in value)
