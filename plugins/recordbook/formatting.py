"""One way to write a file: keys in the order of the contract, two blanks a step, paragraphs and code as blocks.

Lines are moved and indented, never broken anew, and no value changes: what comes out stands only if it reads as before.
Pure: text in, text out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from recordbook.frontmatter import MARKER
from recordbook.layouts import Layout, layout
from recordbook.outline import Entry, Odd, Outline, outline
from recordbook.parsing import built_in, parse
from recordbook.shapes import Block

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recordbook.diagnostics import Diagnostic
    from recordbook.reading import File
    from recordbook.records import Document

STEP = 2
"""Blanks of indentation for each level."""
WIDTH = 100
"""Where a paragraph that becomes a block is broken, in code points."""
BODY = "body"
"""The key of a record in YAML that holds its Markdown."""
_HEADER = re.compile(r"(?P<style>[|>])(?P<flags>[0-9+-]*)[^\n]*")
_SPACE = re.compile(r"(?<=\S) (?=\S)")
_FORMS = {"block": "|", "folded": ">"}


def tidied(file: File, data: bytes) -> tuple[bytes, list[Diagnostic]]:
    """A file as it should be written, and why it could not be read; then it stays as it is.

    A file whose lines cannot be told apart, or that would not read as before, stays as it is too.
    """
    file = replace(file, role="lock")  # its values are not judged here
    reading = parse(file, data)
    document = reading.document
    if document is None:
        return data, [found for found in reading.findings if found.severity == "error"]
    try:
        fresh = formatted(document, file_layout(file, document)).encode()
    except Odd:
        return data, []
    return fresh if same(document, parse(file, fresh).document) else data, []


def file_layout(file: File, document: Document) -> Layout:
    """The layout of a file of the collection, by its place."""
    contract, reader = built_in(file.contract)
    _, *folders, name = file.uri.split("/")
    if folders[1:] == ["records"]:
        identifier = str(document.data.get("id"))
        parsed = contract.parse_id(identifier)
        return layout(reader.models.records[parsed[1] if parsed else reader.guess(identifier) or "OBJ"])
    if folders[1:] == ["annotations"]:
        return layout(reader.models.annotation)
    if name.endswith(".md"):
        return layout(reader.models.report)
    return layout(reader.models.system if folders else reader.models.collection)


def same(old: Document, new: Document | None) -> bool:
    """Whether two readings say the same. Line ends after the last line of a body say nothing."""
    return new is not None and _values(old) == _values(new) and body(old) == body(new)


def body(document: Document) -> str:
    """The Markdown of a file, ended by one line end; empty where it is blank."""
    span = document.origin.body
    written = document.data.get(BODY)
    text = written if isinstance(written, str) else document.origin.text.content[span.start : span.end]
    text = text.rstrip("\n")
    return f"{text}\n" if text.strip() else ""


def _values(document: Document) -> dict[str, Any]:
    return {key: value for key, value in document.data.items() if key != BODY or not isinstance(value, str)}


def formatted(document: Document, shape: Layout) -> str:
    """A file as it should be written. Raises ``Odd`` where its lines cannot be told apart."""
    found = outline(document)
    while found.foot and not found.foot[-1]:
        del found.foot[-1]
    for entry in found.entries:
        if entry.route == (BODY,):
            _gather(found, entry)
    rows = _Writer(document).entries(found.entries, shape, 0)
    rows = _joined(_comments(found.head, 0) or [""], rows)
    text = "\n".join([*rows[not rows[0] :], *_comments(found.foot, 0)]) + "\n"
    return text if document.origin.text.uri.endswith(".yml") else f"{MARKER}\n{text}{MARKER}\n{body(document)}"


def _gather(found: Outline, entry: Entry) -> None:
    """Put all comments around a body before it, so that it moves in and out of the YAML with them."""
    entry.head += found.foot
    found.foot = []
    if entry.comment and not entry.tight:
        entry.head.append(entry.comment)
        entry.comment = ""


class _Writer:
    """Writes the entries of one file."""

    def __init__(self, document: Document) -> None:
        self.data, self.content = document.data, document.origin.text.content

    def value(self, entry: Entry) -> Any:
        value: Any = self.data
        for step in entry.route:
            value = value[step]
        return value

    def entries(self, entries: list[Entry], shape: Layout, depth: int) -> list[str]:
        """The rows of a list or a mapping, its keys in order."""
        ranks = {key: rank for rank, key in enumerate(shape.keys)}
        rows = []
        for entry in sorted(entries, key=lambda one: ranks.get(str(one.route[-1]), len(ranks) - 0.5)):
            rows += _comments(entry.head, depth)
            rows = _joined(rows, self.entry(entry, shape.below(entry.route[-1]), depth))
        return rows

    def entry(self, entry: Entry, shape: Layout, depth: int) -> list[str]:
        margin = " " * depth
        first, *rest = self.rows(entry, shape, depth)
        if entry.key:
            return [f"{margin}{entry.key}:{first}", *rest]
        if first:
            return [f"{margin}-{first}", *rest]
        if not rest:
            return [f"{margin}-"]
        above = next(number for number, row in enumerate(rest) if row and not row.lstrip().startswith("#"))
        moved = [row.strip() for row in rest[:above]]
        return [*_comments(moved, depth), f"{margin}- {rest[above][depth + STEP :]}", *rest[above + 1 :]]

    def rows(self, entry: Entry, shape: Layout, depth: int) -> list[str]:
        """What follows a key or a hyphen on its line, and the rows below."""
        below = depth + STEP
        comment = f"{' ' if entry.tight else '  '}{entry.comment}" if entry.comment else ""
        style = entry.mark.style
        if style in {"list", "mapping"}:
            if entry.flow and not self.needs_blocks(entry, shape):
                return self.verbatim(entry, below, comment)
            rows = self.entries(entry.entries, shape, below)
            return [comment if entry.key else "", *rows, *_comments(entry.foot, below)]
        block = self.block(entry, shape)
        if block is not None:
            header, *texts = block
            return [f" {header}{comment}", *_indented(texts, below)]
        return self.verbatim(entry, below, comment)

    def needs_blocks(self, entry: Entry, shape: Layout) -> bool:
        """Whether something in brackets is to become a block, which brackets cannot hold."""
        if entry.entries:
            return any(self.needs_blocks(one, shape.below(one.route[-1])) for one in entry.entries)
        return entry.mark.style in {"plain", "quoted"} and self.block(entry, shape) is not None

    def verbatim(self, entry: Entry, below: int, comment: str) -> list[str]:
        """A value as it is written, its further rows indented anew."""
        span = entry.mark.value
        first, *rest = self.content[span.start : span.end].split("\n")
        rows = [first, *_indented([row.strip() for row in rest], below)]
        rows[-1] += comment
        return [f" {rows[0]}" if rows[0].strip() else rows[0].strip(), *rows[1:]]

    def block(self, entry: Entry, shape: Layout) -> list[str] | None:
        """The header and the texts of a value that is a block, or is to be one; None where it is none."""
        if entry.mark.style in _FORMS and (shape.block is not Block.LITERAL or entry.mark.style == "block"):
            return self.kept(entry) if entry.route != (BODY,) else literal(self.body())
        value = self.value(entry)
        if not isinstance(value, str) or not value.strip() or entry.tight:
            return None
        if shape.block is Block.LITERAL:
            return literal(self.body() if entry.route == (BODY,) else value)
        return _folded(value, len(entry.route)) if shape.block is Block.FOLDED else None

    def body(self) -> str:
        return str(self.data[BODY]).rstrip("\n") + "\n"

    def kept(self, entry: Entry) -> list[str]:
        """A block with its own rows."""
        start, end = entry.mark.value.start, entry.mark.value.end
        match = _HEADER.match(self.content, start)
        assert match is not None  # noqa: S101 - a block begins with its header; for the type checker
        number = re.sub("[^0-9]", "", match["flags"])
        chomping = re.sub("[0-9]", "", match["flags"])
        rows = self.content[match.end() + 1 : end].split("\n") if end > match.end() else []
        if chomping == "+":
            rows += _blank_rows(self.content, end)
        elif not chomping and not str(self.value(entry)).endswith("\n"):  # the file ends without a line end
            chomping = "-"
        first = next((row for row in rows if row.strip()), "")
        deep = entry.column + int(number) if number else len(first) - len(first.lstrip(" "))
        return _headed(match["style"], chomping, [row[deep:] for row in rows])


def _blank_rows(content: str, end: int) -> list[str]:
    """The blank rows after a place, which belong to a block that keeps them."""
    match = re.compile(r"(?:\n[ ]*+(?=\n))*").match(content, end)
    return match[0].split("\n")[1:] if match else []


def _headed(style: str, chomping: str, texts: list[str]) -> list[str]:
    """A block's header, with the depth of its text where that cannot be seen, and its texts."""
    first = next((text for text in texts if text), "")
    return [f"{style}{STEP if first.startswith(' ') else ''}{chomping}", *texts]


def literal(value: str) -> list[str] | None:
    """A text as a block that keeps its line breaks."""
    core = value.rstrip("\n")
    ends = len(value) - len(core)
    if not core.strip():
        return None
    chomping = ("-", "")[ends] if ends < STEP else "+"
    return _headed("|", chomping, [*core.split("\n"), *[""] * (ends - 1)])


def _folded(value: str, levels: int) -> list[str] | None:
    """A paragraph as a block that joins its rows; None where a block could not hold it."""
    if value != value.strip() or "\n" in value:
        return None
    room = WIDTH - STEP * levels
    rows, row = [], ""
    for word in _SPACE.split(value):
        if row and len(row) + 1 + len(word) > room:
            rows.append(row)
            row = word
        else:
            row = f"{row} {word}" if row else word
    return [">-", *rows, row]


def _indented(rows: Iterable[str], depth: int) -> list[str]:
    return [f"{' ' * depth}{row}" if row else "" for row in rows]


def _joined(above: list[str], below: list[str]) -> list[str]:
    """Rows one after the other, with one blank row where there would be two."""
    return [*above, *below[bool(above and below) and not above[-1] and not below[0] :]]


def _comments(rows: list[str], depth: int) -> list[str]:
    """Comments at a depth, with one blank row where there were several."""
    return _indented((row for number, row in enumerate(rows) if row or not number or rows[number - 1]), depth)
