"""Comparisons that were made before: a pinned quote never changes, so none is made twice.

Only quotes that were found are remembered, under git's id of the content, the digest of the quote and the lines that
it states. A file that is damaged or gone costs time, never a verdict.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from recordbook.putting import put

if TYPE_CHECKING:
    from pathlib import Path

    from recordbook.quotes import Lines

FILE = "quotes-1.txt"
"""Name in the cache folder. The number grows with the rule of matching."""
ENTRIES = 200_000
"""How many comparisons are kept; the oldest go first."""
_LINE = re.compile(r"^([0-9a-f]{40,64} [0-9a-f]{64} (?:[0-9]+-[0-9]+|-)) ([0-9]{1,9})-([0-9]{1,9})$", re.MULTILINE)


class Cache:
    """What was found before. Without a folder it remembers for as long as it lives."""

    def __init__(self, folder: Path | None = None) -> None:
        self.file = folder / FILE if folder else None
        self.found = _read(self.file) if self.file else {}
        self.grown = False

    def get(self, blob: str, digest: str, stated: Lines | None) -> Lines | None:
        """The lines where a quote was found in a content; None where it was never compared."""
        return self.found.get(_key(blob, digest, stated))

    def put(self, blob: str, digest: str, stated: Lines | None, lines: Lines) -> None:
        """Remember where a quote was found."""
        self.found[_key(blob, digest, stated)] = lines
        self.grown = True

    def save(self) -> None:
        """Write what is new. A folder that cannot be written is no trouble: the next run compares again."""
        if not self.grown or self.file is None:
            return
        kept = list(self.found.items())[-ENTRIES:]
        text = "".join(f"{key} {first}-{last}\n" for key, (first, last) in kept)
        with suppress(OSError):
            put(self.file, text.encode("ascii"))


def _key(blob: str, digest: str, stated: Lines | None) -> str:
    return f"{blob} {digest} {f'{stated[0]}-{stated[1]}' if stated else '-'}"


def _read(file: Path) -> dict[str, Lines]:
    try:
        text = file.read_text(encoding="ascii")
    except (OSError, ValueError):
        return {}
    return {key: (int(first), int(last)) for key, first, last in _LINE.findall(text)}
