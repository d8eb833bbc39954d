"""All values of a collection, indexed: who is what, who refers to whom, and in which sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from recordbook import lock
from recordbook.prose import Heading, Html, Marker, Prose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recordbook.contract import Contract
    from recordbook.links import Key, Link, Rendered
    from recordbook.loading import Loaded
    from recordbook.lock import Entry
    from recordbook.records import Annotation, Collection, Quote, Record, Report, Route, Source, System
    from recordbook.text import Place

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class ReportSection:
    """One section of a report with its blocks in order."""

    title: str
    place: Place
    blocks: tuple[Html | Marker | Heading, ...]


@dataclass(frozen=True)
class Book:
    """The indexed collection."""

    contract: Contract
    collection: Collection
    systems: Mapping[str, System]
    reports: Mapping[tuple[str, str], Report]
    """System and member to the report."""
    records: Mapping[Key, Record]
    annotations: Mapping[tuple[str, str, str], Annotation]
    """System, annotated id and member to the annotation."""
    prose: Mapping[str, Rendered] = field(repr=False)
    """File to its rendered Markdown."""
    links: tuple[Link, ...] = field(repr=False)
    unread: frozenset[tuple[str, str]] = frozenset()
    locks: Mapping[str, Mapping[str, Entry]] = field(default_factory=dict, repr=False)
    """System to the entries of its evidence lock."""

    @cached_property
    def backlinks(self) -> Mapping[Key, tuple[Link, ...]]:
        """Each id to the links that lead to it, in the order of their places."""
        index: dict[Key, list[Link]] = {}
        for link in self.links:
            index.setdefault(self.canonical(link.target), []).append(link)
        return {key: tuple(links) for key, links in index.items()}

    @cached_property
    def outlinks(self) -> Mapping[Key, tuple[Link, ...]]:
        """Each record to the links that start at it."""
        index: dict[Key, list[Link]] = {}
        for link in self.links:
            if link.citer.form == "record":
                index.setdefault((link.citer.system, link.citer.name), []).append(link)
        return {key: tuple(links) for key, links in index.items()}

    @cached_property
    def records_of(self) -> Mapping[str, tuple[Record, ...]]:
        """System to its records by id."""
        return {slug: tuple(record for key, record in self.records.items() if key[0] == slug) for slug in self.systems}

    @cached_property
    def annotations_on(self) -> Mapping[Key, tuple[Annotation, ...]]:
        """Each id to its annotations, by member."""
        index: dict[Key, list[Annotation]] = {}
        for annotation in self.annotations.values():
            index.setdefault((annotation.system, annotation.on), []).append(annotation)
        return {key: tuple(values) for key, values in index.items()}

    def canonical(self, key: Key) -> Key:
        """The key that an alias leads to, or the key itself."""
        system = self.systems.get(key[0])
        if key in self.records or system is None or key[1] not in system.aliases:
            return key
        return key[0], system.aliases[key[1]]

    def state(self, key: Key) -> str:
        """``published``, ``alias``, ``retired``, ``unpublished``, ``unread`` or ``dangling``."""
        system = self.systems.get(key[0])
        if key in self.records:
            return "published"
        if key in self.unread or (key[0], "system") in self.unread:
            return "unread"
        if system is None:
            return "dangling"
        for state, ids in (("alias", system.aliases), ("retired", system.retired), ("unpublished", system.unpublished)):
            if key[1] in ids:
                return state
        return "dangling"

    def source(self, value: Record | Annotation | Report, quote: Quote) -> Source | None:
        """The source that a quote names; None where its system declares none of that name."""
        system = self.systems.get(value.system)
        return system.sources.get(quote.source) if system else None

    def quote_entry(self, value: Record | Annotation | Report, quote: Quote) -> Entry | None:
        """The lock's entry for a quote as it stands; None where there is none, or one for something else."""
        entry = self.locks.get(value.system, {}).get(lock.key(value, quote))
        return entry if entry and not lock.changes(entry, quote, self.source(value, quote)) else None

    def quote_state(self, value: Record | Annotation | Report, quote: Quote) -> str:
        """What is known of a quote without looking: ``verified`` by the lock, ``unavailable`` or ``unpinned``."""
        source = self.source(value, quote)
        if source is None or not lock.pin(source):
            return "unpinned"
        return "verified" if self.quote_entry(value, quote) else "unavailable"

    def quote_lines(self, value: Record | Annotation | Report, quote: Quote) -> tuple[int, int] | None:
        """Where a quote was found, else where it says that it stands; None where neither is known."""
        entry = self.quote_entry(value, quote)
        return entry.lines if entry else quote.lines

    def text(self, uri: str, route: Route) -> Prose | None:
        """The rendered Markdown at a route of a file."""
        texts = self.prose.get(uri)
        return texts.get(route) if texts else None

    def sections(self, report: Report) -> tuple[ReportSection, ...]:
        """The sections of a report as written. What stands before the first heading belongs to none."""
        body = self.text(report.uri, ("body",))
        sections: list[ReportSection] = []
        heading: Heading | None = None
        blocks: list[Html | Marker | Heading] = []
        for block in body.blocks if body else ():
            if isinstance(block, Heading) and block.level == 2:  # noqa: PLR2004 - a section's level
                if heading is not None:
                    sections.append(ReportSection(heading.text, heading.place, tuple(blocks)))
                heading, blocks = block, []
            else:
                blocks.append(block)
        if heading is not None:
            sections.append(ReportSection(heading.text, heading.place, tuple(blocks)))
        return tuple(sections)


def build(loaded: Loaded) -> Book:
    """The book of what was loaded.

    Of two values with one key the first in the order of files stays. What belongs to a system that could not be read
    has no place in the book: there is nothing to name its sources or to head its pages.
    """
    known = {system.slug for system in loaded.systems}
    return Book(
        contract=loaded.contract,
        collection=loaded.collection,
        systems=_index((system.slug, system) for system in loaded.systems),
        reports=_index(((r.system, r.member), r) for r in loaded.reports if r.system in known),
        records=_index(((r.system, r.id), r) for r in loaded.records if r.system in known),
        annotations=_index(((a.system, a.on, a.by), a) for a in loaded.annotations if a.system in known),
        prose={value.uri: loaded.readings[value.uri].prose for value in (*loaded.systems, *loaded.quoting)},
        links=tuple(
            link
            for value in (*loaded.quoting, *loaded.systems)
            for link in loaded.readings[value.uri].links
            if link.citer.system in known
        ),
        unread=frozenset(loaded.unread),
        locks={slug: lock.read(document, slug)[0] for slug, document in loaded.locks.items()},
    )


def _index(pairs: Iterator[tuple[K, V]]) -> dict[K, V]:
    index: dict[K, V] = {}
    for key, value in pairs:
        index.setdefault(key, value)
    return dict(sorted(index.items(), key=lambda pair: pair[0]))  # type: ignore[arg-type,return-value]
