"""Findings as annotations of a GitHub workflow, within what one step may show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.diagnostics import Severity
from recordbook.formats.glyphs import printable, safe
from recordbook.formats.report import Report, closing, tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.diagnostics import Diagnostic

SHOWN = 9
"""Annotations of one level; the tenth, the last that GitHub shows of a step, says how many there are more."""
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def github(report: Report) -> str:
    """A command a finding, those on changed lines first, at most `SHOWN` of a level; then what was found in all."""
    ordered = sorted(report.diagnostics, key=lambda found: not _is_changed(found, report))
    lines: list[str] = []
    for severity, count in tally(report).items():
        level = LEVELS[severity]
        own = [found for found in ordered if found.severity is severity]
        lines += map(_annotation, own[:SHOWN])
        if count > SHOWN:
            more = f"{count - SHOWN:,} more of this level: see the job summary"
            lines.append(_command(level, [("title", "recordbook")], more))
    return "".join(f"{line}\n" for line in (*lines, safe(closing(report))))


def _is_changed(found: Diagnostic, report: Report) -> bool:
    return (found.place.uri, found.place.line) in report.changed


def _annotation(found: Diagnostic) -> str:
    words = "\n".join(map(printable, (found.message, *found.help, *_elsewhere(found))))
    place = found.place
    where: list[tuple[str, str | int]] = [("file", place.uri), ("line", place.line), ("endLine", place.end_line)]
    if place.line == place.end_line:  # GitHub takes columns within one line only
        where += [("col", place.column), ("endColumn", place.end_column)]
    return _command(LEVELS[found.severity], [*where, ("title", found.code)], words)


def _elsewhere(found: Diagnostic) -> Iterator[str]:
    for place, words in found.related:
        yield f"{words}: {place.uri}:{place.line}:{place.column}"


def _command(name: str, properties: list[tuple[str, str | int]], data: str) -> str:
    told = ",".join(f"{key}={_property(printable(str(value)))}" for key, value in properties)
    return f"::{name} {told}::{_data(data)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
