"""What one file says about others: its statements in Markdown, and the references in all of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from recordbook import prose
from recordbook.prose import Heading, Passage, Prose
from recordbook.records import Annotation, Part, Record, Relation, Report, Route, System
from recordbook.text import Place, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Key: TypeAlias = tuple[str, str]
"""System and id."""
Authored: TypeAlias = Record | Annotation | Report | System
Rendered: TypeAlias = "Mapping[Route, Prose]"
"""Route of a file to the rendered Markdown there; a body's route is ``("body",)``."""


@dataclass(frozen=True, slots=True)
class Citer:
    """Where a reference stands, as a reader finds it."""

    system: str
    form: str
    """``record``, ``annotation``, ``section``, ``row`` or ``system``."""
    name: str
    """The record's id, the annotated id, the section's title, the row's operation, or the system's slug."""
    member: str
    number: int = 0
    """Of an item in its section or a row in its table, from 1; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class Link:
    """One reference from one place to one id."""

    citer: Citer
    target: Key
    type: str
    """A relation of the contract, ``part_of``, ``annotates``, ``covers`` or ``mentions``."""
    sentence: str
    """The sentence that holds the reference, as plain text; empty where there is none."""
    place: Place


# Markdown


def parts(value: Record | Annotation) -> Iterator[Part]:
    """Every statement of a record or an annotation that is inline Markdown."""
    if isinstance(value, Record):
        for fact in value.facts:
            yield from fact.parts
        for facet in value.facets:
            if facet.reason is not None:
                yield facet.reason
        if value.no_counterpart:
            yield Part("", value.no_counterpart, ("no_counterpart",))
    for relation in value.relations:
        yield from relation.why


def _inline(value: Authored) -> Iterator[tuple[Route, str]]:
    if isinstance(value, Record | Annotation):
        for part in parts(value):
            yield part.route, part.text
    elif isinstance(value, Report):
        for row in value.coverage:
            for name, text in (("note", row.note), ("limit", row.limit)):
                if text:
                    yield (*row.route, name), text
    else:
        for name, lines in (("unpublished", value.unpublished), ("retired", value.retired)):
            for identifier, text in lines.items():
                yield (name, identifier), text


def rendered(value: Authored) -> dict[Route, Prose]:
    """All Markdown of a file."""
    origin = value.origin
    routes, passages = [], []
    for route, text in _inline(value):
        span = origin.mark(route).value
        routes.append(route)
        passages.append(Passage(origin.text, span.start, span.end, text))
    texts = dict(zip(routes, prose.render_inline(passages), strict=True)) if passages else {}
    if not isinstance(value, System) and value.body.strip():
        levels = frozenset({2, 3}) if isinstance(value, Report) else frozenset()
        span = origin.marks[("body",)].value if ("body",) in origin.marks else origin.body
        texts["body",] = prose.render(Passage(origin.text, span.start, span.end, value.body), headings=levels)
    return texts


# Links


def links(value: Authored, texts: Rendered) -> Iterator[Link]:
    """Every reference of a file; ``texts`` is its rendered Markdown."""
    if isinstance(value, Record):
        citer = Citer(value.system, "record", value.id, value.member)
        if value.part_of:
            yield Link(citer, (value.system, value.part_of), "part_of", "", value.origin.place(("part_of",)))
        yield from _relations(value, citer, texts)
        yield from _plain(value.summary, citer, value, ("summary",))
        yield from _mentions(value, citer, texts)
    elif isinstance(value, Annotation):
        citer = Citer(value.system, "annotation", value.on, value.by)
        body = texts.get(("body",))
        sentence = body.summary if body else ""
        yield Link(citer, (value.system, value.on), "annotates", sentence, value.origin.place(("on",)))
        yield from _relations(value, citer, texts)
        yield from _mentions(value, citer, texts)
    elif isinstance(value, Report):
        yield from _report_links(value, texts)
    else:
        yield from _mentions(value, Citer(value.slug, "system", value.slug, ""), texts)


def _relations(value: Record | Annotation, citer: Citer, texts: Rendered) -> Iterator[Link]:
    for relation in value.relations:
        place = value.origin.place((*relation.route, "to"))
        yield Link(citer, (value.system, relation.target), relation.type, _why(relation, texts), place)


def _why(relation: Relation, texts: Rendered) -> str:
    return " ".join(texts[part.route].plain for part in relation.why)


def _plain(text: str, citer: Citer, value: Record, route: Route) -> Iterator[Link]:
    raw = value.origin.mark(route).value
    at = raw.start
    for system, identifier, start, end in prose.plain_references(text):
        found = value.origin.text.content.find(text[start:end], at, raw.end)
        at = found + end - start if found >= 0 else at
        span = Span(at - (end - start), at) if found >= 0 else raw
        yield Link(citer, (system or value.system, identifier), "mentions", text, value.origin.text.place(span))


def _mentions(value: Authored, citer: Citer, texts: Rendered) -> Iterator[Link]:
    slug = value.slug if isinstance(value, System) else value.system
    for route in (*(route for route, _ in _inline(value)), ("body",)):
        text = texts.get(route)
        for reference in text.references if text else ():
            target = (reference.system or slug, reference.id)
            yield Link(citer, target, "mentions", reference.sentence, reference.place)


def _report_links(report: Report, texts: Rendered) -> Iterator[Link]:
    for number, row in enumerate(report.coverage, 1):
        citer = Citer(report.system, "row", row.operation, report.member, number)
        for index, identifier in enumerate(row.records):
            place = report.origin.place((*row.route, "records", index))
            yield Link(citer, (report.system, identifier), "covers", row.operation, place)
        for name in ("note", "limit"):
            text = texts.get((*row.route, name))
            for reference in text.references if text else ():
                target = (reference.system or report.system, reference.id)
                yield Link(citer, target, "mentions", reference.sentence, reference.place)
    body = texts.get(("body",))
    headings = [block for block in body.blocks if isinstance(block, Heading)] if body else []
    for reference in body.references if body else ():
        citer = _section_citer(report, headings, reference.place)
        target = (reference.system or report.system, reference.id)
        yield Link(citer, target, "mentions", reference.sentence, reference.place)


def _section_citer(report: Report, headings: list[Heading], place: Place) -> Citer:
    """The section, and the item in it, that a place of a report stands in."""
    title, number = "", 0
    for heading in headings:
        if heading.place.line > place.line:
            break
        if heading.level == 2:  # noqa: PLR2004 - a section's level
            title, number = heading.text, 0
        else:
            number += 1
    return Citer(report.system, "section", title, report.member, number)
