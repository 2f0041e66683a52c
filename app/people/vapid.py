"""Who we are to push services (VAPID, RFC 8292): a key pair of our own, from the settings or kept in the database.

Devices are bound to the public key they were switched on with, so another key means that everybody switches on again.
"""

import base64
import time
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # type: ignore[import-untyped]  # the package does not annotate it

from app.store import secrets
from app.store.db import Connection

_LIFE_SECONDS: Final = 12 * 3600
"""How long a signature holds; services refuse more than a day."""
_KEPT: Final = "vapid"
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256."""


class Vapid:
    """Our key pair, and whom a push service may write to about us."""

    def __init__(self, private_key: bytes, contact: str) -> None:
        self._signer = Vapid02(ec.derive_private_key(_scalar(private_key), ec.SECP256R1()))
        self._contact = contact

    @property
    def public_key(self) -> str:
        """What a browser switches a device on with."""
        point = self._signer.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def headers(self, endpoint: str) -> dict[str, str]:
        """What shows a push service that a message is ours."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _LIFE_SECONDS,
            "sub": self._contact,
        }
        signed: dict[str, str] = self._signer.sign(claims)
        return signed


class Keys:
    """Where the pair comes from: the private key of the settings, or else one that all processes share."""

    def __init__(self, private_key: bytes | None, contact: str) -> None:
        self._contact = contact
        self._found = None if private_key is None else Vapid(private_key, contact)

    async def read(self, c: Connection) -> Vapid:
        """The pair; where it is kept in the database, it is made when it is first asked for."""
        if self._found is None:
            self._found = Vapid(await secrets.keep(c, _KEPT), self._contact)
        return self._found


def _scalar(private_key: bytes) -> int:
    """Any 32 bytes are a key: a number from 1 to the order of the curve, which all but a few already are."""
    return (int.from_bytes(private_key, "big") - 1) % (_ORDER - 1) + 1
