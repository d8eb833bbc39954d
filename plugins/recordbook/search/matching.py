"""Which documents a clause of a query matches, and how well."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from recordbook.search import ranking
from recordbook.search.documents import NAME
from recordbook.search.index import FIELD_ROOM, LAST, ROOM, beginning
from recordbook.search.tokens import Run, analyze, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recordbook.search.index import Index
    from recordbook.search.query import Clause

_NAMED = 1 << NAME
_FEWEST = 3
"""Letters of a beginning that stands for whole words."""
_KEPT = 4
"""Letters that stay when a word that is being typed is taken for an inflected one."""
_DROPPED = 3


@dataclass
class Match:
    """What one clause matches."""

    scores: dict[int, float] = field(default_factory=dict)
    named: set[int] = field(default_factory=set)
    """Documents that are called so as a whole."""
    more: dict[int, float] = field(default_factory=dict)
    """Documents that match only if the word goes on."""
    small: bool = False
    """Whether there is nothing but small words in it."""
    terms: set[str] = field(default_factory=set)
    """Terms to highlight."""
    beginnings: set[str] = field(default_factory=set)
    """Beginnings of terms to highlight."""


class Matcher:
    """Matches clauses against an index."""

    def __init__(self, index: Index) -> None:
        """Everything is read from ``index``."""
        self.index = index
        self.count = len(index.documents)
        self.average = sum(index.lengths) / self.count if self.count else 1.0

    def match(self, clause: Clause, *, typing: bool = False) -> Match:
        """What a clause of words matches; ``typing`` says that its word may go on."""
        if len(clause.words) > 1:
            return self._phrase(clause.words, clause.bits)
        return self._word(clause.words[0], clause.bits, prefix=clause.prefix, typing=typing)

    def _word(self, word: str, bits: int, *, prefix: bool, typing: bool) -> Match:
        run, found = analyze(word), Match()
        if not run.terms and not typing:
            found.small = True
            return found
        self._exactly(run, bits, found)
        if prefix or not found.scores or (len(word) == 1 and not word.isascii()):
            self._go_on(word, run, bits, found, found.scores)
        if typing:
            self._go_on(word, run, bits, found, found.more)
            if not found.scores and not found.more:
                self._go_back(word, bits, found)
            found.small = not run.terms and not found.more
        return found

    def _exactly(self, run: Run, bits: int, found: Match) -> None:
        """Add documents that hold the run: as it is, or in its parts where it is no name of one thing."""
        parts = [part for part in run.parts if part]
        whole = self._term(run.whole, bits, found) if run.whole else {}
        if run.whole and (self.index.is_id(run.whole) or (whole and run.strict)):
            found.scores = whole
        else:
            found.scores = _sums(whole, self._all(parts, bits, found))

    def _all(self, parts: Sequence[str], bits: int, found: Match) -> dict[int, float]:
        """Documents with every part; what they score for all of them."""
        if not parts:
            return {}
        alone = len(parts) == 1
        scores = [self._term(part, bits, found if alone else None) for part in parts]
        found.terms.update(parts)
        return _common(scores)

    def _go_on(self, word: str, run: Run, bits: int, found: Match, into: dict[int, float]) -> None:
        """Add documents with terms that begin with the word; of a beginning of an id its whole family, in order.

        A word that begins as the name of a file does is not about that file; a path is.
        """
        start = fold(word)
        if run.whole and self.index.is_id(run.whole):
            for number in self._family(run.whole):
                into.setdefault(number, 0.0)
            return
        if start.isascii() and len(start) < _FEWEST:
            return
        bits = bits if run.strict else bits & ~_NAMED
        strengths: dict[int, float] = {}
        for term in beginning(self.index.terms, start):
            for number, code in self.index.postings(term).items():
                weight = ranking.strength(code, bits)
                if weight:
                    strengths[number] = strengths.get(number, 0.0) + weight * ranking.CONTINUED
        found.beginnings.add(start)
        for number, value in self._scored(strengths).items():
            into.setdefault(number, value)

    def _go_back(self, word: str, bits: int, found: Match) -> None:
        """Add documents with the stem that a word being typed is about to have."""
        start = fold(word)
        for dropped in range(1, _DROPPED + 1):
            shorter = start[:-dropped]
            if len(shorter) >= _KEPT and shorter in self.index.places:
                found.more = self._term(shorter, bits, None)
                found.terms.add(shorter)
                return

    def _family(self, start: str) -> Iterable[int]:
        """Documents whose id begins so."""
        for term in beginning(self.index.terms, start):
            for number, code in self.index.postings(term).items():
                if code & _NAMED:
                    yield number

    def _term(self, term: str, bits: int, found: Match | None) -> dict[int, float]:
        """What each document scores for one term; its names are told to ``found``."""
        strengths = {}
        for number, code in self.index.postings(term).items():
            weight = ranking.strength(code, bits)
            if weight:
                strengths[number] = weight
                if found is not None and code & _NAMED:
                    found.named.add(number)
        if found is not None:
            found.terms.add(term)
        return self._scored(strengths)

    def _scored(self, strengths: dict[int, float]) -> dict[int, float]:
        rare = ranking.rarity(len(strengths), self.count)
        lengths, average = self.index.lengths, self.average
        return {number: ranking.score(weight, rare, lengths[number], average) for number, weight in strengths.items()}

    def _phrase(self, words: Sequence[str], bits: int) -> Match:
        """Documents in which words stand one after another; a small word stands for any one word."""
        parts = [part for word in words for part in analyze(word).parts]
        wanted = [(place, part) for place, part in enumerate(parts) if part]
        found = Match(small=not wanted, terms={part for _, part in wanted})
        scores = _common([self._term(part, bits, None) for _, part in wanted])
        starts = [self._starts(part, place) for place, part in wanted] if scores else [set()]
        begun = {start // ROOM for start in set.intersection(*starts) if bits >> start % ROOM // FIELD_ROOM & 1}
        found.scores = {number: value for number, value in scores.items() if number in begun}
        return found

    def _starts(self, part: str, place: int) -> set[int]:
        """Where a phrase may begin that has a part at a place of its own."""
        return {at - place for at in self.index.places[part] if at & LAST != LAST}


def _common(scores: Sequence[dict[int, float]]) -> dict[int, float]:
    """Documents that all have, with the sums of their scores in order."""
    if not scores:
        return {}
    common = scores[0]
    for more in scores[1:]:
        common = {number: value + more[number] for number, value in common.items() if number in more}
    return common


def _sums(one: dict[int, float], other: dict[int, float]) -> dict[int, float]:
    """Documents that either has, with the sums of their scores."""
    return {number: one.get(number, 0.0) + other.get(number, 0.0) for number in {**one, **other}}
