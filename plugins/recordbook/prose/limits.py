"""Refuses text that would keep the parser busy for too long, before it is parsed."""

from __future__ import annotations

import re
from typing import TypeAlias

LINE = 4_000
"""Code points of a line."""
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
            return start, end, f"A line of {len(line):,} characters is longer than {LINE:,}"
        if len(line) > DEPTH and line[0] in " \t>*+-0123456789" and _depth(line) > DEPTH:
            return start, end, f"Lists and quotes are nested more than {DEPTH} deep"
        start = end + 1
    return inline_refusal(text)


def inline_refusal(text: str) -> Refusal | None:
    """Why paragraphs are not parsed; ``None`` if they are."""
    if text.count("[") <= BRACKETS:
        return None
    start = work = 0
    for paragraph in _BLANK.split(text):
        if at := _open_bracket(paragraph):
            return start + at, start + at + 1, f"A paragraph has more than {BRACKETS} open brackets"
        work += paragraph.count("](") * len(paragraph)
        if work > LINK_WORK:
            return start, start + len(paragraph), "The text has too many links in long paragraphs"
        start = text.find(paragraph, start) + len(paragraph)
    return None


def _depth(line: str) -> int:
    """How deep a line's list item or quote can be nested: four spaces or one mark a level."""
    match = _PREFIX.match(line.expandtabs(4))
    prefix = match[0] if match else ""
    marks = len(_MARK.findall(prefix + " "))
    return marks + prefix.count(" ") // 4 if marks else 0


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
