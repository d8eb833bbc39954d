"""Own messages for the slips that people make in YAML, found from the text where a parser gave up."""

from __future__ import annotations

import re

from recordbook.diagnostics import Diagnostic, shown
from recordbook.rules import found
from recordbook.text import Span, Text

_PAIR = re.compile(r"[ ]*(?:- )*(?:[^\s:#\"'][^:#\n]{0,200}: +)?(?P<value>\S[^\n]*)", re.ASCII)
_TAB = re.compile(r"[ -]*+(?:[^\s\"'#:]++:[ ]*+)?\t", re.ASCII)
"""A tab that is no part of a value, as far as one line can tell."""
_MARKS = "`@%*&!|>{}[],?"
_LOOK = "Look at the indentation and the quotes of this line and the one before."
_REMEDY = "Put the value in quotes, or write it as a block below its key (`>-`)."


def explain(text: Text, span: Span, at: int) -> Diagnostic:
    """The finding for YAML that cannot be read: what was probably meant, at the line where it went wrong.

    ``span`` is the YAML's range, ``at`` the offset where the parser stopped. The message does not depend on the parser.
    """
    line = text.position(at)[0]
    last = text.position(max(span.start, span.end - 1))[0]
    first = text.position(span.start)[0]
    for number in (min(line, last), max(first, min(line, last) - 1)):
        slip = _slip(text, number)
        if slip is not None:
            return slip
    number = min(line, last)
    place = text.place(_line_span(text, number))
    message = f"this cannot be read as YAML: {shown(text.line(number).strip(), 60)}"
    return found("yaml-syntax", place, message, _LOOK)


def cut_by_comment(text: Text, span: Span) -> Diagnostic | None:
    """The warning for a plain value that one space and ``#`` right after it cut."""
    content = text.content
    if content[span.end : span.end + 2] != " #" or span.start == span.end:
        return None
    line_end = content.find("\n", span.end)
    rest = content[span.end + 1 : line_end if line_end >= 0 else len(content)]
    kept = shown(content[span.start : span.end], 40)
    message = f"the value ends at {kept}: {shown(rest, 40)} is read as a comment"
    remedy = "Put the value in quotes, or leave two spaces before a comment."
    return found("comment-cuts-value", text.place(Span(span.end + 1, span.end + 1 + len(rest))), message, remedy)


def stray_tab(text: Text, at: int) -> Diagnostic:
    """The finding for a tab outside of quotes and blocks."""
    line_start = text.content.rfind("\n", 0, at) + 1
    where = "between values" if text.content[line_start:at].strip(" -") else "in the indentation"
    remedy = "Use spaces. A value that holds a tab needs quotes."
    return found("yaml-syntax", text.place(Span(at, at + 1)), f"a tab {where}", remedy)


def _line_span(text: Text, number: int) -> Span:
    start = text.line_starts[number - 1]
    line = text.line(number)
    return Span(start + len(line) - len(line.lstrip()), start + len(line))


def _slip(text: Text, number: int) -> Diagnostic | None:
    line = text.line(number)
    start = text.line_starts[number - 1]
    tab = _TAB.match(line)
    if tab is not None:
        return stray_tab(text, start + tab.end() - 1)
    pair = _PAIR.fullmatch(line)
    if pair is None:
        return None
    value = pair["value"]
    place = text.place(Span(start + pair.start("value"), start + pair.end("value")))
    if "?" in value and value[0] + value.rstrip()[-1] in {"[]", "{}"}:
        mark = start + line.index("?", pair.start("value"))
        remedy = "Put the value that holds it in quotes."
        return found("yaml-syntax", text.place(Span(mark, mark + 1)), f"an unquoted `?` inside `{value[0]}…`", remedy)
    if value[0] in _MARKS and not _is_block_header(value):
        message = f"the value {shown(value, 50)} begins with `{value[0]}`, which YAML gives a meaning of its own"
        return found("value-starts-with-mark", place, message.replace("```", "a backtick"), _REMEDY)
    if ": " in value and value[0] not in "\"'":
        message = f"`: ` inside the unquoted value {shown(value, 50)} begins a key"
        return found("yaml-syntax", place, message, _REMEDY)
    return None


def _is_block_header(value: str) -> bool:
    return re.fullmatch(r"[|>][0-9+-]{0,2}(?: +#.*)?", value, re.ASCII) is not None
