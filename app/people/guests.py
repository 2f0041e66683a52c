"""Guests: a name is enough to play. What a name may be, and the person and the token that come of it."""

import unicodedata
from typing import Final

from msgspec import Struct

from app.people.writing import heaped, inked, wanted
from app.store import players, tokens
from app.store.db import Connection
from app.store.players import Player

LONGEST_NAME: Final = 24
_KIND: Final = "guest"
"""What the token made with a person is called in the list of their tokens."""


class BadName(Exception):
    """A name is 1 to 24 characters of plain text."""


class Guest(Struct, frozen=True):
    """A person just made, and the secret of their token, which is never shown again."""

    player: Player
    secret: str


async def welcome(c: Connection, *, name: str, language: str, browser: str = _KIND) -> Guest:
    """A new person with a token, called after the browser. Call it in a transaction; raises BadName."""
    player = await players.create(c, name=plain_name(name), language=language)
    issued = await tokens.create(c, player.id, name=browser)
    return Guest(player, issued.secret)


def plain_name(text: str) -> str:
    """The name as it is kept, with outer spaces off and inner ones single. Raises BadName."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadName from error
    name = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    if len(name) > LONGEST_NAME or heaped(name) or not inked(name) or not all(map(wanted, name)):
        raise BadName
    return name
