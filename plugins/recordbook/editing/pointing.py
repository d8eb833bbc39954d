"""What stands under a pointer: which id, where it is declared, who names it, and what its record says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook.prose import plain_references

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.book import Book
    from recordbook.links import Key
    from recordbook.records import Part, Record
    from recordbook.text import Place

_SOURCE = re.compile(r"(?<![\w-])SRC-[0-9]+(?![\w-])", re.ASCII)
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|!&])")


@dataclass(frozen=True, slots=True)
class Pointed:
    """An id in a line."""

    key: Key
    """Its system and itself; a source has an id of its own kind."""
    start: int
    """Where the id begins in its line, in code points from 0, without a system before it."""
    end: int


def pointed(uri: str, line: str, column: int) -> Pointed | None:
    """The id that a column of a line is in or at the end of; None where there is none. Columns count from 0."""
    _, _, rest = uri.partition("/")
    here = rest.partition("/")[0]
    for system, identifier, start, end in plain_references(line):
        if start <= column <= end:
            return Pointed((system or here, identifier), end - len(identifier), end)
    for match in _SOURCE.finditer(line):
        if match.start() <= column <= match.end():
            return Pointed((here, match[0]), match.start(), match.end())
    return None


def definition(book: Book, key: Key) -> Place | None:
    """Where an id is declared: in its record, else in the file of its system."""
    record = book.records.get(book.canonical(key))
    if record:
        return record.origin.place(("id",))
    system = book.systems.get(key[0])
    if system is None:
        return None
    for name in ("unpublished", "retired", "aliases", "sources"):
        if (name, key[1]) in system.origin.marks:
            return system.origin.key_place((name, key[1]))
    return None


def references(book: Book, key: Key, *, declaration: bool) -> tuple[Place, ...]:
    """Every place that names an id, with the one that declares it where that is wanted, in the order of files."""
    places = {link.place for link in book.backlinks.get(book.canonical(key), ())}
    declared = definition(book, key)
    if declared:
        places = places | {declared} if declaration else places - {declared}
    return tuple(sorted(places))


def hover(book: Book, key: Key) -> str:
    """What is known of an id, as Markdown; empty where that is nothing."""
    record = book.records.get(book.canonical(key))
    if record:
        return "\n".join(_card(book, record))
    system = book.systems.get(key[0])
    if system is None:
        return ""
    if key[1] in system.sources:
        source = system.sources[key[1]]
        where = source.repository or source.path
        return f"**{key[1]}** of {_plain(system.title)}: {_plain(where)} at `{source.revision or source.sha256 or '?'}`"
    for state, lines in (("unpublished", system.unpublished), ("retired", system.retired)):
        if key[1] in lines:
            return f"`{key[1]}` is {state}.\n\n{lines[key[1]]}"
    return ""


def _card(book: Book, record: Record) -> Iterator[str]:
    """A record as a card of Markdown."""
    yield f"**{_plain(record.label)}** — {book.contract.kinds[record.kind].title}"
    yield f"\n`{record.system}:{record.id}`"
    states = (("implementation", record.implementation), ("operation", record.operation))
    told = ", ".join(f"{layer} *{value}*" for layer, value in states if value)
    yield f"\n{told}" if told else ""
    yield f"\n{_plain(record.summary)}\n"
    for fact in record.facts:
        yield f"- **{book.contract.fields[fact.name].label}:** {' '.join(map(_said, fact.parts))}"
    counts: dict[str, int] = {}
    for quote in record.quotes:
        state = book.quote_state(record, quote)
        counts[state] = counts.get(state, 0) + 1
    quotes = ", ".join(f"{count} {state}" for state, count in sorted(counts.items()))
    yield f"\nQuotes: {quotes}. Named in {len(book.backlinks.get((record.system, record.id), ()))} places."


def _said(part: Part) -> str:
    text = " ".join(part.text.split())
    return f"*{part.state}:* {text}" if part.state else text


def _plain(text: str) -> str:
    """Plain text as Markdown that shows it."""
    return _SPECIAL.sub(r"\\\1", text)
