"""The page of one report: its prose in order, with the records as cards that open in place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from markupsafe import Markup

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.cards import Cards, CardView, NoteView, QuoteView, SourceView, Word, source_view
from recordbook.dates import spelled
from recordbook.pages.citation import Citation, citation, quotes
from recordbook.pages.layout import render, slug, trail
from recordbook.prose import Heading, Html
from recordbook.site import Anchor, Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.book import ReportSection
    from recordbook.contract import Kind, Section
    from recordbook.pages.desk import Desk
    from recordbook.records import Annotation, CoverageRow, Record, Report


@dataclass(frozen=True)
class Holder:
    """The place of a report's coverage table, records or annotations."""

    holds: str


Block: TypeAlias = Markup | QuoteView | Holder


@dataclass(frozen=True)
class Item:
    """One item of a section."""

    title: Markup
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class SectionView:
    """One section."""

    title: str
    anchor: str
    blocks: tuple[Block, ...]
    entries: tuple[Item, ...]


@dataclass(frozen=True)
class OpenCard:
    """A record's card with what it holds."""

    head: CardView
    facts: Markup
    body: Markup
    quotes: Markup
    references: int


@dataclass(frozen=True)
class KindGroup:
    """The records of one kind."""

    kind: Kind
    anchor: str
    cards: tuple[OpenCard, ...]


@dataclass(frozen=True)
class Row:
    """One row of the coverage table."""

    operation: str
    basis: str
    paths: tuple[tuple[str, str], ...]
    chips: tuple[Markup, ...]
    note: Markup
    limit: Markup


@dataclass(frozen=True)
class View:
    """What the template of a report lays out."""

    crumbs: tuple[tuple[str, str], ...]
    lede: Markup
    count: int
    quote_counts: tuple[Word, ...]
    sources: tuple[SourceView, ...]
    reviewed: str
    anchors: tuple[Anchor, ...]
    sections: tuple[SectionView, ...]
    coverage: tuple[Row, ...]
    kinds: tuple[KindGroup, ...]
    notes: tuple[NoteView, ...]
    citations: tuple[Citation, ...]
    edit: str


def page(desk: Desk, report: Report) -> Page:
    """The page of a report."""
    member = desk.book.contract.members[report.member]
    source = addresses.report(report.system, member)
    cards = desk.cards
    records = tuple(record for record in desk.ordered[report.system] if record.member == report.member)
    sections = tuple(_sections(desk, cards, report))
    kinds = tuple(_kind(desk, kind, group) for kind, group in cards.kinds(records))
    system = desk.book.systems[report.system]
    notes = tuple(n for n in desk.book.annotations.values() if (n.system, n.by) == (report.system, report.member))
    values: tuple[Record | Annotation | Report, ...] = (report, *records, *notes)
    states = [desk.book.quote_state(value, quote) for value in values for quote in value.quotes]
    view = View(
        crumbs=trail((system.title, reference(addresses.system(report.system))), (f"{member.title} report", "")),
        lede=cards.plain(system.summary, report.system),
        count=len(records),
        quote_counts=cards.quote_counts(states),
        sources=tuple(source_view(cards.addressed(entry)) for entry in system.sources.values()),
        reviewed=spelled(report.reviewed),
        anchors=tuple(_anchors(desk, report, sections, kinds)),
        sections=sections,
        coverage=tuple(_row(cards, report, row) for row in report.coverage),
        kinds=kinds,
        notes=tuple(cards.note(note) for note in notes),
        citations=(citation("This report", cards.report_work(report)), *quotes(desk, report)),
        edit=desk.edit(report.uri),
    )
    html = render("report.html", view=view, report=report)
    return Page(
        source,
        report.title,
        "report",
        system.summary,
        html,
        view.anchors,
        report.uri,
        shows=tuple((addresses.record(one.system, one.id), one.id.lower()) for one in records),
        trail=view.crumbs,
    )


def _anchors(
    desk: Desk, report: Report, sections: tuple[SectionView, ...], kinds: tuple[KindGroup, ...]
) -> Iterator[Anchor]:
    holds = {section.title: section.holds for section in desk.book.contract.members[report.member].sections}
    for section in sections:
        children: tuple[Anchor, ...] = ()
        if holds.get(section.title) == "records":
            children = tuple(Anchor(g.kind.plural, g.anchor, (), str(len(g.cards))) for g in kinds)
        yield Anchor(section.title, section.anchor, children)


def _sections(desk: Desk, cards: Cards, report: Report) -> Iterator[SectionView]:
    wanted = {section.title: section for section in desk.book.contract.members[report.member].sections}
    for section in desk.book.sections(report):
        yield _section(cards, report, section, wanted.get(section.title))


def _section(cards: Cards, report: Report, section: ReportSection, wanted: Section | None) -> SectionView:
    blocks: list[Block] = []
    items: list[tuple[Markup, list[Block]]] = []
    placed = False
    for block in section.blocks:
        into = items[-1][1] if items else blocks
        if isinstance(block, Heading):
            items.append((cards.prose(block.html, report.system, report), []))
        elif isinstance(block, Html):
            into.append(cards.prose(block.html, report.system, report))
        elif block.name == "quote":
            into += cards.marked(report, block)
        elif wanted is not None and block.name == wanted.holds:
            into.append(Holder(block.name))
            placed = True
    if wanted is not None and wanted.holds and not placed:
        blocks.append(Holder(wanted.holds))
    anchor = wanted.anchor if wanted else slug(section.title)
    return SectionView(section.title, anchor, tuple(blocks), tuple(Item(title, tuple(parts)) for title, parts in items))


def _kind(desk: Desk, kind: Kind, records: tuple[Record, ...]) -> KindGroup:
    return KindGroup(kind, slug(kind.plural), tuple(_card(desk, record) for record in records))


def _card(desk: Desk, record: Record) -> OpenCard:
    return OpenCard(
        head=desk.cards.card(record),
        facts=desk.facts(record),
        body=desk.body(record),
        quotes=desk.quotes(record),
        references=len(desk.backlinks((record.system, record.id))),
    )


def _row(cards: Cards, report: Report, row: CoverageRow) -> Row:
    source = cards.only_source(report.system)
    return Row(
        operation=row.operation,
        basis=", ".join(row.basis).capitalize(),
        paths=tuple((path, cards.file_page(report.system, source, path)) for path in row.paths),
        chips=tuple(cards.chip((report.system, identifier)) for identifier in row.records),
        note=cards.inline(report.uri, (*row.route, "note"), report.system, report),
        limit=cards.inline(report.uri, (*row.route, "limit"), report.system, report),
    )
