"""What a person may show of themselves: the drawings to choose from, and what a handle may be."""

import re
from typing import Final

AVATARS: Final = (
    "fox",
    "owl",
    "cat",
    "bear",
    "frog",
    "whale",
    "robot",
    "ghost",
    "tree",
    "cactus",
    "sun",
    "moon",
    "rocket",
    "boat",
    "castle",
    "hat",
    "cup",
    "bell",
)
"""Names of drawings; the sprite has each as `a-<name>`."""
NOBODY: Final = "hat"
"""The drawing of whoever has chosen none."""
_HANDLE: Final = re.compile(r"[a-z0-9](?:[a-z0-9_]{1,18})[a-z0-9]")
_KEPT: Final = frozenset({"admin", "administrator", "moderator", "operator", "opolyx", "support", "system"})
"""Handles that would pass for somebody else."""


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


def drawing(avatar: str) -> str:
    """The name of the drawing, in the sprite, of what a person has chosen."""
    return f"a-{avatar if avatar in AVATARS else NOBODY}"
