"""What was verified, when and where: `reports/<system>/evidence.lock.yml`.

The lock is written by `recordbook verify --write`, committed, and reviewed with the quotes. A build without the sources
reads it and still knows. An entry speaks only for the very quote, source and range that it was made for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from recordbook.quotes import digest
from recordbook.records import Annotation, Quote, Record, Report, Source
from recordbook.rules import found

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recordbook.diagnostics import Diagnostic
    from recordbook.records import Document

HEADER = "# Written by `recordbook verify --write`. Do not edit.\n"

Key: TypeAlias = str
"""``<record, annotation or report>#<quote id>``, such as ``MEM-OBJ-run-log#log-path``."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One verified quote."""

    digest: str
    """SHA-256 of its folded text."""
    source: str
    repository: str
    """Where the source lives: a commit of one repository may be on no branch of another. Empty for a capture."""
    commit: str
    """The revision of the source; of a capture, its SHA-256."""
    path: str
    blob: str
    """Git's id of the file's content."""
    lines: tuple[int, int]
    """Where the quote was found."""
    stated: tuple[int, int] | None
    """The lines that the quote itself states, which decide what is ambiguous."""
    verified: str
    """ISO date of the run that first found all of this so."""


def key(value: Record | Annotation | Report, quote: Quote) -> Key:
    """The key of a quote in its system's lock."""
    return f"{holder(value)}#{quote.id}"


def holder(value: Record | Annotation | Report) -> str:
    """The name of what holds a quote: a record's id, ``MEM-on-RT-RTE-turn``, or a report's member."""
    if isinstance(value, Record):
        return value.id
    return f"{value.by}-on-{value.on}" if isinstance(value, Annotation) else value.member


def changes(entry: Entry, quote: Quote, source: Source | None) -> tuple[str, ...]:
    """What is no longer as an entry says: ``text``, ``source``, ``path``, ``lines``, ``repository`` or ``commit``.

    ``source`` is the one that the quote names; without it nothing can be as it was.
    """
    same = {
        "text": entry.digest == digest(quote.text),
        "source": source is not None and entry.source == quote.source,
        "path": entry.path == quote.path,
        "lines": entry.stated == quote.lines,
    }
    if source is not None and same["source"]:
        same["repository"] = entry.repository == source.repository
        same["commit"] = entry.commit == pin(source)
    return tuple(name for name, holds in same.items() if not holds)


def pin(source: Source) -> str:
    """What freezes a source: the commit of a repository, the SHA-256 of a capture. Empty where nothing does."""
    return source.sha256 if source.kind == "capture" else source.revision


def merge(old: Mapping[Key, Entry], new: Mapping[Key, Entry]) -> dict[Key, Entry]:
    """The new entries in order, each with its old date where nothing else of it changed."""
    merged = {}
    for name, entry in sorted(new.items()):
        before = old.get(name)
        same = before is not None and replace(entry, verified=before.verified) == before
        merged[name] = before if before is not None and same else entry
    return merged


# The file


def write(entries: Mapping[Key, Entry]) -> str:
    """The lock as YAML: sorted, one value a line."""
    return HEADER + "".join(_block(name, entry) for name, entry in sorted(entries.items()))


def _block(name: Key, entry: Entry) -> str:
    values = {
        "digest": entry.digest,
        "source": entry.source,
        "repository": entry.repository,
        "commit": entry.commit,
        "path": _quoted(entry.path),
        "blob": entry.blob,
        "lines": _quoted(_range(entry.lines)),
        "stated": _quoted(_range(entry.stated)) if entry.stated else "",
        "verified": _quoted(entry.verified),
    }
    return f"{name}:\n" + "".join(f"  {key}: {value}\n" for key, value in values.items() if value)


def _quoted(text: str) -> str:
    """A YAML scalar that cannot be anything but text."""
    return "'" + text.replace("'", "''") + "'"


def _range(lines: tuple[int, int]) -> str:
    return f"{lines[0]}-{lines[1]}"


_HEX64 = r"[0-9a-f]{64}"
_OBJECT = r"[0-9a-f]{40}(?:[0-9a-f]{24})?"
_LINES = r"[1-9][0-9]{0,8}-[1-9][0-9]{0,8}"
_GRAMMAR = {
    "digest": re.compile(_HEX64),
    "source": re.compile(r"SRC-[0-9]{1,9}"),
    "repository": re.compile(r"self|https://[!-~]+"),
    "commit": re.compile(_OBJECT),
    "path": re.compile(r"[^\n]+"),
    "blob": re.compile(_OBJECT),
    "lines": re.compile(_LINES),
    "stated": re.compile(_LINES),
    "verified": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
}
"""The values of an entry. ``repository`` and ``stated`` may be left out."""
_OPTIONAL = frozenset({"repository", "stated"})


def read(document: Document, system: str) -> tuple[dict[Key, Entry], list[Diagnostic]]:
    """The entries of a system's lock, and what is not as it would be written."""
    entries, findings = {}, []
    for name, value in document.data.items():
        wrong = list(_complaints(document, name, value, system))
        findings += wrong
        if not wrong:
            entries[name] = _entry(value)
    return entries, findings


def _complaints(document: Document, name: Key, value: Any, system: str) -> Iterator[Diagnostic]:
    remedy = f"Write the lock again: `recordbook verify {system} --write`."
    origin = document.origin
    if not isinstance(value, dict):
        yield found("wrong-type", origin.key_place((name,)), f"`{name}`: an entry is a mapping", remedy)
        return
    for field in (*_GRAMMAR, *(written for written in value if written not in _GRAMMAR)):
        pattern, text = _GRAMMAR.get(field), value.get(field)
        if pattern is None:
            yield found("unknown-field", origin.key_place((name, field)), "no entry has this key", remedy)
        elif field not in value:
            if field not in _OPTIONAL:
                yield found("missing-field", origin.key_place((name,)), f"`{field}` is missing", remedy)
        elif not isinstance(text, str) or not pattern.fullmatch(text):
            message = f"`{field}`: the value is not one that `recordbook verify` writes"
            yield found("wrong-type", origin.place((name, field)), message, remedy)


def _entry(value: Mapping[str, str]) -> Entry:
    return Entry(
        digest=value["digest"],
        source=value["source"],
        repository=value.get("repository", ""),
        commit=value["commit"],
        path=value["path"],
        blob=value["blob"],
        lines=_pair(value["lines"]),
        stated=_pair(value["stated"]) if "stated" in value else None,
        verified=value["verified"],
    )


def _pair(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last)
