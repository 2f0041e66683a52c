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
_HOUSE: Final = frozenset(
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
)
"""Words that would pass for us, also as one word of a handle, with a number after it, or in digits that look alike."""
_BOTS: Final = frozenset(name.lower() for name in TEMPERS)
"""Only the whole of these passes for a bot: people are called so too."""
_ALIKE: Final = (str.maketrans("013457", "oieast"), str.maketrans("013457", "oleast"))
"""Digits for the letters they are taken for; a 1 is taken for two."""


class BadHandle(Exception):
    """A handle is 3 to 20 small letters, digits and underscores, with none at its ends."""


def plain_handle(text: str) -> str | None:
    """The handle as it is kept; None for none. Raises BadHandle."""
    handle = text.strip().removeprefix("@").lower()
    if not handle:
        return None
    if not _HANDLE.fullmatch(handle) or handle in _BOTS or _passes_for_us(handle):
        raise BadHandle
    return handle


def _passes_for_us(handle: str) -> bool:
    bare = handle.rstrip("0123456789_")
    words = {handle.replace("_", ""), bare.replace("_", ""), *handle.split("_"), *bare.split("_")}
    return any(word.translate(alike) in _HOUSE for word in words for alike in _ALIKE)


def drawing(avatar: str, player_id: str) -> str:
    """The name, in the sprite, of the drawing a person has chosen.

    For whoever has chosen none it follows from their id, so that strangers do not all look alike.
    """
    chosen = avatar if avatar in AVATARS else _BY_NUMBER[crc32(player_id.encode()) % len(_BY_NUMBER)]
    return f"a-{chosen}"
