"""Where a code point of the scanned text stands in the file."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from recordbook.text import Place, Span

if TYPE_CHECKING:
    from recordbook.prose.values import Passage

_TAB = 4

_WILD = re.compile("[\x00\x02\x03\r\ud800-\udfff]")

_BLOCK_SCALAR = re.compile(r"[|>][0-9+-]*[ \t]*(?:#[^\n]*)?\n", re.ASCII)


def tame(markdown: str) -> str:
    """The Markdown without characters that the parsers keep for themselves or cannot take; every offset stays."""
    return _WILD.sub(lambda match: " " if match[0] == "\r" else "\ufffd", markdown)


def whole(passage: Passage) -> Place:
    """The place of a passage from its first to its last code point."""
    return passage.text.place(Span(passage.start, passage.end))


def _untabbed(line: str, column: int) -> int:
    """The column in ``line`` that is at ``column`` once tabs are expanded."""
    wide = 0
    for narrow, character in enumerate(line):
        if wide >= column:
            return narrow
        wide += _TAB - wide % _TAB if character == "\t" else 1
    return len(line)


def _inked(text: str, start: int = 0) -> list[int]:
    """Offsets of all code points that are not white space."""
    return [at for at, character in enumerate(text[start:], start) if not character.isspace()]


class Source:
    """A passage, and the text that was scanned in its stead."""

    def __init__(self, passage: Passage) -> None:
        """Before scanning; the scanned text is the Markdown itself until ``keep`` is called."""
        self.passage = passage
        self.scanned = tame(passage.markdown)
        self._lines: list[str] = []
        self._numbers: list[int] = []
        self._starts: list[int] = []
        self._occurrences: dict[str, tuple[list[int], list[int]]] = {}

    def keep(self, lines: list[str], fences: list[tuple[int, int]]) -> str:
        """Scan these lines instead: the Markdown's, tabs expanded, with one line for each fence (start, end)."""
        self._lines = self.scanned.split("\n")
        ends = dict(fences)
        number = 0
        for _ in lines:
            self._numbers.append(number)
            number = ends.get(number, number + 1)
        self._starts = _line_starts(lines)
        self.scanned = "\n".join(lines)
        return self.scanned

    def line(self, number: int) -> tuple[int, str]:
        """Offset in the Markdown and text of one of its lines, from 0."""
        return self._line_offsets[number], self._lines[number]

    def place(self, start: int, end: int) -> Place:
        """Place in the file of a range of the scanned text."""
        return self.within(self._origin(start), self._origin(end))

    def within(self, first: int, last: int) -> Place:
        """Place in the file of a range of the passage's Markdown."""
        passage = self.passage
        if self._exact:
            return passage.text.place(Span(passage.start + first, passage.start + last))
        if self._inked_file:
            start = bisect_left(self._inked_markdown, first)
            stop = bisect_left(self._inked_markdown, last)
            if start < len(self._inked_file):
                end = self._inked_file[stop - 1] + 1 if stop > start else self._inked_file[start]
                return passage.text.place(Span(self._inked_file[start], end))
        return self._searched(first, last)

    def _origin(self, offset: int) -> int:
        """Offset in the passage's Markdown of an offset in the scanned text."""
        if not self._starts:
            return offset
        row = bisect_right(self._starts, offset) - 1
        number, column = self._numbers[row], offset - self._starts[row]
        if number >= len(self._lines):
            return len(self.passage.markdown)
        line = self._lines[number]
        column = _untabbed(line, column) if "\t" in line else min(column, len(line))
        return self._line_offsets[number] + column

    @cached_property
    def _line_offsets(self) -> list[int]:
        return _line_starts(self._lines)

    @cached_property
    def _exact(self) -> bool:
        """Whether the file holds the Markdown as it is."""
        passage = self.passage
        same_length = passage.end - passage.start == len(passage.markdown)
        return same_length and passage.text.content.startswith(passage.markdown, passage.start)

    @cached_property
    def raw(self) -> str:
        """The passage as the file holds it."""
        return self.passage.text.content[self.passage.start : self.passage.end]

    @cached_property
    def _inked_markdown(self) -> list[int]:
        return _inked(self.passage.markdown)

    @cached_property
    def _inked_file(self) -> list[int]:
        """Offsets in the file, one for each of ``_inked_markdown``; empty if the scalar has escapes.

        YAML folds, indents and dedents a scalar, which only touches white space.
        """
        raw = self.raw
        start, end = 0, len(raw)
        if header := _BLOCK_SCALAR.match(raw):
            start = header.end()
        elif raw[:1] in ("'", '"'):
            start, end = 1, end - 1
        if "".join(raw[start:end].split()) != "".join(self.passage.markdown.split()):
            return []
        offset = self.passage.start
        return [offset + at for at in _inked(raw[:end], start)]

    def _searched(self, first: int, last: int) -> Place:
        """Place of the first word of a range, found by counting its occurrences."""
        passage = self.passage
        words = passage.markdown[first : max(last, first + 1)].split(maxsplit=1)
        if not words:
            return whole(passage)
        word = words[0]
        if word not in self._occurrences:
            self._occurrences[word] = _occurrences(word, passage.markdown), _occurrences(word, self.raw)
        parsed, written = self._occurrences[word]
        number = bisect_left(parsed, first)
        if number >= len(written):
            return whole(passage)
        start = passage.start + written[number]
        return passage.text.place(Span(start, start + len(word)))


def _occurrences(word: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(word), text)]


def _line_starts(lines: list[str]) -> list[int]:
    return list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
