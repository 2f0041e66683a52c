"""The OpenAPI document as a page for people; it loads nothing from elsewhere. Its sentences are the API's: English."""

import re
from typing import Any, Final

from litestar import Response, get
from markupsafe import Markup, escape

from app.web import problems, render
from app.web.api import openapi
from app.web.deps import Asked
from app.web.visitor import shown, stranger

_CODE: Final = re.compile(r"`([^`]*)`")


@get("/api", include_in_schema=False)
async def manual(request: Asked) -> Response[str]:
    """The page."""
    visitor = stranger(request, None)
    html = render.page(
        "reference/page.html",
        visitor.frame,
        document=openapi.kept(request.app),
        titles=problems.TITLES,
        worded=worded,
        formed=formed,
    )
    return shown(visitor, html)


def worded(text: str) -> Markup:
    """Text with what stands in backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704  # escaped just before


def formed(schema: Any) -> Markup:
    """A schema in a few words, its components linked."""
    match schema:
        case {"$ref": str(reference)}:
            name = reference.rpartition("/")[2]
            return Markup('<a href="#schema-{0}">{0}</a>').format(name)
        case {"anyOf": list(choices)}:
            return Markup(" or ").join(formed(choice) for choice in choices)
        case {"enum": list(values)}:
            return Markup(" | ").join(Markup("<code>{}</code>").format(value) for value in values)
        case {"type": "array", "prefixItems": list(items)}:
            return Markup("[{}]").format(Markup(", ").join(formed(item) for item in items))
        case {"type": "array", "items": items}:
            return Markup("list of {}").format(formed(items))
        case {"type": "object", "additionalProperties": dict(values)}:
            return Markup("{} by name").format(formed(values))
        case {"type": list(types)}:
            return Markup(" or ").join(types)
        case {"type": str(kind)}:
            return escape(kind)
        case _:
            return Markup("anything")


ROUTES: Final[tuple[Any, ...]] = (manual,)
