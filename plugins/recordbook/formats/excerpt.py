"""A line of a file with marks under a range of it, as a terminal will align them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from recordbook.formats.glyphs import TAB, columns, glyphs

if TYPE_CHECKING:
    from recordbook.text import Place, Text

LIMIT = 100
"""Widest excerpt, in columns; a longer line is cut around the range."""

_LEAD = 30
"""Columns of a cut line that are kept before the range."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What to print: the line, and the marks for the line below it."""

    line: str
    indent: int
    """Columns from the start of ``line`` to the first mark."""
    length: int
    """Columns to mark, at least one."""


def excerpt(text: Text, place: Place) -> Excerpt:
    """The first line of ``place``, cut around it if it is long."""
    line = text.line(place.line)
    start = min(place.column - 1, len(line))
    end = place.end_column - 1 if place.end_line == place.line else len(line)
    end = max(start, min(end, len(line)))
    # No more than this many code points can be shown; a huge line costs no more than a short one.
    cut = max(0, start - LIMIT)
    pieces = glyphs(line[cut : start + LIMIT + 1], tab=TAB)
    return _marked(pieces, start - cut, end - cut, more=(cut > 0, start + LIMIT + 1 < len(line)))


def _marked(pieces: list[str], start: int, end: int, more: tuple[bool, bool]) -> Excerpt:
    widths = [columns(piece) for piece in pieces]
    while 0 < start < len(widths) and not widths[start]:
        start -= 1  # a combining mark stands on the character before it
    first, last = _window(widths, start, more)
    before = "…" if first or more[0] else ""
    after = "…" if last < len(pieces) or more[1] else ""
    line = before + "".join(pieces[first:last]) + after
    indent = len(before) + sum(widths[first:start])
    return Excerpt(line.rstrip(), indent, max(1, sum(widths[start : min(end, last)])))


def _window(widths: list[int], start: int, more: tuple[bool, bool]) -> tuple[int, int]:
    """The range of pieces to show: all, or as much as fits, with room for the marks of the cuts."""
    if sum(widths) <= LIMIT and not any(more):
        return 0, len(widths)
    room = LIMIT - 2
    first = start - _fitting(widths[:start][::-1], _LEAD)
    last = start + _fitting(widths[start:], room - sum(widths[first:start]))
    first = start - _fitting(widths[:start][::-1], room - sum(widths[start:last]))
    while first < start and not widths[first]:
        first += 1  # never begin with a mark whose character was cut off
    return first, last


def _fitting(widths: list[int], room: int) -> int:
    """How many of the pieces fit in so many columns."""
    return sum(total <= room for total in accumulate(widths))
