"""The pages that belong to no system: home and the list of systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.pages import changes, records
from recordbook.pages.layout import render
from recordbook.pages.system import states_of
from recordbook.site import Page

if TYPE_CHECKING:
    from recordbook.cards import CardView, QuoteView, Word
    from recordbook.contract import Kind
    from recordbook.pages.desk import Desk

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
    compare: str
    recent: tuple[changes.News, ...]
    history: str


@dataclass(frozen=True)
class SystemList:
    """What the template of the list of systems lays out."""

    crumbs: tuple[tuple[str, str], ...]
    lede: str
    rows: tuple[SystemRow, ...]


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
        kinds=tuple((kind, len(group), records.of_kind(kind)) for kind, group in counted),
        compare=reference(addresses.COMPARE),
        recent=changes.recent(desk),
        history=reference(addresses.CHANGES),
    )
    return Page(
        addresses.HOME,
        book.collection.title,
        "home",
        view.summary,
        render("home.html", view=view),
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
    return Page(
        addresses.SYSTEMS, "Systems", "systems", view.lede, render("systems.html", view=view), trail=view.crumbs
    )
