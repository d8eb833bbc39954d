"""The pydantic models that a contract's files must satisfy.

One model a kind of file, built from the contract, so that the validator, the formatter and the editor schema say the
same. The order of their keys is the order in which files are formatted. Values are
text throughout; the models check shape, grammar and vocabulary, and convert nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import AfterValidator, Discriminator, Field, Tag, WithJsonSchema, create_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from recordbook.contract import Contract, Kind, Term

from recordbook.shapes import (
    AllowShape,
    Block,
    Body,
    CaptureSourceShape,
    CitedPath,
    CollectionShape,
    GitSourceShape,
    Label,
    Line,
    Paragraph,
    QuoteShape,
    Shape,
    SourceId,
    Summary,
    fail,
    filled,
    iso_date,
    told,
)

_BARE = re.compile(r"(?:n/?a|not applicable|none|unknown)\.?", re.IGNORECASE)


@dataclass(frozen=True)
class Models:
    """The models of one contract."""

    records: dict[str, type[Shape]]
    """Kind code to the model of its record files."""
    annotation: type[Shape]
    report: type[Shape]
    system: type[Shape]
    collection: type[Shape]


# Annotations are made at run time here, from the contract: no type checker can follow them.


def _literal(values: tuple[str, ...]) -> Any:
    """One of some texts."""
    return Literal[values]


def _values(terms: tuple[Term, ...]) -> Any:
    """One word of a vocabulary."""
    return _literal(tuple(term.value for term in terms))


def _checked(inner: Any, *checks: Callable[[str], str]) -> Any:
    """A value that some checks let pass."""
    return Annotated[(inner, *map(AfterValidator, checks))]


def _some(inner: Any) -> Any:
    """A list with at least one entry."""
    return Annotated[list[inner], Field(min_length=1)]


def _mapping(key: Any, value: Any) -> Any:
    """A mapping of any length."""
    return dict[key, value]


def _tagged(written: Callable[[object], str], **shapes: Any) -> Any:
    """A value whose shape is told by how it is written."""
    choices = tuple(Annotated[shape, Tag(tag)] for tag, shape in shapes.items())
    return Annotated[Union[choices], Discriminator(written)]  # noqa: UP007 - made at run time


def _optional(inner: Any) -> Any:
    """A key that may be left out, as `create_model` takes it; written without a value it is refused."""
    return inner, None


def _written(value: object) -> str:
    """How a finding is written: the tag of its model."""
    return "parts" if isinstance(value, list) else "state" if isinstance(value, dict) else "text"


def _facet_written(value: object) -> str:
    """How a facet is written: the tag of its model."""
    return "state" if isinstance(value, dict) else "parts"


class _Builder:
    """Builds the models of one contract."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.record_id = Annotated[str, AfterValidator(self.check_id), told(contract.id_pattern)]
        self.finding = self.build_finding()
        self.status = _values(contract.statuses)
        self.evidence = _some(self.evidence_row())
        self.quotes = _some(QuoteShape)
        self.facets = self.build_facets()
        self.relations = _optional(_some(self.relation()))
        self.last: dict[str, Any] = {"allow": _optional(_some(AllowShape)), "body": _optional(Body)}
        """What a record and an annotation end with."""

    def check_id(self, text: str) -> str:
        if self.contract.parse_id(text) is None:
            raise fail("malformed-id", "{value} is no id", text)
        return text

    def state(self, states: tuple[str, ...]) -> Any:
        """A mapping of one uncertain state to its reason."""
        reason = Annotated[str, AfterValidator(self.reason), Block.FOLDED]
        return Annotated[dict[_literal(states), reason], Field(min_length=1, max_length=1)]  # type: ignore[misc]

    @staticmethod
    def reason(text: str) -> str:
        if not text.strip() or _BARE.fullmatch(text.strip()):
            raise fail("bare-inapplicable", "the finding gives no reason")
        return text

    def statement(self, text: str) -> str:
        """A plain statement must not be a state in disguise."""
        filled(text)
        first = re.split(r"[\s.:;,—–-]+", text.strip(), maxsplit=1)
        states = {*self.contract.finding_states, "n/a"}
        rest = text.strip()[len(first[0]) :].strip()
        disguised = first[0].lower() in states and (not rest or rest[0] in ".:;,—–-")
        if disguised or _BARE.fullmatch(text.strip()):
            raise fail("bare-inapplicable", "{value} stands where a finding needs its state and its reason", first[0])
        return text

    def build_finding(self) -> Any:
        """A statement, an uncertain state with its reason, or a list of these."""
        text = Annotated[str, AfterValidator(self.statement), Block.FOLDED]
        state = self.state(self.contract.finding_states)
        parts = _some(_tagged(_written, text=text, state=state))
        return _tagged(_written, text=text, state=state, parts=parts)

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
            name: (self.finding, ...) if name in kind.required else _optional(self.finding) for name in kind.fields
        }
        return create_model(f"{kind.code}Fields", __base__=Shape, **shapes)

    def statuses(self, kind: Kind) -> type[Shape]:
        shapes: dict[str, Any] = {}
        for layer in ("implementation", "operation"):
            words = kind.allowed.get(layer) or tuple(term.value for term in self.contract.statuses)
            editors = WithJsonSchema({"type": "string", "enum": [*words]})
            value = _checked(Annotated[(self.status, editors)], _allowed(kind, layer))
            shapes[layer] = (value, ...) if layer in kind.statuses else _optional(value)
        return create_model(f"{kind.code}Status", __base__=Shape, **shapes)

    def build_facets(self) -> type[Shape]:
        shapes: dict[str, Any] = {}
        for name, facet in self.contract.facets.items():
            unknown = self.state(("uninspected", "inapplicable", "absent"))
            shapes[name] = _optional(_tagged(_facet_written, parts=_some(_values(facet.values)), state=unknown))
        return create_model("Facets", __base__=Shape, **shapes)

    def relation(self) -> type[Shape]:
        kinds = _literal(tuple(self.contract.relations))
        shapes: dict[str, Any] = {"type": (kinds, ...), "to": (self.record_id, ...), "why": (self.finding, ...)}
        return create_model("Relation", __base__=Shape, **shapes)

    def evidence_row(self) -> type[Shape]:
        shapes: dict[str, Any] = {
            "source": (SourceId, ...),
            "layer": (_values(self.contract.layers), ...),
            "paths": _optional(_some(CitedPath)),
        }
        return create_model("Evidence", __base__=Shape, **shapes)

    def record(self, kind: Kind) -> type[Shape]:
        shapes: dict[str, Any] = {
            "id": (self.record_id, ...),
            "label": (Label, ...),
            "summary": (Summary, ...),
            "part_of": _optional(self.record_id),
            "status": (self.statuses(kind), ...) if kind.statuses else _optional(self.statuses(kind)),
            "guarantee": _optional(_values(self.contract.guarantees)),
            "fields": (self.fields(kind), ...),
            "relations": self.relations,
            "no_counterpart": _optional(Paragraph),
            "facets": _optional(self.facets),
            "evidence": (self.evidence, ...),
            "quotes": (self.quotes, ...),
            **self.last,
        }
        return create_model(f"{kind.code}Record", __base__=Shape, **shapes)

    def annotation(self) -> type[Shape]:
        shapes: dict[str, Any] = {
            "on": (self.record_id, ...),
            "by": (_literal(tuple(self.contract.members)), ...),
            "evidence": _optional(self.evidence),
            "quotes": _optional(self.quotes),
            "relations": self.relations,
            **self.last,
        }
        return create_model("AnnotationFile", __base__=Shape, **shapes)

    def row(self) -> type[Shape]:
        shapes: dict[str, Any] = {
            "operation": (Line, ...),
            "basis": (_some(_values(self.contract.bases)), ...),
            "paths": _optional(_some(CitedPath)),
            "records": _optional(_some(self.record_id)),
            "note": _optional(Paragraph),
            "limit": _optional(Paragraph),
        }
        return create_model("CoverageRow", __base__=Shape, **shapes)

    def report(self) -> type[Shape]:
        shapes: dict[str, Any] = {
            "member": (_literal(tuple(self.contract.members)), ...),
            "title": (Label, ...),
            "reviewed": _optional(_checked(str, iso_date)),
            "source_type": _optional(Line),
            "quotes": _optional(self.quotes),
            "coverage": _optional(_some(self.row())),
            "allow": _optional(_some(AllowShape)),
        }
        return create_model("ReportFile", __base__=Shape, **shapes)

    def system(self) -> type[Shape]:
        source = Annotated[GitSourceShape | CaptureSourceShape, Field(discriminator="kind")]
        shapes: dict[str, Any] = {
            "title": (Label, ...),
            "summary": (Summary, ...),
            "sources": (Annotated[dict[SourceId, source], Field(min_length=1)], ...),
            "unpublished": _optional(_mapping(self.record_id, Paragraph)),
            "aliases": _optional(_mapping(self.record_id, self.record_id)),
            "retired": _optional(_mapping(self.record_id, Paragraph)),
        }
        return create_model("SystemFile", __base__=Shape, **shapes)


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
