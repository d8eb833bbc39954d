"""The inverted index: which term stands in which documents, in which of their fields, how often and where.

The numbers kept here are counts. Scores are computed where a query runs, so that an edit changes the postings of its
own terms and nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from recordbook.search.documents import FILE, ID, NAME, QUOTE
from recordbook.search.tokens import RUN, analyze, composed, fold, utf16

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from recordbook.search.documents import Document

Postings: TypeAlias = tuple[list[int], list[int]]
"""Document numbers, ascending, and for each its code: a bit for each field with the term, plus 256 for each occurrence
after the first."""
AGAIN = 256
"""What one further occurrence adds to a code."""
FIELD_ROOM = 1 << 16
"""Positions of one field; the number of a position tells its field."""
_DIGITS = 4
_WORD = re.compile(r"[^-./0-9][^/]{2,39}")
_IDENTIFIED = frozenset({"record", "unpublished", "retired"})


@dataclass(frozen=True)
class Index:
    """Everything that a query needs."""

    documents: tuple[Document, ...]
    postings: Mapping[str, Postings]
    positions: Mapping[str, list[list[int]]]
    """Term to the positions in each document of its postings."""
    terms: tuple[str, ...]
    """Every term, in the order of UTF-16 code units."""
    lengths: tuple[int, ...]
    """Runs of each document, rounded down to four binary digits."""
    words: tuple[str, ...]
    """Words as they are written, folded, and ids behind a `#`, in the order of UTF-16 code units."""
    id_heads: tuple[tuple[str, ...], tuple[str, ...]]
    """What an id may begin with: members, then kinds, folded."""

    def is_id(self, folded: str) -> bool:
        """Whether a folded run begins as an id does: a member and a kind."""
        member, _, rest = folded.partition("-")
        return member in self.id_heads[0] and rest.partition("-")[0] in self.id_heads[1]


def beginning(texts: Sequence[str], prefix: str) -> Sequence[str]:
    """Of texts in the order of UTF-16 code units, those that begin with another."""
    start = bisect_left(texts, utf16(prefix), key=utf16)
    return texts[start : bisect_left(texts, utf16(prefix) + b"\xff\xff", start, key=utf16)]


def build(documents: Iterable[Document], id_heads: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())) -> Index:
    """Index documents; their numbers are their places in ``documents``."""
    builder = _Builder()
    kept = tuple(documents)
    for number, document in enumerate(kept):
        builder.add(number, document)
    return Index(
        documents=kept,
        postings=builder.postings,
        positions=builder.positions,
        terms=_ordered(builder.postings),
        lengths=tuple(builder.lengths),
        words=_ordered(_vocabulary(kept, builder.words)),
        id_heads=id_heads,
    )


def _ordered(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(texts, key=utf16))


def _vocabulary(documents: Iterable[Document], words: Iterable[str]) -> Iterator[str]:
    """What a reader may have meant: words of some length, and the ids that have a page."""
    yield from (word for word in words if _WORD.fullmatch(word))
    yield from {f"#{fold(document.id)}" for document in documents if document.form in _IDENTIFIED}


class _Builder:
    def __init__(self) -> None:
        self.postings: dict[str, Postings] = {}
        self.positions: dict[str, list[list[int]]] = {}
        self.lengths: list[int] = []
        self.words: set[str] = set()
        self.seen: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def add(self, number: int, document: Document) -> None:
        codes: dict[str, int] = {}
        places: dict[str, list[int]] = {}
        at: dict[int, int] = {}
        length = 0
        for kind, text in _fields(document):
            bit = 1 << kind
            place = at.get(kind, kind * FIELD_ROOM)
            for run in RUN.findall(composed(text)):
                parts, terms = self.seen.get(run) or self._learn(run)
                for term in terms:
                    code = codes.get(term)
                    codes[term] = bit if code is None else (code | bit) + AGAIN
                for part in parts:
                    if part:
                        places.setdefault(part, []).append(place)
                    place += 1
                length += 1
            at[kind] = place + 1
        for name in document.names:
            _mark_name(name, codes)
        self.lengths.append(_rounded(length))
        self._keep(number, codes, places)

    def _learn(self, run: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        found = analyze(run)
        self.words.add(fold(run))
        learned = self.seen[run] = (found.parts, found.terms)
        return learned

    def _keep(self, number: int, codes: dict[str, int], places: dict[str, list[int]]) -> None:
        for term, code in codes.items():
            postings = self.postings.get(term)
            if postings is None:
                self.postings[term], self.positions[term] = ([number], [code]), [places.get(term, [])]
            else:
                postings[0].append(number)
                postings[1].append(code)
                self.positions[term].append(places.get(term, []))


def _fields(document: Document) -> Iterator[tuple[int, str]]:
    """The texts of a document, each with its field."""
    if document.form == "file":
        yield FILE, document.title
    else:
        yield from ((ID, name) for name in document.names)
    yield from document.texts
    for path, text in document.quotes:
        yield FILE, path
        yield QUOTE, text
    for path in document.paths:
        yield FILE, path


def _mark_name(name: str, codes: dict[str, int]) -> None:
    """Mark the term that stands for a whole name, where one does."""
    found = RUN.findall(composed(name))
    if len(found) == 1:
        run = analyze(found[0])
        whole = run.whole or (run.parts[0] if len(run.parts) == 1 else "")
        if whole:
            codes[whole] |= 1 << NAME


def _rounded(length: int) -> int:
    shift = max(0, length.bit_length() - _DIGITS)
    return length >> shift << shift
