"""Ids in running text: whole tokens only, with an optional ``system:`` before them."""

from __future__ import annotations

import re

PREFIXES = ("MEM", "RT", "EPI", "WF")
KINDS = ("CMP", "OBJ", "RTE", "CLM", "ABS", "BAP")

INITIALS = frozenset(prefix[0] for prefix in PREFIXES)

# Neither part of a longer word nor of a path or an anchor, on either side.
_ID = re.compile(
    rf"(?<![\w/#.-])(?:{'|'.join(PREFIXES)})-(?:{'|'.join(KINDS)})"
    r"-[a-z][a-z0-9]*+(?:-[a-z][a-z0-9]*+){0,2}+(?![\w/-])(?!\.\w)",
    re.ASCII,
)
_SYSTEM = re.compile(r"(?<![\w-])[a-z][a-z0-9-]{0,39}:\Z", re.ASCII)
_LONGEST_SYSTEM = 42  # the name, its colon, and the character before it


def id_at(text: str, at: int) -> tuple[int, int, str, str] | None:
    """The id whose prefix begins at ``at``: start with its system, end, system (or empty), id."""
    match = _ID.match(text, at)
    if match is None:
        return None
    before = max(0, at - _LONGEST_SYSTEM)
    system = _SYSTEM.search(text[before:at]) if text[at - 1 : at] == ":" else None
    if system is None:
        return at, match.end(), "", match[0]
    return before + system.start(), match.end(), system[0][:-1], match[0]


def backslashes(text: str, at: int) -> int:
    """How many backslashes stand directly before ``at``."""
    count = 0
    while at > count and text[at - count - 1] == "\\":
        count += 1
    return count


def plain_references(text: str) -> list[tuple[str | None, str, int, int]]:
    """Ids in plain text, as (system or ``None``, id, start, end); the range covers the system."""
    found = []
    for match in _ID.finditer(text):
        start, end, system, id_ = id_at(text, match.start()) or (0, 0, "", "")
        if end and backslashes(text, start) % 2 == 0:
            found.append((system or None, id_, start, end))
    return found
