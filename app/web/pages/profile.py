"""One's own profile: name, handle, drawing, and what others may see."""

from typing import Any, Final

from litestar import Response, get, post

from app.people.guests import BadName, plain_name
from app.people.profiles import AVATARS, BadHandle, plain_handle
from app.store import profiles
from app.store.profiles import HandleTaken, Shown
from app.web import deps, limits, people_view, render
from app.web.deps import Asked
from app.web.visitor import Note, sent_to, shown, visitor

_PATH: Final = "/profile"


@get(_PATH, include_in_schema=False)
async def show(request: Asked) -> Response[Any]:
    """The form; somebody without a name is sent to give one."""
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
    if who.player is None:
        return sent_to("/", note=Note("unauthorized"))
    person = people_view.face(who.player)
    return shown(who, render.page("people/own.html", who.frame, player=who.player, person=person, avatars=AVATARS))


@post(_PATH, include_in_schema=False)
async def change(request: Asked) -> Response[Any]:
    """What was chosen, all of it or nothing."""
    form = {name: str(value) for name, value in (await request.form()).multi_items()}
    async with deps.database(request).connection() as c:
        who = await visitor(c, request)
        if who.player is None:
            return sent_to("/", note=Note("unauthorized"))
        await limits.spend(c, limits.PROFILES_BY_PLAYER, who.player.id, now=deps.moment())
        try:
            await profiles.save(c, who.player.id, _read(form))
        except BadName:
            return sent_to(_PATH, note=Note("bad_name"))
        except BadHandle:
            return sent_to(_PATH, note=Note("bad_handle"))
        except HandleTaken:
            return sent_to(_PATH, note=Note("handle_taken"))
    return sent_to(f"/players/{who.player.id}")


def _read(form: dict[str, str]) -> Shown:
    """Raises BadName, BadHandle. A drawing that there is not is none."""
    avatar = form.get("avatar", "")
    return Shown(
        name=plain_name(form.get("name", "")),
        handle=plain_handle(form.get("handle", "")),
        avatar=avatar if avatar in AVATARS else "",
        shows_games="shows_games" in form,
        shows_album="shows_album" in form,
    )


ROUTES: Final[tuple[Any, ...]] = (show, change)
"""The route handlers."""
