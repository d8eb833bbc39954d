"""Readings as lines of JSON, and back. What is seldom asked for is unpacked only when it is.

Nothing but JSON is read back: a file of a cache can hold wrong values, but no code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from recordbook.diagnostics import Diagnostic, Severity
from recordbook.links import Citer, Link
from recordbook.prose import Heading, Html, Marker, Prose, Reference
from recordbook.reading import File, Reading
from recordbook.records import Document, Mark, Origin, Route
from recordbook.text import Place, Span, Text
from recordbook.values import make

if TYPE_CHECKING:
    from recordbook.contract import Contract

V = TypeVar("V")
_encode = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode


def pack(reading: Reading) -> str:
    """One line of ASCII: three JSON values with tabs between them. Raises ``ValueError`` for what cannot be kept."""
    uri, document = reading.text.uri, reading.document
    origin = document.origin if document else None
    head = [
        [_finding(one, uri) for one in reading.findings],
        [_finding(one, uri) for one in reading.complaints],
        document.data if document else None,
        [origin.body.start, origin.body.end] if origin else None,
        reading.value is not None,
        [_link(one, uri) for one in reading.links],
    ]
    marks = [[route, _mark(mark)] for route, mark in origin.marks.items()] if origin else []
    prose = [[route, _prose(one, uri)] for route, one in reading.prose.items()]
    return "\t".join((_encode(head), _encode(marks), _encode(prose)))


def unpack(packed: str, file: File, text: Text, contract: Contract | None) -> Reading:
    """The reading that was packed, of a file with the same text.

    Raises ``ValueError``, ``TypeError`` or ``LookupError`` where ``packed`` is no reading.
    """
    head, marks, prose = packed.split("\t")
    findings, complaints, data, body, has_value, links = json.loads(head)
    document = value = None
    if body is not None:
        document = Document(data, Origin(text, Packed(marks, _unmark), Span(*body)))
    if has_value and document and contract:
        value = make(file.role, document, file.system, contract)
    uri = text.uri
    return Reading(
        text,
        tuple(_unfinding(row, uri) for row in findings),
        document,
        value,
        Packed(prose, lambda row: _unprose(row, uri)),
        tuple(_unlink(row, uri, file.system) for row in links),
        tuple(_unfinding(row, uri) for row in complaints),
    )


class Packed(Mapping[Route, V]):
    """Values of a file by their routes, each unpacked when it is asked for."""

    def __init__(self, packed: str, make: Callable[[Any], V]) -> None:
        self.packed, self.make = packed, make

    @cached_property
    def rows(self) -> dict[Route, Any]:
        """Route to the packed value."""
        return {tuple(route): row for route, row in json.loads(self.packed)}

    def __getitem__(self, route: Route) -> V:
        """The value at a route."""
        return self.make(self.rows[route])

    def __contains__(self, route: object) -> bool:
        """Whether there is one."""
        return route in self.rows

    def __iter__(self) -> Iterator[Route]:
        """Every route."""
        return iter(self.rows)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.rows)


# Places


def _place(place: Place, uri: str) -> list[int]:
    if place.uri != uri:
        raise ValueError("a reading speaks of its own file alone")
    return [place.line, place.column, place.end_line, place.end_column]


def _mark(mark: Mark) -> list[Any]:
    key = mark.key
    return [mark.value.start, mark.value.end, *((key.start, key.end) if key else (None, None)), mark.style]


def _unmark(row: Any) -> Mark:
    start, end, key_start, key_end, style = row
    return Mark(Span(start, end), None if key_start is None else Span(key_start, key_end), style)


# Findings


def _finding(finding: Diagnostic, uri: str) -> list[Any]:
    related = [[_place(place, uri), words] for place, words in finding.related]
    return [finding.code, finding.severity, _place(finding.place, uri), finding.message, finding.help, related]


def _unfinding(row: Any, uri: str) -> Diagnostic:
    code, severity, place, message, remedies, related = row
    places = tuple((Place(uri, *there), words) for there, words in related)
    return Diagnostic(code, Severity(severity), Place(uri, *place), message, tuple(remedies), places)


# Links


def _link(link: Link, uri: str) -> list[Any]:
    citer, target = link.citer, link.target
    where = _place(link.place, uri)
    return [citer.form, citer.name, citer.member, citer.number, *target, link.type, link.sentence, where]


def _unlink(row: Any, uri: str, system: str) -> Link:
    form, name, member, number, target, identifier, kind, sentence, where = row
    return Link(Citer(system, form, name, member, number), (target, identifier), kind, sentence, Place(uri, *where))


# Rendered Markdown


def _prose(prose: Prose, uri: str) -> list[Any]:
    return [
        [_block(block, uri) for block in prose.blocks],
        [[one.system, one.id, _place(one.place, uri), one.sentence] for one in prose.references],
        [[path, _place(place, uri)] for path, place in prose.paths],
        [_finding(one, uri) for one in prose.complaints],
        prose.summary,
        prose.plain,
    ]


def _unprose(row: Any, uri: str) -> Prose:
    blocks, references, paths, complaints, summary, plain = row
    return Prose(
        tuple(_unblock(block, uri) for block in blocks),
        tuple(Reference(system, name, Place(uri, *where), said) for system, name, where, said in references),
        tuple((path, Place(uri, *where)) for path, where in paths),
        tuple(_unfinding(one, uri) for one in complaints),
        summary,
        plain,
    )


def _block(block: Html | Marker | Heading, uri: str) -> Any:
    if isinstance(block, Html):
        return block.html
    place = _place(block.place, uri)
    if isinstance(block, Marker):
        return [block.name, block.argument, place]
    return [block.level, block.text, block.html, place]


def _unblock(row: Any, uri: str) -> Html | Marker | Heading:
    if isinstance(row, str):
        return Html(row)
    if len(row) == 3:  # noqa: PLR2004 -- name, argument, place
        return Marker(row[0], row[1], Place(uri, *row[2]))
    level, text, html, where = row
    return Heading(level, text, html, Place(uri, *where))
