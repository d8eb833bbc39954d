"""Ids in running text: whole tokens only, with an optional ``system:`` before them."""

from __future__ import annotations

import re

PREFIXES = ("MEM", "RT", "EPI", "WF")
KINDS = ("CMP", "OBJ", "RTE", "CLM", "ABS", "BAP")

INITIALS = frozenset(prefix[0] for prefix in PREFIXES)

_STEM = rf"(?:{'|'.join(PREFIXES)})-(?:{'|'.join(KINDS)})-"
# Neither part of a longer word nor of an anchor, a path or a file's name; a slash between two ids is no path.
_ID = re.compile(
    rf"(?<![\w#-]){_STEM}[a-z][a-z0-9]{{0,39}}+(?:-[a-z][a-z0-9]{{0,39}}+){{0,2}}(?![\w-])(?!\.[a-z])(?!/(?!{_STEM}))",
    re.ASCII,
)
_ID_BEFORE = re.compile(rf"{_STEM}[a-z0-9-]+/\Z", re.ASCII)
_SYSTEM = re.compile(r"(?<![\w-])[a-z][a-z0-9-]{0,39}:\Z", re.ASCII)
_LONGEST = 120  # what stands before an id matters no further than this


def id_at(text: str, at: int) -> tuple[int, int, str, str] | None:
    """The id whose prefix begins at ``at``: start with its system, end, system (or empty), id."""
    match = _ID.match(text, at)
    if match is None:
        return None
    before = text[at - 1 : at]
    if before not in ("/", ":"):
        return at, match.end(), "", match[0]
    left = max(0, at - _LONGEST)
    if before == "/":
        return (at, match.end(), "", match[0]) if _ID_BEFORE.search(text[left:at]) else None
    system = _SYSTEM.search(text[left:at])
    return (left + system.start() if system else at), match.end(), system[0][:-1] if system else "", match[0]


def backslashes(text: str, at: int) -> int:
    """How many backslashes stand directly before ``at``."""
    count = 0
    while at > count and text[at - count - 1] == "\\":
        count += 1
    return count


def plain_references(text: str) -> list[tuple[str | None, str, int, int]]:
    """Ids in plain text, as (system or ``None``, id, start, end); the range covers the system.

    An id after a backslash is no reference, as in Markdown.
    """
    found = []
    for match in _ID.finditer(text):
        token = id_at(text, match.start())
        if token and backslashes(text, token[0]) % 2 == 0:
            start, end, system, id_ = token
            found.append((system or None, id_, start, end))
    return found
