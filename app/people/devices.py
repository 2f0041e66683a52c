"""Switching a device on: what a push service's address may look like, and how many devices a person may have.

Why so strict: the server posts to whatever address it is given, so the address must not lead into its own network.
The answer of that address is never shown to anybody, redirections are not followed, and its certificate must be good.
"""

import base64
import binascii
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

from app.store import devices
from app.store.db import Connection
from app.store.devices import Device

MOST: Final = 10
"""Devices a person may have; the oldest goes when there is one more."""
LONGEST_ENDPOINT: Final = 1024
_KEY_BYTES: Final = 65
_AUTH_BYTES: Final = 16
_OWN_NAMES: Final = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "arpa", "test")
"""Last parts of names that lead nowhere on the internet, or into somebody's own network."""


class BadDevice(Exception):
    """The address or the keys are none that a browser's push service gives."""


def read(endpoint: str, key: str, auth: str, language: str, *, anywhere: bool) -> Device:
    """The device as a browser describes it. `anywhere` allows any host and plain http, for tests. Raises BadDevice."""
    if not is_plausible(endpoint, anywhere=anywhere):
        raise BadDevice
    device = Device(endpoint, _bytes(key), _bytes(auth), language)
    if len(device.key) != _KEY_BYTES or len(device.auth) != _AUTH_BYTES:
        raise BadDevice
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), device.key)
    except ValueError as error:
        raise BadDevice from error
    return device


async def switch_on(c: Connection, player_id: str, device: Device, session: bytes | None = None) -> None:
    """From now on the device hears of the person's turns, until the session with that digest ends."""
    async with c.transaction():
        await devices.save(c, player_id, device, most=MOST, session=session)


def is_plausible(endpoint: str, *, anywhere: bool) -> bool:
    """Whether it could be a push service's address: https, the usual port, a public name.

    >>> is_plausible("https://push.example.com/send/abc", anywhere=False)
    True
    >>> is_plausible("https://127.0.0.1/send/abc", anywhere=False)
    False
    """
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    if anywhere:
        return parts.scheme in {"http", "https"} and bool(parts.hostname)
    return parts.scheme == "https" and port in {None, 443} and _is_public(parts)


def _is_public(parts: SplitResult) -> bool:
    """Whether the host is a name on the internet. A number in its last part would be read as an address by some."""
    host = (parts.hostname or "").rstrip(".")
    labels = host.split(".")
    if "@" in parts.netloc or len(labels) < 2 or not all(labels) or _is_address(host):
        return False
    return labels[-1] not in _OWN_NAMES and labels[-1].isalnum() and not labels[-1][0].isdigit()


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _bytes(text: str) -> bytes:
    """Base64 for addresses, as browsers give it, with or without its padding."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadDevice from error
