"""The way from the bytes of a file to what it gives: text, values, rendered Markdown, references, and every finding."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from recordbook import contract as contracts
from recordbook import frontmatter, models
from recordbook.decoding import decode
from recordbook.links import links, rendered
from recordbook.reading import File, Reading
from recordbook.records import Collection
from recordbook.rules import found
from recordbook.schema import Reader
from recordbook.settings import Limits
from recordbook.settings_shape import validated
from recordbook.text import Span, Text

if TYPE_CHECKING:
    from recordbook.contract import Contract
    from recordbook.diagnostics import Diagnostic
    from recordbook.records import Document


@lru_cache
def built_in(name: str) -> tuple[Contract, Reader]:
    """A contract that ships with the package, and the reader of its files."""
    document, findings = frontmatter.read_yaml(Text(contracts.uri(name), contracts.content(name).decode()), Limits())
    if document is None or findings:
        msg = f"the built-in contract {name} cannot be read: {findings}"
        raise ValueError(msg)
    contract = contracts.build(document.data)
    return contract, Reader(contract, models.build(contract))


def parse(file: File, data: bytes) -> Reading:
    """What a file with these bytes gives. Every input gives a reading."""
    text, findings = decode(file.uri, data)
    findings = findings or _long_lines(text, file.limits)
    document = None
    if not findings:
        read = frontmatter.read_yaml if file.uri.endswith(".yml") else frontmatter.read_markdown
        document, findings = read(text, file.limits)
        findings += _too_many_quotes(document, file.limits)
    if document is None or any(finding.severity == "error" for finding in findings):
        return Reading(text, tuple(findings))
    return _valued(file, text, document, findings)


def _valued(file: File, text: Text, document: Document, findings: list[Diagnostic]) -> Reading:
    if file.role == "lock":
        return Reading(text, tuple(findings), document)
    if file.role == "settings":
        data, wrong = validated(document)
        return Reading(text, (*findings, *wrong), None if data is None else replace(document, data=data))
    value, wrong = built_in(file.contract)[1].read(file.role, document, file.system)
    if value is None or isinstance(value, Collection):
        return Reading(text, (*findings, *wrong), document, value)
    prose = rendered(value)
    complaints = tuple(complaint for one in prose.values() for complaint in one.complaints)
    return Reading(text, tuple(findings), document, value, prose, tuple(links(value, prose)), complaints)


def _long_lines(text: Text, limits: Limits) -> list[Diagnostic]:
    starts = (*text.line_starts, len(text.content) + 1)
    for number, start in enumerate(text.line_starts):
        length = starts[number + 1] - start - 1
        if length > limits.line_characters:
            most = f"at most {limits.line_characters:,} are read (`limits.line_characters`)"
            what = f"the line has {length:,} characters; {most}"
            return [found("over-limit", text.place(Span(start, start + 1)), what, "Break the line.")]
    return []


def _too_many_quotes(document: Document | None, limits: Limits) -> list[Diagnostic]:
    """Quotes over a limit in number or length."""
    quotes = document.data.get("quotes") if document else None
    if document is None or not isinstance(quotes, list):
        return []
    if len(quotes) > limits.quotes:
        what = f"{len(quotes)} quotes in one file; at most {limits.quotes} are read (`limits.quotes`)"
        return [found("over-limit", document.origin.key_place(("quotes",)), what)]
    findings = []
    for index, quote in enumerate(quotes):
        lines = str(quote.get("text") or "").count("\n") if isinstance(quote, dict) else 0
        if lines > limits.quote_lines:
            what = f"the quote has {lines} lines; at most {limits.quote_lines} are read (`limits.quote_lines`)"
            place = document.origin.key_place(("quotes", index, "text"))
            findings.append(found("over-limit", place, what, "Quote the few lines that carry the point."))
    return findings
