"""What a person may show of themselves: the drawings to choose from, and what a handle may be."""

import re
from typing import Final
from zlib import crc32

from app.bots.tempers import TEMPERS
from app.engine.names import N_

AVATARS: Final = {
    "fox": N_("Fox"),
    "owl": N_("Owl"),
    "cat": N_("Cat"),
    "bear": N_("Bear"),
    "frog": N_("Frog"),
    "whale": N_("Whale"),
    "robot": N_("Robot"),
    "ghost": N_("Ghost"),
    "tree": N_("Tree"),
    "cactus": N_("Cactus"),
    "sun": N_("Sun"),
    "moon": N_("Moon"),
    "rocket": N_("Rocket"),
    "boat": N_("Boat"),
    "castle": N_("Castle"),
    "hat": N_("Hat"),
    "cup": N_("Cup"),
    "bell": N_("Bell"),
}
"""Drawings with their names; the sprite has each as `a-<drawing>`."""
_BY_NUMBER: Final = tuple(AVATARS)
_HANDLE: Final = re.compile(r"[a-z0-9](?:[a-z0-9_]{1,18})[a-z0-9]")
_KEPT: Final = frozenset(
    [
        "admin",
        "admins",
        "administrator",
        "bot",
        "bots",
        "everybody",
        "everyone",
        "help",
        "info",
        "mod",
        "moderator",
        "moderators",
        "mods",
        "nobody",
        "official",
        "operator",
        "operators",
        "opolyx",
        "owner",
        "postmaster",
        "root",
        "security",
        "staff",
        "support",
        "system",
        "team",
        "webmaster",
    ]
) | frozenset(name.lower() for name in TEMPERS)
"""Handles that would pass for somebody else: for us, or for a bot."""


class BadHandle(Exception):
    """A handle is 3 to 20 small letters, digits and underscores, with none at its ends."""


def plain_handle(text: str) -> str | None:
    """The handle as it is kept; None for none. Raises BadHandle."""
    handle = text.strip().removeprefix("@").lower()
    if not handle:
        return None
    if not _HANDLE.fullmatch(handle) or handle in _KEPT:
        raise BadHandle
    return handle


def drawing(avatar: str, player_id: str) -> str:
    """The name, in the sprite, of the drawing a person has chosen.

    For whoever has chosen none it follows from their id, so that strangers do not all look alike.
    """
    chosen = avatar if avatar in AVATARS else _BY_NUMBER[crc32(player_id.encode()) % len(_BY_NUMBER)]
    return f"a-{chosen}"
