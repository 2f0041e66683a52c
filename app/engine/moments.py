"""Moments as the contract writes them: from milliseconds since the epoch to RFC 3339 in UTC, and back.

The engine may not know a clock, so it does the calendar itself: days to a date of the Gregorian calendar by counting
years from the first of March, which puts the leap day last.
"""

from functools import lru_cache
from typing import Final

_DAY: Final = 86_400_000
_DAYS_TO_EPOCH: Final = 719_468
"""Days from 0000-03-01 to 1970-01-01."""
_ERA: Final = 146_097
"""Days in four hundred years."""


@lru_cache(1024)
def iso(moment: int) -> str:
    """The moment in RFC 3339; whole seconds are written without a fraction.

    >>> iso(1767225600000)
    '2026-01-01T00:00:00Z'
    >>> iso(1709210096789)
    '2024-02-29T12:34:56.789Z'
    """
    days, milliseconds = divmod(moment, _DAY)
    year, month, day = _date(days)
    seconds, fraction = divmod(milliseconds, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    tail = f".{fraction:03}" if fraction else ""
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{tail}Z"


def moment(text: str) -> int:
    """The milliseconds of a moment written by `iso`; raises ValueError for anything else.

    >>> moment("2024-02-29T12:34:56.789Z")
    1709210096789
    """
    date, _, clock = text.removesuffix("Z").partition("T")
    year, month, day = (int(part) for part in date.split("-"))
    hour, minute, second = clock.split(":")
    whole, _, fraction = second.partition(".")
    seconds = (int(hour) * 60 + int(minute)) * 60 + int(whole)
    written = _days(year, month, day) * _DAY + seconds * 1000 + int(fraction.ljust(3, "0") or 0)
    if iso(written) != text:
        raise ValueError(text)
    return written


def _date(days: int) -> tuple[int, int, int]:
    era, day_of_era = divmod(days + _DAYS_TO_EPOCH, _ERA)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    from_march = (5 * day_of_year + 2) // 153
    month = from_march + 3 if from_march < 10 else from_march - 9
    return era * 400 + year_of_era + (month <= 2), month, day_of_year - (153 * from_march + 2) // 5 + 1


def _days(year: int, month: int, day: int) -> int:
    counted = year - (month <= 2)
    era, year_of_era = divmod(counted, 400)
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * _ERA + day_of_era - _DAYS_TO_EPOCH
