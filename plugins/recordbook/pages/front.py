"""The pages that belong to no system: home, systems, records."""

from __future__ import annotations

from dataclasses import dataclass

from recordbook import addresses
from recordbook.cards import Cards, CardView, QuoteView, Word
from recordbook.contract import Kind
from recordbook.pages.layout import render, slug, trail
from recordbook.pages.record import in_order
from recordbook.pages.system import states_of
from recordbook.records import Record
from recordbook.site import Anchor, Page, Site

_SHORT = range(2, 7)
"""Lines of a quote that fits the home page."""


@dataclass(frozen=True)
class SystemRow:
    """A system in the table of systems."""

    href: str
    title: str
    summary: str
    records: int
    objects: int
    routes: int
    other: int
    quotes: tuple[Word, ...]
    commit: str


@dataclass(frozen=True)
class Specimen:
    """A real record that shows how to read one."""

    head: CardView
    kind: Word
    quote: QuoteView


@dataclass(frozen=True)
class Home:
    """What the template of the home page lays out."""

    title: str
    summary: str
    count: int
    quotes: int
    systems: int
    quote_counts: tuple[Word, ...]
    specimen: Specimen | None
    rows: tuple[SystemRow, ...]
    kinds: tuple[tuple[Kind, int, str], ...]


@dataclass(frozen=True)
class SystemList:
    """What the template of the list of systems lays out."""

    crumbs: tuple[tuple[str, str], ...]
    lede: str
    rows: tuple[SystemRow, ...]


@dataclass(frozen=True)
class RecordList:
    """What the template of the list of records lays out."""

    crumbs: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[Kind, tuple[CardView, ...]], ...]


def _rows(site: Site, cards: Cards) -> tuple[SystemRow, ...]:
    return tuple(_row(site, cards, name) for name in site.book.systems)


def _row(site: Site, cards: Cards, name: str) -> SystemRow:
    system, records = site.book.systems[name], site.book.records_of[name]
    objects = sum(record.kind == "OBJ" for record in records)
    routes = sum(record.kind == "RTE" for record in records)
    revisions = [source.revision for source in system.sources.values() if source.revision]
    return SystemRow(
        href=cards.link(addresses.system(name)),
        title=system.title,
        summary=system.summary,
        records=len(records),
        objects=objects,
        routes=routes,
        other=len(records) - objects - routes,
        quotes=cards.quote_counts(states_of(site, name)),
        commit=revisions[0][:7] if revisions else "",
    )


def home(site: Site) -> Page:
    """The first page of the collection."""
    cards, book = Cards(site, addresses.HOME), site.book
    states = [state for name in book.systems for state in states_of(site, name)]
    counted = cards.kinds(book.records.values())
    view = Home(
        title=book.collection.title,
        summary=book.collection.summary,
        count=len(book.records),
        quotes=len(states),
        systems=len(book.systems),
        quote_counts=cards.quote_counts(states),
        specimen=_specimen(site, cards),
        rows=_rows(site, cards),
        kinds=tuple((kind, len(group), cards.link(addresses.RECORDS, slug(kind.plural))) for kind, group in counted),
    )
    return Page(addresses.HOME, book.collection.title, "home", view.summary, render("home.html", view=view))


def _specimen(site: Site, cards: Cards) -> Specimen | None:
    """The first record whose state and one short quote fit the page."""
    for record in site.book.records.values():
        fitting = [quote for quote in record.quotes if quote.text.strip("\n").count("\n") + 1 in _SHORT]
        if cards.statuses(record) and fitting:
            (quote,) = cards.quotes(record, "specimen-", fitting[:1])
            return Specimen(cards.card(record), cards.kind(record.kind), quote)
    return None


def systems(site: Site) -> Page:
    """The list of systems."""
    cards = Cards(site, addresses.SYSTEMS)
    view = SystemList((("Reports", ""),), site.book.collection.summary, _rows(site, cards))
    return Page(addresses.SYSTEMS, "Systems", "systems", view.lede, render("systems.html", view=view))


def records(site: Site) -> Page:
    """The list of all records by kind."""
    cards = Cards(site, addresses.RECORDS)
    every: list[Record] = [record for name in site.book.systems for record in in_order(site, name)]
    kinds = tuple((kind, tuple(cards.card(record) for record in group)) for kind, group in cards.kinds(every))
    anchors = tuple(Anchor(kind.plural, slug(kind.plural)) for kind, _ in kinds)
    view = RecordList(trail(cards, ("Records", "")), kinds)
    summary = "Every record of every system, by kind."
    return Page(addresses.RECORDS, "Records", "records", summary, render("records.html", view=view), anchors)
