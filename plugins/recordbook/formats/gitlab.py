"""Findings as a code quality report of GitLab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.diagnostics import Severity
from recordbook.formats.fingerprints import fingerprints
from recordbook.formats.glyphs import printable
from recordbook.formats.written import as_json

if TYPE_CHECKING:
    from recordbook.formats.report import Report

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def gitlab(report: Report) -> str:
    """One JSON list with an object a finding."""
    issues = [
        {
            "description": printable(found.message),
            "check_name": found.code,
            "fingerprint": fingerprint,
            "severity": _SEVERITIES[found.severity],
            "location": {"path": found.place.uri, "lines": {"begin": found.place.line, "end": found.place.end_line}},
        }
        for found, fingerprint in zip(report.diagnostics, fingerprints(report), strict=True)
    ]
    return as_json(issues, indent=2)
