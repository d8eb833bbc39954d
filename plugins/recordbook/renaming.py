"""Another id for a record: every place that names it, as edits. Pure: texts and values in, edits out.

Whole tokens only. Quoted text, paths, fenced code, ids behind a backslash and withdrawn ids stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import lock
from recordbook.decoding import text_of
from recordbook.edits import Edit
from recordbook.loading import EVIDENCE_LOCK, REPORTS
from recordbook.outline import yaml_span
from recordbook.prose import plain_references

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from recordbook.links import Key, Link
    from recordbook.loading import Loaded
    from recordbook.reading import Reading
    from recordbook.records import Document, System
    from recordbook.text import Place, Span, Text

_WITHDRAWN = frozenset({"aliases", "retired", "unpublished"})
_FENCE = re.compile(r"^[ >\t]*(`{3,}|~{3,})", re.MULTILINE)
_TICKS = re.compile(r"`+")


class Unclear(ValueError):  # noqa: N818 - carries a place for the operator
    """A reference whose letters do not stand in the file as they are; the place says where."""

    def __init__(self, place: Place) -> None:
        super().__init__(f"{place.uri}:{place.line}: the id cannot be replaced here: write it without escapes first")


@dataclass(frozen=True)
class Renaming:
    """All that changes when a record gets another id."""

    edits: Mapping[str, tuple[Edit, ...]]
    """File to its replacements."""
    moves: Mapping[str, str]
    """File to its new path."""
    references: int
    """How many places named the record, without its own file's `id`."""
    locks: Mapping[str, str]
    """Lock to its new text."""


def rename(loaded: Loaded, key: Key, new: str, docs: Mapping[str, str]) -> Renaming:
    """What changes when the record ``key`` (system and id) is called ``new``.

    ``docs`` are hand-written pages, path to text, which name records as ``system:ID``. Raises ``Unclear``, and
    ``LookupError`` where the system is not there.
    """
    slug, old = key
    system = next(one for one in loaded.systems if one.slug == slug)
    edits: dict[str, tuple[Edit, ...]] = {}
    for uri, reading in loaded.readings.items():
        if uri.startswith(f"{REPORTS}/") and reading.document is not None and not uri.endswith(".lock.yml"):
            found = sorted({*_in_yaml(reading, uri, key, new), *_in_body(reading, key, new)})
            _check(reading, key, found)
            edits[uri] = tuple(found)
    for uri, text in docs.items():
        edits[uri] = tuple(_in_page(text, key, new))
    references = sum(map(len, edits.values())) - 1
    edits[system.uri] = (*edits.get(system.uri, ()), _alias(system, old, new))
    moves = {one.uri: _moved(one.uri, old, new) for one in loaded.noted if one.system == slug and _named(one.uri, old)}
    return Renaming({uri: found for uri, found in edits.items() if found}, moves, references, _locks(loaded, key, new))


def _named(uri: str, old: str) -> bool:
    """Whether a file's name holds an id as it does for a record or an annotation."""
    stem = uri.rpartition("/")[2].rpartition(".")[0]
    return stem == old or stem.endswith(f"-on-{old}")


def _moved(uri: str, old: str, new: str) -> str:
    folder, _, name = uri.rpartition("/")
    stem, _, ending = name.rpartition(".")
    return f"{folder}/{stem.removesuffix(old)}{new}.{ending}"


def hand_written(root: Path) -> dict[str, str]:
    """The pages in `docs/` that may name records, without those on rules, which only give examples; path to text."""
    paths = (path for path in sorted((root / "docs").rglob("*.md")) if path.is_file() and not path.is_symlink())
    uris = ((path.relative_to(root).as_posix(), path) for path in paths)
    return {uri: text_of(uri, path.read_bytes()).content for uri, path in uris if not uri.startswith("docs/rules/")}


# Places


def _in_yaml(reading: Reading, uri: str, key: Key, new: str) -> Iterator[Edit]:
    """Every token in the YAML of a file, comments too, but for what is quoted, a path or withdrawn."""
    document = reading.document
    assert document is not None  # noqa: S101 - the caller has seen to it
    span, kept = yaml_span(document), sorted(_kept(document))
    here = uri.split("/")[1]
    for name, identifier, _, end in plain_references(reading.text.content[span.start : span.end]):
        at = span.start + end
        if (name or here, identifier) == key and not any(one.start < at <= one.end for one in kept):
            yield Edit(at - len(identifier), at, new)


def _kept(document: Document) -> Iterator[Span]:
    """What stays as it is: quoted text, paths, a body, whose code is not searched, and ids that are withdrawn."""
    for route, mark in document.origin.marks.items():
        quoted = route[:1] == ("quotes",) and route[-1] in {"text", "path"}
        if quoted or "paths" in route or route == ("body",):
            yield mark.value
        elif len(route) > 1 and route[0] in _WITHDRAWN and mark.key:
            yield mark.key


def _in_body(reading: Reading, key: Key, new: str) -> Iterator[Edit]:
    """Every reference in the Markdown of a file. Code that is more than an id is none."""
    document = reading.document
    assert document is not None  # noqa: S101 - the caller has seen to it
    mark = document.origin.marks.get(("body",))
    span = mark.value if mark else document.origin.body
    for link in reading.links:
        start, end = _range(reading.text, link.place)
        if link.target == key and span.start <= start and end <= span.end:
            if not reading.text.content.endswith(key[1], start, end):
                raise Unclear(link.place)
            yield Edit(end - len(key[1]), end, new)


def _check(reading: Reading, key: Key, found: Iterable[Edit]) -> None:
    """Raise ``Unclear`` for a reference that no edit replaces."""
    ends = [edit.end for edit in found]
    for link in _links_to(reading, key):
        start, end = _range(reading.text, link.place)
        if not any(start < at <= end for at in ends):
            raise Unclear(link.place)


def _links_to(reading: Reading, key: Key) -> Iterator[Link]:
    return (link for link in reading.links if link.target == key)


def _range(text: Text, place: Place) -> tuple[int, int]:
    return text.offset(place.line - 1, place.column - 1), text.offset(place.end_line - 1, place.end_column - 1)


def _in_page(text: str, key: Key, new: str) -> Iterator[Edit]:
    """Every ``system:ID`` in a hand-written page that does not stand in code."""
    code = list(_code(text))
    for name, identifier, _, end in plain_references(text):
        if (name, identifier) == key and not any(first < end <= last for first, last in code):
            yield Edit(end - len(identifier), end, new)


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Where a page holds fenced code and code spans, as ranges."""
    fences: list[tuple[int, int]] = []
    opening: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opening is None:
            opening = fence
        elif fence[1].startswith(opening[1]):
            fences.append((opening.start(), fence.end()))
            opening = None
    if opening is not None:
        fences.append((opening.start(), len(text)))
    yield from fences
    ticks: dict[int, int] = {}
    for run in _TICKS.finditer(text):
        if any(first <= run.start() < last for first, last in fences):
            ticks.clear()
        elif len(run[0]) in ticks:
            yield ticks[len(run[0])], run.end()
            ticks.clear()
        else:
            ticks[len(run[0])] = run.start()


# The system


def _alias(system: System, old: str, new: str) -> Edit:
    """The old id as an alias: after the others, or where `aliases` belongs."""
    marks, content = system.origin.marks, system.origin.text.content
    mark = marks.get(("aliases",))
    if mark is None:
        before = [one.value.end for route, one in marks.items() if len(route) == 1 and route != ("retired",)]
        at = _line_end(content, max(before))
        return Edit(at, at, f"\naliases:\n  {old}: {new}")
    entries = [one for route, one in marks.items() if route[:1] == ("aliases",) and len(route) > 1]
    if content[mark.value.start] == "{":
        at = mark.value.end - 1
        return Edit(at, at, f"{', ' if entries else ''}{old}: {new}")
    last = max(entries, key=lambda one: one.value.end)
    assert last.key is not None  # noqa: S101 - an entry of a mapping; for the type checker
    margin = " " * (system.origin.text.position(last.key.start)[1] - 1)
    at = _line_end(content, last.value.end)
    return Edit(at, at, f"\n{margin}{old}: {new}")


def _line_end(content: str, at: int) -> int:
    end = content.find("\n", at)
    return len(content) if end < 0 else end


# The lock


def _locks(loaded: Loaded, key: Key, new: str) -> dict[str, str]:
    """The evidence lock of the record's system with its entries under the new id, where there are any."""
    slug, old = key
    document = loaded.locks.get(slug)
    if document is None:
        return {}
    entries, _ = lock.read(document, slug)
    moved = {_holder(name, old, new): entry for name, entry in entries.items()}
    return {} if moved.keys() == entries.keys() else {f"{REPORTS}/{slug}/{EVIDENCE_LOCK}": lock.write(moved)}


def _holder(name: str, old: str, new: str) -> str:
    holder, sign, quote = name.partition("#")
    renamed = holder == old or holder.endswith(f"-on-{old}")
    return f"{holder.removesuffix(old)}{new}{sign}{quote}" if renamed else name
