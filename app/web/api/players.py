"""Persons: becoming a guest, and oneself."""

from typing import Any, Final

from litestar import Response, get, patch, post

from app.engine.errors import Illegal
from app.engine.moments import iso
from app.i18n import choose
from app.i18n.languages import TONGUES
from app.people.guests import plain_name, welcome
from app.play.progress import level_of, rank_of
from app.store import games, players, sign_ins
from app.store.players import Player
from app.web import deps, limits
from app.web.api.asks import NewPlayer, PlayerChange
from app.web.api.documented import documented
from app.web.api.gives import Admitted, Me
from app.web.deps import Asked
from app.web.guards import requires_player
from app.web.limits import PLAYERS_BY_ADDRESS

_LANGUAGES: Final = frozenset(tongue.code for tongue in TONGUES)


@post("/players", opt=documented(takes=NewPlayer, gives=Admitted, problems=(400, 422, 429), open_to_all=True))
async def become_guest(request: Asked) -> Response[Admitted]:
    """Become a guest.

    A name is enough. The token in the answer is shown this once; whoever has it is you.
    """
    ask = await deps.body(request, NewPlayer)
    language = _language(ask.language) or choose(request.headers.get("accept-language"), None).code
    db = deps.database(request)
    async with db.connection() as c:
        await limits.spend(c, PLAYERS_BY_ADDRESS, limits.address(request), now=deps.moment())
    async with db.transaction() as c:
        guest = await welcome(c, name=ask.name, language=language)
    answer = Admitted(player=_me(guest.player, None, account=False), token=guest.secret)
    return Response(answer, headers={"Location": f"/api/v1/players/{guest.player.id}"})


@get("/me", guards=[requires_player], opt=documented(gives=Me, problems=(401,)))
async def read_me(request: Asked) -> Me:
    """Yourself.

    Your profile, your level, and the unfinished game you sit in.
    """
    async with deps.database(request).connection() as c:
        account = await sign_ins.is_account(c, request.user.id)
        return _me(request.user, await games.unfinished_of(c, request.user.id), account=account)


@patch("/me", guards=[requires_player], opt=documented(takes=PlayerChange, gives=Me, problems=(400, 401, 422, 429)))
async def change_me(request: Asked) -> Me:
    """Change your name or language.

    Games that you already sit in keep the name you had.
    """
    ask = await deps.body(request, PlayerChange)
    name = None if ask.name is None else plain_name(ask.name)
    async with deps.database(request).connection() as c:
        await limits.spend(c, limits.PROFILES_BY_PLAYER, request.user.id, now=deps.moment())
        changed = await players.change(c, request.user.id, name=name, language=_language(ask.language))
        assert changed is not None, "whoever has a token has a row"
        account = await sign_ins.is_account(c, changed.id)
        return _me(changed, await games.unfinished_of(c, changed.id), account=account)


def _me(player: Player, game: str | None, *, account: bool) -> Me:
    level = level_of(player.xp)
    return Me(
        id=player.id,
        name=player.name,
        level=level,
        rank=rank_of(level),
        xp=player.xp,
        language=player.language,
        created_at=iso(player.created_at),
        game=game,
        account=account,
    )


def _language(wanted: str | None) -> str | None:
    """The language asked for; raises Illegal for one we never heard of."""
    if wanted is not None and wanted not in _LANGUAGES:
        raise Illegal("invalid_choice", {"field": "language"})
    return wanted


ROUTES: Final[tuple[Any, ...]] = (become_guest, read_me, change_me)
