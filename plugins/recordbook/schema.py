"""Values of a file checked against what its kind requires, with every complaint in the author's words.

`models` says what is right; this room says what is wrong, where, and what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from recordbook.complaints import HELP, complaint, follow
from recordbook.rules import found
from recordbook.values import make

if TYPE_CHECKING:
    from recordbook.contract import Contract
    from recordbook.diagnostics import Diagnostic
    from recordbook.models import Models
    from recordbook.records import Document
    from recordbook.shapes import Shape
    from recordbook.values import Value

_COMMON = frozenset({"id", "label", "summary", "part_of", "relations", "evidence", "quotes", "allow"})
"""What every kind of record has alike."""


class Reader:
    """Turns the documents of one contract into values."""

    def __init__(self, contract: Contract, models: Models) -> None:
        self.contract, self.models = contract, models

    def read(self, role: str, document: Document, slug: str) -> tuple[Value | None, list[Diagnostic]]:
        """The value of a file, or None with what is wrong.

        ``role`` is ``record``, ``annotation``, ``report``, ``system`` or ``collection``, ``slug`` the system's.
        """
        findings = self.record(document) if role == "record" else self.validate(getattr(self.models, role), document)
        return (None if findings else make(role, document, slug, self.contract)), findings

    def record(self, document: Document) -> list[Diagnostic]:
        """What is wrong with a record: as far as its id tells what it should be."""
        identifier = document.data.get("id")
        text = identifier if isinstance(identifier, str) else ""
        parsed = self.contract.parse_id(text)
        kind = parsed[1] if parsed else self.guess(text)
        return self.validate(self.models.records[kind or "OBJ"], document, None if kind else _COMMON)

    def guess(self, identifier: str) -> str:
        """The kind that a malformed id probably means; empty where it says none."""
        parts = identifier.upper().split("-")
        return next((part for part in parts[1:2] if part in self.contract.kinds), "")

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
