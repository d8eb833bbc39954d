"""New files as text, in the form that `recordbook fmt` gives them. What only their author knows is left empty."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook.formatting import literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from recordbook.contract import Contract, Kind, Member

_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 .,;()/_+-]|:(?! |$)|(?<! )#|['\"])*", re.ASCII)
_NULLS = frozenset({"null", "Null", "NULL"})
_SLUG = re.compile(r"[^a-z0-9]+", re.ASCII)
_LONGEST = 40


@dataclass(frozen=True)
class Picked:
    """Lines of a source that become a quote."""

    source: str
    path: str
    lines: str
    """As a quote states them."""
    text: str


def scalar(text: str) -> str:
    """A text of one line as YAML: plain where it can be, else in quotes."""
    if not text or (_PLAIN.fullmatch(text) and text not in _NULLS and text == text.strip()):
        return text
    return "'" + text.replace("'", "''") + "'"


def record(  # noqa: PLR0913 - what its author said
    contract: Contract,
    identifier: str,
    said: Mapping[str, str],
    *,
    quotes: tuple[Picked, ...],
    source: str,
    layer: str,
) -> Iterator[str]:
    """The rows of a record's YAML. ``said`` holds values by key; ``source`` is for evidence where nothing is quoted."""
    parsed = contract.parse_id(identifier)
    assert parsed is not None  # noqa: S101 - the caller has seen to it
    kind = contract.kinds[parsed[1]]
    yield f"id: {identifier}"
    for key in ("label", "summary"):
        yield _pair(key, said.get(key, ""))
    if said.get("part_of"):
        yield _pair("part_of", said["part_of"])
    yield from _status(contract, kind, said)
    yield "fields:"
    for name in kind.fields:
        if name in kind.required:
            yield f"  # {contract.fields[name].help}"
            yield f"  {name}:"
    yield from _evidence(quotes, source, layer)
    yield from _quotes(quotes) if quotes else ("quotes:", "  - id:", f"    source: {source}", "    path:", "    text:")


def annotation(on: str, by: str, quotes: tuple[Picked, ...], layer: str) -> Iterator[str]:
    """The rows of an annotation's YAML."""
    yield f"on: {on}"
    yield f"by: {by}"
    if quotes:
        yield from _evidence(quotes, "", layer)
        yield from _quotes(quotes)


def report(member: Member, title: str, reviewed: str) -> str:
    """A report with every section of its member."""
    rows = ["---", f"member: {member.prefix}", _pair("title", title)]
    rows += [f"reviewed: {reviewed}"] if reviewed else []
    rows.append("---")
    for section in member.sections:
        rows += [f"## {section.title}", ""]
        rows += [f"<!-- {section.holds} -->", ""] if section.holds else []
    return "\n".join(rows).rstrip("\n") + "\n"


def system(said: Mapping[str, str]) -> str:
    """A `system.yml`; ``said`` holds values by key, those of its one source too."""
    rows = [
        _pair("title", said["title"]),
        _pair("summary", said.get("summary", "")),
        "sources:",
        "  SRC-1:",
        "    kind: git",
        f"    {_pair('repository', said.get('repository', ''))}",
        "    repository_basis: stated",
        f"    revision: {said.get('revision') or 'null'}",
    ]
    rows += [f"    {_pair('license', said['license'])}"] if said.get("license") else []
    return "\n".join(rows) + "\n"


def _pair(key: str, value: str) -> str:
    return f"{key}: {scalar(value)}".rstrip()


def _status(contract: Contract, kind: Kind, said: Mapping[str, str]) -> Iterator[str]:
    layers = [layer for layer in ("implementation", "operation") if layer in kind.statuses or said.get(layer)]
    if layers:
        yield "status:"
    for layer in layers:
        allowed = kind.allowed.get(layer, tuple(term.value for term in contract.statuses))
        value = said.get(layer) or (allowed[0] if len(allowed) == 1 else "")
        if not value:
            yield f"  # One of: {', '.join(allowed)}."
        yield f"  {layer}: {value}".rstrip()


def _evidence(quotes: tuple[Picked, ...], source: str, layer: str) -> Iterator[str]:
    yield "evidence:"
    for name in dict.fromkeys(one.source for one in quotes) or (source,):
        yield f"  - source: {name}"
        yield f"    layer: {layer}"
        paths = dict.fromkeys(one.path for one in quotes if one.source == name)
        if paths:
            yield "    paths:"
            yield from (f"      - {scalar(path)}" for path in paths)


def _quotes(quotes: tuple[Picked, ...]) -> Iterator[str]:
    yield "quotes:"
    names: list[str] = []
    for one in quotes:
        names.append(_name(one, names))
        yield f"  - id: {names[-1]}"
        yield f"    source: {one.source}"
        yield f"    path: {scalar(one.path)}"
        yield f'    lines: "{one.lines}"'
        header, *rows = literal(f"{one.text}\n") or ["|"]
        yield f"    text: {header}"
        yield from (f"      {row}" if row else "" for row in rows)


def _name(one: Picked, names: Iterable[str]) -> str:
    """A name for a quote: its file and its first line, for its author to better."""
    stem = _SLUG.sub("-", one.path.rpartition("/")[2].partition(".")[0].lower()).strip("-0123456789")[:_LONGEST]
    name = f"{stem or 'quote'}-{one.lines.partition('-')[0]}"
    known = set(names)
    return next(found for found in (name, *(f"{name}-{number}" for number in range(2, 1000))) if found not in known)
