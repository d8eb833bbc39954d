"""The pydantic models that a contract's files must satisfy.

One model a kind of file, built from the contract, so that the validator and the editor schema say the same. Values are
text throughout; the models check shape, grammar and vocabulary, and convert nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal, Union
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag, create_model
from pydantic_core import PydanticCustomError

from recordbook.contract import SOURCE_ID, Contract, Kind, Term
from recordbook.diagnostics import shown

LABEL_CHARACTERS = 120
"""Longest label or title, in code points."""
SUMMARY_CHARACTERS = 200
"""Longest summary, in code points, so that it fits a card and a search result."""
_QUOTE_ID = re.compile(r"[a-z][a-z0-9-]{0,63}", re.ASCII)
_LINES = re.compile(r"([1-9][0-9]{0,6})(?:-([1-9][0-9]{0,6}))?", re.ASCII)
_REVISION = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)
_REPOSITORY = re.compile(r"/[A-Za-z0-9._~-]+(?:/[A-Za-z0-9._-]+){1,3}", re.ASCII)
_BARE = re.compile(r"(?:n/?a|not applicable|none|unknown)\.?", re.IGNORECASE)


class Shape(BaseModel):
    """A mapping of a file: no unknown keys, nothing converted."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


@dataclass(frozen=True)
class Models:
    """The models of one contract."""

    records: dict[str, type[Shape]]
    """Kind code to the model of its record files."""
    annotation: type[Shape]
    report: type[Shape]
    system: type[Shape]
    collection: type[Shape]


def fail(code: str, message: str, value: str = "") -> PydanticCustomError:
    """An error that carries the code of a rule; ``{value}`` in the message becomes the value, fit for a message."""
    return PydanticCustomError(code, message, {"value": shown(value)})  # type: ignore[arg-type]


def _grammar(pattern: re.Pattern[str], code: str, message: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if not pattern.fullmatch(text):
            raise fail(code, message, text)
        return text

    return check


def _filled(text: str) -> str:
    if not text.strip():
        raise fail("missing-value", "the value is empty")
    return text


def _one_line(text: str) -> str:
    if "\n" in text.strip():
        raise fail("wrong-type", "the value must be one line")
    return text


def _at_most(limit: int) -> Callable[[str], str]:
    def check(text: str) -> str:
        if len(text) > limit:
            raise fail("over-limit", f"the text has {len(text)} characters; at most {limit} are allowed")
        return text

    return check


def cited_path(text: str) -> str:
    """A path as git writes it: relative, one spelling, no way out of the repository."""
    parts = text.split("/")
    if text.startswith("-"):
        raise fail("malformed-path", "the path {value} begins with `-`, as an option would", text)
    if text.startswith("/"):
        raise fail("malformed-path", "the path {value} is absolute", text)
    if "\\" in text or not text.isprintable():
        raise fail("malformed-path", "the path {value} has a character that no path here may have", text)
    if ".." in parts or "." in parts or "" in parts:
        raise fail("malformed-path", "the path {value} has an empty part, `.` or `..`", text)
    if any(part.lower() == ".git" for part in parts) or re.match(r"[A-Za-z]:", text):
        raise fail("malformed-path", "the path {value} leads outside the files of a repository", text)
    return text


def _lines(text: str) -> str:
    match = _LINES.fullmatch(text)
    if not match:
        raise fail("malformed-lines", "{value} is no range of lines", text)
    if match[2] and int(match[2]) < int(match[1]):
        raise fail("malformed-lines", "the range {value} ends before it begins", text)
    return text


def _iso_date(text: str) -> str:
    try:
        valid = re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII) and date.fromisoformat(text)
    except ValueError:
        valid = None
    if not valid:
        raise fail("wrong-type", "{value} is no date of the form 2026-11-30", text)
    return text


def repository_address(text: str) -> str:
    """``self``, or ``https://host/owner/name`` and nothing more. The value is not repeated: it may hold a secret."""
    if text == "self":
        return text
    if not text.isascii() or not text.isprintable() or " " in text:
        raise fail("source-address", "the address has a character that no address here may have")
    try:
        parts = urlsplit(text)
        plain = parts.netloc == parts.hostname and not parts.query and not parts.fragment
    except ValueError:
        plain = False
    if not plain or parts.scheme != "https" or "?" in text or "#" in text or text != f"https://{parts.netloc}{parts.path}":
        raise fail("source-address", "the address is not of the form `https://host/owner/name`")
    if not _REPOSITORY.fullmatch(parts.path) or {".", ".."} & set(parts.path.split("/")):
        raise fail("source-address", "the path of the address is not of the form `/owner/name`")
    return text


Body = Annotated[str, AfterValidator(_filled)]
Filled = Annotated[str, AfterValidator(_filled)]
Line = Annotated[str, AfterValidator(_filled), AfterValidator(_one_line)]
Label = Annotated[Line, AfterValidator(_at_most(LABEL_CHARACTERS))]
Summary = Annotated[Line, AfterValidator(_at_most(SUMMARY_CHARACTERS))]
CitedPath = Annotated[str, AfterValidator(_filled), AfterValidator(cited_path)]
SourceId = Annotated[str, AfterValidator(_grammar(SOURCE_ID, "malformed-id", "{value} is no source id"))]
QuoteId = Annotated[str, AfterValidator(_grammar(_QUOTE_ID, "malformed-id", "{value} is no quote id"))]
Revision = Annotated[
    str, AfterValidator(_grammar(_REVISION, "malformed-revision", "{value} is not a full lower-case commit id"))
]
Sha256 = Annotated[str, AfterValidator(_grammar(_SHA256, "wrong-type", "{value} is no SHA-256"))]


def _quote_text(text: str) -> str:
    if not text.strip():
        raise fail("plain-quote", "the quote is empty")
    return text


class QuoteShape(Shape):
    """A quote as written."""

    id: QuoteId
    source: SourceId
    path: CitedPath
    lines: Annotated[str, AfterValidator(_lines)] | None = None
    text: Annotated[str, AfterValidator(_quote_text)]


class AllowShape(Shape):
    """A suppression as written."""

    code: Filled
    why: Filled


class GitSourceShape(Shape):
    """A source that is a repository."""

    kind: Literal["git"]
    repository: Annotated[str, AfterValidator(repository_address)]
    repository_basis: Literal["stated", "inferred"]
    revision: Revision | None
    license: Line | None = None


class CaptureSourceShape(Shape):
    """A source that is one captured text file."""

    kind: Literal["capture"]
    path: CitedPath
    sha256: Sha256
    repository_basis: Literal["stated", "inferred"] | None = None
    license: Line | None = None


class CollectionShape(Shape):
    """`collection.yml` as written."""

    title: Label
    summary: Summary


def _literal(values: tuple[str, ...]) -> Any:
    return Literal[values]


def _values(terms: tuple[Term, ...]) -> Any:
    return _literal(tuple(term.value for term in terms))


def _written(value: object) -> str:
    """How a finding is written: the tag of its model."""
    return "parts" if isinstance(value, list) else "state" if isinstance(value, dict) else "text"


class _Builder:
    """Builds the models of one contract."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.record_id = Annotated[str, AfterValidator(self.check_id)]
        self.finding = self.build_finding()
        self.status = _values(contract.statuses)
        self.evidence = Annotated[list[self.evidence_row()], Field(min_length=1)]  # type: ignore[misc]
        self.quotes = Annotated[list[QuoteShape], Field(min_length=1)]
        self.facets = self.build_facets()
        self.shared: dict[str, Any] = {
            "relations": (Annotated[list[self.relation()], Field(min_length=1)] | None, None),  # type: ignore[misc]
            "allow": (Annotated[list[AllowShape], Field(min_length=1)] | None, None),
            "body": (Body | None, None),
        }
        """What records and annotations have in common."""

    def check_id(self, text: str) -> str:
        if self.contract.parse_id(text) is None:
            raise fail("malformed-id", "{value} is no id", text)
        return text

    def state(self, states: tuple[str, ...]) -> Any:
        """A mapping of one uncertain state to its reason."""
        reason = Annotated[str, AfterValidator(self.reason)]
        return Annotated[dict[_literal(states), reason], Field(min_length=1, max_length=1)]

    @staticmethod
    def reason(text: str) -> str:
        if not text.strip() or _BARE.fullmatch(text.strip()):
            raise fail("bare-inapplicable", "the finding gives no reason")
        return text

    def statement(self, text: str) -> str:
        """A plain statement must not be a state in disguise."""
        _filled(text)
        first = re.split(r"[\s.:;,—–-]+", text.strip(), maxsplit=1)
        states = {*self.contract.finding_states, "n/a"}
        rest = text.strip()[len(first[0]) :].strip()
        disguised = first[0].lower() in states and (not rest or rest[0] in ".:;,—–-")
        if disguised or _BARE.fullmatch(text.strip()):
            raise fail("bare-inapplicable", "{value} stands where a finding needs its state and its reason", first[0])
        return text

    def build_finding(self) -> Any:
        text = Annotated[str, AfterValidator(self.statement)]
        state = self.state(self.contract.finding_states)
        pair = Union[Annotated[text, Tag("text")], Annotated[state, Tag("state")]]  # noqa: UP007 - tagged
        part = Annotated[pair, Discriminator(_written)]
        parts = Annotated[list[part], Field(min_length=1)]  # type: ignore[valid-type]
        return Annotated[Union[pair, Annotated[parts, Tag("parts")]], Discriminator(_written)]  # noqa: UP007

    def models(self) -> Models:
        return Models(
            {code: self.record(kind) for code, kind in self.contract.kinds.items()},
            self.annotation(),
            self.report(),
            self.system(),
            CollectionShape,
        )

    def fields(self, kind: Kind) -> type[Shape]:
        shapes: dict[str, Any] = {
            name: (self.finding, ...) if name in kind.required else (self.finding | None, None) for name in kind.fields
        }
        return create_model(f"{kind.code}Fields", __base__=Shape, **shapes)

    def statuses(self, kind: Kind) -> type[Shape]:
        shapes: dict[str, Any] = {}
        for layer in ("implementation", "operation"):
            value = Annotated[self.status, AfterValidator(_allowed(kind, layer))]
            shapes[layer] = (value, ...) if layer in kind.statuses else (value | None, None)
        return create_model(f"{kind.code}Status", __base__=Shape, **shapes)

    def build_facets(self) -> type[Shape]:
        shapes: dict[str, Any] = {}
        for name, facet in self.contract.facets.items():
            chosen = Annotated[list[_values(facet.values)], Field(min_length=1)]
            unknown = self.state(("uninspected", "inapplicable", "absent"))
            either = Union[Annotated[chosen, Tag("parts")], Annotated[unknown, Tag("state")]]  # noqa: UP007
            shapes[name] = (Annotated[either, Discriminator(_facet_written)] | None, None)
        return create_model("Facets", __base__=Shape, **shapes)

    def relation(self) -> type[Shape]:
        kinds = _literal(tuple(self.contract.relations))
        return create_model("Relation", __base__=Shape, type=(kinds, ...), to=(self.record_id, ...), why=(self.finding, ...))

    def evidence_row(self) -> type[Shape]:
        paths = Annotated[list[CitedPath], Field(min_length=1)]
        layer = _values(self.contract.layers)
        return create_model("Evidence", __base__=Shape, source=(SourceId, ...), layer=(layer, ...), paths=(paths | None, None))

    def record(self, kind: Kind) -> type[Shape]:
        shapes: dict[str, Any] = {
            "id": (self.record_id, ...),
            "label": (Label, ...),
            "summary": (Summary, ...),
            "part_of": (self.record_id | None, None),
            "status": (self.statuses(kind), ...) if kind.statuses else (self.statuses(kind) | None, None),
            "guarantee": (_values(self.contract.guarantees) | None, None),
            "fields": (self.fields(kind), ...),
            "no_counterpart": (Filled | None, None),
            "facets": (self.facets | None, None),
            "evidence": (self.evidence, ...),
            "quotes": (self.quotes, ...),
            **self.shared,
        }
        return create_model(f"{kind.code}Record", __base__=Shape, **shapes)

    def annotation(self) -> type[Shape]:
        shapes: dict[str, Any] = {
            "on": (self.record_id, ...),
            "by": (_literal(tuple(self.contract.members)), ...),
            "evidence": (self.evidence | None, None),
            "quotes": (self.quotes | None, None),
            **self.shared,
        }
        return create_model("AnnotationFile", __base__=Shape, **shapes)

    def row(self) -> type[Shape]:
        basis = Annotated[list[_values(self.contract.bases)], Field(min_length=1)]
        shapes: dict[str, Any] = {
            "operation": (Line, ...),
            "basis": (basis, ...),
            "paths": (Annotated[list[CitedPath], Field(min_length=1)] | None, None),
            "records": (Annotated[list[self.record_id], Field(min_length=1)] | None, None),
            "note": (Filled | None, None),
            "limit": (Filled | None, None),
        }
        return create_model("CoverageRow", __base__=Shape, **shapes)

    def report(self) -> type[Shape]:
        shapes: dict[str, Any] = {
            "member": (_literal(tuple(self.contract.members)), ...),
            "title": (Label, ...),
            "reviewed": (Annotated[str, AfterValidator(_iso_date)] | None, None),
            "source_type": (Line | None, None),
            "quotes": (self.quotes | None, None),
            "coverage": (Annotated[list[self.row()], Field(min_length=1)] | None, None),
            "allow": (Annotated[list[AllowShape], Field(min_length=1)] | None, None),
        }
        return create_model("ReportFile", __base__=Shape, **shapes)

    def system(self) -> type[Shape]:
        source = Annotated[GitSourceShape | CaptureSourceShape, Field(discriminator="kind")]
        shapes: dict[str, Any] = {
            "title": (Label, ...),
            "summary": (Summary, ...),
            "sources": (Annotated[dict[SourceId, source], Field(min_length=1)], ...),
            "unpublished": (dict[self.record_id, Filled] | None, None),
            "aliases": (dict[self.record_id, self.record_id] | None, None),
            "retired": (dict[self.record_id, Filled] | None, None),
        }
        return create_model("SystemFile", __base__=Shape, **shapes)


def _facet_written(value: object) -> str:
    return "state" if isinstance(value, dict) else "parts"


def _allowed(kind: Kind, layer: str) -> Callable[[str], str]:
    allowed = kind.allowed.get(layer)

    def check(status: str) -> str:
        if allowed is not None and status not in allowed:
            raise fail("status-not-allowed", f"the {layer} of {_article(kind.title)} cannot be {{value}}", status)
        return status

    return check


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def build(contract: Contract) -> Models:
    """The models of a contract."""
    return _Builder(contract).models()
