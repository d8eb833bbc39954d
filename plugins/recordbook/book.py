"""All values of a collection, indexed: who is what, who refers to whom, and in which sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from recordbook import lock, prose
from recordbook.prose import Heading, Html, Marker, Passage, Prose
from recordbook.records import Annotation, Collection, Part, Quote, Record, Relation, Report, Route, Source, System
from recordbook.text import Place, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recordbook.contract import Contract
    from recordbook.loading import Loaded
    from recordbook.lock import Entry

K = TypeVar("K")
V = TypeVar("V")
Key: TypeAlias = tuple[str, str]
"""System and id."""
Authored: TypeAlias = Record | Annotation | Report | System


@dataclass(frozen=True, slots=True)
class Citer:
    """Where a reference stands, as a reader finds it."""

    system: str
    form: str
    """``record``, ``annotation``, ``section``, ``row`` or ``system``."""
    name: str
    """The record's id, the annotated id, the section's title, the row's operation, or the system's slug."""
    member: str
    number: int = 0
    """Of an item in its section or a row in its table, from 1; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class Link:
    """One reference from one place to one id."""

    citer: Citer
    target: Key
    type: str
    """A relation of the contract, ``part_of``, ``annotates``, ``covers`` or ``mentions``."""
    sentence: str
    """The sentence that holds the reference, as plain text; empty where there is none."""
    place: Place


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
    prose: Mapping[tuple[str, Route], Prose] = field(repr=False)
    """File and route to the rendered Markdown there; a body's route is ``("body",)``."""
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
        return self.prose.get((uri, route))

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
    rendered = _render(loaded)
    known = {system.slug for system in loaded.systems}
    return Book(
        contract=loaded.contract,
        collection=loaded.collection,
        systems=_index((system.slug, system) for system in loaded.systems),
        reports=_index(((r.system, r.member), r) for r in loaded.reports if r.system in known),
        records=_index(((r.system, r.id), r) for r in loaded.records if r.system in known),
        annotations=_index(((a.system, a.on, a.by), a) for a in loaded.annotations if a.system in known),
        prose=rendered,
        links=tuple(link for link in _links(loaded, rendered) if link.citer.system in known),
        unread=frozenset(loaded.unread),
        locks={slug: lock.read(document, slug)[0] for slug, document in loaded.locks.items()},
    )


def _index(pairs: Iterator[tuple[K, V]]) -> dict[K, V]:
    index: dict[K, V] = {}
    for key, value in pairs:
        index.setdefault(key, value)
    return dict(sorted(index.items(), key=lambda pair: pair[0]))  # type: ignore[arg-type,return-value]


# Markdown


def parts(value: Record | Annotation) -> Iterator[Part]:
    """Every statement of a record or an annotation that is inline Markdown."""
    if isinstance(value, Record):
        for fact in value.facts:
            yield from fact.parts
        for facet in value.facets:
            if facet.reason is not None:
                yield facet.reason
        if value.no_counterpart:
            yield Part("", value.no_counterpart, ("no_counterpart",))
    for relation in value.relations:
        yield from relation.why


def _inline(value: Authored) -> Iterator[tuple[Route, str]]:
    if isinstance(value, Record | Annotation):
        for part in parts(value):
            yield part.route, part.text
    elif isinstance(value, Report):
        for row in value.coverage:
            for name, text in (("note", row.note), ("limit", row.limit)):
                if text:
                    yield (*row.route, name), text
    else:
        for name, lines in (("unpublished", value.unpublished), ("retired", value.retired)):
            for identifier, text in lines.items():
                yield (name, identifier), text


def _render(loaded: Loaded) -> dict[tuple[str, Route], Prose]:
    rendered: dict[tuple[str, Route], Prose] = {}
    values: tuple[Authored, ...] = (*loaded.systems, *loaded.quoting)
    for value in values:
        origin = value.origin
        routes, passages = [], []
        for route, text in _inline(value):
            span = origin.mark(route).value
            routes.append(route)
            passages.append(Passage(origin.text, span.start, span.end, text))
        for route, result in zip(routes, prose.render_inline(passages), strict=True):
            rendered[value.uri, route] = result
        if not isinstance(value, System) and value.body.strip():
            levels = frozenset({2, 3}) if isinstance(value, Report) else frozenset()
            span = origin.marks[("body",)].value if ("body",) in origin.marks else origin.body
            passage = Passage(origin.text, span.start, span.end, value.body)
            rendered[value.uri, ("body",)] = prose.render(passage, headings=levels)
    return rendered


# Links


def _links(loaded: Loaded, rendered: Mapping[tuple[str, Route], Prose]) -> Iterator[Link]:
    for record in loaded.records:
        citer = Citer(record.system, "record", record.id, record.member)
        if record.part_of:
            place = record.origin.place(("part_of",))
            yield Link(citer, (record.system, record.part_of), "part_of", "", place)
        yield from _relations(record, citer, rendered)
        yield from _plain(record.summary, citer, record, ("summary",))
        yield from _mentions(record, citer, rendered)
    for note in loaded.annotations:
        citer = Citer(note.system, "annotation", note.on, note.by)
        body = rendered.get((note.uri, ("body",)))
        sentence = body.summary if body else ""
        yield Link(citer, (note.system, note.on), "annotates", sentence, note.origin.place(("on",)))
        yield from _relations(note, citer, rendered)
        yield from _mentions(note, citer, rendered)
    for report in loaded.reports:
        yield from _report_links(report, rendered)
    for system in loaded.systems:
        citer = Citer(system.slug, "system", system.slug, "")
        yield from _mentions(system, citer, rendered)


def _relations(value: Record | Annotation, citer: Citer, rendered: Mapping[tuple[str, Route], Prose]) -> Iterator[Link]:
    for relation in value.relations:
        place = value.origin.place((*relation.route, "to"))
        yield Link(citer, (value.system, relation.target), relation.type, _why(value.uri, relation, rendered), place)


def _why(uri: str, relation: Relation, rendered: Mapping[tuple[str, Route], Prose]) -> str:
    return " ".join(rendered[uri, part.route].plain for part in relation.why)


def _plain(text: str, citer: Citer, value: Record, route: Route) -> Iterator[Link]:
    raw = value.origin.mark(route).value
    at = raw.start
    for system, identifier, start, end in prose.plain_references(text):
        found = value.origin.text.content.find(text[start:end], at, raw.end)
        at = found + end - start if found >= 0 else at
        span = Span(at - (end - start), at) if found >= 0 else raw
        yield Link(citer, (system or value.system, identifier), "mentions", text, value.origin.text.place(span))


def _mentions(value: Authored, citer: Citer, rendered: Mapping[tuple[str, Route], Prose]) -> Iterator[Link]:
    slug = value.slug if isinstance(value, System) else value.system
    for route in (*(route for route, _ in _inline(value)), ("body",)):
        text = rendered.get((value.uri, route))
        for reference in text.references if text else ():
            target = (reference.system or slug, reference.id)
            yield Link(citer, target, "mentions", reference.sentence, reference.place)


def _report_links(report: Report, rendered: Mapping[tuple[str, Route], Prose]) -> Iterator[Link]:
    for number, row in enumerate(report.coverage, 1):
        citer = Citer(report.system, "row", row.operation, report.member, number)
        for index, identifier in enumerate(row.records):
            place = report.origin.place((*row.route, "records", index))
            yield Link(citer, (report.system, identifier), "covers", row.operation, place)
        for name in ("note", "limit"):
            text = rendered.get((report.uri, (*row.route, name)))
            for reference in text.references if text else ():
                target = (reference.system or report.system, reference.id)
                yield Link(citer, target, "mentions", reference.sentence, reference.place)
    body = rendered.get((report.uri, ("body",)))
    headings = [block for block in body.blocks if isinstance(block, Heading)] if body else []
    for reference in body.references if body else ():
        citer = _section_citer(report, headings, reference.place)
        target = (reference.system or report.system, reference.id)
        yield Link(citer, target, "mentions", reference.sentence, reference.place)


def _section_citer(report: Report, headings: list[Heading], place: Place) -> Citer:
    """The section, and the item in it, that a place of a report stands in."""
    title, number = "", 0
    for heading in headings:
        if heading.place.line > place.line:
            break
        if heading.level == 2:  # noqa: PLR2004 - a section's level
            title, number = heading.text, 0
        else:
            number += 1
    return Citer(report.system, "section", title, report.member, number)
