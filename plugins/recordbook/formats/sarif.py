"""Findings as SARIF 2.1.0, the exchange format of static analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from recordbook import __version__
from recordbook.explained import page
from recordbook.formats.fingerprints import fingerprints
from recordbook.formats.glyphs import masked, printable
from recordbook.formats.written import as_json
from recordbook.rules import RULE

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic
    from recordbook.formats.report import Report
    from recordbook.text import Place

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "SRCROOT"
"""What paths are relative to: the root of the repository, which only the reader knows."""
KEY = "recordbook/v1"
"""Names the way in which `fingerprints` makes a fingerprint."""


def sarif(report: Report) -> str:
    """One log with one run, and the rules of which something was found with their pages.

    Raises `FileNotFoundError` when the installation has no pages of rules.
    """
    codes = sorted({found.code for found in report.diagnostics})
    results = [
        _result(found, codes.index(found.code), fingerprint)
        for found, fingerprint in zip(report.diagnostics, fingerprints(report), strict=True)
    ]
    driver = {"name": "recordbook", "version": __version__, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the collection's repository."}}},
        "results": results,
    }
    return as_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: str) -> dict[str, object]:
    rule = RULE[code]
    help_page = page(code)
    return {
        "id": code,
        "shortDescription": {"text": rule.summary},
        "help": {"text": help_page, "markdown": help_page},
        "defaultConfiguration": {"level": str(rule.severity)},
    }


def _result(found: Diagnostic, index: int, fingerprint: str) -> dict[str, object]:
    related = [{"id": n, **_location(place, words)} for n, (place, words) in enumerate(found.related, 1)]
    return {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": str(found.severity),
        "message": {"text": "\n".join(printable(sentence) for sentence in (found.message, *found.help))},
        "locations": [_location(found.place)],
        **({"relatedLocations": related} if related else {}),
        "partialFingerprints": {KEY: fingerprint},
    }


def _location(place: Place, words: str = "") -> dict[str, object]:
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    address = quote(masked(place.uri), safe="/", errors="backslashreplace")
    physical = {"artifactLocation": {"uri": address, "uriBaseId": ROOT}, "region": region}
    return {"physicalLocation": physical, **({"message": {"text": printable(words)}} if words else {})}
