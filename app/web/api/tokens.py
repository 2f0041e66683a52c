"""Named tokens, by which programs are known as their owner: made, listed, ended."""

from typing import Any, Final

from litestar import Response, delete, get, post
from litestar.params import FromPath

from app.engine.moments import iso
from app.people.guests import plain_name
from app.play.errors import Unknown
from app.store import tokens
from app.store.tokens import Token
from app.web import deps, limits
from app.web.api.asks import NewToken
from app.web.api.documented import documented
from app.web.api.gives import TokenMade, Tokens, TokenSeen
from app.web.deps import Asked
from app.web.guards import requires_player


@post(
    "/tokens",
    guards=[requires_player],
    opt=documented(takes=NewToken, gives=TokenMade, problems=(400, 401, 422, 429)),
)
async def create_token(request: Asked) -> Response[TokenMade]:
    """Make a token for a program.

    Whoever has it is you. It is shown this once; at most 20 of them can be in use at a time.
    """
    ask = await deps.body(request, NewToken)
    name = plain_name(ask.name)
    async with deps.database(request).connection() as c:
        await limits.spend(c, limits.TOKENS_BY_PLAYER, request.user.id, now=deps.moment())
        made = await tokens.create_for_script(c, request.user.id, name=name)
    token = made.token
    answer = TokenMade(
        id=token.id, name=token.name, created_at=iso(token.created_at), last_used_at=None, token=made.secret
    )
    return Response(answer, headers={"Cache-Control": "no-store"})


@get("/tokens", guards=[requires_player], opt=documented(gives=Tokens, problems=(401,)))
async def list_tokens(request: Asked) -> Tokens:
    """Everything that can act as you: browsers, and tokens of programs."""
    async with deps.database(request).connection() as c:
        return Tokens(tokens=[_seen(token) for token in await tokens.list_of(c, request.user.id)])


@delete("/tokens/{token_id:str}", guards=[requires_player], opt=documented(problems=(401, 404)))
async def end_token(request: Asked, token_id: FromPath[str]) -> None:
    """End a token, the one in hand too.

    Whoever used it is a stranger from then on; moves in the next few seconds may still be taken.
    """
    async with deps.database(request).connection() as c:
        if not await tokens.delete(c, request.user.id, token_id):
            raise Unknown


def _seen(token: Token) -> TokenSeen:
    used = token.last_used_at
    return TokenSeen(
        id=token.id,
        name=token.name,
        created_at=iso(token.created_at),
        last_used_at=None if used is None else iso(used),
    )


ROUTES: Final[tuple[Any, ...]] = (create_token, list_tokens, end_token)
