"""Passkeys: what a browser has to sign, and whether it did. Nobody types a name: the passkey says whose it is.

Why a challenge is a row: it can be used once only, by whichever process the answer comes to.
"""

import base64
import binascii
import secrets
from typing import Final

import msgspec
import webauthn
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from app.people.arrivals import Arrival, Browser, arrive
from app.store import sign_ins
from app.store.db import Connection
from app.store.players import Player
from app.store.sign_ins import Key

_SECONDS: Final = 5 * 60
_NEW: Final = "new passkey"
_OLD: Final = "passkey"
MOST: Final = 10
"""Passkeys a person may have."""
_UNREADABLE: Final = (WebAuthnException, ValueError, LookupError, TypeError, AttributeError)
"""What the library raises for an answer that is none: often an error of whatever it stumbles over, not its own."""


class BadPasskey(Exception):
    """The answer of the browser is not to our question, or not signed by a key we know."""


class Site(msgspec.Struct, frozen=True):
    """For whom passkeys are made: a host, and the address of its pages."""

    host: str
    origin: str


class _Client(msgspec.Struct, frozen=True):
    challenge: str


class _Answer(msgspec.Struct, frozen=True, rename="camel"):
    client_data_json: str = msgspec.field(name="clientDataJSON")


class _Credential(msgspec.Struct, frozen=True, rename="camel"):
    raw_id: str
    response: _Answer


async def offer(c: Connection, player: Player, site: Site) -> str:
    """What a browser needs to make a passkey, as JSON."""
    challenge = await _challenge(c, _NEW, player.id)
    known = [PublicKeyCredentialDescriptor(bytes.fromhex(one.id)) for one in await sign_ins.passkeys(c, player.id)]
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name="opolyx",
        user_id=player.id.encode(),
        user_name=player.name,
        user_display_name=player.name,
        challenge=challenge.encode(),
        exclude_credentials=known,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    return webauthn.options_to_json(options)


async def add(c: Connection, player: Player, credential: str, site: Site, *, name: str) -> None:
    """Keep the passkey that a browser made. In a transaction. Raises BadPasskey."""
    challenge = await _taken(c, credential, _NEW, player.id)
    try:
        made = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin
        )
    except _UNREADABLE as error:
        raise BadPasskey from error
    key = Key(player.id, made.credential_public_key, made.sign_count)
    if len(await sign_ins.passkeys(c, player.id)) >= MOST:
        raise BadPasskey
    if not await sign_ins.add_passkey(c, made.credential_id, key, name=name):
        raise BadPasskey


async def ask(c: Connection, site: Site) -> str:
    """What a browser needs to sign with any passkey it has, as JSON."""
    challenge = await _challenge(c, _OLD, None)
    return webauthn.options_to_json(
        webauthn.generate_authentication_options(rp_id=site.host, challenge=challenge.encode())
    )


async def use(c: Connection, credential: str, site: Site, browser: Browser) -> Arrival:
    """Sign in whoever's passkey it is. In a transaction. Raises BadPasskey."""
    challenge = await _taken(c, credential, _OLD, None)
    key_id = _bytes(_read(credential).raw_id)
    key = await sign_ins.passkey(c, key_id)
    if key is None:
        raise BadPasskey
    try:
        used = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=key.public_key,
            credential_current_sign_count=key.sign_count,
        )
    except _UNREADABLE as error:
        raise BadPasskey from error
    await sign_ins.note_passkey(c, key_id, used.new_sign_count)
    return await arrive(c, key.player_id, browser)


async def _challenge(c: Connection, kind: str, player_id: str | None) -> str:
    secret = secrets.token_urlsafe(32)
    await sign_ins.forget(c)
    await sign_ins.keep_challenge(c, secret, kind, player_id, seconds=_SECONDS)
    return secret


async def _taken(c: Connection, credential: str, kind: str, player_id: str | None) -> bytes:
    """The challenge that a browser answers, used up by it."""
    told = _bytes(_read(credential).response.client_data_json)
    try:
        challenge = _bytes(msgspec.json.decode(told, type=_Client).challenge)
        secret = challenge.decode()
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadPasskey from error
    taken = await sign_ins.take_challenge(c, secret, kind)
    if taken is None or taken.player_id != player_id:
        raise BadPasskey
    return challenge


def _read(credential: str) -> _Credential:
    try:
        return msgspec.json.decode(credential, type=_Credential)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise BadPasskey from error


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadPasskey from error
