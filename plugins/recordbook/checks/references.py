"""Every reference leads somewhere, once, and never in a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.checks.context import Context, nearest, repeats
from recordbook.diagnostics import Diagnostic, shown
from recordbook.records import Record
from recordbook.rules import found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.links import Key, Link


_SHOWN = 8
"""How many records of a long circle a message names."""


def dangling_reference(context: Context) -> Iterator[Diagnostic]:
    """What a reference names is declared, renamed, retired or listed as unpublished."""
    for link in context.book.links:
        if context.book.state(link.target) == "dangling":
            yield _dangling(context, link)
    for system in context.book.systems.values():
        for old, new in system.aliases.items():
            if context.book.state((system.slug, new)) in {"dangling", "alias"}:
                place = system.origin.place(("aliases", old))
                message = f"{shown(old)} is renamed to {shown(new)}, which is no record"
                yield found("dangling-reference", place, message, "Name the record that bears the new id.")


def _dangling(context: Context, link: Link) -> Diagnostic:
    slug, identifier = link.target
    name = identifier if slug == link.citer.system else f"{slug}:{identifier}"
    message = f"{shown(name)} is declared nowhere"
    if slug not in context.book.systems:
        return found("dangling-reference", link.place, message, f"There is no system `{slug}`.")
    near = nearest(context, slug, identifier)
    remedies = [f"Did you mean `{near}`?"] if near else []
    remedies.append(
        f"An id of a report that is not published here belongs under `unpublished` in reports/{slug}/system.yml."
    )
    return found("dangling-reference", link.place, message, *remedies)


def self_reference(context: Context) -> Iterator[Diagnostic]:
    """A record is not related to itself."""
    for record in context.loaded.records:
        if record.part_of == record.id:
            yield found("self-reference", record.origin.place(("part_of",)), f"{shown(record.id)} is part of itself")
        for relation in record.relations:
            if relation.target == record.id:
                place = record.origin.place((*relation.route, "to"))
                yield found("self-reference", place, f"{shown(record.id)} is related to itself", "Name another record.")


def repeated_reference(context: Context) -> Iterator[Diagnostic]:
    """A relation, a row's record and a facet's value stand once."""
    for value in context.loaded.noted:
        origin = value.origin
        relations = ((f"{relation.type} {relation.target}", (*relation.route, "to")) for relation in value.relations)
        yield from repeats("repeated-reference", origin, relations, "the relation `{name}` stands here again")
        if isinstance(value, Record):
            for facet in value.facets:
                named = ((name, ("facets", facet.name, index)) for index, name in enumerate(facet.values))
                yield from repeats("repeated-reference", origin, named, "the value `{name}` stands here again")
    for report in context.loaded.reports:
        for row in report.coverage:
            for name, entries in (("records", row.records), ("paths", row.paths)):
                written = ((entry, (*row.route, name, index)) for index, entry in enumerate(entries))
                yield from repeats("repeated-reference", report.origin, written, "`{name}` stands in this row again")


def part_of_cycle(context: Context) -> Iterator[Diagnostic]:
    """Parts lead to a whole: following `part_of` ends."""
    done: set[Key] = set()
    for start in context.book.records:
        trail: dict[Key, None] = {}
        key = start
        while key in context.book.records and key not in done and key not in trail:
            trail[key] = None
            key = (key[0], context.book.records[key].part_of)
        if key in trail:
            cycle = list(trail)[list(trail).index(key) :]
            if len(cycle) > 1:
                yield _cycle(context, cycle)
        done.update(trail)


def _cycle(context: Context, cycle: list[Key]) -> Diagnostic:
    least = cycle.index(min(cycle))
    ordered = cycle[least:] + cycle[:least]
    records = [context.book.records[key] for key in ordered]
    left_out = [f"{len(records) - _SHOWN} more"] if len(records) > _SHOWN else []
    chain = " → ".join([*(record.id for record in records[:_SHOWN]), *left_out, records[0].id])
    places = [record.origin.place(("part_of",)) for record in records[:_SHOWN]]
    related = tuple((place, f"`{record.id}`") for place, record in zip(places[1:], records[1:], strict=False))
    return found("part-of-cycle", places[0], f"a circle of parts: {chain}", "Delete one `part_of`.", related=related)


def foreign_annotation(context: Context) -> Iterator[Diagnostic]:
    """A member annotates what another member declares."""
    for note in context.loaded.annotations:
        parsed = context.book.contract.parse_id(note.on)
        if parsed is not None and parsed[0] == note.by:
            message = f"member `{note.by}` annotates {shown(note.on)}, which is its own"
            yield found("foreign-annotation", note.origin.place(("on",)), message, "Write it into the record itself.")


def uncited_unpublished(context: Context) -> Iterator[Diagnostic]:
    """An unpublished id is listed because something cites it."""
    for system in context.book.systems.values():
        for identifier in system.unpublished:
            links = context.book.backlinks.get((system.slug, identifier), ())
            if not any(link.citer.form != "system" for link in links):
                place = system.origin.key_place(("unpublished", identifier))
                message = f"nothing cites the unpublished id {shown(identifier)}"
                yield found("uncited-unpublished", place, message, "Delete it here.")


CHECKS = (
    dangling_reference,
    self_reference,
    repeated_reference,
    part_of_cycle,
    foreign_annotation,
    uncited_unpublished,
)
