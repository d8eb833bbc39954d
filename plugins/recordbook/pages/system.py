"""The page of one system."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from recordbook import addresses
from recordbook.cards import Cards, CardView, SourceView, Word
from recordbook.contract import Kind
from recordbook.pages.layout import render, slug, trail
from recordbook.pages.record import in_order
from recordbook.site import Anchor, Page, Site


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
    kinds: tuple[tuple[Kind, tuple[CardView, ...]], ...]
    sources: tuple[SourceView, ...]
    unpublished: tuple[tuple[Markup, int], ...]
    edit: str


def states_of(site: Site, slug_of: str) -> list[str]:
    """The state of every quote of a system."""
    book = site.book
    values = (
        *book.records_of[slug_of],
        *(note for note in book.annotations.values() if note.system == slug_of),
        *(report for report in book.reports.values() if report.system == slug_of),
    )
    return [book.quote_state(value, quote) for value in values for quote in value.quotes]


def page(site: Site, name: str) -> Page:
    """The page of a system."""
    book = site.book
    source = addresses.system(name)
    cards, system = Cards(site, source), book.systems[name]
    records = in_order(site, name)
    kinds = tuple((kind, tuple(cards.card(record) for record in group)) for kind, group in cards.kinds(records))
    reports = tuple(
        ReportLink(
            report.title,
            cards.link(addresses.report(name, book.contract.members[report.member])),
            book.contract.members[report.member].definition,
        )
        for report in book.reports.values()
        if report.system == name
    )
    view = View(
        crumbs=trail(cards, (system.title, "")),
        summary=cards.plain(system.summary, name),
        count=len(records),
        annotations=sum(note.system == name for note in book.annotations.values()),
        quote_counts=cards.quote_counts(states_of(site, name)),
        reports=reports,
        kinds=kinds,
        sources=tuple(cards.source_view(entry) for entry in system.sources.values()),
        unpublished=tuple((cards.chip((name, entry)), len(cards.backlinks((name, entry)))) for entry in sorted(system.unpublished)),
        edit=site.edit(system.uri),
    )
    anchors = (
        Anchor("Reports", "reports"),
        Anchor("Records", "records", tuple(Anchor(kind.plural, slug(kind.plural)) for kind, _ in kinds)),
    )
    html = render("system.html", view=view, system=system)
    return Page(source, system.title, "system", system.summary, html, anchors, system.uri)
