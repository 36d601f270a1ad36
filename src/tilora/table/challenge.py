"""The days of challenges. A day begins and ends at midnight UTC, and is written as 2026-11-17."""

from datetime import UTC, date, datetime

MILLISECONDS = 24 * 3600 * 1000


def day_of(moment: int) -> str:
    """Return the day of that time, which is in milliseconds since 1970."""
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """Return when the day ends."""
    since = date.fromisoformat(day).toordinal() - date(1970, 1, 1).toordinal()
    return (since + 1) * MILLISECONDS


def day_before(day: str) -> str:
    """Return the day before that one."""
    return date.fromordinal(date.fromisoformat(day).toordinal() - 1).isoformat()
