"""Reports have their sections, and everything in a collection can be reached from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.diagnostics import Diagnostic, shown
from recordbook.prose import Heading, Marker
from recordbook.rules import found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.book import ReportSection
    from recordbook.checks.context import Context
    from recordbook.contract import Section
    from recordbook.records import Annotation, Record, Report


def sections(context: Context) -> Iterator[Diagnostic]:
    """A report has the sections of its member, each once, in order, and nothing before them."""
    for report in context.loaded.reports:
        if context.book.text(report.uri, ("body",)) is None:
            place = report.origin.place(("member",))
            yield found("missing-section", place, "the report has no text", "Write its sections as `## Title`.")
            continue
        wanted = context.book.contract.members[report.member].sections
        written = context.book.sections(report)
        yield from _missing(report, wanted, written)
        yield from _order(wanted, written)
        yield from _preface(context, report)
        yield from _items(wanted, written)


def _missing(report: Report, wanted: tuple[Section, ...], written: tuple[ReportSection, ...]) -> Iterator[Diagnostic]:
    titles = {section.title for section in written}
    for index, section in enumerate(wanted):
        if section.title not in titles:
            place = report.origin.place(("member",))
            where = f"after `## {wanted[index - 1].title}`" if index else "first"
            message = f"the section {shown(section.title)} is missing"
            yield found("missing-section", place, message, f"Add `## {section.title}` {where}.")


def _order(wanted: tuple[Section, ...], written: tuple[ReportSection, ...]) -> Iterator[Diagnostic]:
    titles = [section.title for section in wanted]
    reached = -1
    seen: set[str] = set()
    for section in written:
        if section.title not in titles:
            remedy = f"The sections are: {', '.join(titles)}."
            yield found("section-order", section.place, f"{shown(section.title)} is no section of this report", remedy)
            continue
        index = titles.index(section.title)
        if section.title in seen:
            yield found(
                "section-order", section.place, f"the section {shown(section.title)} stands twice", "Join the two."
            )
        elif index < reached:
            message = f"the section {shown(section.title)} stands after {shown(titles[reached])}"
            yield found("section-order", section.place, message, f"The order is: {', '.join(titles)}.")
        seen.add(section.title)
        reached = max(reached, index)


def _preface(context: Context, report: Report) -> Iterator[Diagnostic]:
    body = context.book.text(report.uri, ("body",))
    first = body.blocks[0] if body and body.blocks else None
    if first is not None and not isinstance(first, Heading):
        place = first.place if isinstance(first, Marker) else report.origin.text.place(report.origin.body)
        yield found("section-order", place, "text stands before the first section", "Move it into a section.")


def _items(wanted: tuple[Section, ...], written: tuple[ReportSection, ...]) -> Iterator[Diagnostic]:
    with_items = {section.title for section in wanted if section.items}
    for section in written:
        for block in section.blocks:
            if isinstance(block, Heading) and section.title not in with_items:
                message = f"the heading {shown(block.text)} stands in a section without items"
                remedy = f"Only these have items: {', '.join(sorted(with_items)) or 'none'}."
                yield found("heading-in-record", block.place, message, remedy)


def markers(context: Context) -> Iterator[Diagnostic]:
    """A marker names something of its file, once."""
    for value in context.loaded.noted:
        yield from _markers(context, value, ())
    for report in context.loaded.reports:
        holds = context.book.contract.members[report.member].sections
        yield from _markers(context, report, tuple(section.holds for section in holds if section.holds))
        yield from _misplaced(context, report)


def _markers(context: Context, value: Record | Annotation | Report, holds: tuple[str, ...]) -> Iterator[Diagnostic]:
    if "<!--" not in value.body:
        return
    body = context.book.text(value.uri, ("body",))
    quotes = {quote.id for quote in value.quotes}
    seen: set[tuple[str, str]] = set()
    for marker in (block for block in (body.blocks if body else ()) if isinstance(block, Marker)):
        name = f"{marker.name}: {marker.argument}" if marker.argument else marker.name
        known = marker.argument in quotes if marker.name == "quote" else marker.name in holds and not marker.argument
        if not known:
            remedy = _known_markers(quotes, holds)
            yield found("unknown-marker", marker.place, f"the marker {shown(name)} names nothing here", remedy)
        elif (marker.name, marker.argument) in seen:
            yield found("repeated-marker", marker.place, f"the marker {shown(name)} stands twice", "Keep one.")
        seen.add((marker.name, marker.argument))


def _known_markers(quotes: set[str], holds: tuple[str, ...]) -> str:
    names = [*holds, *(f"quote: {name}" for name in sorted(quotes))]
    return f"Known here: {', '.join(f'`<!-- {name} -->`' for name in names)}." if names else "This file has no markers."


def _misplaced(context: Context, report: Report) -> Iterator[Diagnostic]:
    home = {section.holds: section.title for section in context.book.contract.members[report.member].sections}
    known = {section.title for section in context.book.contract.members[report.member].sections}
    for section in context.book.sections(report):
        for block in section.blocks if section.title in known else ():
            if isinstance(block, Marker) and home.get(block.name, section.title) != section.title:
                message = f"the marker {shown(block.name)} stands under {shown(section.title)}"
                yield found("unknown-marker", block.place, message, f"Move it to {shown(home[block.name])}.")


def orphan_record(context: Context) -> Iterator[Diagnostic]:
    """A record is named by something but itself."""
    files = {member.prefix: member.file for member in context.book.contract.members.values()}
    for record in context.loaded.records:
        unread = (record.system, files[record.member]) in context.book.unread
        if unread or record.system not in context.book.systems:
            continue
        links = context.book.backlinks.get((record.system, record.id), ())
        if not any(link.citer.name != record.id or link.citer.form != "record" for link in links):
            message = f"no coverage row, section or other record names {shown(record.id)}"
            remedy = "Name it where the report speaks of it."
            yield found("orphan-record", record.origin.place(("id",)), message, remedy)


def orphan_coverage_path(context: Context) -> Iterator[Diagnostic]:
    """A coverage row leads to a record, or says what stays open."""
    for report in context.loaded.reports:
        for row in report.coverage:
            if row.paths and not row.records and not row.limit:
                message = f"the paths of {shown(row.operation)} lead to no record, and no limit is stated"
                place = report.origin.key_place((*row.route, "paths"))
                yield found(
                    "orphan-coverage-path", place, message, "Name the records, or say under `limit` what stays open."
                )


def complaints(context: Context) -> Iterator[Diagnostic]:
    """What was wrong with the Markdown of every file."""
    for value in (*context.loaded.systems, *context.loaded.quoting):
        yield from context.loaded.readings[value.uri].complaints


CHECKS = (sections, markers, orphan_record, orphan_coverage_path, complaints)
