"""A query answered: which documents, in which order, with which excerpts and counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, TypeAlias

from recordbook.search.facets import Count, Facet, counted
from recordbook.search.highlight import Excerpt, Pieces, Wanted, excerpt, pieces, spans
from recordbook.search.matching import Match, Matcher
from recordbook.search.nearest import candidates, nearest
from recordbook.search.query import EVERYWHERE, Clause, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from recordbook.search.documents import Document
    from recordbook.search.index import Index

Conditions: TypeAlias = dict[str, set[str]]
"""Facet to the values of which a document must have one."""
_UNSEEN = frozenset({"", " ", "\t", "\n", '"'})
"""What ends a text whose last word is finished."""
_NAMED, _MATCHED, _GOES_ON = range(3)
"""Whose whole name was asked for, what matches, and what matches if the last word goes on."""


@dataclass(frozen=True)
class Hit:
    """One result."""

    document: Document
    title: Pieces
    excerpt: Excerpt


@dataclass(frozen=True)
class Unmatched:
    """A word that nothing matches."""

    word: str
    nearest: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What a query gives."""

    total: int
    loose: bool
    """Whether nothing has all words, and these have at least half of them."""
    hits: tuple[Hit, ...]
    facets: tuple[tuple[Facet, tuple[Count, ...]], ...]
    unmatched: tuple[Unmatched, ...]
    ignored: tuple[str, ...]
    """Small words that were left out."""
    exact: Document | None
    """The one document whose whole name the query is."""
    removals: tuple[tuple[Facet, int], ...]
    """When there is no result: chosen facets, each with how many there would be without it."""


@dataclass
class _Found:
    """Documents with their class and score, before facets narrow them."""

    ranks: dict[int, tuple[int, float]]
    loose: bool = False
    wanted: Wanted = field(default_factory=lambda: Wanted(frozenset(), frozenset(), EVERYWHERE))
    unmatched: list[Unmatched] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)


class Engine:
    """Answers queries about one index."""

    def __init__(self, index: Index, facets: Sequence[Facet]) -> None:
        """``facets`` are those of the documents of ``index``."""
        self.index, self.facets = index, {facet.name: facet for facet in facets}
        self.matcher = Matcher(index)
        self.systems = frozenset(value for value, _ in self.facets["system"].values) if "system" in self.facets else ()

    def search(  # noqa: PLR0913 - each says one thing that a face may want
        self,
        text: str,
        *,
        chosen: Mapping[str, Sequence[str]] | None = None,
        sort: str = "relevance",
        start: int = 0,
        count: int = 20,
        typing: bool = False,
    ) -> Answer:
        """Answer a query.

        ``chosen`` is facet to values, of which a result has one in each facet; ``sort`` is ``relevance`` or ``id``;
        ``typing`` says that the last word may go on. No text raises an error.
        """
        clauses = parse(text, self.facets, self.systems)
        choice = {name: list(values) for name, values in (chosen or {}).items() if name in self.facets and values}
        found = self._found(clauses, typing=typing and text[-1:] not in _UNSEEN)
        conditions: Conditions = {name: set(values) for name, values in choice.items()}
        if not any(clause.words or clause.facet == "form" for clause in clauses):
            conditions.setdefault("form", {"record"})
        passing, tallies = self._narrowed(found.ranks, conditions)
        ordered = sorted(passing, key=lambda n: (*_best_first(found.ranks[n]), n) if sort != "id" else (n,))
        return Answer(
            total=len(ordered),
            loose=found.loose and bool(ordered),
            hits=tuple(self._hit(number, found.wanted) for number in ordered[start : start + count]),
            facets=tuple((f, counted(f, tallies[f.name], choice.get(f.name, ()))) for f in self.facets.values()),
            unmatched=tuple(found.unmatched),
            ignored=tuple(found.ignored),
            exact=self._exact(clauses, found.ranks),
            removals=() if ordered else self._removals(choice, found.ranks, conditions),
        )

    def _found(self, clauses: Sequence[Clause], *, typing: bool) -> _Found:
        """Documents that the text of a query matches."""
        words = [clause for clause in clauses if clause.words]
        asked = [(c, self.matcher.match(c, typing=typing and c is words[-1] and not c.negative)) for c in words]
        matches = [(clause, match) for clause, match in asked if not match.small]
        positive = [match for clause, match in matches if not clause.negative]
        ranks, loose = self._ranked(positive, only_small=bool(asked) and not matches)
        for clause, match in matches:
            if clause.negative:
                ranks = {number: rank for number, rank in ranks.items() if number not in match.scores}
        ranks = self._with_values(ranks, clauses)
        return _Found(
            ranks,
            loose,
            Wanted(
                frozenset(term for match in positive for term in match.terms),
                frozenset(beginning for match in positive for beginning in match.beginnings),
                _asked_about(clause.bits for clause, _ in matches if not clause.negative),
            ),
            [*self._unmatched(matches), *self._unknown(clauses)],
            [clause.text for clause, match in asked if match.small],
        )

    def _ranked(self, matches: Sequence[Match], *, only_small: bool) -> tuple[dict[int, tuple[int, float]], bool]:
        if not matches:
            return {} if only_small else dict.fromkeys(range(len(self.index.documents)), (_MATCHED, 0.0)), False
        ranks = _all_of(matches)
        if ranks or len(matches) == 1:
            return ranks, False
        return _most_of(matches), True

    def _with_values(
        self, ranks: dict[int, tuple[int, float]], clauses: Iterable[Clause]
    ) -> dict[int, tuple[int, float]]:
        """Keep documents that have a value of each facet that the text of the query names."""
        wanted: Conditions = {}
        for clause in clauses:
            if clause.facet and not clause.negative:
                wanted.setdefault(clause.facet, set()).add(self.facets[clause.facet].value(clause.value))
        unwanted = [(c.facet, self.facets[c.facet].value(c.value)) for c in clauses if c.facet and c.negative]

        def fits(document: Document) -> bool:
            values = document.attributes
            return all(not some.isdisjoint(values.get(name, ())) for name, some in wanted.items()) and not any(
                value in values.get(name, ()) for name, value in unwanted
            )

        return {number: rank for number, rank in ranks.items() if fits(self.index.documents[number])}

    def _narrowed(self, ranks: Iterable[int], conditions: Conditions) -> tuple[list[int], dict[str, Counter[str]]]:
        """Documents that meet all conditions; and for each facet how many have a value, its own condition left out."""
        passing = []
        tallies: dict[str, Counter[str]] = {name: Counter() for name in self.facets}
        for number in ranks:
            attributes = self.index.documents[number].attributes
            failed = [name for name, some in conditions.items() if some.isdisjoint(attributes.get(name, ()))]
            if not failed:
                passing.append(number)
            for name in self.facets if not failed else failed if len(failed) == 1 else ():
                tallies[name].update(attributes.get(name, ()))
        return passing, tallies

    def _removals(
        self, choice: Iterable[str], ranks: Iterable[int], conditions: Conditions
    ) -> tuple[tuple[Facet, int], ...]:
        """Chosen facets without which there would be results, and how many."""
        left = ((name, {key: some for key, some in conditions.items() if key != name}) for name in choice)
        totals = ((self.facets[name], len(self._narrowed(ranks, others)[0])) for name, others in left)
        return tuple((facet, total) for facet, total in totals if total)

    def _hit(self, number: int, wanted: Wanted) -> Hit:
        document = self.index.documents[number]
        return Hit(document, pieces(document.title, spans(document.title, wanted)), excerpt(document, wanted))

    def _exact(self, clauses: Sequence[Clause], ranks: Mapping[int, tuple[int, float]]) -> Document | None:
        """The one document whose whole name the query is, perhaps with its system before it."""
        if sum(bool(clause.words) for clause in clauses) != 1 or any(clause.negative for clause in clauses):
            return None
        named = [number for number, (group, _) in ranks.items() if group == _NAMED]
        return self.index.documents[named[0]] if len(named) == 1 else None

    def _unmatched(self, matches: Iterable[tuple[Clause, Match]]) -> list[Unmatched]:
        return [
            Unmatched(clause.words[0], nearest(clause.words[0], candidates(self.index, clause.words[0])))
            for clause, match in matches
            if len(clause.words) == 1 and not clause.negative and not match.scores and not match.more
        ]

    def _unknown(self, clauses: Iterable[Clause]) -> list[Unmatched]:
        """Values that a facet does not have."""
        unknown = []
        for clause in clauses:
            if clause.facet:
                facet = self.facets[clause.facet]
                if facet.value(clause.value) not in dict(facet.values):
                    unknown.append(Unmatched(clause.value, nearest(clause.value, facet.typed)))
        return unknown


def _asked_about(bits: Iterable[int]) -> int:
    """The fields that every word was asked for in; all, where words were asked for in different ones."""
    return reduce(and_, bits, EVERYWHERE) or EVERYWHERE


def _best_first(rank: tuple[int, float]) -> tuple[int, float]:
    return rank[0], -rank[1]


def _all_of(matches: Sequence[Match]) -> dict[int, tuple[int, float]]:
    """Documents that every clause matches: their class, and the sum of their scores in the order of the clauses."""
    ranks: dict[int, tuple[int, float]] = {}
    first, *others = matches
    for number in (*first.scores, *(number for number in first.more if number not in first.scores)):
        group, total = _rank(first, number)
        for other in others:
            if number not in other.scores and number not in other.more:
                break
            its_group, score = _rank(other, number)
            group, total = _worse(group, its_group), total + score
        else:
            ranks[number] = (group, total)
    return ranks


def _rank(match: Match, number: int) -> tuple[int, float]:
    if number in match.scores:
        return (_NAMED if number in match.named else _MATCHED), match.scores[number]
    return _GOES_ON, match.more[number]


def _worse(one: int, other: int) -> int:
    """A name makes the whole result one, save where another word only might go on to match."""
    return _GOES_ON if _GOES_ON in {one, other} else min(one, other)


def _most_of(matches: Sequence[Match]) -> dict[int, tuple[int, float]]:
    """Documents that at least half of the clauses match, the more the better."""
    ranks: dict[int, tuple[int, float]] = {}
    for number in dict.fromkeys(number for match in matches for number in match.scores):
        having = [match for match in matches if number in match.scores]
        if 2 * len(having) >= len(matches):
            share = len(having) / len(matches)
            total = 0.0
            for match in having:
                total += match.scores[number]
            ranks[number] = (_MATCHED, total * share * share)
    return ranks
