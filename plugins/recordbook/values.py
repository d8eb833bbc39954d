"""Checked data to values: nothing here can be wrong any more, for `schema` has seen it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

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

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from recordbook.contract import Contract
    from recordbook.records import Document

T = TypeVar("T")
Value: TypeAlias = Record | Annotation | Report | System | Collection


def make(role: str, document: Document, slug: str, contract: Contract) -> Value:
    """The value that the checked data of a file makes.

    ``role`` is ``record``, ``annotation``, ``report``, ``system`` or ``collection``, ``slug`` the system's.
    """
    return _MAKERS[role](document, slug, contract)


def _record(document: Document, system: str, contract: Contract) -> Record:
    data = document.data
    parsed = contract.parse_id(data["id"])
    assert parsed is not None  # noqa: S101 -- for the type checker
    status = data.get("status") or {}
    return Record(
        system=system,
        id=data["id"],
        member=parsed[0],
        kind=parsed[1],
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


def _annotation(document: Document, system: str, _contract: Contract) -> Annotation:
    data = document.data
    return Annotation(system, data["on"], data["by"], **_shared(data), body=_body(document), origin=document.origin)


def _collection(document: Document, _slug: str, _contract: Contract) -> Collection:
    return Collection(document.data["title"], document.data["summary"], document.origin)


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


def _report(document: Document, system: str, _contract: Contract) -> Report:
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


def _system(document: Document, slug: str, _contract: Contract) -> System:
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


_MAKERS: Mapping[str, Callable[[Document, str, Contract], Value]] = {
    "record": _record,
    "annotation": _annotation,
    "report": _report,
    "system": _system,
    "collection": _collection,
}
