"""What results can be narrowed by: facets, their values, and how many results each value leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook.search.documents import FORMS
from recordbook.search.tokens import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from recordbook.book import Book
    from recordbook.search.documents import Document

_HAS = {
    "quotes": "Quotes",
    "unverified": "Unverified quotes",
    "relations": "Relations",
    "annotations": "Annotations",
}


@dataclass(frozen=True)
class Facet:
    """One way to narrow results."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    """Each value that some document has, with its title."""

    @property
    def typed(self) -> tuple[str, ...]:
        """The names by which a value can be typed as one word."""
        return tuple(name for name in dict.fromkeys(name for names in self.values for name in names) if " " not in name)

    def value(self, typed: str) -> str:
        """The value that was meant: by its code or its title, without regard to case; as typed if there is none."""
        wanted = fold(typed)
        return next((value for value, title in self.values if wanted in {fold(value), fold(title)}), typed)


@dataclass(frozen=True)
class Count:
    """How many results have a value."""

    value: str
    title: str
    count: int
    chosen: bool


def facets(book: Book, documents: Iterable[Document]) -> tuple[Facet, ...]:
    """The facets of a collection, in the order in which they are offered."""
    used: dict[str, dict[str, None]] = {}
    for document in documents:
        for name, values in document.attributes.items():
            used.setdefault(name, {}).update(dict.fromkeys(values))
    known = [(name, title, _listed(used.get(name, {}), titles)) for name, title, titles in _known(book)]
    return tuple(Facet(name, title, values) for name, title, values in known if values)


def _known(book: Book) -> Sequence[tuple[str, str, Mapping[str, str]]]:
    """Every facet with the titles of its values; a status may stand in place of a value, saying why there is none."""
    contract = book.contract
    statuses = {term.value: term.title for term in contract.statuses}
    return (
        ("form", "Form", FORMS),
        ("system", "System", {slug: system.title for slug, system in book.systems.items()}),
        ("kind", "Kind", {code: kind.title for code, kind in contract.kinds.items()}),
        ("member", "Report", {prefix: member.title for prefix, member in contract.members.items()}),
        ("status", "Implementation", statuses),
        ("operation", "Operation", statuses),
        ("verification", "Quotes", {term.value: term.title for term in contract.quote_states}),
        ("has", "Has", _HAS),
        ("source", "Source", {}),
        ("relation", "Relation", {name: relation.label for name, relation in contract.relations.items()}),
        *(
            (f.name, f.label, {term.value: term.title for term in f.values} | statuses)
            for f in contract.facets.values()
        ),
    )


def _listed(used: Mapping[str, None], titles: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The values in use, in the order of their vocabulary, then the others."""
    rest = sorted(used.keys() - titles.keys())
    return tuple((value, titles.get(value, value)) for value in (*titles, *rest) if value in used)


def counted(facet: Facet, tally: Mapping[str, int], chosen: Sequence[str]) -> tuple[Count, ...]:
    """The values of a facet with counts, most first; a chosen one stays whatever its count."""
    titles = dict(facet.values)
    values = [value for value in titles if tally.get(value)]
    values += [value for value in chosen if value not in values]
    found = [Count(value, titles.get(value, value), tally.get(value, 0), value in chosen) for value in values]
    return tuple(sorted(found, key=lambda count: (-count.count, fold(count.title), count.value)))
