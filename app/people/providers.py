"""OpenID Connect: who somebody is, as another site says it, by an authorization code with PKCE.

What comes back counts only if the provider signed it with a key it publishes, for us, now, and in answer to our own
question. The provider's access token is never kept, and nothing else is asked of it.
"""

import secrets
import time
from typing import Final, TypeVar

import httpx
import msgspec
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri  # type: ignore[import-untyped]  # not annotated
from authlib.oauth2.rfc7636 import create_s256_code_challenge  # type: ignore[import-untyped]  # not annotated
from authlib.oidc.core import CodeIDToken  # type: ignore[import-untyped]  # not annotated
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from app.store import sign_ins
from app.store.db import Database
from app.store.tokens import digest

SECONDS: Final = 10 * 60
"""How long somebody may take at the provider."""
_PATIENCE: Final = httpx.Timeout(8)
_KEPT_SECONDS: Final = 3600
_FRESH_SECONDS: Final = 60
"""Keys that were read so lately are not read again because of a signature that none of them made."""
_LONGEST: Final = 256 * 1024
_LEEWAY: Final = 60
_LONGEST_SUBJECT: Final = 255
_ALGORITHMS: Final = ["RS256", "PS256", "ES256", "EdDSA"]

_T = TypeVar("_T")


class Provider(Struct, frozen=True):
    """Somebody else who knows people; `name` is shown on the button."""

    name: str
    issuer: str
    client_id: str
    client_secret: str


class NotKnown(Exception):
    """The provider did not say who it is, or not so that we can believe it."""


class Going(Struct, frozen=True):
    """Where to send somebody, and the state that has to come back with them."""

    url: str
    state: str


class _Discovered(Struct, frozen=True):
    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


class _Tokens(Struct, frozen=True):
    id_token: str


class Providers:
    """The providers of the settings. What they publish of themselves is read again every hour."""

    def __init__(self, providers: tuple[Provider, ...]) -> None:
        self._providers = {one.name: one for one in providers}
        self._found: dict[str, tuple[float, _Discovered]] = {}
        self._keys: dict[str, tuple[float, KeySet]] = {}

    async def begin(self, db: Database, name: str, back: str) -> Going:
        """Begin at a provider. Raises NotKnown for none of ours, or one that is away."""
        provider = self._named(name)
        found = await self._discover(provider)
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        async with db.connection() as c:
            await sign_ins.forget(c)
            await sign_ins.keep_challenge(c, state, _kind(name), None, seconds=SECONDS, nonce=nonce, verifier=verifier)
        url = prepare_grant_uri(
            found.authorization_endpoint,
            provider.client_id,
            "code",
            redirect_uri=back,
            scope="openid",
            state=state,
            nonce=nonce,
            code_challenge=create_s256_code_challenge(verifier),
            code_challenge_method="S256",
        )
        return Going(url, state)

    async def finish(self, db: Database, name: str, back: str, *, code: str, state: str) -> tuple[str, str]:
        """Issuer and subject of whoever comes back. Uses the state up. Raises NotKnown."""
        provider = self._named(name)
        async with db.connection() as c:
            asked = await sign_ins.take_challenge(c, state, _kind(name))
        if asked is None:
            raise NotKnown
        found = await self._discover(provider)
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": back,
            "code_verifier": asked.verifier,
            "client_id": provider.client_id,
            "client_secret": provider.client_secret,
        }
        token = (await _fetched(found.token_endpoint, _Tokens, form)).id_token
        return provider.issuer, await self._subject(provider, found, token, asked.nonce)

    async def _subject(self, provider: Provider, found: _Discovered, token: str, nonce: str) -> str:
        try:
            read = jwt.decode(token, await self._keys_of(found), algorithms=_ALGORITHMS)
        except (JoseError, ValueError):
            try:
                read = jwt.decode(token, await self._keys_of(found, seconds=_FRESH_SECONDS), algorithms=_ALGORITHMS)
            except (JoseError, ValueError) as error:
                raise NotKnown from error
        wanted = {"iss": {"value": provider.issuer}, "aud": {"value": provider.client_id}}
        asked = {"nonce": nonce, "client_id": provider.client_id}
        claims = CodeIDToken(read.claims, read.header, wanted, asked)
        try:
            claims.validate(leeway=_LEEWAY)
        except (JoseError, TypeError, ValueError) as error:
            raise NotKnown from error
        subject = claims["sub"]
        if not (isinstance(subject, str) and 0 < len(subject) <= _LONGEST_SUBJECT and subject.isprintable()):
            raise NotKnown
        return subject

    def _named(self, name: str) -> Provider:
        provider = self._providers.get(name)
        if provider is None:
            raise NotKnown
        return provider

    async def _discover(self, provider: Provider) -> _Discovered:
        at, found = self._found.get(provider.name, (0.0, None))
        if found is None or time.monotonic() - at > _KEPT_SECONDS:
            found = await _fetched(f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration", _Discovered)
            if found.issuer != provider.issuer:
                raise NotKnown
            self._found[provider.name] = time.monotonic(), found
        return found

    async def _keys_of(self, found: _Discovered, *, seconds: float = _KEPT_SECONDS) -> KeySet:
        at, keys = self._keys.get(found.issuer, (0.0, None))
        if keys is None or time.monotonic() - at > seconds:
            published = await _fetched(found.jwks_uri, dict[str, object])
            try:
                keys = KeySet.import_key_set(msgspec.convert(published, dict))  # type: ignore[arg-type]  # checked there
            except (JoseError, ValueError, KeyError, TypeError) as error:
                raise NotKnown from error
            self._keys[found.issuer] = time.monotonic(), keys
        return keys


async def _fetched(url: str, kind: type[_T], form: dict[str, str] | None = None) -> _T:
    """What stands at an address of the provider, or what it answers to a form; of a limited length."""
    body = b""
    try:
        async with (
            httpx.AsyncClient(timeout=_PATIENCE) as client,
            client.stream("GET" if form is None else "POST", url, data=form) as answer,
        ):
            async for piece in answer.aiter_bytes():
                body += piece
                if len(body) > _LONGEST:
                    raise NotKnown
            if answer.status_code != 200:
                raise NotKnown
        return msgspec.json.decode(body, type=kind)
    except (httpx.HTTPError, httpx.InvalidURL, msgspec.DecodeError) as error:
        raise NotKnown from error


def _kind(name: str) -> str:
    return f"provider {name}"


def same(one: str, other: str) -> bool:
    """Whether two states are the same, without telling by the time it takes how much of them is."""
    return secrets.compare_digest(digest(one), digest(other))
