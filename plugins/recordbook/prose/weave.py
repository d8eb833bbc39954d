"""Turns sanitized HTML with sentinels into blocks, references, paths and complaints.

The sanitizer has written the HTML: its tags are closed, and no text or attribute holds ``<`` or ``>``.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING
from urllib.parse import quote

from recordbook.prose import complaints
from recordbook.prose.sentences import Sentences, folded
from recordbook.prose.source import whole
from recordbook.prose.tokens import Kind, Sentinels, Token, looks_like_path
from recordbook.prose.values import Heading, Html, Marker, Prose, Reference

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic
    from recordbook.prose.source import Source
    from recordbook.text import Place

_PIECE = re.compile(r"<pre>.*?</pre>|<(/?)([a-z0-9]+)([^>]*)>|[^<]+", re.ASCII | re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_ALIGN = re.compile(r' align="([a-z]+)"', re.ASCII)
_ANGLE = re.compile(r"<[^\s<>)]*", re.ASCII)
_SHOWN = 80  # as much of a word as a message shows
_INLINE = frozenset({"a", "code", "em", "strong", "span", "br"})
_VOID = frozenset({"br", "hr"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_NO_SUMMARY = _HEADINGS | {"table"}
_REL = ' rel="nofollow noopener noreferrer"'


def id_link(system: str, id_: str, shown: str) -> str:
    """The placeholder that the page's template turns into a link to a record."""
    return f'<a class="rb-id" href="rb-id:{system}/{id_}">{shown}</a>'


def _path_link(path: str, code: str) -> str:
    return f'<a class="rb-path" href="rb-path:{quote(path)}">{code}</a>'


class Weaver:
    """One passage on its way to a ``Prose``."""

    def __init__(self, source: Source, sentinels: Sentinels, headings: frozenset[int], found: list[Diagnostic]) -> None:
        """``found`` holds what is complained about already; more is added to it."""
        self._source = source
        self._sentinels = sentinels
        self._headings = headings
        self._found = found
        self._blocks: list[Html | Marker | Heading] = []
        self._references: list[Reference] = []
        self._paths: list[tuple[str, Place]] = []
        self._summary = ""
        self._plain: list[str] = []
        # Of the block of HTML that is being written.
        self._out: list[str] = []
        self._open: list[str] = []
        self._marker: Token | None = None
        self._heading: Token | None = None
        # Of the code span that is being read.
        self._code: list[str] | None = None
        self._code_tokens: list[Token] = []
        # Of the run of text that is being read.
        self._text: list[str] = []
        self._named: list[tuple[int, Token]] = []
        self._length = 0

    def weave(self, html: str) -> Prose:
        """All of it."""
        for match in _PIECE.finditer(html):
            closing, tag, rest = match.groups()
            if tag is None:
                self._pre(match[0]) if match[0][0] == "<" else self._piece(match[0])
            elif closing:
                self._close(tag)
            else:
                self._start(tag, rest)
        self._end_text()
        self._flush()
        return Prose(
            tuple(self._blocks),
            tuple(self._references),
            tuple(self._paths),
            tuple(sorted(self._found, key=lambda found: found.sort_key)),
            self._summary,
            "\n".join(self._plain),
        )

    def _start(self, tag: str, rest: str) -> None:
        if tag not in _INLINE:
            self._end_text()
        elif tag == "br":
            self._say("\n")
        if tag == "code":
            self._code, self._code_tokens = [], []
        elif tag in _HEADINGS:
            self._start_heading(tag)
        elif tag == "a" and ' href="https' in rest:
            self._out.append(f"<a{rest}{_REL}>")
        elif rest and (align := _ALIGN.search(rest)):
            self._out.append(f"<{tag}>" if align[1] == "left" else f'<{tag} class="rb-{align[1]}">')
        else:
            self._out.append(f"<{tag}{rest}>")
        if tag not in _VOID:
            self._open.append(tag)

    def _close(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._end_heading(tag)
        elif tag == "code" and self._code is not None:
            self._end_code("".join(self._code))
        elif tag == "p" and self._marker:
            self._end_marker(self._marker)
        else:
            self._out.append(f"</{tag}>")
        if tag not in _INLINE:
            self._end_text()
        self._open.pop()

    def _piece(self, piece: str) -> None:
        """A run of text, as HTML."""
        bare = not self._open and not piece.isspace()
        if bare:
            self._out.append("<p>")
        if piece not in self._sentinels:
            self._write(piece)
        else:
            for part in self._sentinels.split(piece):
                if isinstance(part, int):
                    self._token(self._sentinels.tokens[part])
                elif part:
                    self._write(part)
        if bare:
            self._out.append("</p>")

    def _pre(self, html: str) -> None:
        """A block of code: what was found in it is code after all."""
        self._end_text()
        if html in self._sentinels:
            html = "".join(
                part if isinstance(part, str) else escape(self._sentinels.tokens[part].raw, quote=False)
                for part in self._sentinels.split(html)
            )
        self._out.append(html)
        text = unescape(_TAG.sub("", html)).strip("\n")
        if text:
            self._plain.append(text)

    def _write(self, html: str) -> None:
        if self._code is not None:
            self._code.append(html)
        else:
            self._out.append(html)
            self._say(unescape(html) if "&" in html else html)

    def _say(self, text: str) -> None:
        self._text.append(text)
        self._length += len(text)

    def _token(self, token: Token) -> None:
        if self._code is not None:
            self._code_tokens.append(token)
            self._write(escape(token.raw, quote=False))
        elif token.kind is Kind.REFERENCE and "a" not in self._open:
            self._refer(token)
        elif token.kind is Kind.HEADING:
            self._heading = token
        elif token.kind is Kind.MARKER and self._open == ["p"] and self._out[-1] == "<p>":
            self._marker = token
        else:
            self._write(escape(token.shown, quote=False))
            self._complain(token)

    def _complain(self, token: Token) -> None:
        """About a token that is not in code."""
        start, end, text = token.start, token.end, token.raw
        if token.kind is Kind.HAZARD:
            code = token.name
        elif token.kind is Kind.MARKER:
            code = "stray-comment"
        elif token.kind is Kind.ANGLE and "a" not in self._open:
            start = self._source.scanned.rindex("<", 0, start)
            code, text = "raw-html", _ANGLE.findall(self._source.scanned[start : start + _SHOWN])[0]
            end = start + len(text)
        else:
            return
        self._found.append(complaints.hazard(code, self._source.place(start, end), text))

    def _refer(self, token: Token) -> None:
        self._out.append(id_link(token.name, token.value, token.shown))
        self._named.append((self._length, token))
        self._say(token.shown)

    def _end_code(self, html: str) -> None:
        self._code = None
        text = unescape(html)
        linked = "a" in self._open
        token = self._code_tokens[0] if self._code_tokens else None
        if token and token.kind is Kind.REFERENCE and token.raw == text and not linked:
            self._refer(token)
            return
        code = f"<code>{html}</code>"
        if looks_like_path(text):
            exact = token and token.kind is Kind.PATH
            place = self._source.place(token.start, token.start + len(text)) if token and exact else None
            self._paths.append((text, place or whole(self._source.passage)))
            code = code if linked else _path_link(text, code)
        self._out.append(code)
        self._say(text)

    def _end_text(self) -> None:
        """A block's text is complete: its sentences can be cut."""
        text = "".join(self._text)
        if self._named:
            sentences = Sentences(text)
            for offset, token in self._named:
                place = self._source.place(token.start, token.end)
                self._references.append(Reference(token.name or None, token.value, place, sentences.at(offset)))
        if text and not text.isspace():
            self._plain.append(folded(text))
            if not self._summary and not _NO_SUMMARY.intersection(self._open):
                self._summary = Sentences(text.strip()).at(0)
        self._text, self._named, self._length = [], [], 0

    def _start_heading(self, tag: str) -> None:
        self._heading = None
        if not self._open and int(tag[1]) in self._headings:
            self._flush()
        else:
            self._out.append("<p><strong>")

    def _end_heading(self, tag: str) -> None:
        text, level = folded("".join(self._text)), int(tag[1])
        place = self._line(self._heading) if self._heading else whole(self._source.passage)
        if len(self._open) == 1 and level in self._headings:
            html, self._out = "".join(self._out), []
            self._blocks.append(Heading(level, text, html, place))
        else:
            self._out.append("</strong></p>")
            self._found.append(complaints.heading(place, text))

    def _line(self, token: Token) -> Place:
        """From a token to the end of its line."""
        scanned = self._source.scanned
        end = scanned.find("\n", token.start)
        line = scanned[token.start :] if end < 0 else scanned[token.start : end]
        return self._source.place(token.start, token.start + len(line.rstrip()))

    def _end_marker(self, token: Token) -> None:
        self._out.pop()
        self._flush()
        start = self._source.scanned.index("<", token.start)
        place = self._source.place(start, start + len(token.raw))
        self._blocks.append(Marker(token.name, token.value, place))
        self._marker = None

    def _flush(self) -> None:
        """What is written so far is a block."""
        html = "".join(self._out).replace("<p></p>", "").strip("\n")
        if html:
            self._blocks.append(Html(html))
        self._out = []
