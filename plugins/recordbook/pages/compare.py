"""The comparison of all systems: how many records of which kind, with which evidence and which facets."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from recordbook import addresses
from recordbook.addresses import query, reference
from recordbook.cards import Word
from recordbook.pages import questions
from recordbook.pages.layout import render, slug, trail
from recordbook.pages.system import states_of
from recordbook.site import Anchor, Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recordbook.contract import FacetType, Kind
    from recordbook.pages.desk import Desk
    from recordbook.records import Record

NONE_DECLARED = "none declared"
"""Of a kind: no report of the system declares a record of it."""
NOTHING_RECORDED = "nothing recorded"
"""Of a value or a field: no record says it. That is no statement that it does not hold."""
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet takes for a formula."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is known of one system in one row: a number that leads to the records, words, or why there is neither."""

    count: int = 0
    href: str = ""
    words: tuple[Word, ...] = ()
    absent: str = ""

    @property
    def plain(self) -> str:
        """The cell as text."""
        number = [str(self.count)] if self.count else []
        return "; ".join((*number, *(word.word for word in self.words))) or self.absent


@dataclass(frozen=True, slots=True)
class Row:
    """One row with a cell for each system."""

    title: str
    cells: tuple[Cell, ...]
    sign: str = ""
    href: str = ""
    """Where every system's answer to it is."""


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under one heading."""

    title: str
    rows: tuple[Row, ...]
    href: str = ""
    """Where the heading is defined."""


@dataclass(frozen=True, slots=True)
class Column:
    """One system."""

    slug: str
    title: str
    href: str
    records: int
    commit: str


@dataclass(frozen=True)
class View:
    """What the template of the comparison lays out."""

    crumbs: tuple[tuple[str, str], ...]
    title: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    unused: tuple[tuple[str, str], ...]
    """Facets that no record states, each with a reference to its definition."""
    sheet: str
    topics: tuple[questions.Topic, ...]


class Counts:
    """How many records of a system have what."""

    def __init__(self, records: Iterable[Record]) -> None:
        """One pass over the records."""
        self.kinds: Counter[str] = Counter()
        self.implementations: Counter[tuple[str, str]] = Counter()
        """By kind and status."""
        self.operations: Counter[str] = Counter()
        self.values: Counter[tuple[str, str]] = Counter()
        """By facet and value."""
        self.states: Counter[tuple[str, str]] = Counter()
        """By facet and the word that stands in place of a value."""
        self.held: Counter[tuple[str, str, str]] = Counter()
        """By facet, value and implementation."""
        for record in records:
            self._count(record)

    def _count(self, record: Record) -> None:
        self.kinds[record.kind] += 1
        self.implementations[record.kind, record.implementation] += bool(record.implementation)
        self.operations[record.operation] += bool(record.operation)
        for facet in record.facets:
            self.states[facet.name, facet.state] += bool(facet.state)
            for value in facet.values:
                self.values[facet.name, value] += 1
                self.held[facet.name, value, record.implementation] += bool(record.implementation)


def view(desk: Desk) -> View:
    """The comparison as a value."""
    book = desk.book
    counts = {name: Counts(book.records_of[name]) for name in book.systems}
    facets = tuple(_facets(desk, counts))
    used = {group.title for group in facets}
    number = len(book.systems)
    many = _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"
    return View(
        crumbs=trail(("Compare", "")),
        title=f"{many} systems, the same questions" if number != 1 else "One system, question by question",
        columns=tuple(_columns(desk)),
        groups=(Group("Records by kind", tuple(_kinds(desk, counts))), _evidence(desk, counts), *facets),
        unused=tuple(
            (facet.label, desk.cards.legend(f"facet-{facet.name}"))
            for facet in book.contract.facets.values()
            if facet.label not in used
        ),
        sheet=reference(addresses.COMPARISON),
        topics=questions.topics(desk),
    )


def page(shown: View) -> Page:
    """The page of the comparison."""
    anchors = (Anchor("Comparison", "comparison"), Anchor("Questions", "questions"), Anchor("Words", "words"))
    summary = "All systems side by side: kinds of record, evidence, facets, and every question with all answers."
    html = render("compare.html", view=shown)
    return Page(addresses.COMPARE, "Compare", "compare", summary, html, anchors)


def _columns(desk: Desk) -> Iterator[Column]:
    for name, system in desk.book.systems.items():
        revisions = [source.revision for source in system.sources.values() if source.revision]
        yield Column(
            name,
            system.title,
            reference(addresses.system(name)),
            len(desk.book.records_of[name]),
            revisions[0][:7] if revisions else "",
        )


def _kinds(desk: Desk, counts: dict[str, Counts]) -> Iterator[Row]:
    for kind in desk.book.contract.kinds.values():
        cells = tuple(_kind(desk, kind, name, counted) for name, counted in counts.items())
        href = reference(addresses.question(slug(kind.plural))) if any(cell.count for cell in cells) else ""
        yield Row(kind.plural, cells, kind.code, href)


def _kind(desk: Desk, kind: Kind, name: str, counted: Counts) -> Cell:
    number = counted.kinds[kind.code]
    if not number:
        return Cell(absent=NONE_DECLARED)
    found = ((term.value, counted.implementations[kind.code, term.value]) for term in desk.book.contract.statuses)
    chosen = {"system": name, "kind": kind.code}
    return Cell(number, query(**chosen), _statuses(desk, found, "status", chosen))


def _statuses(
    desk: Desk, found: Iterable[tuple[str, int]], facet: str, chosen: dict[str, str], end: str = ""
) -> tuple[Word, ...]:
    """How many have which status, strongest first, each with the records that were chosen and have it in ``facet``."""
    counted = [(value, number) for value, number in found if number]
    return tuple(
        Word(desk.cards.status("", value).sign, f"{number} {value}{end}", query(**chosen, **{facet: value}))
        for value, number in reversed(counted)
    )


def _evidence(desk: Desk, counts: dict[str, Counts]) -> Group:
    operations = tuple(_operation(desk, name, counted) for name, counted in counts.items())
    quotes = tuple(_quotes(desk, name) for name in counts)
    return Group("Evidence", (Row("Operation", operations), Row("Quotes", quotes)))


def _quotes(desk: Desk, name: str) -> Cell:
    """The quotes of a system by state, each state with the records that hold such a quote."""
    words = desk.cards.quote_counts(states_of(desk, name))
    linked = tuple(replace(word, href=query(system=name, verification=word.sign)) for word in words)
    return Cell(words=linked, absent="" if linked else "no quote")


def _operation(desk: Desk, name: str, counted: Counts) -> Cell:
    total = counted.operations.total()
    if not total:
        return Cell(absent=NOTHING_RECORDED)
    found = ((term.value, counted.operations[term.value]) for term in desk.book.contract.statuses)
    return Cell(words=_statuses(desk, found, "operation", {"system": name}, f" of {total}"))


def _facets(desk: Desk, counts: dict[str, Counts]) -> Iterator[Group]:
    for facet in desk.book.contract.facets.values():
        rows = tuple(_values(desk, facet, counts))
        if rows:
            yield Group(facet.label, rows, desk.cards.legend(f"facet-{facet.name}"))


def _values(desk: Desk, facet: FacetType, counts: dict[str, Counts]) -> Iterator[Row]:
    for term in facet.values:
        if any(counted.values[facet.name, term.value] for counted in counts.values()):
            cells = (_value(desk, facet.name, term.value, name, counted) for name, counted in counts.items())
            yield Row(term.title, tuple(cells), href=desk.cards.legend(f"facet-{facet.name}-{term.value}"))
    states = [state for state in ("uninspected", "inapplicable", "absent") if _any(counts, facet.name, state)]
    if states:
        words = (
            _statuses(desk, ((s, counted.states[facet.name, s]) for s in states), facet.name, {"system": name})
            for name, counted in counts.items()
        )
        yield Row("no value, and why", tuple(Cell(words=one, absent="" if one else NOTHING_RECORDED) for one in words))


def _any(counts: dict[str, Counts], facet: str, state: str) -> bool:
    return any(counted.states[facet, state] for counted in counts.values())


def _value(desk: Desk, facet: str, value: str, name: str, counted: Counts) -> Cell:
    number = counted.values[facet, value]
    if not number:
        return Cell(absent=NOTHING_RECORDED)
    found = ((term.value, counted.held[facet, value, term.value]) for term in desk.book.contract.statuses)
    chosen = {"system": name, facet: value}
    return Cell(number, query(**chosen), _statuses(desk, found, "status", chosen))


def sheet(shown: View) -> str:
    """The comparison as comma-separated values, in which no cell is a formula.

    Source: RFC 4180.
    """
    output = io.StringIO()
    writer = csv.writer(output, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(map(_harmless, ("group", "row", *(column.title for column in shown.columns))))
    for group in shown.groups:
        for row in group.rows:
            writer.writerow(map(_harmless, (group.title, row.title, *(cell.plain for cell in row.cells))))
    return output.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
