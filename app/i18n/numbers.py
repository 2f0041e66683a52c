"""Numbers, lists, durations and moments as each language writes them. Moments are UTC, as everywhere."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from babel.dates import format_date, format_time, format_timedelta, get_datetime_format
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit

_SIGNED: Final = "+#,##0;-#,##0"
_UNITS: Final = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


# A table shows a hundred amounts, most of them again and again; formatting one anew costs what looking up fifty does.
@lru_cache(maxsize=16_384)
def decimal(number: int, locale: str) -> str:
    written: str = format_decimal(number, locale=locale)
    return written


@lru_cache(maxsize=4096)
def signed(number: int, locale: str) -> str:
    return format_decimal(number, _SIGNED, locale=locale) if number else decimal(number, locale)


@lru_cache(maxsize=1024)
def percent(number: int, locale: str) -> str:
    return format_percent(number / 100, locale=locale)


@lru_cache(maxsize=1024)
def duration(seconds: int, locale: str) -> str:
    """Whole units, largest first, without those that are zero: "1 minute 15 seconds"."""
    written: list[str] = []
    rest = seconds
    for unit, size in _UNITS:
        whole, rest = divmod(rest, size)
        if whole or (unit == "second" and not written):
            written.append(format_unit(whole, f"duration-{unit}", locale=locale))
    return " ".join(written)


def joined(items: Sequence[str], locale: str) -> str:
    return format_list(items, locale=locale)


def moment(at: int, locale: str) -> str:
    """To the minute, and that it is universal time: "Jan 1, 2026, 12:00 PM UTC"."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    day, time = format_date(when, "medium", locale=locale), format_time(when, "short", locale=locale)
    return f"{str(get_datetime_format('medium', locale=locale)).format(time, day)} UTC"


def relative(at: int, now: int, locale: str) -> str:
    return format_timedelta(timedelta(milliseconds=at - now), add_direction=True, locale=locale)
