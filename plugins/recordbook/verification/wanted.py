"""Which quotes there are, and the place of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from recordbook import lock
from recordbook.quotes import digest
from recordbook.records import Annotation, Quote, Record, Report, Source, System

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recordbook.book import Book
    from recordbook.text import Place

Quoting: TypeAlias = Record | Annotation | Report
"""What may hold quotes."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One quote, what holds it, and the source that it names."""

    system: System
    value: Quoting
    quote: Quote
    source: Source
    digest: str
    """Of its folded text."""

    @property
    def key(self) -> lock.Key:
        """Its key in the system's lock."""
        return lock.key(self.value, self.quote)

    @property
    def about(self) -> tuple[str, str]:
        """System and source."""
        return self.system.slug, self.source.id

    def place(self, name: str) -> Place:
        """The place of one of the quote's keys, or of the quote where it has no such key."""
        return self.value.origin.place((*self.quote.route, name))


def wanted(book: Book, systems: Iterable[str] = ()) -> tuple[Wanted, ...]:
    """Every quote of some systems (of all, where none is named) whose source is declared, in the order of ids."""
    return tuple(
        Wanted(book.systems[value.system], value, quote, source, digest(quote.text))
        for value in _quoting(book, frozenset(systems))
        for quote in value.quotes
        if (source := book.source(value, quote)) is not None
    )


def sourceless(book: Book, systems: Iterable[str] = ()) -> Iterator[tuple[Quoting, Quote]]:
    """Every quote that names no source of its system."""
    for value in _quoting(book, frozenset(systems)):
        for quote in value.quotes:
            if value.system in book.systems and book.source(value, quote) is None:
                yield value, quote


def _quoting(book: Book, systems: frozenset[str]) -> Iterator[Quoting]:
    values: tuple[Quoting, ...] = (*book.records.values(), *book.annotations.values(), *book.reports.values())
    for value in values:
        if not systems or value.system in systems:
            yield value
