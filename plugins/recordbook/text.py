r"""A file's text, spans in it, and the way from an offset to a line and a column.

Offsets and columns count code points. Lines end at ``\n`` alone: the reader has turned ``\r\n`` into
``\n`` and refused every other line break before a ``Text`` is made.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points: ``start`` is in it, ``end`` is not."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A range in a file as a person reads it: lines and columns from 1, the end column just past the range."""

    uri: str
    """Path from the root of the collection's repository, with slashes."""
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1


@dataclass(frozen=True)
class Text:
    """The decoded content of one file."""

    uri: str
    """Path from the root of the collection's repository, with slashes."""
    content: str
    """Without a byte order mark, with ``\n`` as the only line end."""

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offset of the first code point of each line; never empty."""
        starts = [0]
        find = self.content.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of an offset; an offset past the end counts as the end."""
        offset = max(0, min(offset, len(self.content)))
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Offset of a line and a column, both from 0 (as YAML marks count)."""
        if line >= len(self.line_starts):
            return len(self.content)
        return min(self.line_starts[line] + column, len(self.content))

    def place(self, span: Span) -> Place:
        """The span as lines and columns."""
        return Place(self.uri, *self.position(span.start), *self.position(span.end))

    def line(self, number: int) -> str:
        """Line ``number`` (from 1) without its line end; empty past the last line."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.content.find("\n", start)
        return self.content[start:] if end < 0 else self.content[start:end]
