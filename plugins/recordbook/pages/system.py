"""The page of one system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.cards import SourceView, Word, source_view
from recordbook.pages.layout import render, slug, trail
from recordbook.site import Anchor, Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from recordbook.book import Book
    from recordbook.contract import Kind
    from recordbook.pages.desk import Desk
    from recordbook.records import Annotation, Record, Report


@dataclass(frozen=True)
class ReportLink:
    """A report in a list."""

    title: str
    href: str
    definition: str


@dataclass(frozen=True)
class View:
    """What the template of a system lays out."""

    crumbs: tuple[tuple[str, str], ...]
    summary: Markup
    count: int
    annotations: int
    quote_counts: tuple[Word, ...]
    reports: tuple[ReportLink, ...]
    kinds: tuple[tuple[Kind, tuple[Markup, ...]], ...]
    sources: tuple[SourceView, ...]
    unpublished: tuple[tuple[Markup, int], ...]
    edit: str


def states_of(desk: Desk, slug_of: str) -> list[str]:
    """The state of every quote of a system."""
    book = desk.book
    values: tuple[Record | Annotation | Report, ...] = (
        *book.records_of[slug_of],
        *(note for note in book.annotations.values() if note.system == slug_of),
        *(report for report in book.reports.values() if report.system == slug_of),
    )
    return [book.quote_state(value, quote) for value in values for quote in value.quotes]


def _reports(book: Book, name: str) -> Iterator[ReportLink]:
    for report in book.reports.values():
        if report.system == name:
            member = book.contract.members[report.member]
            yield ReportLink(report.title, reference(addresses.report(name, member)), member.definition)


def page(desk: Desk, name: str) -> Page:
    """The page of a system."""
    book = desk.book
    source = addresses.system(name)
    cards, system = desk.cards, book.systems[name]
    records = desk.ordered[name]
    kinds = tuple(
        (kind, tuple(desk.row(record, system=False) for record in group)) for kind, group in cards.kinds(records)
    )
    view = View(
        crumbs=trail((system.title, "")),
        summary=cards.plain(system.summary, name),
        count=len(records),
        annotations=sum(note.system == name for note in book.annotations.values()),
        quote_counts=cards.quote_counts(states_of(desk, name)),
        reports=tuple(_reports(book, name)),
        kinds=kinds,
        sources=tuple(source_view(cards.addressed(entry)) for entry in system.sources.values()),
        unpublished=tuple(
            (cards.chip((name, entry)), len(desk.backlinks((name, entry)))) for entry in sorted(system.unpublished)
        ),
        edit=desk.edit(system.uri),
    )
    anchors = (
        Anchor("Reports", "reports"),
        Anchor("Records", "records", tuple(Anchor(kind.plural, slug(kind.plural)) for kind, _ in kinds)),
    )
    html = render("system.html", view=view, system=system)
    return Page(
        source,
        system.title,
        "system",
        system.summary,
        html,
        anchors,
        system.uri,
        trail=view.crumbs,
        twins=(addresses.twins(name),),
    )
