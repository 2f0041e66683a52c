"""The settings: the environment, read once and checked at the start, so that a mistake is told in words and at once."""

import base64
import re
from collections.abc import Callable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final, Literal, TypeAlias, TypeVar
from urllib.parse import SplitResult, unquote, urlsplit

from msgspec import Struct

from app.people.providers import Provider

Network: TypeAlias = IPv4Network | IPv6Network
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]

_T = TypeVar("_T")
_YES: Final = {"1", "true", "yes", "on"}
_NO: Final = {"0", "false", "no", "off"}
_LEVELS: Final[dict[str, LogLevel]] = {
    "debug": "debug",
    "info": "info",
    "warning": "warning",
    "error": "error",
}
_SHORTEST_SECRET: Final = 16
_KEY_BYTES: Final = 32
_CONTACT: Final = re.compile(r"mailto:[^\s@]+@[\w-]+(\.[\w-]+)+|https://[\w-]+(\.[\w-]+)+")

_PROVIDER: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}")
_MAILBOX: Final = re.compile(r"[^\s@<>,;]+@[\w.-]+")
_HERE: Final = {"localhost", "127.0.0.1", "::1"}


class Post(Struct, frozen=True, kw_only=True):
    """A mail server. `tls` from the first byte, `starttls` after a greeting."""

    host: str
    port: int
    user: str | None = None
    password: str | None = None
    tls: bool = False
    starttls: bool = False


class BadSettings(Exception):
    """One sentence for each setting that cannot be used."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems: Final = problems


class Settings(Struct, frozen=True, kw_only=True):
    """What an operator can choose. Each field is the environment variable of the same name in capitals."""

    database_url: str | None = None
    """A PostgreSQL 15 or newer; None: an embedded one."""
    listen_database_url: str | None = None
    """A direct address of the same database where `database_url` leads through a pooler."""
    database_pooler: bool = False
    """`database_url` leads through a PgBouncer in transaction mode, which keeps no prepared statements."""
    pool_size: int = 16
    """Connections a process."""
    public_url: str | None = None
    """The address people type, without a final slash; None: whatever address a request came to."""
    trusted_proxies: tuple[Network, ...] = ()
    """Whose forwarded headers are believed."""
    cookie_secret: str | None = None
    """Signs cookies; None: one is made and kept in the database."""
    sweep_secret: str | None = None
    """Opens `POST /internal/sweep`; None: nobody may call it."""
    sweep_in_process: bool = True
    """Whether the server itself plays what is overdue, or a platform's scheduler has it done."""
    outage_seconds: int = 10
    """How long no process must have been at work for live clocks to be put off by it; 0: they never are.

    Where the server does not sweep by itself, silence between a scheduler's calls is no outage: then 0 if not set."""
    bot_pause_ms: int = 900
    """How long a bot waits, so that people can follow, where the room does not say."""
    match_wait_seconds: int = 20
    """How long a room that was opened for whoever comes waits for people, before bots fill it and its game begins."""
    vapid_private_key: bytes | None = None
    """Shows push services who we are; None: one is made and kept in the database."""
    vapid_contact: str | None = None
    """Where a push service may write to about us; None: the public address."""
    push_wait_seconds: int = 20
    """How long it has to be somebody's turn, and nothing happen, before their devices are told."""
    push_daily_wait_seconds: int = 60
    """The same at tables with a day a turn."""
    push_anywhere: bool = False
    """Whether a push service may be any address, also of this machine and without TLS: for tests alone."""
    smtp_url: Post | None = None
    """Sends our mail; None: links are printed to the log."""
    mail_from: str = "opolyx@localhost"
    """Whom our mail comes from."""
    oidc_providers: tuple[Provider, ...] = ()
    """Who else may say who somebody is."""
    log_level: LogLevel = "info"

    @property
    def push_contact(self) -> str:
        """What is told to push services: some refuse messages from nobody."""
        host = urlsplit(self.public_url or "").hostname or ""
        ours = f"https://{host}" if "." in host else "mailto:nobody@localhost"
        return self.vapid_contact or ours


def read(environ: Mapping[str, str]) -> Settings:
    """Raises BadSettings with everything that is wrong, not only the first."""
    reader = _Reader(environ)
    sweep_in_process = reader.one("SWEEP_IN_PROCESS", _switch, default=True)
    settings = Settings(
        database_url=reader.one("DATABASE_URL", _database, None),
        listen_database_url=reader.one("LISTEN_DATABASE_URL", _database, None),
        database_pooler=reader.one("DATABASE_POOLER", _switch, default=False),
        pool_size=reader.one("POOL_SIZE", _between(1, 200), 16),
        public_url=reader.one("PUBLIC_URL", _origin, None),
        trusted_proxies=reader.one("TRUSTED_PROXIES", _networks, ()),
        cookie_secret=reader.one("COOKIE_SECRET", _secret, None),
        sweep_secret=reader.one("SWEEP_SECRET", _secret, None),
        sweep_in_process=sweep_in_process,
        outage_seconds=reader.one("OUTAGE_SECONDS", _outage, 10 if sweep_in_process else 0),
        bot_pause_ms=reader.one("BOT_PAUSE_MS", _between(0, 5000), 900),
        match_wait_seconds=reader.one("MATCH_WAIT_SECONDS", _between(0, 600), 20),
        vapid_private_key=reader.one("VAPID_PRIVATE_KEY", _private_key, None),
        vapid_contact=reader.one("VAPID_CONTACT", _contact, None),
        push_wait_seconds=reader.one("PUSH_WAIT_SECONDS", _between(0, 3600), 20),
        push_daily_wait_seconds=reader.one("PUSH_DAILY_WAIT_SECONDS", _between(0, 86_400), 60),
        push_anywhere=reader.one("PUSH_ANYWHERE", _switch, default=False),
        smtp_url=reader.one("SMTP_URL", _post, None),
        mail_from=reader.one("MAIL_FROM", _mailbox, "opolyx@localhost"),
        oidc_providers=reader.providers(),
        log_level=reader.one("LOG_LEVEL", _level, "info"),
    )
    if (settings.smtp_url or settings.oidc_providers) and settings.public_url is None:
        # Whatever host a request names would stand in mail to other people.
        reader.problems.append("PUBLIC_URL must be set where SMTP_URL or OIDC_PROVIDERS is.")
    if settings.smtp_url and not environ.get("MAIL_FROM"):
        reader.problems.append("SMTP_URL needs MAIL_FROM: the address that mail comes from.")
    if settings.database_pooler and settings.listen_database_url is None:
        reader.problems.append("DATABASE_POOLER needs LISTEN_DATABASE_URL: no news passes through a pooler.")
    if settings.listen_database_url and not environ.get("DATABASE_URL"):
        reader.problems.append("LISTEN_DATABASE_URL is set but DATABASE_URL is not.")
    if reader.problems:
        raise BadSettings(reader.problems)
    return settings


class _Reader:
    """Reads variables one by one and gathers what is wrong. An empty variable is one that is not set."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.problems: list[str] = []

    def one(self, name: str, parse: Callable[[str], _T], default: _T) -> _T:
        text = self._environ.get(name, "").strip()
        if not text:
            return default
        try:
            return parse(text)
        except ValueError as error:
            # The value is not repeated: it may be a secret.
            self.problems.append(f"{name} {error}.")
            return default

    def providers(self) -> tuple[Provider, ...]:
        """The providers that OIDC_PROVIDERS names, each with three variables of its own."""
        none: tuple[str, ...] = ()
        return tuple(self._provider(name) for name in self.one("OIDC_PROVIDERS", _names, none))

    def _provider(self, name: str) -> Provider:
        prefix = f"OIDC_{name.upper()}_"
        parts = {part: self.one(prefix + part, _any, "") for part in ("CLIENT_ID", "CLIENT_SECRET")}
        issuer = self.one(f"{prefix}ISSUER", _issuer, "")
        self.problems += [f"{prefix}{part} must be set." for part, value in parts.items() if not value]
        if not issuer and not self._environ.get(f"{prefix}ISSUER"):
            self.problems.append(f"{prefix}ISSUER must be set.")
        return Provider(name, issuer, parts["CLIENT_ID"], parts["CLIENT_SECRET"])


def _any(text: str) -> str:
    return text


def _names(text: str) -> tuple[str, ...]:
    names = tuple(one.strip() for one in text.split(","))
    if not all(_PROVIDER.fullmatch(one) for one in names) or len({one.upper() for one in names}) < len(names):
        raise ValueError("must be different names of letters, digits and _, with commas between, such as Google")
    return names


def _issuer(text: str) -> str:
    parts = urlsplit(text)
    if (parts.scheme != "https" and parts.hostname not in _HERE) or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("must be an address that begins with https://")
    return text


def _post(text: str) -> Post:
    parts = urlsplit(text)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname or parts.query not in {"", "starttls"}:
        raise ValueError("must be such as smtps://user:password@mail.example.org or smtp://host:587?starttls")
    _check_port(parts)
    tls = parts.scheme == "smtps"
    return Post(
        host=parts.hostname,
        port=parts.port or (465 if tls else 587 if parts.query else 25),
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        tls=tls,
        starttls=bool(parts.query),
    )


def _mailbox(text: str) -> str:
    if not _MAILBOX.fullmatch(text):
        raise ValueError("must be an address such as play@example.org")
    return text


def _database(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ValueError("must begin with postgresql://")
    _check_port(parts)
    return text


def _origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError("must be an address without a path, such as https://play.example.org")
    _check_port(parts)
    return f"{parts.scheme}://{parts.netloc}"


def _check_port(parts: SplitResult) -> None:
    try:
        _ = parts.port
    except ValueError:
        raise ValueError("must have a port from 0 to 65535") from None


def _networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(one.strip()) for one in text.split(","))
    except ValueError:
        raise ValueError("must be addresses or networks with commas between, such as 10.0.0.0/8, ::1") from None


def _secret(text: str) -> str:
    if len(text) < _SHORTEST_SECRET:
        raise ValueError(f"must have at least {_SHORTEST_SECRET} characters")
    return text


def _private_key(text: str) -> bytes:
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES or not any(key):
        raise ValueError("must be 32 bytes in base64, as `npx web-push generate-vapid-keys` prints a private key")
    return key


def _contact(text: str) -> str:
    if not _CONTACT.fullmatch(text):
        raise ValueError("must be an address such as mailto:me@example.org or https://example.org")
    return text


def _switch(text: str) -> bool:
    if text.lower() not in _YES | _NO:
        raise ValueError("must be yes or no")
    return text.lower() in _YES


def _level(text: str) -> LogLevel:
    if text.lower() not in _LEVELS:
        raise ValueError(f"must be one of {', '.join(_LEVELS)}")
    return _LEVELS[text.lower()]


def _outage(text: str) -> int:
    seconds = _between(0, 3600)(text)
    if seconds in (1, 2):
        raise ValueError("must be 0, or at least 3: processes show themselves every other second")
    return seconds


def _between(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ValueError(f"must be a whole number from {least} to {most}")
        return int(text)

    return parse
