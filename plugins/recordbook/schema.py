"""Values of a file to records, with every complaint in the author's words.

`models` says what is right; this room says what is wrong, where, and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from recordbook.contract import Contract
from recordbook.diagnostics import Diagnostic, shown
from recordbook.frontmatter import Document
from recordbook.models import Models, Shape
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
from recordbook.rules import RULE, found

T = TypeVar("T")
_HELP = {
    "malformed-id": "An id is MEMBER-KIND-name, such as MEM-OBJ-run-log: one to three lower-case words.",
    "malformed-path": "Write the path as git does: relative to the root, with single slashes.",
    "malformed-lines": "Write one line (`12`) or a range (`12-15`), from 1.",
    "malformed-revision": "Write all 40 (or 64) hex digits in lower case. Branches and tags move.",
    "source-address": "Write `https://host/owner/name`, without user, port or query.",
    "plain-quote": "Write `text: |` and the source's lines below it, indented.",
    "bare-inapplicable": "Write the state as a key and the reason below it, such as `uninspected: >-`.",
    "over-limit": "Shorten it; what does not fit belongs in the fields or the body.",
    "missing-value": "Write a value, or delete the key.",
}
_COMMON = frozenset({"id", "label", "summary", "part_of", "relations", "evidence", "quotes", "allow"})
"""What every kind of record has alike."""
_SHAPES = {
    "string_type": "text",
    "list_type": "a list (`- …` lines)",
    "dict_type": "a mapping (`key: value` lines)",
    "model_type": "a mapping (`key: value` lines)",
    "too_short": "at least one entry",
    "too_long": "exactly one entry",
}


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
            for detail in error.errors(include_url=False):
                if only is None or detail["loc"][0] in only:
                    findings.append(complaint(detail, model, document))
        return findings


def _plain_quotes(document: Document) -> list[Diagnostic]:
    """Quotes whose text is not a block scalar: YAML folds and unescapes every other form."""
    findings = []
    for route, mark in document.origin.marks.items():
        if len(route) == 3 and route[0] == "quotes" and route[2] == "text" and mark.style in {"plain", "quoted"}:  # noqa: PLR2004
            place = document.origin.place(route)
            findings.append(found("plain-quote", place, "the quote's text is not a block", _HELP["plain-quote"]))
    return findings


def complaint(detail: ErrorDetails, model: type[Shape], document: Document) -> Diagnostic:
    """One pydantic error as a finding."""
    route = written(detail["loc"], document.data)
    kind = detail["type"]
    if kind == "missing":
        return _missing(detail, document)
    if kind == "extra_forbidden":
        return _unknown(route, detail, model, document)
    value = detail["input"]
    place = document.origin.place(route)
    if kind == "literal_error":
        return _not_listed(route, detail, document)
    if kind in RULE:
        return found(kind, place, _about(route, detail["msg"]), *_help(kind))
    if value is None:
        code = "bare-inapplicable" if _is_state(route, document.data) else "missing-value"
        message = "the finding gives no reason" if code == "bare-inapplicable" else "the key has no value"
        return found(code, document.origin.key_place(route), _about(route, message), *_help(code))
    if kind.startswith("union_tag"):
        return _untagged(route, detail, document)
    wanted = _SHAPES.get(kind, detail["msg"])
    return found("wrong-type", place, _about(route, f"{_shape(value)} stands where {wanted} belongs"))


def _untagged(route: Route, detail: ErrorDetails, document: Document) -> Diagnostic:
    """A mapping whose own kind is missing or unknown."""
    context = detail.get("ctx") or {}
    name = str(context.get("discriminator", "")).strip("'")
    if name not in detail["input"]:
        return found("missing-field", document.origin.key_place(route), f"`{name}` is missing", f"Add `{name}:` here.")
    route = (*route, name)
    message = f"{shown(context.get('tag', ''))} is not in the vocabulary"
    known = str(context.get("expected_tags", "")).replace("'", "`")
    return found("not-in-vocabulary", document.origin.place(route), _about(route, message), f"Known here: {known}.")


def _help(code: str) -> tuple[str, ...]:
    return (_HELP[code],) if code in _HELP else ()


def _shape(value: object) -> str:
    return "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else "a text"


def _is_state(route: Route, data: Mapping[str, Any]) -> bool:
    return bool(route) and route[0] in {"fields", "facets"} and isinstance(follow(data, route[:-1]), dict) and len(route) > 2  # noqa: PLR2004


def written(loc: tuple[str | int, ...], data: Any) -> Route:
    """The part of an error's location that is written in the file: pydantic's own tags are dropped."""
    route: list[str | int] = []
    for step in loc:
        known = step in data if isinstance(data, dict) else isinstance(step, int) and isinstance(data, list) and step < len(data)
        if known:
            route.append(step)
            data = data[step]
    return tuple(route)


def follow(data: Any, route: Route) -> Any:
    """The value at a route."""
    for step in route:
        data = data[step]
    return data


def _about(route: Route, message: str) -> str:
    """A message that says which key it is about."""
    keys = [str(step) for step in route if isinstance(step, str)]
    return f"`{'.'.join(keys)}`: {message}" if keys else message


def _missing(detail: ErrorDetails, document: Document) -> Diagnostic:
    *parent, name = detail["loc"]
    route = written(tuple(parent), document.data)
    place = document.origin.key_place(route) if route else _first_key(document)
    code = "missing-field"
    identifier = str(document.data.get("id", ""))
    if route == ("fields",) and "-RTE-" in identifier:
        code = "missing-route-field"
    where = f" under `{'.'.join(map(str, route))}`" if route else ""
    return found(code, place, f"`{name}` is missing{where}", f"Add `{name}:` here.")


def _first_key(document: Document) -> Any:
    first = next(iter(document.data), None)
    return document.origin.key_place((first,)) if first is not None else document.origin.place()


def _unknown(route: Route, detail: ErrorDetails, model: type[Shape], document: Document) -> Diagnostic:
    name = str(detail["loc"][-1])
    known = _keys_at(model, detail["loc"][:-1])
    near = get_close_matches(name, known, 1, 0.6)
    remedies = [f"Did you mean `{near[0]}`?"] if near else []
    if known and not near:
        remedies.append(f"Known here: {', '.join(f'`{key}`' for key in known)}.")
    return found("unknown-field", document.origin.key_place(route), f"{shown(name)} is not a key here", *remedies)


def _keys_at(model: Any, loc: tuple[str | int, ...]) -> list[str]:
    """The keys that a model knows at an error's location."""
    for step in loc:
        if isinstance(step, str) and step in getattr(model, "model_fields", {}):
            model = _inner(model.model_fields[step].annotation)
    return list(getattr(model, "model_fields", {}))


def _inner(annotation: Any) -> Any:
    """The model inside ``list[Model]``, ``Model | None`` and the like; the last one found."""
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        inner = _inner(argument)
        if inner is not None:
            return inner
    return None


def _not_listed(route: Route, detail: ErrorDetails, document: Document) -> Diagnostic:
    value = detail["input"]
    expected = str((detail.get("ctx") or {}).get("expected", ""))
    options = [option.strip("' ") for option in expected.replace(" or ", ", ").split(", ")]
    near = get_close_matches(str(value), options, 1, 0.6)
    remedy = f"Did you mean `{near[0]}`?" if near else f"Known here: {', '.join(f'`{o}`' for o in options)}."
    is_key = detail["loc"][-1] == "[key]"
    if value is None:
        return found("missing-value", document.origin.key_place(route), _about(route, "the key has no value"), remedy)
    if is_key:
        route = (*route, value) if isinstance(follow(document.data, route), dict) else route
    if not isinstance(value, str):
        return found("wrong-type", document.origin.place(route), _about(route, f"{_shape(value)} stands where text belongs"))
    place = document.origin.key_place(route) if is_key else document.origin.place(route)
    return found("not-in-vocabulary", place, _about(route[:-1] if is_key else route, f"{shown(value)} is not in the vocabulary"), remedy)


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
