"""What a formatter is given, and the sentence that ends a run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from recordbook.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recordbook.records import Origin
    from recordbook.text import Text


@dataclass(frozen=True, slots=True)
class Counts:
    """How much was checked."""

    records: int
    systems: int


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of one run and what is needed to show them."""

    diagnostics: tuple[Diagnostic, ...]
    """Sorted by `sort_key`."""
    counts: Counts
    texts: Mapping[str, Text] = field(default_factory=dict)
    """Uri to the file's text, for excerpts; a finding in a file that is not here is shown without one."""
    seconds: float | None = None
    """How long the run took; `None` leaves it unsaid."""
    hidden: int = 0
    """Findings left out because they are not at or below the paths that were asked for."""
    quotes: Mapping[str, int] | None = None
    """How many quotes are in each state, after a verification; `None` where no quote was compared."""
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """Uri to where the file's values stand in it; a file that cannot be read has none."""
    changed: frozenset[tuple[str, int]] = frozenset()
    """Uri and line of places that a change wrote, for formats that show them first."""
    failing: Severity | None = Severity.ERROR
    """The least severity that fails the run; `None` where nothing does."""
    color: bool = False
    """Whether the full format may use terminal colors."""


def tally(report: Report) -> dict[Severity, int]:
    """How many findings of each severity, the worst first; severities without findings count 0."""
    counted = Counter(diagnostic.severity for diagnostic in report.diagnostics)
    return {severity: counted[severity] for severity in Severity}


def fails(report: Report, found: Diagnostic) -> bool:
    """Whether a finding is bad enough to fail the run."""
    return report.failing is not None and found.severity.rank <= report.failing.rank


def closing(report: Report) -> str:
    """The last line of a run: what was found, in how much."""
    time = "" if report.seconds is None else f" ({report.seconds:.1f} s)"
    found = ", ".join(_number(count, severity) for severity, count in tally(report).items() if count)
    if report.quotes is not None:
        return f"{_compared(report, report.quotes)}{time}.{f' Found {found}.' if found else ''}"
    elsewhere = f" {_number(report.hidden, 'finding')} elsewhere not shown." if report.hidden else ""
    return f"{_checked(report, found)}{time}.{elsewhere}"


def _checked(report: Report, found: str) -> str:
    records, systems = _number(report.counts.records, "record"), _number(report.counts.systems, "system")
    if found:
        return f"Found {found} in {records}, {systems}"
    if not report.counts.records:
        return f"Nothing to check: {records} in {systems}"
    if report.hidden:
        return f"No findings here: {records} in {systems}"
    return f"All good: {records} in {systems}, no findings"


def _compared(report: Report, states: Mapping[str, int]) -> str:
    """How many quotes there are, and how many of them in each state that occurs, the better first."""
    quotes = f"{_number(sum(states.values()), 'quote')} in {_number(report.counts.systems, 'system')}"
    counted = ", ".join(f"{count:,} {state}" for state, count in states.items() if count)
    return f"{quotes}: {counted}" if counted else f"Nothing to compare: {quotes}"


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
