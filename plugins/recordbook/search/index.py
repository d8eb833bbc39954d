"""The inverted index: which term stands in which documents, in which of their fields, how often and where.

The numbers kept here are counts. Scores are computed where a query runs, so that an edit changes the postings of its
own terms and nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeAlias

from recordbook.search.documents import FILE, ID, NAME, QUOTE
from recordbook.search.tokens import RUN, analyze, composed, fold, simple_part, utf16

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from recordbook.search.documents import Document

Postings: TypeAlias = tuple[list[int], list[int]]
"""Document numbers, ascending, and for each its code: a bit for each field with the term, plus 256 for each occurrence
after the first."""
AGAIN = 256
"""What one further occurrence adds to a code."""
FIELD_ROOM = 1 << 13
"""Positions of one field of a document."""
ROOM = 8 * FIELD_ROOM
"""Positions of one document."""
_GAP = ""
"""Stands between two texts of a field, so that no phrase begins in one and ends in the other."""
_DIGITS = 4
_WORD = re.compile(r"[^-./0-9][^/]{2,39}")
_IDENTIFIED = frozenset({"record", "unpublished", "retired"})


@dataclass(frozen=True)
class Index:
    """Everything that a query needs."""

    documents: tuple[Document, ...]
    postings: Mapping[str, Postings]
    positions: Mapping[str, list[int]]
    """Part to its positions, ascending; the number of a position tells its document and its field."""
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
        self.positions: dict[str, list[int]] = {}
        self.lengths: list[int] = []
        self.words: set[str] = set()
        self.seen: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def add(self, number: int, document: Document) -> None:
        codes: dict[str, int] = {}
        length = 0
        for kind, texts in _fields(document).items():
            found = [
                self.seen.get(run) or self._learn(run) for text in texts for run in (*RUN.findall(composed(text)), _GAP)
            ]
            length += len(found) - len(texts)
            bit = 1 << kind
            for term, times in Counter(chain.from_iterable([terms for _, terms in found])).items():
                code = codes.get(term)
                codes[term] = (bit - AGAIN if code is None else code | bit) + AGAIN * times
            self._place(number * ROOM + kind * FIELD_ROOM, found)
        for name in document.names:
            _mark_name(name, codes)
        self.lengths.append(_rounded(length))
        for term, code in codes.items():
            postings = self.postings.get(term)
            if postings is None:
                self.postings[term] = ([number], [code])
            else:
                postings[0].append(number)
                postings[1].append(code)

    def _place(self, start: int, found: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]) -> None:
        """Keep where each part stands; what has no room left in its field cannot be part of a phrase."""
        parts = chain.from_iterable([parts for parts, _ in found])
        for place, part in enumerate(islice(parts, FIELD_ROOM), start):
            if part:
                if part in self.positions:
                    self.positions[part].append(place)
                else:
                    self.positions[part] = [place]

    def _learn(self, run: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        self.words.add(fold(run))
        simple = simple_part(run)
        if simple is None:
            found = analyze(run)
            learned = (found.parts, found.terms) if run else ((_GAP,), ())
        else:
            learned = ((simple,), (simple,) if simple else ())
        self.seen[run] = learned
        return learned


def _fields(document: Document) -> dict[int, list[str]]:
    """The texts of a document by field."""
    fields: dict[int, list[str]] = {}
    if document.form == "file":
        fields[FILE] = [document.title]
    elif document.names:
        fields[ID] = list(document.names)
    for kind, text in document.texts:
        fields.setdefault(kind, []).append(text)
    for path, text in document.quotes:
        fields.setdefault(QUOTE, []).append(text)
        fields.setdefault(FILE, []).append(path)
    for path in document.paths:
        fields.setdefault(FILE, []).append(path)
    return fields


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
