"""What differs between two states of a collection: records, annotations and reports, quotes, references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import lock
from recordbook.changes.values import Change, Value, changes, translated
from recordbook.records import Annotation, Record, Report, System

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recordbook.book import Book
    from recordbook.links import Key
    from recordbook.text import Place

STATES = ("added", "changed", "renamed", "retired", "removed")
"""What can have become of a value."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One value that differs."""

    system: str
    form: str
    """``record``, ``annotation``, ``report`` or ``system``."""
    name: str
    """The record's id, ``MEM on RT-RTE-turn``, the report's member, or the system's slug."""
    state: str
    """One of `STATES`."""
    label: str
    """The record's label, the title of a report or a system; empty for an annotation."""
    kind: str = ""
    """Of a record."""
    was: str = ""
    """The old id of a renamed record."""
    why: str = ""
    """Why a record was retired."""
    quotes: int = 0
    """How many quotes it holds; of what is gone, how many it held."""
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """A quote that the lock speaks of otherwise than before."""

    system: str
    key: str
    """As in the evidence lock."""
    old: str
    """Its state before; empty where there was no such quote."""
    new: str

    @property
    def broken(self) -> bool:
        """Whether it was verified and is no longer."""
        return self.old == "verified"


@dataclass(frozen=True, slots=True)
class Dangling:
    """A reference that leads to nothing and led to something before, or was not there."""

    target: Key
    place: Place


@dataclass(frozen=True)
class Changes:
    """Everything that differs, in the order of systems, forms and names."""

    entries: tuple[Entry, ...]
    quotes: tuple[Checked, ...]
    dangling: tuple[Dangling, ...]

    def count(self, state: str) -> int:
        """How many records are in a state."""
        return sum(entry.form == "record" and entry.state == state for entry in self.entries)

    @property
    def empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.entries or self.quotes or self.dangling)


def compare(old: Book, new: Book) -> Changes:
    """What differs in meaning between two states of a collection."""
    found = _Comparison(old, new)
    order = ("system", "report", "record", "annotation")
    entries = sorted(found.entries(), key=lambda one: (one.system, order.index(one.form), one.name))
    return Changes(tuple(entries), tuple(found.quotes()), tuple(found.dangling()))


class _Comparison:
    """Two states of a collection."""

    def __init__(self, old: Book, new: Book) -> None:
        self.old, self.new = old, new
        self.renames: dict[str, dict[str, str]] = {
            slug: {
                before: after
                for before, after in system.aliases.items()
                if (slug, before) in old.records and (slug, before) not in new.records and (slug, after) in new.records
            }
            for slug, system in new.systems.items()
        }
        """System to the ids that were renamed."""

    def entries(self) -> Iterator[Entry]:
        """Every value that differs."""
        before = {self.now(key): value for key, value in _values(self.old).items()}
        after = _values(self.new)
        for key, value in after.items():
            if key not in before:
                yield entry(value, "added")
            else:
                yield from self.both(before[key], value)
        for key, value in before.items():
            if key not in after and not self.unread(value):
                yield self.gone(value)

    def both(self, old: Value, new: Value) -> Iterator[Entry]:
        """How a value differs that is on both sides."""
        renamed = translated(self.renames.get(_system_of(new), {}), self.new.contract)
        different = changes(old, new, self.new.contract, renamed)
        if isinstance(old, Record) and isinstance(new, Record) and old.id != new.id:
            yield entry(new, "renamed", different, was=old.id)
        elif different:
            yield entry(new, "changed", different)

    def gone(self, value: Value) -> Entry:
        """A value that is no longer there."""
        system = self.new.systems.get(_system_of(value))
        if isinstance(value, Record) and system and value.id in system.retired:
            return entry(value, "retired", why=" ".join(system.retired[value.id].split()))
        return entry(value, "removed")

    def unread(self, value: Value) -> bool:
        """Whether its file is there and cannot be read: then it is not known what became of it."""
        slug = _system_of(value)
        stem = value.uri.rpartition("/")[2].rpartition(".")[0]
        return bool({(slug, stem), (slug, "system")} & self.new.unread)

    def now(self, key: tuple[str, str, str]) -> tuple[str, str, str]:
        """The key of an old value after the renames."""
        slug, form, name = key
        return slug, form, translated(self.renames.get(slug, {}), self.new.contract)(name)

    def quotes(self) -> Iterator[Checked]:
        """Quotes that are newly verified, or no longer."""
        before = {(slug, self.now((slug, "", key))[2]): state for (slug, key), state in _states(self.old).items()}
        for (slug, key), state in _states(self.new).items():
            was = before.get((slug, key), "")
            if (state == "verified") != (was == "verified"):
                yield Checked(slug, key, was, state)

    def dangling(self) -> Iterator[Dangling]:
        """References that newly lead to nothing."""
        known = {(link.citer, link.target) for link in self.old.links if self.old.state(link.target) == "dangling"}
        for link in self.new.links:
            if self.new.state(link.target) == "dangling" and (link.citer, link.target) not in known:
                yield Dangling(link.target, link.place)


def _values(book: Book) -> dict[tuple[str, str, str], Value]:
    """System, form and name of each value."""
    return {(_system_of(value), *_named(value)): value for value in every(book)}


def every(book: Book) -> tuple[Value, ...]:
    """Every value of a collection that has a file of its own, systems first."""
    return (
        *book.systems.values(), *book.reports.values(), *book.records.values(), *book.annotations.values(),
    )  # fmt: skip


def _named(value: Value) -> tuple[str, str]:
    """Form and name."""
    if isinstance(value, Record):
        return "record", value.id
    if isinstance(value, Annotation):
        return "annotation", f"{value.by} on {value.on}"
    return ("report", value.member) if isinstance(value, Report) else ("system", value.slug)


def _system_of(value: Value) -> str:
    return value.slug if isinstance(value, System) else value.system


def entry(value: Value, state: str, different: tuple[Change, ...] = (), was: str = "", why: str = "") -> Entry:
    """A value as an entry in some state."""
    form, name = _named(value)
    label = "" if isinstance(value, Annotation) else value.label if isinstance(value, Record) else value.title
    kind = value.kind if isinstance(value, Record) else ""
    quotes = 0 if isinstance(value, System) else len(value.quotes)
    return Entry(_system_of(value), form, name, state, label, kind, was, why, quotes, different)


def _states(book: Book) -> Mapping[tuple[str, str], str]:
    """System and lock key of each quote to its state."""
    values: tuple[Record | Annotation | Report, ...] = (
        *book.reports.values(), *book.records.values(), *book.annotations.values(),
    )  # fmt: skip
    return {(v.system, lock.key(v, quote)): book.quote_state(v, quote) for v in values for quote in v.quotes}
