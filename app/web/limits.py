"""How much one caller may do: counted in the database where processes must agree, in the process where speed counts."""

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from litestar.connection import ASGIConnection
from msgspec import Struct

from app.engine.actions import Action, ProposeTrade
from app.store import limits
from app.store.db import Connection
from app.web.meters import STREAMS

_REMEMBERED: Final = 10_000
"""Callers whose pace a process remembers; the longest silent is forgotten first."""
_IPV6_SITE: Final = 64
"""An IPv6 subscriber has at least a /64 to choose addresses from, so it counts as one."""


class TooMany(Exception):
    """Too much at once; `seconds` is when to try again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = max(1, math.ceil(seconds))


class Allowance(Struct, frozen=True):
    """So many times in a window of so many seconds."""

    what: str
    times: int
    seconds: int


PLAYERS_BY_ADDRESS: Final = Allowance("player by address", times=300, seconds=300)
ROOMS_BY_ADDRESS: Final = Allowance("room by address", times=300, seconds=300)
ROOMS_BY_PLAYER: Final = Allowance("room by player", times=60, seconds=60)
SEATS_BY_ADDRESS: Final = Allowance("seat by address", times=600, seconds=300)
SEATS_BY_PLAYER: Final = Allowance("seat by player", times=120, seconds=60)
"""Joining, leaving and filling a room; also what bounds guessing at invitations."""
CODES_BY_ADDRESS: Final = Allowance("code by address", times=30, seconds=300)
CODES_BY_ALL: Final = Allowance("code", times=3000, seconds=300)
"""Trying short codes: however many addresses guess, a hundred waiting rooms are safe from them for a day or so, and
one address alone needs months."""
FOLLOWS_BY_PLAYER: Final = Allowance("follow by player", times=60, seconds=60)
"""Following, blocking, and the end of both."""
PROFILES_BY_PLAYER: Final = Allowance("profile by player", times=30, seconds=60)
TOKENS_BY_PLAYER: Final = Allowance("token by player", times=30, seconds=300)
LINKS_BY_ADDRESS: Final = Allowance("link by address", times=20, seconds=600)
DOWNLOADS_BY_PLAYER: Final = Allowance("download by player", times=10, seconds=300)
LINKS_BY_MAIL: Final = Allowance("link by mail", times=5, seconds=600)
"""Mail to one e-mail address, whoever asks for it."""
SIGN_INS_BY_ADDRESS: Final = Allowance("sign-in by address", times=60, seconds=300)
"""Using links, passkeys and providers."""
DEVICES_BY_PLAYER: Final = Allowance("device by player", times=30, seconds=300)


async def spend(c: Connection, allowance: Allowance, who: str, *, now: int) -> None:
    """Count once more; raises TooMany when that is more than the allowance. `now` is in milliseconds."""
    window = allowance.seconds * 1000
    began = now - now % window
    if await limits.count(c, allowance.what, who, began=began) > allowance.times:
        raise TooMany((began + window - now) / 1000)


async def spend_code(c: Connection, connection: ASGIConnection[Any, Any, Any, Any], *, now: int) -> None:
    """One try at a code. What is refused to an address does not count for all. Raises TooMany."""
    await spend(c, CODES_BY_ADDRESS, address(connection), now=now)
    await spend(c, CODES_BY_ALL, "all", now=now)


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from, as far as we can hold somebody to it."""
    host = connection.client.host if connection.client else ""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv4Address):
        return host
    return str(ipaddress.ip_network((found, _IPV6_SITE), strict=False))


class Pace:
    """A bucket a caller, in this process: `burst` at once, then `a_second`."""

    def __init__(self, *, burst: int, a_second: float) -> None:
        self._burst = burst
        self._a_second = a_second
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """Raises TooMany when the bucket is empty."""
        moment = time.monotonic()
        left, since = self._buckets.pop(who, (float(self._burst), moment))
        left = min(self._burst, left + (moment - since) * self._a_second)
        enough = left >= 1
        self._buckets[who] = (left - 1 if enough else left, moment)
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        if not enough:
            raise TooMany((1 - left) / self._a_second)


class Paces:
    """How fast one person may act at tables, and make offers, which cost nothing and stay in the log for good."""

    def __init__(self, *, acting: Pace, offering: Pace) -> None:
        self._acting = acting
        self._offering = offering

    def take(self, who: str, action: Action) -> None:
        """Raises TooMany for an action that comes too soon after many others."""
        self._acting.take(who)
        if isinstance(action, ProposeTrade):
            self._offering.take(who)


class Streams:
    """The open streams of this process: so many for one caller, and so many for one address."""

    def __init__(self, *, for_caller: int, for_address: int) -> None:
        self._for_caller = for_caller
        self._for_address = for_address
        self._open: Counter[str] = Counter()

    def check(self, caller: str, where: str) -> None:
        """Raises TooMany when one more would be too many. The stream itself counts while it is `held`."""
        if self._open[f"caller {caller}"] >= self._for_caller or self._open[f"address {where}"] >= self._for_address:
            raise TooMany(5)

    @contextmanager
    def held(self, caller: str, where: str) -> Iterator[None]:
        """One stream, from its first byte to its last."""
        keys = (f"caller {caller}", f"address {where}")
        self._open.update(keys)
        STREAMS.inc()
        try:
            yield
        finally:
            STREAMS.dec()
            self._open.subtract(keys)
            for key in keys:
                if not self._open[key]:
                    del self._open[key]
