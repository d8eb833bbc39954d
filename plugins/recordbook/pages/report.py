"""The page of one report: its prose in order, with the records as cards that open in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from markupsafe import Markup

from recordbook import addresses
from recordbook.book import ReportSection
from recordbook.cards import Cards, CardView, FactView, NoteView, QuoteView, SourceView, Word
from recordbook.contract import Kind, Section
from recordbook.pages.layout import render, slug, spelled, trail
from recordbook.pages.record import in_order
from recordbook.prose import Heading, Html, Marker
from recordbook.records import CoverageRow, Record, Report
from recordbook.site import Anchor, Page, Site


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
    summary: str
    facts: tuple[FactView, ...]
    blocks: tuple[Markup | QuoteView, ...]
    quotes: tuple[QuoteView, ...]
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
    edit: str


def page(site: Site, report: Report) -> Page:
    """The page of a report."""
    member = site.book.contract.members[report.member]
    source = addresses.report(report.system, member)
    cards = Cards(site, source, (report.system, report.member))
    records = tuple(record for record in in_order(site, report.system) if record.member == report.member)
    sections = tuple(_sections(site, cards, report))
    kinds = tuple(_kind(site, cards, kind, group) for kind, group in cards.kinds(records))
    system = site.book.systems[report.system]
    notes = tuple(n for n in site.book.annotations.values() if (n.system, n.by) == (report.system, report.member))
    states = [site.book.quote_state(value, quote) for value in (report, *records, *notes) for quote in value.quotes]
    view = View(
        crumbs=trail(cards, (system.title, cards.link(addresses.system(report.system))), (f"{member.title} report", "")),
        lede=cards.plain(system.summary, report.system),
        count=len(records),
        quote_counts=cards.quote_counts(states),
        sources=tuple(cards.source_view(entry) for entry in system.sources.values()),
        reviewed=spelled(report.reviewed),
        anchors=tuple(_anchors(site, report, sections, kinds)),
        sections=sections,
        coverage=tuple(_row(cards, report, row) for row in report.coverage),
        kinds=kinds,
        notes=tuple(cards.note(note) for note in notes),
        edit=site.edit(report.uri),
    )
    html = render("report.html", view=view, report=report)
    return Page(source, report.title, "report", system.summary, html, view.anchors, report.uri)


def _anchors(
    site: Site, report: Report, sections: tuple[SectionView, ...], kinds: tuple[KindGroup, ...]
) -> Iterator[Anchor]:
    holds = {section.title: section.holds for section in site.book.contract.members[report.member].sections}
    for section in sections:
        children: tuple[Anchor, ...] = ()
        if holds.get(section.title) == "records":
            children = tuple(Anchor(g.kind.plural, g.anchor, (), str(len(g.cards))) for g in kinds)
        yield Anchor(section.title, section.anchor, children)


def _sections(site: Site, cards: Cards, report: Report) -> Iterator[SectionView]:
    wanted = {section.title: section for section in site.book.contract.members[report.member].sections}
    for section in site.book.sections(report):
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
            into += cards.marked(report, block, "report-")
        elif wanted is not None and block.name == wanted.holds:
            into.append(Holder(block.name))
            placed = True
    if wanted is not None and wanted.holds and not placed:
        blocks.append(Holder(wanted.holds))
    anchor = wanted.anchor if wanted else slug(section.title)
    return SectionView(section.title, anchor, tuple(blocks), tuple(Item(title, tuple(parts)) for title, parts in items))


def _kind(site: Site, cards: Cards, kind: Kind, records: tuple[Record, ...]) -> KindGroup:
    return KindGroup(kind, slug(kind.plural), tuple(_card(site, cards, record) for record in records))


def _card(site: Site, cards: Cards, record: Record) -> OpenCard:
    prefix = f"{record.id.lower()}-"
    key = (record.system, record.id)
    return OpenCard(
        head=cards.card(record),
        summary=record.summary,
        facts=cards.facts(record),
        blocks=cards.blocks(record, prefix),
        quotes=cards.quotes(record, prefix, cards.unmarked(record)),
        references=len(cards.backlinks(key)),
    )


def _row(cards: Cards, report: Report, row: CoverageRow) -> Row:
    source = cards.only_source(report.system)
    return Row(
        operation=row.operation,
        basis=", ".join(row.basis).capitalize(),
        paths=tuple((path, cards.permalink(report.system, source, path, None)) for path in row.paths),
        chips=tuple(cards.chip((report.system, identifier)) for identifier in row.records),
        note=_inline(cards, report, row, "note"),
        limit=_inline(cards, report, row, "limit"),
    )


def _inline(cards: Cards, report: Report, row: CoverageRow, name: str) -> Markup:
    text = cards.book.text(report.uri, (*row.route, name))
    html = "".join(block.html for block in text.blocks if isinstance(block, Html)) if text else ""
    return cards.prose(html.strip().removeprefix("<p>").removesuffix("</p>"), report.system, report)
