"""Values of a file to records, with every complaint in the author's words.

`models` says what is right; this room says what is wrong, where, and what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from recordbook.complaints import HELP, complaint, follow
from recordbook.records import (
    Allow,
    Annotation,
    Collection,
    CoverageRow,
    Evidence,
    Facet,
    Fact,
    Part,
    Quote,
    Record,
    Relation,
    Report,
    Route,
    Source,
    System,
)
from recordbook.rules import found

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from recordbook.contract import Contract
    from recordbook.diagnostics import Diagnostic
    from recordbook.frontmatter import Document
    from recordbook.models import Models
    from recordbook.shapes import Shape

T = TypeVar("T")
_COMMON = frozenset({"id", "label", "summary", "part_of", "relations", "evidence", "quotes", "allow"})
"""What every kind of record has alike."""


class Reader:
    """Turns the documents of one contract into values."""

    def __init__(self, contract: Contract, models: Models) -> None:
        self.contract, self.models = contract, models

    def record(self, document: Document, system: str) -> tuple[Record | None, list[Diagnostic]]:
        """The record of a file, or None with what is wrong."""
        identifier = document.data.get("id")
        text = identifier if isinstance(identifier, str) else ""
        parsed = self.contract.parse_id(text)
        kind = parsed[1] if parsed else self.guess(text)
        only = None if kind else _COMMON
        findings = self.validate(self.models.records[kind or "OBJ"], document, only)
        if findings or parsed is None:
            return None, findings
        return _record(document, system, *parsed), []

    def guess(self, identifier: str) -> str:
        """The kind that a malformed id probably means; empty where it says none."""
        parts = identifier.upper().split("-")
        return next((part for part in parts[1:2] if part in self.contract.kinds), "")

    def annotation(self, document: Document, system: str) -> tuple[Annotation | None, list[Diagnostic]]:
        """The annotation of a file, or None with what is wrong."""
        findings = self.validate(self.models.annotation, document)
        if findings:
            return None, findings
        data = document.data
        shared = _shared(data)
        return Annotation(system, data["on"], data["by"], **shared, body=_body(document), origin=document.origin), []

    def report(self, document: Document, system: str) -> tuple[Report | None, list[Diagnostic]]:
        """The report of a file, or None with what is wrong."""
        findings = self.validate(self.models.report, document)
        return (None, findings) if findings else (_report(document, system), [])

    def system(self, document: Document, slug: str) -> tuple[System | None, list[Diagnostic]]:
        """The system of a `system.yml`, or None with what is wrong."""
        findings = self.validate(self.models.system, document)
        return (None, findings) if findings else (_system(document, slug), [])

    def collection(self, document: Document) -> tuple[Collection | None, list[Diagnostic]]:
        """The collection of `collection.yml`, or None with what is wrong."""
        findings = self.validate(self.models.collection, document)
        if findings:
            return None, findings
        return Collection(document.data["title"], document.data["summary"], document.origin), []

    def validate(self, model: type[Shape], document: Document, only: frozenset[str] | None = None) -> list[Diagnostic]:
        """Everything that a document lacks against a model; of the top-level keys in ``only``, where given."""
        findings = [*_plain_quotes(document)]
        try:
            model.model_validate(document.data)
        except ValidationError as error:
            details = (d for d in error.errors(include_url=False) if only is None or d["loc"][0] in only)
            findings += [complaint(detail, model, document) for detail in details]
        return findings


def _plain_quotes(document: Document) -> list[Diagnostic]:
    """Quotes whose text is not a block scalar: YAML folds and unescapes every other form."""
    findings = []
    for route, mark in document.origin.marks.items():
        is_text = route[:1] == ("quotes",) and route[2:] == ("text",)
        if is_text and mark.style in {"plain", "quoted", "folded"} and (follow(document.data, route) or "").strip():
            place = document.origin.place(route)
            findings.append(found("plain-quote", place, "the quote's text is not a block", HELP["plain-quote"]))
    return findings


# From checked data to values


def _record(document: Document, system: str, member: str, kind: str) -> Record:
    data = document.data
    status = data.get("status") or {}
    return Record(
        system=system,
        id=data["id"],
        member=member,
        kind=kind,
        label=data["label"].strip(),
        summary=data["summary"].strip(),
        part_of=data.get("part_of") or "",
        implementation=status.get("implementation") or "",
        operation=status.get("operation") or "",
        guarantee=data.get("guarantee") or "",
        facts=tuple(Fact(name, _parts(value, ("fields", name))) for name, value in data["fields"].items()),
        no_counterpart=data.get("no_counterpart") or "",
        facets=tuple(_facet(name, value) for name, value in (data.get("facets") or {}).items()),
        **_shared(data),
        body=_body(document),
        origin=document.origin,
    )


def _body(document: Document) -> str:
    if "body" in document.data:
        return str(document.data["body"])
    span = document.origin.body
    return document.origin.text.content[span.start : span.end]


def _shared(data: Mapping[str, Any]) -> dict[str, Any]:
    """What records and annotations have in common."""
    return {
        "relations": _each(data, "relations", _relation),
        "evidence": _each(data, "evidence", _evidence),
        "quotes": _each(data, "quotes", _quote),
        "allow": _each(data, "allow", _allow),
    }


def _each(data: Mapping[str, Any], key: str, make: Callable[[Mapping[str, Any], Route], T]) -> tuple[T, ...]:
    return tuple(make(entry, (key, index)) for index, entry in enumerate(data.get(key) or ()))


def _parts(value: Any, route: Route) -> tuple[Part, ...]:
    if isinstance(value, str):
        return (Part("", value.strip(), route),)
    if isinstance(value, dict):
        return tuple(Part(state, text.strip(), (*route, state)) for state, text in value.items())
    return tuple(part for index, entry in enumerate(value) for part in _parts(entry, (*route, index)))


def _facet(name: str, value: Any) -> Facet:
    if isinstance(value, list):
        return Facet(name, tuple(value), "", None)
    (reason,) = _parts(value, ("facets", name))
    return Facet(name, (), reason.state, reason)


def _relation(entry: Mapping[str, Any], route: Route) -> Relation:
    return Relation(entry["type"], entry["to"], _parts(entry["why"], (*route, "why")), route)


def _evidence(entry: Mapping[str, Any], _route: Route) -> Evidence:
    return Evidence(entry["source"], entry["layer"], tuple(entry.get("paths") or ()))


def _quote(entry: Mapping[str, Any], route: Route) -> Quote:
    return Quote(entry["id"], entry["source"], entry["path"], _line_range(entry.get("lines")), entry["text"], route)


def _line_range(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def _allow(entry: Mapping[str, Any], route: Route) -> Allow:
    return Allow(entry["code"], entry["why"], route)


def _report(document: Document, system: str) -> Report:
    data = document.data
    return Report(
        system,
        data["member"],
        data["title"].strip(),
        data.get("reviewed") or "",
        data.get("source_type") or "",
        _each(data, "coverage", _row),
        _each(data, "quotes", _quote),
        _each(data, "allow", _allow),
        _body(document),
        document.origin,
    )


def _row(entry: Mapping[str, Any], route: Route) -> CoverageRow:
    return CoverageRow(
        entry["operation"].strip(),
        tuple(entry["basis"]),
        tuple(entry.get("paths") or ()),
        tuple(entry.get("records") or ()),
        (entry.get("note") or "").strip(),
        (entry.get("limit") or "").strip(),
        route,
    )


def _system(document: Document, slug: str) -> System:
    data = document.data
    return System(
        slug,
        data["title"].strip(),
        data["summary"].strip(),
        {name: _source(name, entry) for name, entry in data["sources"].items()},
        {name: text.strip() for name, text in (data.get("unpublished") or {}).items()},
        dict(data.get("aliases") or {}),
        {name: text.strip() for name, text in (data.get("retired") or {}).items()},
        document.origin,
    )


def _source(name: str, entry: Mapping[str, Any]) -> Source:
    get = entry.get
    return Source(
        name,
        entry["kind"],
        get("repository") or "",
        get("repository_basis") or "",
        get("revision") or "",
        get("license") or "",
        get("path") or "",
        get("sha256") or "",
    )
