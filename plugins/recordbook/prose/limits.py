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

Refusal: TypeAlias = tuple[int, int, str]
"""Start, end, and the beginning of a message."""

_BRACKET = re.compile(r"[\[\]]|\n[ \t]*+\n", re.ASCII)
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
    return _open_brackets(text)


def inline_refusal(text: str) -> Refusal | None:
    """Why a paragraph is not parsed; ``None`` if it is."""
    return _open_brackets(text)


def _depth(line: str) -> int:
    """How deep a line's list item or quote can be nested: four spaces or one mark a level."""
    match = _PREFIX.match(line.expandtabs(4))
    prefix = match[0] if match else ""
    marks = len(_MARK.findall(prefix + " "))
    return marks + prefix.count(" ") // 4 if marks else 0


def _open_brackets(text: str) -> Refusal | None:
    if text.count("[") <= BRACKETS:
        return None
    depth = 0
    for match in _BRACKET.finditer(text):
        mark = match[0]
        depth = depth + 1 if mark == "[" else max(0, depth - 1) if mark == "]" else 0
        if depth > BRACKETS:
            return match.start(), match.end(), f"A paragraph has more than {BRACKETS} open brackets"
    return None
