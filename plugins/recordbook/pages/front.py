"""The pages that belong to no system: home, systems, records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.pages.layout import indexed, render, slug, trail
from recordbook.pages.system import states_of
from recordbook.site import Anchor, Page

if TYPE_CHECKING:
    from markupsafe import Markup

    from recordbook.cards import CardView, QuoteView, Word
    from recordbook.contract import Kind
    from recordbook.pages.desk import Desk
    from recordbook.records import Record

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
    kinds: tuple[tuple[Kind, tuple[Markup, ...]], ...]


def _rows(desk: Desk) -> tuple[SystemRow, ...]:
    return tuple(_row(desk, name) for name in desk.book.systems)


def _row(desk: Desk, name: str) -> SystemRow:
    system, records = desk.book.systems[name], desk.book.records_of[name]
    objects = sum(record.kind == "OBJ" for record in records)
    routes = sum(record.kind == "RTE" for record in records)
    revisions = [source.revision for source in system.sources.values() if source.revision]
    return SystemRow(
        href=reference(addresses.system(name)),
        title=system.title,
        summary=system.summary,
        records=len(records),
        objects=objects,
        routes=routes,
        other=len(records) - objects - routes,
        quotes=desk.cards.quote_counts(states_of(desk, name)),
        commit=revisions[0][:7] if revisions else "",
    )


def home(desk: Desk) -> Page:
    """The first page of the collection."""
    cards, book = desk.cards, desk.book
    states = [state for name in book.systems for state in states_of(desk, name)]
    counted = cards.kinds(book.records.values())
    view = Home(
        title=book.collection.title,
        summary=book.collection.summary,
        count=len(book.records),
        quotes=len(states),
        systems=len(book.systems),
        quote_counts=cards.quote_counts(states),
        specimen=_specimen(desk),
        rows=_rows(desk),
        kinds=tuple((kind, len(group), reference(addresses.RECORDS, slug(kind.plural))) for kind, group in counted),
    )
    return Page(
        addresses.HOME,
        book.collection.title,
        "home",
        view.summary,
        render("home.html", view=view),
        search=indexed([view.summary]),
    )


def _specimen(desk: Desk) -> Specimen | None:
    """The first record whose state and one short quote fit the page."""
    cards = desk.cards
    for record in desk.book.records.values():
        fitting = [quote for quote in record.quotes if quote.text.strip("\n").count("\n") + 1 in _SHORT]
        if cards.statuses(record) and fitting:
            (quote,) = cards.quotes(record, fitting[:1])
            return Specimen(cards.card(record), cards.kind(record.kind), quote)
    return None


def systems(desk: Desk) -> Page:
    """The list of systems."""
    view = SystemList((("Reports", ""),), desk.book.collection.summary, _rows(desk))
    return Page(addresses.SYSTEMS, "Systems", "systems", view.lede, render("systems.html", view=view), search="")


def records(desk: Desk) -> Page:
    """The list of all records by kind."""
    cards = desk.cards
    every: list[Record] = [record for name in desk.book.systems for record in desk.ordered[name]]
    kinds = tuple(
        (kind, tuple(desk.row(record, system=True) for record in group)) for kind, group in cards.kinds(every)
    )
    anchors = tuple(Anchor(kind.plural, slug(kind.plural)) for kind, _ in kinds)
    view = RecordList(trail(("Records", "")), kinds)
    summary = "Every record of every system, by kind."
    return Page(addresses.RECORDS, "Records", "records", summary, render("records.html", view=view), anchors, search="")
