"""How pages let a reader cite: the words, and every format to copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import citing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.citing import Work
    from recordbook.pages.desk import Desk
    from recordbook.records import Record, Report


@dataclass(frozen=True)
class Citation:
    """One thing to cite."""

    title: str
    """What it is, as the page calls it."""
    text: str
    formats: tuple[tuple[str, str], ...]
    """Each format's name and what is copied."""


def citation(title: str, work: Work) -> Citation:
    """A work in every format."""
    return Citation(title, citing.text(work), tuple((name, make(work)) for name, make in citing.FORMATS.items()))


def quotes(desk: Desk, value: Record | Report) -> Iterator[Citation]:
    """Each quote of a record or a report."""
    for quote in value.quotes:
        yield citation(f"Quote {quote.id}", desk.cards.quote_work(value, quote))
