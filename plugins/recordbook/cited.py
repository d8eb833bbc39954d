"""The files of sources that a collection cites, each with the quotes from it and everything that names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from recordbook.records import Annotation, CoverageRow, Quote, Record, Report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.book import Book

File: TypeAlias = tuple[str, str, str]
"""System, source id and path."""
Holder: TypeAlias = Record | Annotation | Report


@dataclass(frozen=True)
class CitedFile:
    """One file of one source of a system."""

    system: str
    source: str
    path: str
    quotes: tuple[tuple[Holder, Quote], ...]
    """In the order of their lines; those without known lines at the end."""
    named: tuple[Record | Annotation, ...]
    """What rests on the file without quoting it."""
    rows: tuple[tuple[Report, int, CoverageRow], ...]
    """Coverage rows that name it, each with its number from 1."""

    @property
    def holders(self) -> tuple[Holder, ...]:
        """What quotes the file, each once."""
        return tuple({(holder.uri): holder for holder, _ in self.quotes}.values())

    @property
    def count(self) -> int:
        """How many records and annotations quote or name it."""
        quoting = sum(not isinstance(holder, Report) for holder in self.holders)
        return quoting + len(self.named)


def files(book: Book) -> dict[File, CitedFile]:
    """Every cited file, in the order of systems, sources and paths."""
    quotes: dict[File, list[tuple[Holder, Quote]]] = {}
    named: dict[File, list[Record | Annotation]] = {}
    rows: dict[File, list[tuple[Report, int, CoverageRow]]] = {}
    noted: tuple[Record | Annotation, ...] = (*book.records.values(), *book.annotations.values())
    holders: tuple[Holder, ...] = (*noted, *book.reports.values())
    for holder in holders:
        for quote in holder.quotes:
            quotes.setdefault((holder.system, quote.source, quote.path), []).append((holder, quote))
    for value in noted:
        quoted = {(quote.source, quote.path) for quote in value.quotes}
        for source, path in dict.fromkeys((e.source, path) for e in value.evidence for path in e.paths):
            if (source, path) not in quoted:
                named.setdefault((value.system, source, path), []).append(value)
    for file, report, number, row in _rows(book):
        rows.setdefault(file, []).append((report, number, row))
    return {
        file: CitedFile(
            *file,
            tuple(sorted(quotes.get(file, ()), key=lambda pair: _place(book, *pair))),
            tuple(named.get(file, ())),
            tuple(rows.get(file, ())),
        )
        for file in sorted({*quotes, *named, *rows})
    }


def _rows(book: Book) -> Iterator[tuple[File, Report, int, CoverageRow]]:
    """Coverage rows by file. A row names no source, so it speaks of a file where its system has just one."""
    for report in book.reports.values():
        sources = tuple(book.systems[report.system].sources)
        for number, row in enumerate(report.coverage, 1):
            for path in row.paths if len(sources) == 1 else ():
                yield (report.system, sources[0], path), report, number, row


def _place(book: Book, holder: Holder, quote: Quote) -> tuple[int, int, str]:
    lines = book.quote_lines(holder, quote)
    return (0, lines[0], quote.id) if lines else (1, 0, quote.id)
