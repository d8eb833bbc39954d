"""Dates as pages write them."""

from __future__ import annotations

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
