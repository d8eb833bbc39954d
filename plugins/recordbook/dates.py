"""Dates as pages write them."""

from __future__ import annotations

from datetime import UTC, datetime

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def spelled(date: str) -> str:
    """An ISO date in words, such as ``2 November 2026``; empty stays empty."""
    if not date:
        return ""
    year, month, day = date.split("-")
    return f"{int(day)} {_MONTHS[int(month) - 1]} {year}"


def day(seconds: int) -> str:
    """The ISO date in UTC of a moment in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def moment(seconds: int) -> str:
    """A moment in seconds since 1970 as RFC 3339 writes it, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
