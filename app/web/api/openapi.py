"""The OpenAPI document, made from what the routes say of themselves.

Why our own and not the framework's: it shows unions by their tag, and bodies and problems as they really are.
"""

import inspect
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.routes import HTTPRoute

from app import __version__
from app.engine import Action
from app.engine.events import Event
from app.web import problems
from app.web.api.documented import KEY, Documented
from app.web.deps import Asked
from app.web.problems import Problem

Schema = dict[str, Any]

_REFERENCE: Final = "#/components/schemas/{name}"
_SECURITY: Final = "token"
_ABOUT: Final = (
    "A property-trading board game for 2 to 6 seats, people and bots. Become a guest with `POST /api/v1/players`, send "
    "its token as `Authorization: Bearer TOKEN`, make or join a game, play it by `POST /api/v1/games/{id}/actions`. "
    "A view lists what you may do as `you.legal`. Money is whole numbers, times are RFC 3339 in UTC, ids are opaque. "
    "Errors are problems of RFC 9457; their `code` stays, their words may change. Fields may be added at any time."
)
_MEANINGS: Final = {
    400: "`malformed`: not JSON, or not of the form that is asked for.",
    401: "`unauthorized`: no token, or one that is no good.",
    403: "`forbidden`: it takes a seat, an invitation or the creator; or `suspended`, by an operator, with `until`.",
    404: "`not_found`.",
    409: "`stale_version`, `already_seated`, `seats_full`, `seats_open`, `not_waiting`, `sent_away` or `not_over`.",
    422: "Refused by the rules; `code` says why.",
    429: "`too_many_requests` or `busy`; `Retry-After` says when to come back.",
    503: "`unavailable`: the database is away for a moment; `Retry-After` says when to come back.",
}


_PLACES: Final = {
    "code": "The short code of a private room, with or without spaces, in either case.",
    "game_id": "The `id` of the game.",
    "player_id": "The `id` of the person.",
    "token_id": "The `id` of the token, which is not the token itself.",
    "mode": "The name of the mode, as in `/rules`.",
}


def document(app: Litestar) -> Schema:
    """The OpenAPI 3.1 document of the application."""
    operations = list(_operations(app))
    types = [kind for _, _, _, said in operations for kind in (said.takes, *said.gives) if kind is not None]
    schemas, components = _schemas([*types, Problem, Action, Event])
    paths: dict[str, Schema] = {}
    for path, method, handler, said in operations:
        paths.setdefault(path, {})[method] = _operation(path, handler, said, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "opolyx", "version": __version__, "description": _ABOUT},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {_SECURITY: {"type": "http", "scheme": "bearer"}},
        },
    }


def _operations(app: Litestar) -> Iterator[tuple[str, str, Any, Documented]]:
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for handler in route.route_handlers:
            said = handler.opt.get(KEY)
            if isinstance(said, Documented):
                yield route.path_format, next(iter(handler.http_methods)).lower(), handler, said


def _schemas(types: list[Any]) -> tuple[dict[Any, Schema], Schema]:
    """The schema of each type, and the components they refer to."""
    unique = list(dict.fromkeys(types))
    made, components = msgspec.json.schema_components(unique, ref_template=_REFERENCE)
    schemas = dict(zip(unique, made, strict=True))
    for kind in Action.__args__:
        version = {"type": ["integer", "null"], "description": "The version of the view this was decided on."}
        components[kind.__name__]["properties"]["version"] = version
    for kind in Event.__args__:
        components[kind.__name__]["properties"] |= _NUMBERED
        components[kind.__name__]["required"] += list(_NUMBERED)
    for name, kind in (("Action", Action), ("Event", Event)):
        components[name] = schemas[kind]
        schemas[kind] = _reference(name)
    components["Made"]["properties"]["events"]["items"] = _reference("Event")
    components["Events"]["properties"]["events"]["items"] = _reference("Event")
    components["Record"]["properties"]["events"]["items"] = _reference("Event")
    components["Asked"]["properties"]["action"] = _reference("Action")
    return schemas, dict(sorted(components.items()))


_NUMBERED: Final[Schema] = {
    "n": {"type": "integer", "description": "1, 2, 3 … in each game, without gaps."},
    "version": {"type": "integer"},
    "at": {"type": "string", "format": "date-time"},
}


def _reference(name: str) -> Schema:
    return {"$ref": _REFERENCE.format(name=name)}


def _operation(path: str, handler: Any, said: Documented, schemas: dict[Any, Schema]) -> Schema:
    summary, _, more = inspect.cleandoc(handler.fn.__doc__ or "").partition("\n\n")
    made: Schema = {
        "operationId": handler.fn.__name__,
        "summary": summary.rstrip("."),
        "description": re.sub(r"\s*\n\s*", " ", more),
        "parameters": [*_path_parameters(path), *_parameters(said)],
        "responses": _responses(handler.status_code, said, schemas),
        "security": [{}, {_SECURITY: []}] if said.open_to_all else [{_SECURITY: []}],
    }
    if said.takes is not None:
        made["requestBody"] = {"content": {"application/json": {"schema": schemas[said.takes]}}}
    return made


def _path_parameters(path: str) -> list[Schema]:
    names = re.findall(r"{(\w+)}", path)
    return [
        {"name": name, "in": "path", "required": True, "description": _PLACES[name], "schema": {"type": "string"}}
        for name in names
    ]


def _parameters(said: Documented) -> list[Schema]:
    return [
        {
            "name": name,
            "in": "header" if name[0].isupper() else "query",
            "required": False,
            "description": meaning,
            "schema": {"type": "integer" if name == "after" else "string"},
        }
        for name, meaning in said.query.items()
    ]


def _responses(status: int, said: Documented, schemas: dict[Any, Schema]) -> Schema:
    forms = [schemas[kind] for kind in said.gives]
    schema = {"anyOf": forms} if len(forms) > 1 else forms[0] if forms else {"type": "string"}
    content = {said.media_type: {"schema": schema}}
    good = [status] if said.again is None else [status, said.again]
    refused = {problems.MEDIA_TYPE: {"schema": _reference(Problem.__name__)}}
    return {
        **{str(code): {"description": HTTPStatus(code).phrase, "content": content} for code in good},
        **{
            str(problem): {"description": _MEANINGS[problem], "content": refused}
            for problem in sorted({*said.problems, 503})
        },
    }


@get("/openapi.json", include_in_schema=False)
async def openapi(request: Asked) -> Response[bytes]:
    """The document."""
    return Response(msgspec.json.encode(kept(request.app)), media_type=MediaType.JSON, headers=CACHED)


def kept(app: Litestar) -> Schema:
    """Made when it is first asked for, because every route has to be there."""
    found: Schema | None = app.state.get("openapi")
    if found is None:
        found = app.state.openapi = document(app)
    return found


CACHED: Final = {"Cache-Control": "public, max-age=300"}

ROUTES: Final[tuple[Any, ...]] = (openapi,)
