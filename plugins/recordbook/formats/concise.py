"""One line a finding, as editors and problem matchers read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.formats.glyphs import safe
from recordbook.formats.report import Report, closing

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic


def concise(report: Report) -> str:
    """``path:line:column: severity[code] message`` for each finding, then what was found in all."""
    return "".join(f"{line}\n" for line in (*map(concise_line, report.diagnostics), closing(report)))


def concise_line(found: Diagnostic) -> str:
    """The line for one finding, without its line end."""
    place = found.place
    return safe(f"{place.uri}:{place.line}:{place.column}: {found.severity}[{found.code}] {found.message}")
