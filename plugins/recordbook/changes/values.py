"""What differs between two values of one file: field by field, and only in meaning."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from recordbook import prose
from recordbook.prose import Heading, Html, Passage
from recordbook.records import Annotation, Record, Report, System
from recordbook.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from recordbook.contract import Contract
    from recordbook.prose import Marker
    from recordbook.records import Facet, Part, Quote

Value: TypeAlias = Record | Annotation | Report | System
Said: TypeAlias = "dict[str, str]"
"""What a value says: the name of each thing to its text, in the order of the contract."""
NOTES = "notes"
"""The name of a body."""
_BLANK = re.compile(r"\s+")
_CODE = re.compile(r"(<pre\b.*?</pre>)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a value says otherwise, or no longer, or newly."""

    what: str
    """Its name, such as ``implementation``, ``Later read-back`` or ``quote log-path``."""
    old: str
    """Empty where it was not said."""
    new: str
    """Empty where it is no longer said."""


def changes(old: Value, new: Value, contract: Contract, renamed: Callable[[str], str] = str) -> tuple[Change, ...]:
    """What the new value says otherwise, in its order; then what it no longer says.

    Line breaks of YAML and Markdown, the order of entries, and the form of the file make no difference. ``renamed``
    turns ids in old text into those that they have now, so that a renamed id is no change of what refers to it.
    """
    before = {renamed(name): renamed(text) for name, text in said(old, contract).items()}
    after = said(new, contract)
    names = dict.fromkeys((*after, *before))
    pairs = (Change(name, before.get(name, ""), after.get(name, "")) for name in names)
    different = {change.what: change for change in pairs if change.old != change.new}
    found = [change for change in different.values() if not _implied(change, different)]
    if not isinstance(old, System) and not isinstance(new, System):
        mine, theirs = renamed(old.body.strip()), new.body.strip()
        if mine != theirs and _shape(mine) != _shape(theirs):
            found.append(Change(NOTES, mine, theirs))
    return tuple(found)


def _implied(change: Change, different: Mapping[str, Change]) -> bool:
    """Whether a change of a part is told by that of the whole: a new quote has a path, a new text new line breaks."""
    name, _, part = change.what.rpartition(", ")
    whole = different.get(name)
    return whole is not None and (part == "line breaks" or not whole.old or not whole.new)


def said(value: Value, contract: Contract) -> Said:
    """What a value says, apart from its body; whitespace is folded where it has no meaning."""
    if isinstance(value, System):
        return dict(_system(value))
    if isinstance(value, Report):
        pairs = _report(value)
    elif isinstance(value, Annotation):
        pairs = iter(())
    else:
        pairs = _record(value, contract)
    return {**dict(pairs), **dict(_shared(value, contract)), **dict(_quotes(value.quotes))}


def _record(record: Record, contract: Contract) -> Iterator[tuple[str, str]]:
    yield "label", record.label
    yield "summary", record.summary
    for name, text in (
        ("part of", record.part_of),
        ("implementation", record.implementation),
        ("operation", record.operation),
        ("guarantee", record.guarantee),
        ("no counterpart", record.no_counterpart),
    ):
        if text:
            yield name, _folded(text)
    for fact in record.facts:
        yield contract.fields[fact.name].label, _finding(fact.parts)
    for facet in record.facets:
        yield f"facet {contract.facets[facet.name].label}", _facet(facet)


def _shared(value: Record | Annotation | Report, contract: Contract) -> Iterator[tuple[str, str]]:
    if not isinstance(value, Report):
        for relation in value.relations:
            yield f"{contract.relations[relation.type].label} {relation.target}", _finding(relation.why)
        for evidence in value.evidence:
            yield f"evidence {evidence.source}, {evidence.layer}", ", ".join(evidence.paths) or "no path"
    for allow in value.allow:
        yield f"allowed {allow.code}", _folded(allow.why)


def _quotes(quotes: Iterable[Quote]) -> Iterator[tuple[str, str]]:
    for quote in quotes:
        name = f"quote {quote.id}"
        yield name, _folded(quote.text)
        yield f"{name}, source", quote.source
        yield f"{name}, path", quote.path
        if quote.lines:
            yield f"{name}, lines", "{}–{}".format(*quote.lines)
        yield f"{name}, line breaks", "\n".join(line.rstrip() for line in quote.text.strip("\n").split("\n"))


def _report(report: Report) -> Iterator[tuple[str, str]]:
    yield "title", report.title
    for name, text in (("reviewed", report.reviewed), ("source type", report.source_type)):
        if text:
            yield name, text
    for row in report.coverage:
        name = f"coverage of {row.operation}"
        yield name, row.operation
        for part, text in (
            ("basis", ", ".join(row.basis)),
            ("paths", ", ".join(row.paths)),
            ("records", ", ".join(row.records)),
            ("note", _folded(row.note)),
            ("limit", _folded(row.limit)),
        ):
            if text:
                yield f"{name}, {part}", text


def _system(system: System) -> Iterator[tuple[str, str]]:
    yield "title", system.title
    yield "summary", system.summary
    for source in system.sources.values():
        yield f"source {source.id}", source.kind
        for name, text in (
            ("repository", source.repository),
            ("revision", source.revision or source.sha256),
            ("address", source.repository_basis),
            ("license", source.license),
            ("path", source.path),
        ):
            if text:
                yield f"source {source.id}, {name}", text
    for name, lines in (("unpublished", system.unpublished), ("alias", system.aliases), ("retired", system.retired)):
        for identifier, text in lines.items():
            yield f"{name} {identifier}", _folded(text)


def _finding(parts: Iterable[Part]) -> str:
    return "; ".join(f"{part.state}: {_folded(part.text)}" if part.state else _folded(part.text) for part in parts)


def _facet(facet: Facet) -> str:
    return f"{facet.state}: {_folded(facet.reason.text)}" if facet.reason else ", ".join(facet.values)


def _folded(text: str) -> str:
    return _BLANK.sub(" ", text).strip()


@lru_cache(maxsize=4_096)
def _shape(body: str) -> tuple[str, ...]:
    """A body as it is read: its blocks as HTML, with whitespace folded outside code."""
    text = Text("", body)
    read = prose.render(Passage(text, 0, len(body), body), headings=frozenset({2, 3}))
    return tuple(map(_block, read.blocks))


def _block(block: Html | Marker | Heading) -> str:
    if isinstance(block, Heading):
        return f"{block.level} {_folded(block.text)}"
    if isinstance(block, Html):
        return "".join(part if part.startswith("<pre") else _folded(part) for part in _CODE.split(block.html))
    return f"{block.name}: {block.argument}"


def translated(renames: Mapping[str, str], contract: Contract) -> Callable[[str], str]:
    """A function that turns whole ids in a text into those that they have now."""
    if not renames:
        return str
    whole = re.compile(rf"(?<![\w-]){contract.id_pattern.pattern}(?![\w-])", re.ASCII)
    return lambda text: whole.sub(lambda match: renames.get(match[0], match[0]), text)
