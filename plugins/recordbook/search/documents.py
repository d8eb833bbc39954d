"""What can be found: one value for each record, unpublished id, annotation, item of a report, system and cited file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup

from recordbook import addresses
from recordbook.cards.links import Links
from recordbook.contract import Section
from recordbook.links import parts
from recordbook.prose import Heading, Html
from recordbook.records import Annotation, Record, Report
from recordbook.search.tokens import ends, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from recordbook.book import Book, ReportSection
    from recordbook.cited import CitedFile
    from recordbook.records import System
    from recordbook.site import Site

NAME, ID, LABEL, SUMMARY, FIELDS, BODY, QUOTE, FILE = range(8)
"""The fields of a document, strongest first. A name is what the whole document is called: an id, a path."""
FORMS = {
    "record": "Record",
    "unpublished": "Unpublished id",
    "retired": "Retired id",
    "annotation": "Annotation",
    "section": "Report section",
    "system": "System",
    "file": "Source file",
    "page": "Page",
}
"""Every form that a document may have, in the order of their numbers, with its title."""


@dataclass(frozen=True)
class Document:
    """One thing to find."""

    form: str
    system: str
    id: str
    """The id of a record, the annotated id, the path of a file, the slug of a system; else what tells it apart."""
    title: str
    url: str
    """From the root of the site."""
    uri: str = ""
    """The file of the collection that it stands in."""
    names: tuple[str, ...] = ()
    """What the whole document is called."""
    texts: tuple[tuple[int, str], ...] = ()
    """Each stretch of text with its field, in reading order."""
    quotes: tuple[tuple[str, str], ...] = ()
    """Path and text of each quote."""
    paths: tuple[str, ...] = ()
    """Cited paths that no quote names."""
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Facet to the document's values in it."""
    verified: int = 0
    """How many of its quotes are verified."""

    @property
    def rank(self) -> tuple[int, str, str]:
        """Its place among all documents: an edit that keeps ids and titles keeps it."""
        return list(FORMS).index(self.form), self.system, self.id


def collect(site: Site) -> tuple[Document, ...]:
    """Every document of a collection, in the order of their numbers."""
    book = site.book
    collector = _Collector(site)
    found: list[Document] = [
        *map(collector.record, book.records.values()),
        *map(collector.annotation, book.annotations.values()),
        *map(collector.file, collector.links.files.values()),
    ]
    for system in book.systems.values():
        found.append(collector.system(system))
        found += collector.identifiers(system)
    for report in book.reports.values():
        found += collector.sections(report)
    return tuple(sorted(found, key=lambda document: document.rank))


class _Collector:
    def __init__(self, site: Site) -> None:
        self.book, self.addresses, self.contract = site.book, site.addresses, site.book.contract
        self.links = Links(site)
        self.paths = {fold(path) for _, _, path in self.links.files}
        self.aliases: dict[tuple[str, str], list[str]] = {}
        for system in site.book.systems.values():
            for old, new in system.aliases.items():
                self.aliases.setdefault((system.slug, new), []).append(old)

    def record(self, record: Record) -> Document:
        """A record, also under its former ids."""
        texts = [(LABEL, record.label), (SUMMARY, record.summary)]
        texts += [(FIELDS, text) for text in self._statements(record)]
        states = [self.book.quote_state(record, quote) for quote in record.quotes]
        attributes = {
            **self._identity(record.system, record.id, "record"),
            "status": _some(record.implementation),
            "operation": _some(record.operation),
            "verification": tuple(dict.fromkeys(states)),
            "has": self._has(record, states),
            "source": tuple(dict.fromkeys(entry.source for entry in record.evidence)),
            "relation": tuple(dict.fromkeys(relation.type for relation in record.relations)),
            **{facet.name: facet.values or _some(facet.state) for facet in record.facets},
        }
        return Document(
            form="record",
            system=record.system,
            id=record.id,
            title=record.label,
            url=self._url(addresses.record(record.system, record.id)),
            uri=record.uri,
            names=(record.id, *sorted(self.aliases.get((record.system, record.id), ()))),
            texts=(*texts, *_body(self.book, record)),
            quotes=_quotes(record),
            paths=_unquoted(record, (path for entry in record.evidence for path in entry.paths)),
            attributes=attributes,
            verified=states.count("verified"),
        )

    def _statements(self, value: Record | Annotation) -> Iterator[str]:
        """What a record says in its fields and about its neighbors, with the ids of those."""
        targets = {part: relation for relation in value.relations for part in relation.why}
        if isinstance(value, Record) and value.part_of:
            yield f"part of {value.part_of}"
        for part in parts(value):
            text = self.book.text(value.uri, part.route)
            relation = targets.get(part)
            label = f"{self.contract.relations[relation.type].label} {relation.target}:" if relation else part.state
            yield " ".join(filter(None, (label, text.plain if text else "")))

    def _has(self, record: Record, states: list[str]) -> tuple[str, ...]:
        held = {
            "quotes": bool(states),
            "unverified": any(state != "verified" for state in states),
            "relations": bool(record.relations),
            "annotations": (record.system, record.id) in self.book.annotations_on,
        }
        return tuple(name for name, holds in held.items() if holds)

    def annotation(self, note: Annotation) -> Document:
        """An annotation, on the page of the report that makes it."""
        member = self.contract.members[note.by]
        states = [self.book.quote_state(note, quote) for quote in note.quotes]
        return Document(
            form="annotation",
            system=note.system,
            id=note.on,
            title=f"{member.title} on {note.on}",
            url=self._url(addresses.report(note.system, member), note.anchor),
            uri=note.uri,
            texts=(
                (LABEL, f"{member.title} on {note.on}"),
                *((FIELDS, text) for text in self._statements(note)),
                *_body(self.book, note),
            ),
            quotes=_quotes(note),
            paths=_unquoted(note, (path for entry in note.evidence for path in entry.paths)),
            attributes={
                "form": ("annotation",),
                "system": (note.system,),
                "member": (note.by,),
                "verification": tuple(dict.fromkeys(states)),
                "source": tuple(dict.fromkeys(entry.source for entry in note.evidence)),
                "relation": tuple(dict.fromkeys(relation.type for relation in note.relations)),
            },
            verified=states.count("verified"),
        )

    def file(self, cited: CitedFile) -> Document:
        """A cited file, also called by each end of its path that is no other file's whole path."""
        return Document(
            form="file",
            system=cited.system,
            id=f"{cited.source}/{cited.path}",
            title=cited.path,
            url=self._url(self.links.file_source((cited.system, cited.source, cited.path))),
            names=(cited.path, *(end for end in ends(cited.path) if end not in self.paths)),
            attributes={"form": ("file",), "system": (cited.system,), "source": (cited.source,)},
        )

    def system(self, system: System) -> Document:
        """A system."""
        return Document(
            form="system",
            system=system.slug,
            id=system.slug,
            title=system.title,
            url=self._url(addresses.system(system.slug)),
            uri=system.uri,
            names=tuple(dict.fromkeys((system.slug, system.title))),
            texts=((LABEL, system.title), (SUMMARY, system.summary)),
            attributes={"form": ("system",), "system": (system.slug,)},
        )

    def identifiers(self, system: System) -> Iterator[Document]:
        """Ids of a system that have a page and no record."""
        for form in ("unpublished", "retired"):
            for identifier in getattr(system, form):
                if (system.slug, identifier) not in self.book.records:
                    text = self.book.text(system.uri, (form, identifier))
                    yield Document(
                        form=form,
                        system=system.slug,
                        id=identifier,
                        title=identifier,
                        url=self._url(addresses.record(system.slug, identifier)),
                        uri=system.uri,
                        names=(identifier,),
                        texts=((SUMMARY, text.plain),) if text else (),
                        attributes=self._identity(system.slug, identifier, form),
                    )

    def sections(self, report: Report) -> Iterator[Document]:
        """The sections of a report and the items in them, each where it can be opened."""
        member = self.contract.members[report.member]
        page = addresses.report(report.system, member)
        wanted = {section.title: section for section in member.sections}
        for section in self.book.sections(report):
            known = wanted.get(section.title)
            rows = _coverage(self.book, report) if known and known.holds == "coverage" else ()
            for number, (title, texts) in enumerate(_items(section)):
                own = texts if number else [*texts, *rows]
                if own:
                    anchor = f"{_anchor(section.title)}-{number}" if number else _anchor(section.title)
                    yield Document(
                        form="section",
                        system=report.system,
                        id=f"{report.member}/{anchor}",
                        title=title,
                        url=self._url(page, anchor),
                        uri=report.uri,
                        texts=((LABEL, title), *((BODY, text) for text in own)),
                        attributes={"form": ("section",), "system": (report.system,), "member": (report.member,)},
                    )

    def _identity(self, system: str, identifier: str, form: str) -> dict[str, tuple[str, ...]]:
        member, kind = self.contract.parse_id(identifier) or ("", "")
        return {"form": (form,), "system": (system,), "kind": _some(kind), "member": _some(member)}

    def _url(self, source: str, fragment: str = "") -> str:
        url = self.addresses.url(source)
        return f"{url}#{fragment}" if fragment else url


def _some(value: str) -> tuple[str, ...]:
    return (value,) if value else ()


def _body(book: Book, value: Record | Annotation) -> Iterator[tuple[int, str]]:
    body = book.text(value.uri, ("body",))
    if body and body.plain:
        yield BODY, body.plain


def _quotes(value: Record | Annotation) -> tuple[tuple[str, str], ...]:
    return tuple((quote.path, quote.text) for quote in value.quotes)


def _unquoted(value: Record | Annotation, paths: Iterable[str]) -> tuple[str, ...]:
    quoted = {quote.path for quote in value.quotes}
    return tuple(path for path in dict.fromkeys(paths) if path not in quoted)


def _coverage(book: Book, report: Report) -> Iterator[str]:
    for row in report.coverage:
        texts = (book.text(report.uri, (*row.route, name)) for name in ("note", "limit"))
        yield " ".join((row.operation, *(text.plain for text in texts if text), *row.paths))


def _items(section: ReportSection) -> list[tuple[str, list[str]]]:
    """The section's own text, then each of its items."""
    items: list[tuple[str, list[str]]] = [(section.title, [])]
    for block in section.blocks:
        if isinstance(block, Heading):
            items.append((block.text, []))
        elif isinstance(block, Html):
            items[-1][1].append(str(Markup(block.html).striptags()))  # noqa: S704 - the tags go
    return items


def _anchor(title: str) -> str:
    return Section(title, "", items=False).anchor
