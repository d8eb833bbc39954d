"""Findings as one JSON document, for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from recordbook.formats.glyphs import masked
from recordbook.formats.report import Report, tally

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic
    from recordbook.text import Place

VERSION = 1
"""Grows when a key changes its meaning or goes away; new keys may come without."""


def document(report: Report) -> str:
    """The document, in ASCII: ``version``, ``summary`` (counts) and ``diagnostics`` in source order.

    After a verification the summary also has ``quotes``: how many are in each state.
    """
    value = {
        "version": VERSION,
        "summary": {
            **{f"{severity}s": count for severity, count in tally(report).items()},
            "records": report.counts.records,
            "systems": report.counts.systems,
            "hidden": report.hidden,
            "seconds": None if report.seconds is None else round(report.seconds, 3),
            **({} if report.quotes is None else {"quotes": dict(report.quotes)}),
        },
        "diagnostics": [_finding(found) for found in report.diagnostics],
    }
    # A build log looks for commands such as `##[…]` in every line; `##` occurs in strings only.
    return json.dumps(value, indent=2).replace("##", "#\\u0023") + "\n"


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
