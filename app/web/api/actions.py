"""One move of one person, as a script sends it."""

from typing import Any, Final

import msgspec
from litestar import MediaType, Response, post
from litestar.params import FromPath

from app.engine import Action, actions
from app.play import moves
from app.play.errors import Busy
from app.play.moves import Decided
from app.store import answers
from app.store.answers import Answer
from app.store.db import Conflict, Connection
from app.store.players import Player
from app.web import deps, problems
from app.web.api.documented import documented
from app.web.api.games import view_for
from app.web.api.gives import Made
from app.web.deps import Asked, Malformed
from app.web.errors import problem_of
from app.web.meters import MOVES

KEY_HEADER: Final = "Idempotency-Key"
LONGEST_KEY: Final = 255
ATTEMPTS: Final = 4


@post(
    "/games/{game_id:str}/actions",
    status_code=200,
    opt={
        **documented(
            takes=Action,
            gives=Made,
            query={
                KEY_HEADER: "Any text of yours, up to 255 characters: the same key and body again gives the first "
                "answer again and has no second effect; the same key with another body is refused with 422 "
                "`key_reused`."
            },
            problems=(400, 401, 404, 409, 422, 429),
        ),
        "compressed": True,  # It is not, and stays so: three kilobytes, and making them one costs half a move.
    },
)
async def act(request: Asked, game_id: FromPath[str]) -> Response[bytes]:
    """Make a move.

    Send one action, and with it the `version` of the view it was decided on: if the game has moved on since, nothing
    happens and 409 `stale_version` brings the current view. Clocks that ran out are applied first. What the rules
    refuse changes nothing and is answered with 422 and the code of the reason.
    """
    data = await request.body()  # before the connection is taken: a body may come as slowly as its sender likes
    async with deps.database(request).connection() as c:
        player = await deps.mover_on(c, request)
        request.scope["user"] = player
        action, version = order(data)
        request.app.state.pace.take(player.id, action)
        key = _key(request)
        if key is None:
            decided = await moves.decide(c, game_id, player.id, action, version=version, now=deps.moment())
            await _tell(request, c, decided)
            return _response(_answer(request, decided, action))
    return _response(await _once(request, game_id, key, data))


def order(data: bytes) -> tuple[Action, int | None]:
    """The action of a body, and the version it was decided on. Raises Malformed, Illegal("malformed")."""
    fields = deps.read(data, dict[str, object])
    version = fields.pop("version", None)
    if version is not None and type(version) is not int:
        raise Malformed("Expected `int` - at `$.version`")
    return actions.read(fields), version


async def _once(request: Asked, game_id: str, key: str, data: bytes) -> Answer:
    """The move and its answer in one transaction with the key, so that a second request finds all of it or nothing."""
    for _ in range(ATTEMPTS):
        try:
            return await _claimed(request, game_id, key, data)
        except Conflict:
            continue
    raise Busy


async def _claimed(request: Asked, game_id: str, key: str, data: bytes) -> Answer:
    player: Player = request.user
    action, version = order(data)
    async with deps.database(request).transaction() as c:
        known = await answers.claim(c, player.id, key=key, body=f"{game_id}\n".encode() + data)
        if known is not None:
            return known
        decided = await moves.decide(c, game_id, player.id, action, version=version, now=deps.moment())
        answer = _answer(request, decided, action)
        await answers.save(c, player.id, key=key, answer=answer)
    async with deps.database(request).connection() as c:
        await _tell(request, c, decided)
    return answer


async def _tell(request: Asked, c: Connection, decided: Decided) -> None:
    if decided.events:
        await deps.wakes(request).tell(c, decided.row.id, decided.row.version)


def _answer(request: Asked, decided: Decided, action: Action) -> Answer:
    """What a script is told; a refusal is an answer too, and is kept with a key like any other."""
    if decided.refusal is not None:
        problem, _ = problem_of(request, decided.refusal)
        return Answer(problem.status, msgspec.json.encode(problem))
    MOVES.labels(actions.action_type(action)).inc()
    view = view_for(decided.row, request.user)
    return Answer(200, msgspec.json.encode({"version": decided.row.version, "events": decided.events, "view": view}))


def _response(answer: Answer) -> Response[bytes]:
    media_type = MediaType.JSON if answer.status == 200 else problems.MEDIA_TYPE
    return Response(answer.body, status_code=answer.status, media_type=media_type)


def _key(request: Asked) -> str | None:
    key = request.headers.get(KEY_HEADER)
    if key is not None and not 1 <= len(key) <= LONGEST_KEY:
        raise Malformed(f"{KEY_HEADER} must have 1 to {LONGEST_KEY} characters.")
    return key


ROUTES: Final[tuple[Any, ...]] = (act,)
