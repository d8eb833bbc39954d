"""What can come next where someone types: keys and words of the contract, ids and sources of the collection.

The text is taken as it stands, which is seldom YAML at that moment: the way to a key is read from indentation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from recordbook.editor_schema import ROLES, schema
from recordbook.parsing import built_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from recordbook.book import Book
    from recordbook.records import Route

_LINE = re.compile(r"(?P<margin> *)(?P<dashes>(?:- ++)*)(?:(?P<key>[A-Za-z_][\w.-]*):(?= |$))?", re.ASCII)
_KEY = re.compile(r" *+(?:- ++)*[A-Za-z_][\w.-]*|[ -]*", re.ASCII)
_FLOW = re.compile(r": *\[[^\]]*$")
_ID = re.compile(r"(?:(?P<system>[a-z][a-z0-9-]*):)?(?P<begun>[A-Z][A-Za-z0-9-]*)?$", re.ASCII)
_WORD = re.compile(r"[\w/.-]*$", re.ASCII)
_KIND = re.compile(r"^id: *[A-Z]+-([A-Z]+)-", re.MULTILINE)
_FORMS = ("oneOf", "anyOf", "allOf")
_IDS = frozenset({"to", "part_of", "on", "records"})
"""Keys whose value is an id, or a list of them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can come next."""

    text: str
    kind: str
    """``key``, ``word``, ``id`` or ``source``."""
    about: str
    start: int
    """Column from 0 of the first character that it replaces."""


def complete(book: Book, uri: str, text: str, line: int, column: int) -> tuple[Choice, ...]:
    """What can come at a line and a column of a text, both from 0."""
    rows = text.replace("\r\n", "\n").split("\n")
    before = rows[line][:column] if line < len(rows) else ""
    slug = uri.split("/")[1] if uri.count("/") > 1 else ""
    if not _in_yaml(uri, rows, line):
        return tuple(_ids(book, slug, before, ""))
    route, on_key = _route(rows, line, column, _first(uri))
    name = next((step for step in reversed(route) if isinstance(step, str)), "")
    nodes = list(_at(_schema(uri, text), route))
    if on_key and (keys := {choice.text: choice for choice in _keys(nodes, before, rows, line)}):
        return tuple(keys.values())
    if name == "source":
        return tuple(_sources(book, slug, before))
    words = tuple(_words(nodes, before))
    return words or tuple(_ids(book, slug, before, "" if name not in _IDS else name))


def explain(uri: str, text: str, line: int, column: int) -> str:
    """What the key at a line and a column says, both from 0; empty where there is none."""
    rows = text.replace("\r\n", "\n").split("\n")
    match = _LINE.match(rows[line]) if line < len(rows) else None
    if not match or not match["key"] or not match.start("key") <= column <= match.end("key"):
        return ""
    if not _in_yaml(uri, rows, line):
        return ""
    route, _ = _route(rows, line, len(rows[line]), _first(uri))
    parents = list(_at(_schema(uri, text), route[:-1]))
    told = (node.get("properties", {}).get(route[-1], {}).get("description", "") for node in parents)
    about = next(filter(None, told), "")
    return f"`{route[-1]}`: {about}" if about else ""


# Where


def _first(uri: str) -> int:
    return 0 if uri.endswith(".yml") else 1


def _in_yaml(uri: str, rows: Sequence[str], line: int) -> bool:
    """Whether a line is YAML: all of a `.yml` file, and what stands between the first two lines `---`."""
    if uri.endswith(".yml"):
        return True
    closing = next((number for number, row in enumerate(rows) if number and row.rstrip() == "---"), len(rows))
    return bool(rows) and rows[0].rstrip() == "---" and 0 < line < closing


def _route(rows: Sequence[str], line: int, column: int, first: int) -> tuple[Route, bool]:
    """The way to the value that is typed, and whether what is typed is a key of it."""
    way: list[tuple[int, str | int]] = []
    for row in rows[first:line]:
        if row.strip() and not row.lstrip().startswith("#"):
            _step(way, row)
    before = rows[line][:column]
    if _KEY.fullmatch(before) and not before.rstrip().endswith(":"):
        margin = re.match(r"[ -]*", before)
        _leave(way, len(margin[0]) if margin else 0)
        if "-" in (margin[0] if margin else ""):
            way.append((len(before) - len(before.lstrip()), 0))
        return tuple(step for _, step in way), True
    _step(way, before)
    if _FLOW.search(before):
        way.append((column, 0))
    return tuple(step for _, step in way), False


def _leave(way: list[tuple[int, str | int]], margin: int) -> None:
    while way and way[-1][0] >= margin:
        way.pop()


def _step(way: list[tuple[int, str | int]], row: str) -> None:
    """Go on by one line: out of what is indented deeper, into its list entry and its key."""
    match = _LINE.match(row)
    if match is None:
        return
    margin = len(match["margin"])
    if match["dashes"]:
        _leave(way, margin + 1 if way and way[-1][0] == margin and isinstance(way[-1][1], str) else margin)
        way.append((margin, 0))
        margin += len(match["dashes"])
    if match["key"]:
        _leave(way, margin)
        way.append((margin, match["key"]))


# What the contract knows


def _schema(uri: str, text: str) -> Mapping[str, Any]:
    """The schema of a file; that of a record is the one of its kind."""
    _, _, rest = uri.partition("/")
    name = uri.rpartition("/")[2].rpartition(".")[0]
    role = next((role for role in ROLES if f"/{role}s/" in uri or name == role), "report" if rest else "")
    root = _schemas().get(role, {})
    if role != "record":
        return root
    kind = (_KIND.search(text) or re.match(r"[A-Z]+-([A-Z]+)-", name) or (None, "OBJ"))[1]
    for choice in root["allOf"]:
        if f"-{kind}-" in choice["if"]["properties"]["id"]["pattern"]:
            return {**root["$defs"][choice["then"]["$ref"].rpartition("/")[2]], "$defs": root["$defs"]}
    return root


@lru_cache(maxsize=1)
def _schemas() -> Mapping[str, Mapping[str, Any]]:
    contract, reader = built_in("agentic-analysis")
    return {role: schema(role, contract, reader.models) for role in ROLES}


def _at(root: Mapping[str, Any], route: Route) -> Iterator[Mapping[str, Any]]:
    """Every form that the value at a route may have."""
    nodes = list(_forms(root, root))
    for step in route:
        nodes = [form for node in nodes for below in _below(node, step) for form in _forms(below, root)]
    yield from nodes


def _forms(node: Mapping[str, Any], root: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if "$ref" in node:
        yield from _forms(root["$defs"][node["$ref"].rpartition("/")[2]], root)
        return
    yield node
    for name in _FORMS:
        for form in node.get(name, ()):
            yield from _forms(form, root)


def _below(node: Mapping[str, Any], step: str | int) -> Iterator[Mapping[str, Any]]:
    if isinstance(step, int):
        found = [node.get("items")]
    else:
        others = [*node.get("patternProperties", {}).values(), node.get("additionalProperties")]
        found = [node["properties"][step]] if step in node.get("properties", {}) else others
    yield from (one for one in found if isinstance(one, dict))


def _keys(nodes: Sequence[Mapping[str, Any]], before: str, rows: Sequence[str], line: int) -> Iterator[Choice]:
    """The keys of a mapping that do not stand at the same depth right above or below."""
    start = len(before) - len(before.lstrip(" -"))
    beside = {*_beside(rows, line, start, -1), *_beside(rows, line, start, 1)}
    for node in nodes:
        for name, about in node.get("properties", {}).items():
            if name not in beside:
                yield Choice(f"{name}: ", "key", about.get("description", ""), start)


def _beside(rows: Sequence[str], line: int, margin: int, by: int) -> Iterator[str]:
    number = line + by
    while 0 <= number < len(rows):
        match = _LINE.match(rows[number])
        assert match is not None  # noqa: S101 - every part of the pattern may be empty
        depth = len(match["margin"]) + len(match["dashes"])
        if rows[number].strip() and depth < margin:
            return
        if match["key"] and depth == margin:
            yield match["key"]
            if match["dashes"] and by < 0:
                return
        number += by


def _words(nodes: Sequence[Mapping[str, Any]], before: str) -> Iterator[Choice]:
    start = len(before) - len((_WORD.search(before) or [""])[0])
    for node in nodes:
        words = node.get("enum") or ([node["const"]] if "const" in node else [])
        told = node.get("markdownEnumDescriptions") or [""] * len(words)
        for word, about in zip(words, told, strict=True):
            yield Choice(str(word), "word", about, start)


# What the collection knows


def _sources(book: Book, slug: str, before: str) -> Iterator[Choice]:
    start = len(before) - len((_WORD.search(before) or [""])[0])
    system = book.systems.get(slug)
    for name, source in (system.sources if system else {}).items():
        yield Choice(name, "source", source.repository or source.path, start)


def _ids(book: Book, slug: str, before: str, name: str) -> Iterator[Choice]:
    """The ids of a system that begin as what is typed; all of them after a key whose value is an id."""
    match = _ID.search(before)
    if match is None or not (match["begun"] or match["system"] or name):
        return
    of, begun = match["system"] or slug, match["begun"] or ""
    system = book.systems.get(of)
    if system is None:
        return
    start = len(before) - len(begun)
    for record in book.records_of[of]:
        if record.id.startswith(begun):
            yield Choice(record.id, "id", f"{record.label}: {record.summary}", start)
    for identifier, about in system.unpublished.items():
        if identifier.startswith(begun):
            yield Choice(identifier, "id", " ".join(about.split()), start)
