"""What a verification found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import lock
from recordbook.lock import Entry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recordbook.book import Book
    from recordbook.diagnostics import Diagnostic
    from recordbook.quotes import Lines
    from recordbook.verification.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Result:
    """What is known of one quote after the comparison."""

    wanted: Wanted
    state: str
    """One of the contract's quote states."""
    blob: str = ""
    """Git's id of the content that was compared; empty where none was."""
    lines: Lines | None = None
    """Where a verified quote stands."""


@dataclass(frozen=True)
class Verified:
    """What a verification found."""

    results: tuple[Result, ...]
    """One a quote, in the order that they were wanted."""
    diagnostics: tuple[Diagnostic, ...]
    """In source order."""
    troubles: tuple[str, ...]
    """Where git itself failed: the machine's fault, not the author's."""

    @property
    def states(self) -> Mapping[str, int]:
        """How many quotes are in each state that occurs."""
        return Counter(result.state for result in self.results)

    def entries(self, book: Book, date: str) -> dict[str, dict[lock.Key, Entry]]:
        """System to what its lock should hold; every system of the book has one.

        ``date`` is the ISO date of what is new. A quote that could not be looked at keeps an entry that is about it.
        """
        fresh: dict[str, dict[lock.Key, Entry]] = {slug: {} for slug in book.systems}
        for result in self.results:
            quote = result.wanted
            if result.state == "verified":
                fresh[quote.system.slug][quote.key] = _entry(result, date)
            elif result.state == "unavailable" and (before := book.quote_entry(quote.value, quote.quote)):
                fresh[quote.system.slug][quote.key] = before
        return {slug: lock.merge(book.locks.get(slug, {}), entries) for slug, entries in fresh.items()}


def _entry(result: Result, date: str) -> Entry:
    quote = result.wanted
    assert result.lines is not None  # noqa: S101 - a verified quote has lines; for the type checker
    return Entry(
        digest=quote.digest,
        source=quote.source.id,
        repository=quote.source.repository,
        commit=lock.pin(quote.source),
        path=quote.quote.path,
        blob=result.blob,
        lines=result.lines,
        stated=quote.quote.lines,
        verified=date,
    )
