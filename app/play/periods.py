"""The days and ISO weeks that progress is counted in, as text, all in UTC: 2026-12-01 and 2026-W49."""

from datetime import UTC, datetime, timedelta


def day_of(now: int) -> str:
    """The day of a moment in milliseconds since the epoch.

    >>> day_of(1767225599999), day_of(1767225600000)
    ('2025-12-31', '2026-01-01')
    """
    return f"{_at(now):%Y-%m-%d}"


def week_of(now: int) -> str:
    """The ISO week of a moment; it begins on Monday, and belongs to the year that its Thursday is in.

    >>> week_of(1767225600000), week_of(1798848000000)
    ('2026-W01', '2026-W53')
    """
    year, week, _ = _at(now).isocalendar()
    return f"{year:04}-W{week:02}"


def next_day(now: int) -> int:
    """The moment at which the next day begins."""
    return _moment(_midnight(now) + timedelta(days=1))


def next_week(now: int) -> int:
    """The moment at which the next week begins."""
    midnight = _midnight(now)
    return _moment(midnight + timedelta(days=7 - midnight.weekday()))


def _at(now: int) -> datetime:
    return datetime.fromtimestamp(now // 1000, UTC)


def _midnight(now: int) -> datetime:
    return _at(now).replace(hour=0, minute=0, second=0)


def _moment(at: datetime) -> int:
    return int(at.timestamp()) * 1000
