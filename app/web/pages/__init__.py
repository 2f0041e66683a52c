"""Pages for people: plain HTML that works without script, and parts of it where there is script.

Why the server draws everything: one function says what a seat sees, for the first page, for the answer to an order and
for news alike, so an old phone, a screen reader and a browser without script get the same game.
"""

from typing import Any, Final

from app.web.pages import (
    account,
    acts,
    bots,
    chat,
    choices,
    fairness,
    finding,
    guide,
    home,
    invitations,
    leaders,
    order,
    passkeys,
    people,
    profile,
    progress,
    providers,
    pwa,
    rematch,
    replays,
    rooms,
    sign_in,
    streams,
    summary,
    table,
)

ROUTES: Final[tuple[Any, ...]] = (
    *home.ROUTES,
    *rooms.ROUTES,
    *finding.ROUTES,
    *people.ROUTES,
    *profile.ROUTES,
    *progress.ROUTES,
    *leaders.ROUTES,
    *bots.ROUTES,
    *invitations.ROUTES,
    *table.ROUTES,
    *acts.ROUTES,
    *streams.ROUTES,
    *chat.ROUTES,
    *order.ROUTES,
    *replays.ROUTES,
    *summary.ROUTES,
    *rematch.ROUTES,
    *fairness.ROUTES,
    *guide.ROUTES,
    *choices.ROUTES,
    *pwa.ROUTES,
    *sign_in.ROUTES,
    *account.ROUTES,
    *passkeys.ROUTES,
    *providers.ROUTES,
)
"""The route handlers of all pages."""
