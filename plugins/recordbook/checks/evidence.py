"""What a record rests on is named by its system, at an address that its maintainers allow."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from recordbook.diagnostics import Diagnostic, shown
from recordbook.records import Annotation, Record, Report, Route
from recordbook.rules import found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.checks.context import Context


def unknown_source(context: Context) -> Iterator[Diagnostic]:
    """Evidence and quotes name a source of their system."""
    for value in context.loaded.quoting:
        system = context.book.systems.get(value.system)
        if system is None:
            continue
        for name, route in _sources(value):
            if name not in system.sources:
                near = get_close_matches(name, system.sources, 1, 0.5)
                remedy = f"Did you mean `{near[0]}`?" if near else f"Declare it under `sources` in {system.uri}."
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


CHECKS = (unknown_source, source_address)
