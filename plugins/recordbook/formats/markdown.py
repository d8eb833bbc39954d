"""Findings as Markdown: a comment on a pull request, or the summary of a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.formats.marked import code, escaped, message
from recordbook.formats.report import Report, closing

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic

COMMENT_BYTES = 60_000
"""A comment on GitHub holds 65,536 characters; something may stand around ours."""
SUMMARY_BYTES = 1_000_000
"""The summary of a step on GitHub holds 1 MiB."""
_HEAD = "| | where | what |\n| --- | --- | --- |\n"
_ROOM = 200
"""Bytes for the sentence that says what was left out."""


def markdown(report: Report, limit: int = COMMENT_BYTES) -> str:
    """What was found in all, then a table of the findings, those on changed lines first; at most ``limit`` bytes.

    What does not fit is counted.
    """
    ordered = sorted(report.diagnostics, key=lambda found: (found.place.uri, found.place.line) not in report.changed)
    written = f"**{escaped(closing(report))}**\n"
    left = limit - len(written.encode()) - len(_HEAD) - _ROOM
    rows = []
    for row in map(_row, ordered):
        left -= len(row.encode())
        if left < 0:
            break
        rows.append(row)
    if rows:
        written += f"\n{_HEAD}{''.join(rows)}"
    if missing := len(ordered) - len(rows):
        some = "1 finding is" if missing == 1 else f"{missing:,} findings are"
        written += f"\n{some} left out here, for there is no room. <code>recordbook check</code> lists all.\n"
    return written


def _row(found: Diagnostic) -> str:
    place = found.place
    words = "<br>".join(map(message, (found.message, *found.help)))
    where = code(f"{place.uri}:{place.line}:{place.column}")
    return f"| {found.severity} | {where} | {code(found.code)} {words} |\n"
