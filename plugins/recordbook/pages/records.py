"""The explorer of records, and the lists that stand in for it where no script runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.pages.layout import render, slug, trail
from recordbook.site import Anchor, Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from recordbook.cards import Cards
    from recordbook.cards.views import Word
    from recordbook.contract import Kind
    from recordbook.pages.desk import Desk
    from recordbook.records import Record

WHOLE = 500
"""How many records the page of the explorer lists itself; more have a page for each kind."""


@dataclass(frozen=True)
class Group:
    """The records of one kind: rows where the page lists them, else a reference to the page that does."""

    kind: Kind
    count: int
    rows: tuple[Markup, ...]
    href: str


@dataclass(frozen=True)
class Explorer:
    """What the template of the explorer lays out."""

    crumbs: tuple[tuple[str, str], ...]
    count: int
    groups: tuple[Group, ...]
    signs: tuple[tuple[str, tuple[Word, ...]], ...]
    """What each sign of a row stands for, by family."""


@dataclass(frozen=True)
class KindList:
    """What the template of one kind's list lays out: by system, each label with its reference and id."""

    crumbs: tuple[tuple[str, str], ...]
    kind: Kind
    count: int
    systems: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]


def of_kind(kind: Kind) -> str:
    """Reference to the records of a kind: the explorer with that kind chosen, and its list where no script runs."""
    return reference(addresses.RECORDS, slug(kind.plural), f"kind={kind.code}")


def pages(desk: Desk) -> Iterator[Page]:
    """The explorer; with many records also one list a kind."""
    every = [record for name in desk.book.systems for record in desk.ordered[name]]
    whole = len(every) <= WHOLE
    kinds = desk.cards.kinds(every)
    groups = tuple(_group(desk, kind, records, whole=whole) for kind, records in kinds)
    anchors = tuple(Anchor(kind.plural, slug(kind.plural)) for kind, _ in kinds)
    view = Explorer(trail(("Records", "")), len(every), groups, tuple(_signs(desk.cards)))
    summary = "Every record of every system: search, filter and sort."
    html = render("records.html", view=view)
    yield Page(addresses.RECORDS, "Records", "records", summary, html, anchors, trail=view.crumbs)
    if not whole:
        yield from (_kind_list(desk, kind, records) for kind, records in kinds if records)


def _signs(cards: Cards) -> Iterator[tuple[str, tuple[Word, ...]]]:
    contract = cards.contract
    yield "Kind", tuple(cards.kind(code) for code in contract.kinds)
    yield "Status", tuple(cards.status("", term.value) for term in contract.statuses)
    yield "Quotes", tuple(cards.quote_word(term.value) for term in contract.quote_states)


def _group(desk: Desk, kind: Kind, records: tuple[Record, ...], *, whole: bool) -> Group:
    rows = tuple(desk.row(record, system=True) for record in records) if whole else ()
    href = "" if whole or not records else reference(addresses.records_of(slug(kind.plural)))
    return Group(kind, len(records), rows, href)


def _kind_list(desk: Desk, kind: Kind, records: tuple[Record, ...]) -> Page:
    by_system: dict[str, list[tuple[str, str, str]]] = {}
    for record in records:
        row = (reference(addresses.record(record.system, record.id)), record.label, record.id)
        by_system.setdefault(desk.book.systems[record.system].title, []).append(row)
    systems = tuple((title, tuple(rows)) for title, rows in by_system.items())
    crumbs = (("Records", reference(addresses.RECORDS)), (kind.plural, ""))
    view = KindList(crumbs, kind, len(records), systems)
    html = render("kind.html", view=view)
    return Page(addresses.records_of(slug(kind.plural)), kind.plural, "kind", kind.definition, html, trail=crumbs)
