"""Refuses text that would keep the parser busy for too long, before it is parsed."""

from __future__ import annotations

import re
from typing import TypeAlias

LINE = 4_000
"""Code points of a line."""
PARAGRAPH = 40_000
"""Code points between two blank lines."""
BRACKETS = 100
"""Open brackets of a paragraph."""
DEPTH = 20
"""Lists and quotes in each other."""
LINK_WORK = 5_000_000
"""Links of a paragraph times its code points, summed up: the parser may look at all of them for each link."""

Refusal: TypeAlias = tuple[int, int, str]
"""Start, end, and the beginning of a message."""

_BLANK = re.compile(r"\n[ \t]*+\n", re.ASCII)
_PREFIX = re.compile(r"[ \t>*+.0-9-]*+", re.ASCII)
_MARK = re.compile(r">|[*+-](?=[ \t])|[0-9]\.(?=[ \t])", re.ASCII)


def refusal(text: str) -> Refusal | None:
    """Why blocks of text are not parsed; ``None`` if they are."""
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        if len(line) > LINE:
            return start, end, _long_line(len(line))
        if len(line) > DEPTH and line[0] in " \t>*+-0123456789" and _depth(line) > DEPTH:
            return start, end, f"Lists and quotes are nested more than {DEPTH} deep"
        start = end + 1
    return _busy(text)


def inline_refusal(text: str, raw: str) -> Refusal | None:
    """Why a paragraph is not parsed, of which the file holds ``raw``; ``None`` if it is."""
    if len(raw) > LINE and (longest := max(len(line) for line in raw.split("\n"))) > LINE:
        return 0, len(text), _long_line(longest)
    return _busy(text)


def _long_line(length: int) -> str:
    return f"A line of {length:,} characters is longer than {LINE:,}"


def _busy(text: str) -> Refusal | None:
    if len(text) <= PARAGRAPH and text.count("[") <= BRACKETS:
        return None
    start = work = 0
    for end in (*(match.start() for match in _BLANK.finditer(text)), len(text)):
        paragraph = text[start:end]
        if len(paragraph) > PARAGRAPH:
            return start, end, f"A paragraph of {len(paragraph):,} characters is longer than {PARAGRAPH:,}"
        if at := _open_bracket(paragraph):
            return start + at, start + at + 1, f"A paragraph has more than {BRACKETS} open brackets"
        work += paragraph.count("](") * len(paragraph)
        if work > LINK_WORK:
            return start, end, "The text has too many links in long paragraphs"
        start = end
    return None


def _depth(line: str) -> int:
    """How deep a line's list item or quote can be nested: four spaces or one mark a level."""
    match = _PREFIX.match(line.expandtabs(4))
    prefix = match[0] if match else ""
    marks = len(_MARK.findall(prefix + " "))
    indentation = prefix.count(" ") - marks  # a mark has a space of its own
    return marks + max(0, indentation) // 4 if marks else 0


def _open_bracket(paragraph: str) -> int:
    """Offset of the bracket that is one too many, or 0."""
    if paragraph.count("[") <= BRACKETS:
        return 0
    depth = 0
    for at, character in enumerate(paragraph):
        if character == "[":
            depth += 1
            if depth > BRACKETS:
                return at
        elif character == "]":
            depth = max(0, depth - 1)
    return 0
