"""The work list of a drift as text, as Markdown and as JSON."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING

from recordbook.drifting import STATES
from recordbook.fixing import written
from recordbook.formats.glyphs import printable, safe
from recordbook.formats.spans import code_span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from recordbook.drifting import Drift, Drifts, Move
    from recordbook.quotes import Lines

VERSION = 1
"""Of the JSON form; grows when a key changes its meaning or goes away."""
PASSAGE = 200
"""Longest passage that is shown to people, in code points."""
_SHORT = 12


def text(system: str, name: str, found: Drifts) -> str:
    """For people: what to look at, by kind, and what is left of it."""
    lines = [*(f"{_heading(move, name)}" for move in found.moves)]
    for state, quotes in _work(found):
        lines += ["", f"{state}:"]
        for one in quotes:
            place = one.wanted.place("text")
            lines += [f"  {place.uri}:{place.line}: {one.wanted.key}", f"    {_where(one)}"]
            lines += [f"    {line}" for line in _more(one)]
    lines += ["", _summary(system, found)]
    return "".join(f"{safe(line)}\n" for line in lines)


def markdown(system: str, name: str, found: Drifts) -> str:
    """For an issue: the same as a list of tasks."""
    lines = [f"## Quotes of {code_span(system)} at {code_span(name)}", ""]
    lines += [f"* {_heading(move, name, code_span)}" for move in found.moves]
    lines += ["", _summary(system, found, code_span)]
    for state, quotes in _work(found):
        lines += ["", f"### {state.capitalize()}", ""]
        for one in quotes:
            place = one.wanted.place("text")
            at = code_span(f"{place.uri}:{place.line}")
            lines.append(f"- [ ] {code_span(one.wanted.key)} ({at}): {_where(one, code_span)}")
            lines += [f"  {line}" for line in _more(one, code_span)]
    return "".join(f"{line}\n" for line in lines)


def document(system: str, name: str, found: Drifts) -> str:
    """For programs: every quote, also those that are as they were."""
    data = {
        "version": VERSION,
        "system": system,
        "to": name,
        "sources": [_source(move) for move in found.moves],
        "summary": dict(found.states),
        "quotes": [_quote(one) for one in found.quotes],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


FORMATS: MappingProxyType[str, Callable[[str, str, Drifts], str]] = MappingProxyType(
    {"text": text, "json": document, "markdown": markdown}
)
"""Name of a form to the function that writes it."""


# Words


def _work(found: Drifts) -> Iterator[tuple[str, list[Drift]]]:
    """The quotes that need a look, by state. What is said of a whole source is not said again of each of its quotes."""
    closed = {(move.system, move.source.id) for move in found.moves if not move.revision}
    for state in STATES[1:]:
        if quotes := [one for one in found.quotes if one.state == state and one.wanted.about not in closed]:
            yield state, quotes


def _heading(move: Move, name: str, mark: Callable[[str], str] = printable) -> str:
    source = f"{move.system}:{move.source.id}"
    if not move.revision:
        return f"{mark(source)}: not compared with {mark(name)}: {printable(move.why)}"
    ends = f"{mark(source)}: from {mark(move.source.revision[:_SHORT])} to {mark(move.revision[:_SHORT])}"
    ends = ends if move.revision == name else f"{ends} ({mark(name)})"
    return f"{ends}: {printable(move.why)}" if move.why else ends


def _summary(system: str, found: Drifts, mark: Callable[[str], str] = printable) -> str:
    counted = ", ".join(f"{count:,} {state}" for state, count in found.states.items() if count)
    total = len(found.quotes)
    return f"{total:,} {'quote' if total == 1 else 'quotes'} of {mark(system)}: {counted or 'nothing to compare'}."


def _where(one: Drift, mark: Callable[[str], str] = printable) -> str:
    """Where a quote stood and, if it is known, where it stands now."""
    path = one.wanted.quote.path
    before = f"{mark(path)}, {_lines(one.was)}" if one.was else mark(path)
    now = " or ".join(map(_lines, one.candidates))
    if one.path and one.path != path:
        return f"{before} → {mark(one.path)}{f', {now}' if now else ''}"
    return f"{before} → {now}" if now else before


def _more(one: Drift, mark: Callable[[str], str] = printable) -> Iterator[str]:
    """What comes nearest, or why there is nothing to show."""
    if one.why:
        yield f"{printable(one.why)}"
    if one.nearest is not None:
        passage = one.nearest.passage
        passage = passage if len(passage) <= PASSAGE else passage[: PASSAGE - 1] + "…"
        yield f"nearest, {100 * one.nearest.similarity:.0f} % alike, {_lines(one.nearest.lines)}: {mark(passage)}"
        if one.nearest.hint:
            yield one.nearest.hint


def _lines(lines: Lines) -> str:
    return f"line {lines[0]}" if lines[0] == lines[1] else f"lines {lines[0]}–{lines[1]}"


# Data


def _source(move: Move) -> dict[str, Any]:
    return {
        "source": f"{move.system}:{move.source.id}",
        "repository": move.source.repository,
        "from": move.source.revision or None,
        "to": move.revision or None,
        "note": move.why or None,
    }


def _quote(one: Drift) -> dict[str, Any]:
    place, near = one.wanted.place("text"), one.nearest
    return {
        "quote": one.wanted.key,
        "file": place.uri,
        "line": place.line,
        "source": one.wanted.source.id,
        "state": one.state,
        "path": one.wanted.quote.path,
        "lines": written(one.was) if one.was else None,
        "new_path": one.path or None,
        "new_lines": [written(lines) for lines in one.candidates],
        "nearest": near
        and {
            "lines": written(near.lines),
            "similarity": round(near.similarity, 3),
            "hint": near.hint or None,
            "passage": near.passage,
        },
        "reason": one.why or None,
    }
