"""What differs between two states of a collection, as text, as Markdown and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from recordbook.changes import STATES
from recordbook.formats.glyphs import masked, printable, safe
from recordbook.formats.spans import cell_span, code_span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from recordbook.changes import Change, Changes, Checked, Entry
    from recordbook.contract import Contract

VERSION = 1
"""Of the JSON form; grows when a key changes its meaning or goes away."""
ROWS = 200
"""Rows of a table in Markdown, and entries of each list below it."""
SHOWN = 8
"""Changes of one record in Markdown."""
PASSAGE = 100
"""Longest passage that is shown to people on each side of a change, in code points."""
_LEAD = 20
_MARKS = {"added": "+", "changed": "~", "renamed": "→", "retired": "x", "removed": "-"}


@dataclass(frozen=True)
class Difference:
    """What is told: the two states and what differs."""

    old: str
    """A full commit id."""
    new: str
    """The same; empty for the files in the work tree."""
    found: Changes
    contract: Contract

    @property
    def ends(self) -> tuple[str, str]:
        """Both states in words."""
        return self.old[:12], self.new[:12] or "the files here"


def text(told: Difference) -> str:
    """For people at a terminal: each value with what changed in it, then quotes and references."""
    lines = ["From {} to {}.".format(*told.ends), "", f"{_summary(told.found)}."]
    for entry in told.found.entries:
        lines += ["", f"{_MARKS[entry.state]} {_title(entry)}{_brief(entry, told.contract)}"]
        lines += [f"    {change.what}: {_both(change, str)}" for change in entry.changes]
    for heading, rows in _rest(told.found):
        lines += ["", f"{heading}:", *(f"    {row}" for row in rows)]
    return "".join(f"{safe(line)}\n" for line in lines)


def markdown(told: Difference) -> str:
    """For a pull request: a table of what changed, then what no longer holds. Text of the files is in code spans."""
    old, new = told.ends
    lines = [f"### {_summary(told.found)}", "", f"From {code_span(old)} to {code_span(new) if told.new else new}."]
    entries = told.found.entries
    if entries:
        lines += ["", "| | what | what changed |", "| --- | --- | --- |", *(_row(e, told) for e in entries[:ROWS])]
    lines += ["", f"And {len(entries) - ROWS:,} more."] if len(entries) > ROWS else []
    for heading, rows in _rest(told.found):
        shown = list(rows)
        lines += ["", f"**{heading}**", "", *(f"* {code_span(row)}" for row in shown[:ROWS])]
        lines += [f"* and {len(shown) - ROWS:,} more"] if len(shown) > ROWS else []
    return "".join(f"{line}\n" for line in lines)


def document(told: Difference) -> str:
    """For programs: everything, in ASCII, as one JSON document."""
    found = told.found
    data = {
        "version": VERSION,
        "from": told.old,
        "to": told.new or None,
        "summary": {
            **{state: found.count(state) for state in STATES},
            "verified": sum(not quote.broken for quote in found.quotes),
            "broken": sum(quote.broken for quote in found.quotes),
            "dangling": len(found.dangling),
        },
        "entries": [_entry(entry) for entry in found.entries],
        "quotes": [
            {"quote": f"{one.system}:{one.key}", "old": one.old or None, "new": one.new} for one in found.quotes
        ],
        "dangling": [
            {
                "id": ":".join(one.target),
                "path": one.place.uri,
                "line": one.place.line,
                "column": one.place.column,
            }
            for one in found.dangling
        ],
    }
    # A build log looks for commands such as `##[…]` in every line; `##` occurs in strings only.
    return json.dumps(data, indent=2).replace("##", "#\\u0023") + "\n"


FORMATS: MappingProxyType[str, Callable[[Difference], str]] = MappingProxyType(
    {"text": text, "markdown": markdown, "json": document}
)
"""Name of a form to the function that writes it."""


# Words


def _summary(found: Changes) -> str:
    counts = ", ".join(f"{found.count(state):,} {state}" for state in STATES)
    return f"Records: {counts}" if not found.empty else "Nothing changed in meaning"


def _title(entry: Entry) -> str:
    """What an entry is about."""
    if entry.form == "system":
        return f"{entry.system}, the system"
    name = f"{entry.system}:{entry.name}" if entry.form == "record" else f"{entry.system}, {entry.form} {entry.name}"
    return f"{entry.system}:{entry.was} → {entry.name}" if entry.was else name


def _brief(entry: Entry, contract: Contract) -> str:
    """What became of an entry, in a few words after its name."""
    if entry.state == "retired":
        return f", retired: {entry.why}"
    if entry.state not in {"added", "removed"}:
        return ", renamed; the alias leads on" if entry.was else ""
    what = contract.kinds[entry.kind].title if entry.kind else entry.form
    quotes = f", {entry.quotes} quote{'s' if entry.quotes != 1 else ''}" if entry.form != "system" else ""
    return f", {'new' if entry.state == 'added' else 'removed'} {what}{quotes}"


def _row(entry: Entry, told: Difference) -> str:
    parts = [f"{cell_span(change.what)}: {_both(change, cell_span)}" for change in entry.changes[:SHOWN]]
    parts += [f"{len(entry.changes) - SHOWN} more changes"] if len(entry.changes) > SHOWN else []
    brief = _brief(entry, told.contract).removeprefix(", ")
    if entry.state == "retired":
        brief = f"retired: {cell_span(entry.why)}"
    return f"| {_MARKS[entry.state]} | {cell_span(_title(entry))} | {'; '.join(filter(None, (brief, *parts)))} |"


def _both(change: Change, mark: Callable[[str], str]) -> str:
    """A change as old and new, cut around the place where they begin to differ."""
    if not change.old or not change.new:
        word, said = ("new", change.new) if change.new else ("gone", change.old)
        return f"{word}: {mark(_cut(said, 0))}"
    same = next((at for at, (a, b) in enumerate(zip(change.old, change.new, strict=False)) if a != b), None)
    start = min(len(change.old), len(change.new)) if same is None else same
    return f"{mark(_cut(change.old, start))} → {mark(_cut(change.new, start))}"


def _cut(said: str, start: int) -> str:
    """One line of a text around a place."""
    line = " ⏎ ".join(said.split("\n"))
    if len(line) <= PASSAGE:
        return line
    start = max(0, min(start - _LEAD, len(line) - PASSAGE))
    end = start + PASSAGE
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"


def _rest(found: Changes) -> Iterator[tuple[str, Iterator[str]]]:
    """Quotes and references: a heading and lines."""
    broken = [one for one in found.quotes if one.broken]
    verified = Counter(f"{one.system}:{one.key.partition('#')[0]}" for one in found.quotes if not one.broken)
    if broken:
        yield f"{_count(len(broken), 'quote')} no longer verified", map(_quote, broken)
    if verified:
        holders = (f"{holder}: {_count(number, 'quote')}" for holder, number in verified.items())
        yield f"{_count(verified.total(), 'quote')} newly verified", holders
    if found.dangling:
        places = (
            f"{one.place.uri}:{one.place.line}:{one.place.column}: {printable(':'.join(one.target))}"
            for one in found.dangling
        )
        yield f"{_count(len(found.dangling), 'reference')} newly to what is declared nowhere", places


def _quote(one: Checked) -> str:
    return f"{one.system}:{one.key}: {one.old} → {one.new}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "system": entry.system,
        "form": entry.form,
        "name": entry.name,
        "state": entry.state,
        "label": masked(entry.label) or None,
        "kind": entry.kind or None,
        "was": entry.was or None,
        "why": masked(entry.why) or None,
        "quotes": entry.quotes,
        "changes": [
            {"what": masked(one.what), "old": masked(one.old) or None, "new": masked(one.new) or None}
            for one in entry.changes
        ],
    }
