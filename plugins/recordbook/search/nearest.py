"""Words that may have been meant: those a slip or two away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.search.index import beginning
from recordbook.search.tokens import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recordbook.search.index import Index

_SHORT = 4
"""Words of up to so many characters are near only at a distance of one."""
_OFFERED = 3


def nearest(word: str, words: Iterable[str]) -> tuple[str, ...]:
    """The words nearest to one, best first: by distance, then in their order. At most three."""
    word = fold(word)
    allowed = 1 if len(word) <= _SHORT else 2
    found: list[tuple[int, int, str]] = []
    for place, other in enumerate(words):
        if other != word and abs(len(other) - len(word)) <= allowed:
            steps = distance(word, other, allowed)
            if steps <= allowed:
                found.append((steps, place, other))
    return tuple(other for _, _, other in sorted(found)[:_OFFERED])


def distance(one: str, other: str, most: int) -> int:
    """How many letters must be typed, dropped, changed or swapped with the next; more than ``most`` is ``most + 1``."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one):
        earlier, before, row = before, row, [at + 1]
        for to, wanted in enumerate(other):
            cost = min(before[to + 1] + 1, row[to] + 1, before[to] + (letter != wanted))
            if at and to and letter == other[to - 1] and one[at - 1] == wanted:
                cost = min(cost, earlier[to - 1] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def candidates(index: Index, word: str) -> Sequence[str]:
    """The words that may be near one: those that begin with its first or second letter, ids only among ids.

    A browser does not have all words; these it can fetch.
    """
    folded = fold(word)
    starts = [f"#{'-'.join(folded.split('-')[:2])}"] if index.is_id(folded) else list(dict.fromkeys(folded[:2]))
    return [found.removeprefix("#") for start in starts for found in beginning(index.words, start)]
