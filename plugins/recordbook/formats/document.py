"""Findings as one JSON document, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.formats.glyphs import masked
from recordbook.formats.report import Report, tally
from recordbook.formats.written import as_json

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic
    from recordbook.text import Place

VERSION = 1
"""Grows when a key changes its meaning or goes away; new keys may come without."""


def document(report: Report) -> str:
    """The document, in ASCII: ``version``, ``summary`` (counts) and ``diagnostics`` in source order.

    After a verification the summary also has ``quotes``: how many are in each state.
    """
    return as_json({"version": VERSION, "summary": _summary(report), "diagnostics": _diagnostics(report)}, indent=2)


def lines(report: Report) -> str:
    """One document a line, in ASCII: each finding with the ``type`` ``finding``, then ``version`` and ``summary``."""
    findings = [{"type": "finding", **found} for found in _diagnostics(report)]
    return "".join(map(as_json, (*findings, {"type": "summary", "version": VERSION, **_summary(report)})))


def _summary(report: Report) -> dict[str, object]:
    return {
        **{f"{severity}s": count for severity, count in tally(report).items()},
        "records": report.counts.records,
        "systems": report.counts.systems,
        "hidden": report.hidden,
        "seconds": None if report.seconds is None else round(report.seconds, 3),
        **({} if report.quotes is None else {"quotes": dict(report.quotes)}),
    }


def _diagnostics(report: Report) -> list[dict[str, object]]:
    return [_finding(found) for found in report.diagnostics]


def _finding(found: Diagnostic) -> dict[str, object]:
    return {
        **_place(found.place),
        "code": found.code,
        "severity": found.severity,
        "message": masked(found.message),
        "help": [masked(sentence) for sentence in found.help],
        "related": [{**_place(place), "message": masked(words)} for place, words in found.related],
    }


def _place(place: Place) -> dict[str, object]:
    return {
        "path": place.uri,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
    }
