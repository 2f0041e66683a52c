"""Coming back: a link that is used, a person who was recognised, and what becomes of the guest at that browser."""

import re
import secrets
from typing import Final

from msgspec import Struct

from app.people.guests import plain_name
from app.people.merging import BothPlay, merge
from app.store import players, sign_ins
from app.store.db import Conflict, Connection, Database
from app.store.players import Player

LINK_SECONDS: Final = 20 * 60
_LONGEST_ADDRESS: Final = 254
_ADDRESS: Final = re.compile(r"[^\s@<>()\[\]\\,;:\"]{1,64}@(?:[\w](?:[\w-]{0,61}[\w])?\.)+[\w-]{2,63}")
_ATTEMPTS: Final = 5


class BadAddress(Exception):
    """That is no e-mail address."""


class Gone(Exception):
    """What was brought was used already, or its time is over."""


class Browser(Struct, frozen=True):
    """Where somebody arrives: who is signed in there, by which secret, and what its owner calls it."""

    player: Player | None
    secret: str | None
    name: str


class Newcomer(Struct, frozen=True):
    """What somebody is given who has never been here."""

    name: str
    language: str


class Arrival(Struct, frozen=True):
    """Somebody signed in under a new secret. `apart`: the guest there plays on, and was not merged."""

    player_id: str
    secret: str
    apart: bool


def plain_address(text: str) -> str:
    """An e-mail address as it is kept. Raises BadAddress.

    >>> plain_address(" Ada@Example.org ")
    'ada@example.org'
    """
    address = text.strip().lower()
    if len(address) > _LONGEST_ADDRESS or not address.isprintable() or not _ADDRESS.fullmatch(address):
        raise BadAddress
    if "=?" in address:  # the beginning of an encoded word: in the head of a mail it would become another address
        raise BadAddress
    return address


async def ask(c: Connection, address: str, player_id: str | None) -> str:
    """A secret to be sent to the address, for whoever asked."""
    secret = secrets.token_urlsafe(32)
    await sign_ins.forget(c)
    await sign_ins.keep_link(c, secret, address, player_id, seconds=LINK_SECONDS)
    return secret


async def by_link(db: Database, secret: str, browser: Browser, newcomer: Newcomer) -> Arrival:
    """Use a link up, and sign in. Raises Gone."""
    for _ in range(_ATTEMPTS):
        try:
            async with db.transaction() as c:
                link = await sign_ins.take_link(c, secret)
                if link is None:
                    raise Gone
                asker = link.player_id or (browser.player.id if browser.player else None)
                owner = await sign_ins.owner(c, link.address)
                if owner is None:
                    owner = await sign_ins.add_address(c, link.address, asker or await _new(c, newcomer))
                return await arrive(c, owner, browser)
        except Conflict:
            continue
    raise Conflict


async def by_identity(db: Database, issuer: str, subject: str, browser: Browser, newcomer: Newcomer) -> Arrival:
    """Sign in whom a provider knows; somebody it names for the first time is whoever sits at the browser."""
    for _ in range(_ATTEMPTS):
        try:
            async with db.transaction() as c:
                known = await sign_ins.identified(c, issuer, subject)
                if known is None:
                    here = browser.player.id if browser.player else await _new(c, newcomer)
                    known = await sign_ins.add_identity(c, issuer, subject, here)
                return await arrive(c, known, browser)
        except Conflict:
            continue
    raise Conflict


async def arrive(c: Connection, player_id: str, browser: Browser) -> Arrival:
    """Sign a person in, in a transaction: a guest at that browser becomes them, another account there is signed out."""
    secret = secrets.token_urlsafe(32)
    here = browser.player
    apart = False
    replaces = browser.secret if here is not None else None
    if here is not None and here.id != player_id:
        if await sign_ins.is_account(c, here.id):
            await sign_ins.end_session(c, browser.secret or "")
            replaces = None
        elif not await merged(c, here.id, player_id):
            apart, replaces = True, None
    await sign_ins.open_session(c, player_id, secret, name=browser.name, replaces=replaces)
    return Arrival(player_id, secret, apart)


async def merged(c: Connection, guest_id: str, account_id: str) -> bool:
    """Merge a guest, in a transaction; False where both sit in a game that is not over."""
    try:
        await merge(c, guest_id, account_id)
    except BothPlay:
        return False
    return True


async def _new(c: Connection, newcomer: Newcomer) -> str:
    made = await players.create(c, name=plain_name(newcomer.name), language=newcomer.language)
    return made.id
