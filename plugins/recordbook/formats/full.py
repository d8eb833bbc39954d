"""Findings for a person at a terminal: the line, a caret under the very characters, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from recordbook.diagnostics import Severity
from recordbook.formats.excerpt import excerpt
from recordbook.formats.glyphs import printable
from recordbook.formats.report import Report, closing

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic
    from recordbook.text import Place, Text

Paint = Callable[[str, str], str]
"""Text and the name of a color to what is printed."""

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_FRAME = "blue"
_LEAST_GUTTER = 2


def full(report: Report) -> str:
    """Each finding with its source line, then how to learn more and what was found in all."""
    paint = _colored if report.color else _plain
    parts = ["".join(f"{line}\n" for line in _finding(found, report, paint)) for found in report.diagnostics]
    parts.append(f"{closing(report)}\n")
    if report.diagnostics:
        parts[-1] = f"To learn more about a code: recordbook explain {report.diagnostics[0].code}\n{parts[-1]}"
    return "\n".join(parts)


def _finding(found: Diagnostic, report: Report, paint: Paint) -> Iterator[str]:
    color = _COLORS[found.severity]
    gutter = max(_LEAST_GUTTER, *(len(str(place.line)) for place in (found.place, *(p for p, _ in found.related))))
    margin = " " * gutter
    yield f"{paint(f'{found.severity}[{found.code}]', color)}: {paint(printable(found.message), '')}"
    yield f"{margin}{paint('-->', _FRAME)} {_address(found.place)}"
    if text := report.texts.get(found.place.uri):
        yield from _marked_line(text, found.place, gutter, paint, ("^", color, ""))
    for place, words in found.related:
        if text := report.texts.get(place.uri):
            yield f"{margin}{paint(':::', _FRAME)} {_address(place)}"
            yield from _marked_line(text, place, gutter, paint, ("-", _FRAME, f" {printable(words)}"))
    for sentence in found.help:
        yield f"{margin} {paint('=', _FRAME)} {paint('help', '')}: {printable(sentence)}"
    for place, words in found.related:
        if place.uri not in report.texts:
            yield f"{margin} {paint('=', _FRAME)} {paint('note', '')}: {printable(words)}: {_address(place)}"


def _marked_line(
    text: Text,
    place: Place,
    gutter: int,
    paint: Paint,
    mark: tuple[str, str, str],
) -> Iterator[str]:
    """An empty margin, the numbered line, and the marks (character, color, words after them) under its range."""
    character, color, words = mark
    shown = excerpt(text, place)
    bar = paint("|", _FRAME)
    yield f"{'':{gutter}} {bar}"
    yield f"{paint(f'{place.line:>{gutter}}', _FRAME)} {bar} {shown.line}".rstrip()
    yield f"{'':{gutter}} {bar} {' ' * shown.indent}{paint(character * shown.length + words, color)}"


def _address(place: Place) -> str:
    return f"{printable(place.uri)}:{place.line}:{place.column}"


def _plain(text: str, _color: str) -> str:
    return text


def _colored(text: str, color: str) -> str:
    from click import style  # noqa: PLC0415 -- only a terminal needs it

    return style(text, fg=color or None, bold=True)
