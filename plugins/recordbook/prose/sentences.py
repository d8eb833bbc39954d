"""Plain text on one line, and the sentences in it."""

from __future__ import annotations

import re
from bisect import bisect_right

# A capital, a digit or an opening mark must follow, and the commonest abbreviations end no sentence.
_END = re.compile(
    r"[.!?\u2026](?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bcf\.)(?<!\bvs\.)"
    r"[\"'\u201d\u2019)\]]*+\s++(?=[\"'\u201c\u2018(\[]*+[A-Z0-9])"
)


def folded(text: str) -> str:
    """The text on one line, white space folded."""
    return " ".join(text.split())


class Sentences:
    """The sentences of one block's plain text."""

    __slots__ = ("_cut", "_folded", "_text")

    def __init__(self, text: str) -> None:
        """Cut the text."""
        self._text = text
        self._cut = [0, *(match.end() for match in _END.finditer(text))]
        self._folded: dict[int, str] = {}

    def at(self, offset: int) -> str:
        """The sentence around an offset, on one line."""
        number = bisect_right(self._cut, offset) - 1
        if number not in self._folded:
            end = self._cut[number + 1] if number + 1 < len(self._cut) else len(self._text)
            self._folded[number] = folded(self._text[self._cut[number] : end])
        return self._folded[number]
