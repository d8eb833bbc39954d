"""The lines of a YAML file as a tree: each entry with its comments, so that it can be moved as a whole.

Comments and blank lines belong to the entry that follows, unless a comment is indented as the entries before it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from recordbook.frontmatter import MARKER
from recordbook.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.records import Document, Mark, Route

_BLOCKS = frozenset({"block", "folded"})
_MODELINE = "# yaml-language-server:"
_KEY_COMMENT = re.compile(r"[ \t]*:?[ \t]*(#[^\n]*)?$", re.MULTILINE)
_HEADER = re.compile(r"[|>][0-9+-]*")
_AFTER = re.compile(r"(?P<gap>[ \t]*)(?P<comment>#[^\n]*)?$", re.MULTILINE)
_KEEP = re.compile(r"[|>][0-9]?\+")


class Odd(ValueError):  # noqa: N818 - says that a file is written in a way that is not understood here
    """A file is laid out in a way that cannot be taken apart."""


@dataclass
class Entry:
    """One key with its value, or one entry of a list."""

    route: Route
    mark: Mark
    column: int
    """Of its key or its hyphen."""
    line: int
    """From 0: the one that its key or its hyphen stands on."""
    key: str = ""
    """As written; empty in a list."""
    entries: list[Entry] = field(default_factory=list)
    """Of a list or mapping: what it holds, in the order of the file."""
    flow: bool = False
    """Whether it is written in brackets."""
    head: list[str] = field(default_factory=list)
    """Comments before it, and an empty text for blank lines."""
    foot: list[str] = field(default_factory=list)
    """Of a list or mapping: comments after the last of its entries, as deep as these."""
    comment: str = ""
    """What stands behind its value or its key."""
    tight: bool = False
    """Whether a single blank stands before that comment, which a reader may take for a slip."""


@dataclass
class Outline:
    """All of a file's YAML."""

    head: list[str]
    """Comments about the file."""
    entries: list[Entry]
    foot: list[str]


def outline(document: Document) -> Outline:
    """The tree of a file. Raises ``Odd`` where it cannot be told which line belongs to what."""
    return _Reader(document).read()


def yaml_span(document: Document) -> Span:
    """Where the YAML of a file is: all of it, or what stands between the two lines ``---``."""
    content = document.origin.text.content
    if document.origin.text.uri.endswith(".yml"):
        return Span(0, len(content))
    return Span(len(MARKER) + 1, content.rfind(MARKER, 0, document.origin.body.start))


class _Reader:
    """Takes one file apart."""

    def __init__(self, document: Document) -> None:
        self.text, self.marks = document.origin.text, document.origin.marks
        self.content, self.data = document.origin.text.content, document.data
        self.span = yaml_span(document)
        self.children: dict[Route, list[Route]] = {}
        for route in self.marks:
            if route:
                self.children.setdefault(route[:-1], []).append(route)
        self.last = self.line(max(self.span.start, self.span.end - 1))
        self.covered: set[int] = set()
        self.order: list[Entry] = []
        """Every entry with a line of its own, outermost first."""

    def line(self, offset: int) -> int:
        return self.text.position(offset)[0] - 1

    def column(self, offset: int) -> int:
        return self.text.position(offset)[1] - 1

    def read(self) -> Outline:
        root = self.marks[()]
        if self.is_flow(root):
            raise Odd
        for mark in self.marks.values():
            self.cover(mark)
        found = Outline([], list(self.entries((), root)), [])
        self.attach(found)
        return found

    def is_flow(self, mark: Mark) -> bool:
        return mark.style in {"list", "mapping"} and self.content[mark.value.start] in "[{"

    def cover(self, mark: Mark) -> None:
        """Note the lines that a value takes up below its first one."""
        if mark.style in {"list", "mapping"} and not self.is_flow(mark):
            return
        first, end = self.line(mark.value.start), self.line(max(mark.value.start, mark.value.end - 1))
        if mark.style in _BLOCKS and _KEEP.match(self.content, mark.value.start):
            while end < self.last and not self.text.line(end + 2).strip():
                end += 1
        self.covered.update(range(first + 1, end + 1))

    # The tree

    def entries(self, route: Route, mark: Mark, *, flow: bool = False) -> Iterator[Entry]:
        """What a list or a mapping holds."""
        children = sorted(self.children.get(route, ()), key=lambda child: self.begins(self.marks[child]))
        hyphens = [] if flow or mark.style == "mapping" else self.hyphens(mark, len(children))
        for number, child in enumerate(children):
            own = self.marks[child]
            start = hyphens[number] if hyphens else self.begins(own)
            yield self.entry(child, own, start, flow=flow)

    @staticmethod
    def begins(mark: Mark) -> int:
        return mark.key.start if mark.key else mark.value.start

    def entry(self, route: Route, mark: Mark, start: int, *, flow: bool) -> Entry:
        key = self.content[mark.key.start : mark.key.end] if mark.key else ""
        made = Entry(route, mark, self.column(start), self.line(start), key, flow=flow or self.is_flow(mark))
        if not flow:
            self.order.append(made)
            self.comments(made, mark.key.end if mark.key else start + 1)
        if mark.style in {"list", "mapping"}:
            made.entries = list(self.entries(route, mark, flow=made.flow))
        return made

    def hyphens(self, mark: Mark, count: int) -> list[int]:
        """Where the entries of a list begin."""
        first = mark.value.start
        column, found = self.column(first), [first]
        for line in range(self.line(first) + 1, self.line(max(first, mark.value.end - 1)) + 1):
            row = self.text.line(line + 1)
            if line not in self.covered and row[:column].strip(" ") == "" and re.match(r"-(?: |$)", row[column:]):
                found.append(self.text.line_starts[line] + column)
        if len(found) != count:
            raise Odd
        return found

    def comments(self, made: Entry, after: int) -> None:
        """The comments behind a key or a hyphen, and behind a value."""
        mark = made.mark
        inside = mark.style in {"list", "mapping"} and not made.flow
        value_line = self.line(mark.value.start)
        if value_line > made.line or (inside and made.key):
            match = _KEY_COMMENT.match(self.content, after)
            comment = (match[1] or "") if match else ""
            if inside and made.key:
                made.comment = comment
            elif comment:
                made.head.append(comment)
        if not inside:
            end = self.header_end(mark) if mark.style in _BLOCKS else mark.value.end
            match = _AFTER.match(self.content, end)
            if match is None:
                raise Odd
            made.comment = match["comment"] or ""
            made.tight = match["gap"] == " " and mark.style == "plain"

    def header_end(self, mark: Mark) -> int:
        match = _HEADER.match(self.content, mark.value.start)
        assert match is not None  # noqa: S101 - a block begins with its mark; for the type checker
        return match.end()

    # Comments on lines of their own

    def attach(self, found: Outline) -> None:
        """Give every comment and blank line to its entry."""
        anchors = sorted(
            {(line, number) for number, one in enumerate(self.order) for line in (one.line, self.value_line(one))}
        )
        for line in range(self.line(self.span.start), self.last + 1):
            row = self.text.line(line + 1)
            words = row.strip()
            if line in self.covered or (words and not words.startswith("#")) or self.span.start >= self.span.end:
                continue
            at = bisect_left(anchors, (line, -1))
            following = self.order[anchors[at][1]] if at < len(anchors) else None
            self.give(found, words, len(row) - len(row.lstrip()), line, following)
        first = self.order[0] if self.order else None
        if first is not None:
            found.head, first.head = _about_the_file(first.head)

    def value_line(self, entry: Entry) -> int:
        """Of a value that is not on the line of its key, and no list or mapping."""
        inside = entry.mark.style in {"list", "mapping"} and not entry.flow
        return entry.line if inside else max(entry.line, self.line(entry.mark.value.start))

    def give(self, found: Outline, words: str, column: int, line: int, following: Entry | None) -> None:
        least = following.column if following else 0
        inner = self.inner(line, column) if words else None
        if inner is not None and inner.column > least and inner is not following:
            holder = next(entry for entry in self.order if entry.route == inner.route[:-1])
            holder.foot.append(words)
        else:
            (following.head if following else found.foot).append(words)

    def inner(self, line: int, column: int) -> Entry | None:
        """The innermost entry before a line that is not indented deeper than a comment there."""
        before = [entry for entry in self.order if entry.line < line]
        if not before:
            return None
        route = before[-1].route
        chain = [entry for entry in before if entry.route == route[: len(entry.route)]]
        return next((entry for entry in reversed(chain) if entry.column <= column), None)


def _about_the_file(head: list[str]) -> tuple[list[str], list[str]]:
    """The comments at the top of a file: those about all of it, and those about its first entry."""
    cut = max((number + 1 for number, row in enumerate(head) if not row or row.startswith(_MODELINE)), default=0)
    return head[:cut], head[cut:]
