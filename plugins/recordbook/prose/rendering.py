"""Passages in, ``Prose`` out: limits, scan, parse, settle links, sanitize, weave."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from recordbook.prose import complaints
from recordbook.prose.engine import engine
from recordbook.prose.ids import plain_references
from recordbook.prose.limits import inline_refusal, refusal
from recordbook.prose.links import Settler
from recordbook.prose.sentences import Sentences, folded
from recordbook.prose.source import Source, tame, whole
from recordbook.prose.tokens import Sentinels
from recordbook.prose.typography import revealed
from recordbook.prose.values import Html, Passage, Prose, Reference
from recordbook.prose.weave import Weaver, id_link

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recordbook.diagnostics import Diagnostic

_FENCE_INFO = re.compile(r"[ \t>]*+(?:`{3,}+|~{3,}+)[ \t]*+(?:\.?[\w#.+-]++(?=[ \t]|$))?[ \t]*+", re.ASCII)
_MARKED = re.compile(r"[\\`*_\[<&{]", re.ASCII)


def render(passage: Passage, *, headings: frozenset[int] = frozenset()) -> Prose:
    """A body of Markdown blocks. Headings of other levels than ``headings`` are complained about.

    Raises nothing: what cannot be read comes back as escaped text and a complaint.
    """
    return _safely(partial(_body, passage, headings), passage, "pre")


def render_inline(passages: Sequence[Passage]) -> tuple[Prose, ...]:
    """One paragraph of inline Markdown each. Block syntax in it is text, and so are blank lines.

    Raises nothing.
    """
    return tuple(_safely(partial(_paragraph, passage), passage, "code") for passage in passages)


def _safely(work: Callable[[], Prose], passage: Passage, tag: str) -> Prose:
    """The one place that expects the parsers to fail in any way they like."""
    try:
        return work()
    except BaseException as error:
        # The sanitizer's panics are no ``Exception``; an interrupt is not ours to keep.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        engine.cache_clear()
        return _unformatted(tame(passage.markdown), tag, complaints.unreadable(whole(passage), error))


def _unformatted(text: str, tag: str, complaint: Diagnostic) -> Prose:
    """The text as it is written, with the reason."""
    return Prose((Html(f"<{tag}>{escape(text, quote=False)}</{tag}>"),), complaints=(complaint,), plain=text)


def _body(passage: Passage, headings: frozenset[int]) -> Prose:
    source = Source(passage)
    if refused := refusal(source.scanned):
        complaint = complaints.over_limit(source.place(*refused[:2]), refused[2])
        return _unformatted(source.scanned, "pre", complaint)
    sentinels = Sentinels(source.scanned)
    found: list[Diagnostic] = []

    def scan(lines: list[str], fences: list[tuple[int, int]]) -> str:
        text = source.keep(lines, fences)
        found.extend(_fence_options(source, fences))
        return sentinels.put(text)

    html = engine().body(source.scanned, scan)
    return _finished(html, source, sentinels, found, headings)


def _paragraph(passage: Passage) -> Prose:
    source = Source(passage)
    if refused := inline_refusal(source.scanned, source.raw):
        complaint = complaints.over_limit(source.place(*refused[:2]), refused[2])
        return _unformatted(source.scanned, "code", complaint)
    source.scanned = source.scanned.replace("\n", " ")
    if not _MARKED.search(source.scanned) and not any(mark in source.scanned for mark in ("--", "...", "///")):
        return _unmarked(source)
    sentinels = Sentinels(source.scanned)
    html = engine().paragraph(sentinels.put(source.scanned).strip())
    prose = _finished(html, source, sentinels, [], frozenset())
    # The parser needs an element around a paragraph; who shows a finding has its own.
    inner = "".join(block.html for block in prose.blocks if isinstance(block, Html))
    inner = inner.removeprefix("<div>").removesuffix("</div>").strip()
    return replace(prose, blocks=(Html(inner),) if inner else ())


def _unmarked(source: Source) -> Prose:
    """Text without any mark of Markdown or typography: only ids are to be found."""
    ids = plain_references(source.scanned)
    text = source.scanned
    if '"' in text or "'" in text:
        text = revealed(engine().typography.educated(text))
    sentences = Sentences(text)
    pieces: list[str] = []
    references: list[Reference] = []
    last = 0
    for system, id_, start, end in ids:  # a quotation mark is one code point before and after
        pieces += escape(text[last:start], quote=False), id_link(system or "", id_, text[start:end])
        references.append(Reference(system, id_, source.place(start, end), sentences.at(start)))
        last = end
    pieces.append(escape(text[last:], quote=False))
    html = "".join(pieces).strip()
    return Prose((Html(html),) if html else (), tuple(references), summary=sentences.at(0), plain=folded(text))


def _finished(
    html: str, source: Source, sentinels: Sentinels, found: list[Diagnostic], headings: frozenset[int]
) -> Prose:
    """From the parser's HTML on: links, sanitizer, blocks."""
    machine = engine()
    settler = Settler(source, sentinels, found)
    html, refused = machine.sanitized(settler.settle(html, machine.markdown.references))
    for target in refused:
        settler.refuse(target)
    return Weaver(source, sentinels, headings, found).weave(html)


def _fence_options(source: Source, fences: list[tuple[int, int]]) -> list[Diagnostic]:
    found = []
    for start, _ in fences:
        offset, line = source.line(start)
        match = _FENCE_INFO.match(line)
        info = line[match.end() :].rstrip() if match else ""
        if match and info:
            begin = offset + match.end()
            found.append(complaints.fence_options(source.within(begin, begin + len(info)), info))
    return found
