"""The front matter of a file: where it is, and its YAML as text with a place for every value.

The YAML is a strict part of YAML 1.1. Every scalar is text; plain ``null``, ``~`` and an empty value are None. Anchors,
aliases, merge keys, tags, second documents, duplicate keys and keys that are not text are refused. The same verdict is
given with libyaml and without.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from recordbook.decoding import describe, refused
from recordbook.diagnostics import Diagnostic, shown
from recordbook.records import Document, Mark, Origin, Route
from recordbook.rules import found
from recordbook.slips import cut_by_comment, explain, stray_tab
from recordbook.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.settings import Limits

MARKER = "---"
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""PyYAML's loader: libyaml's where it is there. Tests replace it."""
_JUDGE: Any = yaml.SafeLoader
"""PyYAML's own parser: ten times slower. Only what it refuses is refused, so the verdict never depends on libyaml."""
_TAB = "\ufdd0"
"""Stands for a tab while the YAML is parsed: the parsers disagree about tabs, and no text that was decoded holds it."""

_NULLS = frozenset({"", "~", "null"})
_FENCE = re.compile(r"^---$", re.MULTILINE)
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_COLON = re.compile(r"\s*:")
_QUESTION = re.compile(r"[^?]*\?")
_HEADER = re.compile(r"[|>][0-9+-]*#", re.ASCII)
_TAG = re.compile(r"!(?:<[^>\s]*>|[^\s,\[\]{}]*)", re.ASCII)
_ALIAS = "Write the value out, or put it in quotes if it is text."
_BLOCKS = frozenset({"block", "folded"})
_STYLES = {"|": "block", ">": "folded", "'": "quoted", '"': "quoted"}


class _Stop(Exception):  # noqa: N818 - it ends the reading of one file and is no error of ours
    """Raised when the rest of a file cannot be read."""


def read_markdown(text: Text, limits: Limits) -> tuple[Document | None, list[Diagnostic]]:
    """The front matter of a Markdown file and where its body is; None where it cannot be read."""
    content = text.content
    start = text.place(Span(0, len(text.line(1))))
    if text.line(1) != MARKER:
        return None, [found("no-front-matter", start, _no_front_matter(text), "Begin the file with a line `---`.")]
    closing = _FENCE.search(content, len(MARKER) + 1)
    if closing is None:
        remedy = "Close the front matter with a line that is exactly `---`."
        return None, [found("unclosed-front-matter", start, "the front matter is never closed", remedy)]
    body = Span(min(closing.end() + 1, len(content)), len(content))
    return _read(text, Span(len(MARKER) + 1, closing.start()), body, limits)


def _no_front_matter(text: Text) -> str:
    if not text.content.strip():
        return "the file is empty"
    return f"the file begins with {shown(text.line(1), 40)}, not with `---`"


def read_yaml(text: Text, limits: Limits) -> tuple[Document | None, list[Diagnostic]]:
    """The values of a YAML file; None where it cannot be read."""
    end = len(text.content)
    return _read(text, Span(0, end), Span(end, end), limits)


def _read(text: Text, span: Span, body: Span, limits: Limits) -> tuple[Document | None, list[Diagnostic]]:
    builder = _Builder(text, span, limits, LOADER)
    data = builder.build()
    if builder.stopped and LOADER is not _JUDGE:
        builder = _Builder(text, span, limits, _JUDGE)
        data = builder.build()
    if builder.stopped:
        return None, builder.findings
    if not isinstance(data, dict):
        place = text.place(_first_line(text, span))
        remedy = "Write one `key: value` a line."
        what = "the file has no fields" if data is None else "this is not made of `key: value` lines"
        builder.findings.append(found("front-matter-not-a-mapping", place, what, remedy))
        return None, builder.findings
    return Document(data, Origin(text, builder.marks, body)), builder.findings


def _first_line(text: Text, span: Span) -> Span:
    content = text.content[span.start : span.end]
    start = span.start + len(content) - len(content.lstrip())
    if start >= span.end:
        return Span(0, len(text.line(1)))
    end = text.content.find("\n", start)
    return Span(start, end if end >= 0 else len(text.content))


@dataclass
class _Frame:
    """A list or a mapping that is being read."""

    value: dict[str, Any] | list[Any]
    route: Route
    flow: bool
    start: int
    key: str | None = None
    key_span: Span | None = None
    keys: dict[str, Span] = field(default_factory=dict)


class _Builder:
    """Reads the events of one document into plain values, without recursion."""

    def __init__(self, text: Text, span: Span, limits: Limits, loader: Any) -> None:
        self.text, self.span, self.limits, self.loader = text, span, limits, loader
        self.findings: list[Diagnostic] = []
        self.marks: dict[Route, Mark] = {}
        self.frames: list[_Frame] = []
        self.root: Any = None
        self.nodes = self.documents = 0
        self.stopped = False
        self.first_line = text.position(span.start)[0] - 1

    def offset(self, mark: Any) -> int:
        """Offset in the file of a YAML mark."""
        return min(self.text.offset(self.first_line + mark.line, mark.column), self.span.end)

    def stop(self, code: str, span: Span, message: str, *remedies: str) -> None:
        self.refuse(found(code, self.text.place(span), message, *remedies))

    # Reading

    def build(self) -> Any:
        """The value of the document; None with ``stopped`` set after a finding that ends the reading."""
        try:
            self.walk()
        except _Stop:
            self.stopped = True
            return None
        return self.root

    def walk(self) -> None:
        handlers = {
            yaml.DocumentStartEvent: self.document_start,
            yaml.DocumentEndEvent: self.document_end,
            yaml.AliasEvent: self.alias,
            yaml.ScalarEvent: self.scalar,
            yaml.SequenceStartEvent: self.open,
            yaml.MappingStartEvent: self.open,
            yaml.SequenceEndEvent: self.close,
            yaml.MappingEndEvent: self.close,
        }
        for event in self.events():
            handler = handlers.get(type(event))
            if handler is not None:
                handler(event)

    def events(self) -> Iterator[Any]:
        directive = _DIRECTIVE.search(self.text.content, self.span.start, self.span.end)
        if directive is not None:
            self.unreadable(directive.start())
        loader = self.loader(self.text.content[self.span.start : self.span.end].replace("\t", _TAB))
        try:
            while loader.check_event():
                yield loader.get_event()
        except yaml.YAMLError as error:
            self.unreadable(self.offset(error.problem_mark))  # type: ignore[attr-defined]
        except (ValueError, OverflowError):  # an escape such as "\UFFFFFFFF"
            self.unreadable(self.offset(loader.get_mark()))
        finally:
            loader.dispose()

    def unreadable(self, at: int) -> None:
        self.refuse(explain(self.text, self.span, at))

    def refuse(self, finding: Diagnostic) -> None:
        self.findings.append(finding)
        raise _Stop from None

    def document_start(self, event: Any) -> None:
        at = self.offset(event.start_mark)
        self.documents += 1
        if self.documents > 1 or (event.explicit and self.span.start > 0):  # front matter has its own `---`
            span = Span(at, min(at + 3, self.span.end))
            self.stop("second-document", span, "a second YAML document begins here", "Keep one document in a file.")

    def document_end(self, event: Any) -> None:
        if event.explicit:
            at = self.offset(event.start_mark)
            self.stop("second-document", Span(at, at + 3), "`...` ends the YAML document", "Delete the line.")

    def alias(self, event: Any) -> None:
        span = Span(self.offset(event.start_mark), self.offset(event.end_mark))
        self.stop("yaml-alias", span, f"the alias {shown('*' + event.anchor)}", _ALIAS)

    def refuse_decoration(self, event: Any, span: Span) -> None:
        if event.anchor is not None:
            self.stop("yaml-alias", span, f"the anchor {shown('&' + event.anchor)}", _ALIAS)
        if event.tag is not None:
            written = _TAG.search(self.text.content, span.start, self.span.end)
            tag = shown(written[0] if written else event.tag)
            self.stop("yaml-tag", span, f"the tag {tag}", "Delete it: every value is read as text.")

    def count(self, span: Span) -> None:
        self.nodes += 1
        if self.nodes > self.limits.yaml_nodes:
            message = f"more than {self.limits.yaml_nodes:,} YAML values in one file (`limits.yaml_nodes`)"
            self.stop("over-limit", span, message, "Split the file.")

    def scalar(self, event: Any) -> None:
        span = Span(self.offset(event.start_mark), self.offset(event.end_mark))
        style = _STYLES.get(event.style or "", "plain")
        self.leniency(span, style)
        if style in _BLOCKS:
            span = Span(span.start, max(span.start + 1, _end_of_block(self.text.content, span)))
        self.refuse_decoration(event, span)
        self.count(span)
        text = self.restored(event, span)
        if self.expects_key():
            self.take_key(text, span, style)
            return
        cut = cut_by_comment(self.text, span) if style == "plain" else None
        if cut is not None:
            self.findings.append(cut)
        self.put(None if style == "plain" and text in _NULLS else text, span, style)

    def leniency(self, span: Span, style: str) -> None:
        """Refuse what only libyaml lets pass: a comment right after ``|``, ``?`` in a plain value inside brackets."""
        lenient = _HEADER if style in _BLOCKS else _QUESTION
        flow = bool(self.frames) and self.frames[-1].flow
        if (style in _BLOCKS or (style == "plain" and flow)) and lenient.match(self.text.content, span.start, span.end):
            self.unreadable(span.start)

    def restored(self, event: Any, span: Span) -> str:
        """The text of a scalar with its tabs, after a look at what is invisible in it."""
        value: str = event.value
        tab = self.text.content.find("\t", span.start, span.end)
        if tab >= 0 and not event.style:
            self.refuse(stray_tab(self.text, tab))
        if event.style == '"':
            self.escapes(value, span)
        return value.replace(_TAB, "\t")

    def expects_key(self) -> bool:
        return bool(self.frames) and isinstance(self.frames[-1].value, dict) and self.frames[-1].key is None

    def take_key(self, key: str, span: Span, style: str) -> None:
        frame = self.frames[-1]
        if key == "<<" and style == "plain":
            self.stop("yaml-alias", span, "the merge key `<<`", "Write the values out.")
        if style in _BLOCKS or not key:
            self.stop("key-not-text", span, "a key that is not plain text", "Write `key: value`.")
        if key in frame.keys:
            first = self.text.place(frame.keys[key])
            message = f"the key {shown(key)} stands here a second time; the first is on line {first.line}"
            related = ((first, "first here"),)
            self.refuse(found("duplicate-key", self.text.place(span), message, "Keep one of the two.", related=related))
        frame.keys[key] = span
        frame.key, frame.key_span = key, span

    def put(self, value: Any, span: Span, style: str) -> None:
        """Store a finished value where its list or mapping wants it."""
        if not self.frames:
            self.root = value
            self.marks[()] = Mark(span, None, style)
            return
        frame = self.frames[-1]
        route, key_span = self.child(frame)
        if isinstance(frame.value, list):
            frame.value.append(value)
        else:
            assert frame.key is not None  # noqa: S101 - a value follows its key; for the type checker
            if value is None and frame.flow and frame.value and span.start >= span.end:
                self.comma(frame.key, key_span or span)
            frame.value[frame.key] = value
            frame.key = None
        if value is None and key_span is not None and span.start == span.end:
            span = _after(self.text.content, key_span)
        self.marks[route] = Mark(span, key_span, style)

    def child(self, frame: _Frame) -> tuple[Route, Span | None]:
        if isinstance(frame.value, list):
            return (*frame.route, len(frame.value)), None
        return (*frame.route, frame.key or ""), frame.key_span

    def comma(self, key: str, span: Span) -> None:
        remedy = "Put the whole value in quotes, or write it below its key."
        self.stop("comma-made-a-key", span, f"the comma before {shown(key)} began a new key", remedy)

    def open(self, event: Any) -> None:
        start = self.offset(event.start_mark)
        span = Span(start, min(start + 1, self.span.end))
        self.refuse_decoration(event, span)
        self.count(span)
        if self.expects_key():
            self.stop("key-not-text", span, "a key that is a list or a mapping", "Write `key: value`.")
        if len(self.frames) >= self.limits.yaml_depth:
            message = f"lists and mappings nest deeper than {self.limits.yaml_depth} (`limits.yaml_depth`)"
            self.stop("over-limit", span, message, "Write the values flatter.")
        value: dict[str, Any] | list[Any] = {} if isinstance(event, yaml.MappingStartEvent) else []
        route: Route = self.child(self.frames[-1])[0] if self.frames else ()
        self.frames.append(_Frame(value, route, bool(event.flow_style), start))

    def close(self, event: Any) -> None:
        frame = self.frames.pop()
        end = self.offset(event.end_mark)
        if not frame.flow:
            content = self.text.content
            end = frame.start + len(content[frame.start : end].rstrip())
        style = "mapping" if isinstance(frame.value, dict) else "list"
        self.put(frame.value, Span(frame.start, max(end, frame.start)), style)

    def escapes(self, value: str, span: Span) -> None:
        r"""Refuse characters that an escape such as ``"\0"`` made."""
        tabs = self.text.content.count("\t", span.start, span.end)
        for code, at in refused(value):
            character = value[at]
            if character == _TAB and value.count(_TAB) <= tabs:
                continue
            what, _ = describe(code, character)
            if "\ud800" <= character <= "\udfff":
                code, what = "yaml-syntax", "half a character (a surrogate)"  # noqa: PLW2901 - libyaml's verdict
            self.stop(code, span, f"an escape in this value makes {what}", "Delete the escape.")


def _after(content: str, key: Span) -> Span:
    """The place of a value that is not there: just after its key's colon. The parsers disagree about it."""
    colon = _COLON.match(content, key.end)
    return Span(colon.end(), colon.end()) if colon else Span(key.end, key.end)


def _end_of_block(content: str, span: Span) -> int:
    """End of a block scalar's last line that has text: its mark may lie past blank lines."""
    return span.start + len(content[span.start : span.end].rstrip())
