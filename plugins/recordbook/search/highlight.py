"""What to show of a document: pieces of text, each a hit or not, around the best place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from recordbook.search.documents import QUOTE, SUMMARY
from recordbook.search.tokens import RUN, analyze, composed, fold, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recordbook.search.documents import Document

Pieces: TypeAlias = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it was asked for."""
Span: TypeAlias = tuple[int, int]
_BEFORE = 70
_AFTER = 170
"""Characters of a snippet before its first hit and from there on."""


@dataclass(frozen=True)
class Wanted:
    """What a query asks for."""

    terms: frozenset[str]
    beginnings: frozenset[str]
    bits: int
    """The fields of a document in which it was asked for."""

    def has(self, term: str) -> bool:
        """Whether a term was asked for, or begins with what was."""
        return term in self.terms or any(term.startswith(beginning) for beginning in self.beginnings)


@dataclass(frozen=True)
class Excerpt:
    """The best place of a document."""

    snippet: Pieces
    path: str = ""
    """Of the quote that holds it; empty where no quote does."""
    quote: Pieces = ()


def spans(text: str, wanted: Wanted) -> list[Span]:
    """Where the text has what is wanted: start and end of each hit, in order."""
    found: list[Span] = []
    for match in RUN.finditer(text):
        written = composed(match[0])
        run = analyze(written)
        if any(wanted.has(term) for term in (run.whole, *run.more) if term) or wanted.has(fold(written)):
            found.append(match.span())
        elif any(wanted.has(part) for part in run.parts if part):
            found += _inside(match[0], match.start(), wanted) or [match.span()]
    return found


def _inside(run: str, offset: int, wanted: Wanted) -> list[Span]:
    """The hits within one run."""
    found = []
    for start, end in parts_of(run):
        terms = analyze(composed(run[start:end])).terms
        if any(wanted.has(term) for term in terms):
            found.append((offset + start, offset + end))
    return found


def pieces(text: str, hits: Sequence[Span], start: int = 0, end: int | None = None) -> Pieces:
    """A stretch of a text, cut at its hits."""
    end = len(text) if end is None else end
    cut: list[tuple[str, bool]] = []
    at = start
    for first, last in hits:
        if first >= at and last <= end:
            cut += [(text[at:first], False), (text[first:last], True)]
            at = last
    cut.append((text[at:end], False))
    return tuple(piece for piece in cut if piece[0])


def excerpt(document: Document, wanted: Wanted) -> Excerpt:
    """The best place of a document: where most different words stand; the summary where no other has more.

    A query that names fields is about these.
    """
    summary = next((text for kind, text in document.texts if kind == SUMMARY), "")
    best, most = Excerpt(_around(summary, spans(summary, wanted))), _different(SUMMARY, summary, wanted)
    for kind, text in document.texts:
        count = _different(kind, text, wanted) if kind > SUMMARY else 0
        if count > most or (not summary and count and not most):
            best, most = Excerpt(_around(text, spans(text, wanted))), count
    for path, text in document.quotes:
        count = _different(QUOTE, text, wanted)
        if count > most:
            shown = _around(summary, spans(summary, wanted))
            best, most = Excerpt(shown, path, _around(text, spans(text, wanted), lines=True)), count
    return best if best.snippet or best.quote else Excerpt(_around(_first(document), []))


def _first(document: Document) -> str:
    return next((text for kind, text in document.texts if kind > SUMMARY), "")


def _different(kind: int, text: str, wanted: Wanted) -> int:
    """How many different words of those wanted a text of a field has; none in a field that was not asked about."""
    if not wanted.bits >> kind & 1:
        return 0
    return len({fold(text[start:end]) for start, end in spans(text, wanted)})


def _around(text: str, hits: Sequence[Span], *, lines: bool = False) -> Pieces:
    """A short stretch of the text that holds its first hits, begun and ended at a space or, in code, at a line."""
    first = hits[0][0] if hits else 0
    start = _back(text, max(0, first - _BEFORE), first, "\n" if lines else " ")
    end = _on(text, min(len(text), max(first, start) + _AFTER), "\n" if lines else " ")
    shown = pieces(text, hits, start, end)
    if lines:
        return shown
    opened = (("… ", False), *shown) if start else shown
    return (*opened, (" …", False)) if end < len(text) else opened


def _back(text: str, start: int, first: int, mark: str) -> int:
    """The place after the first mark from ``start`` on, if there is one before the hit."""
    if start == 0:
        return 0
    at = text.find(mark, start, first)
    return at + 1 if at >= 0 else start


def _on(text: str, end: int, mark: str) -> int:
    at = text.rfind(mark, 0, end) if end < len(text) else -1
    return at if at > end - _AFTER // 2 and at > 0 else end


def joined(shown: Iterable[tuple[str, bool]]) -> str:
    """The text of pieces."""
    return "".join(text for text, _ in shown)
