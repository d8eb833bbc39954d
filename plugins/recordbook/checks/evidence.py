"""What a record rests on is named by its system, at an address that its maintainers allow, as the lock says it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from recordbook import lock
from recordbook.diagnostics import Diagnostic, shown
from recordbook.meant import near
from recordbook.records import Annotation, Quote, Record, Report, Route, System
from recordbook.rules import found

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recordbook.checks.context import Context
    from recordbook.lock import Entry
    from recordbook.records import Document

Quoted: TypeAlias = tuple[Record | Annotation | Report, Quote]


def unknown_source(context: Context) -> Iterator[Diagnostic]:
    """Evidence and quotes name a source of their system."""
    for value in context.loaded.quoting:
        system = context.book.systems.get(value.system)
        if system is None:
            continue
        for name, route in _sources(value):
            if name not in system.sources:
                meant = near(name, system.sources, 0.5)
                remedy = f"Did you mean `{meant}`?" if meant else f"Declare it under `sources` in {system.uri}."
                message = f"{shown(name)} is no source of {shown(system.slug)}"
                yield found("unknown-source", value.origin.place(route), message, remedy)


def _sources(value: Record | Annotation | Report) -> Iterator[tuple[str, Route]]:
    if not isinstance(value, Report):
        for index, evidence in enumerate(value.evidence):
            yield evidence.source, ("evidence", index, "source")
    for quote in value.quotes:
        yield quote.source, (*quote.route, "source")


def source_address(context: Context) -> Iterator[Diagnostic]:
    """A repository lives on a host that the settings list."""
    hosts = context.settings.hosts
    for system in context.book.systems.values():
        for source in system.sources.values():
            host = urlsplit(source.repository).netloc
            if source.repository not in {"", "self"} and host not in hosts:
                place = system.origin.place(("sources", source.id, "repository"))
                message = f"the host {shown(host)} is not among the hosts where sources may live"
                known = f"Known: {', '.join(f'`{name}`' for name in hosts)}."
                yield found(
                    "source-address", place, message, known, "A maintainer can add one to `hosts` in the settings."
                )


def stale_lock(context: Context) -> Iterator[Diagnostic]:
    """What the lock says was verified is what stands in the collection."""
    for slug, document in context.loaded.locks.items():
        entries, findings = lock.read(document, slug)
        yield from findings
        system = context.book.systems.get(slug)
        if system is not None:
            yield from _stale(context, system, document, entries)


def _stale(context: Context, system: System, document: Document, entries: Mapping[str, Entry]) -> Iterator[Diagnostic]:
    remedy = f"Compare the quotes again: `recordbook verify {system.slug} --write`."
    quotes = {lock.key(value, quote): (value, quote) for value, quote in _quotes(context, system.slug)}
    moved: dict[str, str] = {}
    for name, entry in entries.items():
        if name not in quotes:
            if not _unread(context, system.slug, name):
                place = document.origin.key_place((name,))
                yield found("stale-lock", place, f"there is no quote {shown(name)} any more", remedy)
            continue
        value, quote = quotes[name]
        changed = lock.changes(entry, quote, context.book.source(value, quote))
        if {"repository", "commit"} & {*changed}:
            moved.setdefault(quote.source, name)
        elif changed:
            message = f"{shown(name)} was verified with {' and '.join(_OTHER[part] for part in changed)}"
            place = document.origin.key_place((name,))
            related = ((value.origin.place((*quote.route, changed[0])), "this stands here now"),)
            yield found("stale-lock", place, message, remedy, related=related)
    for source, name in moved.items():
        place = document.origin.key_place((name,))
        where = system.origin.place(("sources", source, "revision"))
        message = f"the quotes of {shown(source)} were verified in another repository or at another commit"
        yield found("stale-lock", where, message, remedy, related=((place, "verified there"),))


_OTHER = {"text": "another text", "source": "another source", "path": "another path", "lines": "other lines"}


def _quotes(context: Context, system: str) -> Iterator[Quoted]:
    for values in (context.book.records, context.book.annotations, context.book.reports):
        for value in values.values():
            if value.system == system:
                yield from ((value, quote) for quote in value.quotes)


def _unread(context: Context, system: str, name: str) -> bool:
    """Whether the file that held a quote could not be read, so that nothing is known of it."""
    holder = name.partition("#")[0]
    member = context.book.contract.members.get(holder)
    return (system, member.file if member else holder) in context.book.unread


CHECKS = (unknown_source, source_address, stale_lock)
