"""What a check may look at, and the two things that many checks say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook.meant import near
from recordbook.rules import found

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recordbook.book import Book
    from recordbook.diagnostics import Diagnostic
    from recordbook.loading import Loaded
    from recordbook.records import Origin, Route
    from recordbook.settings import Settings


@dataclass(frozen=True)
class Context:
    """The indexed collection, what was read from its files, and its settings."""

    book: Book
    loaded: Loaded
    settings: Settings


def nearest(context: Context, system: str, identifier: str) -> str:
    """The id that was probably meant: this very id of another system, else the nearest of the same; or empty."""
    for slug in context.book.systems:
        if slug != system and (slug, identifier) in context.book.records:
            return f"{slug}:{identifier}"
    return near(identifier, _ids(context, system), 0.75)


def _ids(context: Context, system: str) -> list[str]:
    entry = context.book.systems.get(system)
    published = [record.id for record in context.book.records_of.get(system, ())]
    return sorted({*published, *(entry.unpublished if entry else ()), *(entry.aliases if entry else ())})


def repeats(code: str, origin: Origin, named: Iterable[tuple[object, Route]], what: str) -> Iterator[Diagnostic]:
    """A finding for each name of a file that stands a second time, with the place of the first."""
    first: dict[object, Route] = {}
    for name, route in named:
        if name in first:
            before = origin.place(first[name])
            message = f"{what.format(name=name)}; the first is on line {before.line}"
            yield found(code, origin.place(route), message, "Keep one.", related=((before, "first here"),))
        else:
            first[name] = route
