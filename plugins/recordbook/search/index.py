"""The inverted index: where each term stands, which tells how often and in which fields.

The numbers kept here are places. Scores are computed where a query runs, so that an edit changes the places of its own
terms and nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate, repeat
from typing import TYPE_CHECKING, TypeAlias

from recordbook.search.documents import FILE, ID, NAME, QUOTE
from recordbook.search.tokens import RUN, analyze, composed, fold, simple_part, utf16

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from recordbook.search.documents import Document

Postings: TypeAlias = dict[int, int]
"""Number of each document with a term, ascending, to its code: a bit for each field with the term, plus 256 for each
occurrence after the first."""
AGAIN = 256
"""What one further occurrence adds to a code."""
FIELD_BITS = 13
FIELD_ROOM = 1 << FIELD_BITS
"""Places of one field of a document."""
ROOM = 8 * FIELD_ROOM
"""Places of one document."""
LAST = FIELD_ROOM - 1
"""The place in a field of all that has no place of its own: what comes after those that have, and a whole name."""
_GAP = ""
"""Stands between two texts of a field, so that no phrase begins in one and ends in the other."""
_DIGITS = 4
_WORD = re.compile(r"[^-./0-9][^/]{2,39}")
_IDENTIFIED = frozenset({"record", "unpublished", "retired"})


@dataclass(frozen=True)
class Index:
    """Everything that a query needs."""

    documents: tuple[Document, ...]
    places: Mapping[str, Sequence[int]]
    """Term to its places, ascending; the number of a place tells its document, its field, and where it is in that."""
    terms: tuple[str, ...]
    """Every term, in the order of UTF-16 code units."""
    lengths: tuple[int, ...]
    """Runs of each document, rounded down to four binary digits."""
    words: tuple[str, ...]
    """Words as they are written, folded, and ids behind a `#`, in the order of UTF-16 code units."""
    id_heads: tuple[tuple[str, ...], tuple[str, ...]]
    """What an id may begin with: members, then kinds, folded."""

    def postings(self, term: str) -> Postings:
        """The documents with a term; none for a term that is nowhere."""
        codes: Postings = {}
        for place in self.places.get(term, ()):
            number, field = divmod(place >> FIELD_BITS, 8)
            code = codes.get(number, -AGAIN) | 1 << field
            codes[number] = code if field == NAME else code + AGAIN
        return codes

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
    places = builder.places()
    return Index(
        documents=kept,
        places=places,
        terms=_ordered(places),
        lengths=tuple(builder.lengths),
        words=_ordered(_vocabulary(kept, builder.runs)),
        id_heads=id_heads,
    )


def _ordered(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts in the order of UTF-16 code units, which is that of code points where none of them is large."""
    ordered = sorted(texts)
    whole = "".join(ordered)
    return tuple(ordered if len(utf16(whole)) == 2 * len(whole) else sorted(ordered, key=utf16))


def _vocabulary(documents: Iterable[Document], runs: Iterable[str]) -> set[str]:
    """What a reader may have meant: words of some length, and the ids that have a page."""
    words = filter(_WORD.fullmatch, set(map(fold, runs)))
    return {*words, *(f"#{fold(document.id)}" for document in documents if document.form in _IDENTIFIED)}


class _Builder:
    """Keeps where each run stands, and only at the end makes terms of the different ones."""

    def __init__(self) -> None:
        self.runs = _Runs()
        self.names: list[tuple[int, str]] = []
        self.lengths: list[int] = []

    def add(self, number: int, document: Document) -> None:
        length = 0
        for kind, texts in _fields(document).items():
            found: list[str] = []
            for text in texts:
                found += RUN.findall(composed(text))
                found.append(_GAP)
            length += len(found) - len(texts)
            self.runs.place(number * ROOM + kind * FIELD_ROOM, found)
        self.names += [(number * ROOM + LAST, name) for name in document.names]
        self.lengths.append(_rounded(length))

    def places(self) -> dict[str, list[int]]:
        """Term to its places; the builder has done its work then."""
        runs, found = self.runs, dict(self.runs)
        mixed: dict[str, list[int]] = {}
        for run in runs.terms:
            del found[run]
        for run, terms in runs.terms.items():
            places = runs[run]
            for term, at in terms:
                moved = [min(place + at, place | LAST) for place in places] if at else places
                if found.setdefault(term, moved) is not moved:
                    mixed.setdefault(term, []).extend(moved)
        for place, name in self.names:
            term = _named(name)
            if term:
                mixed.setdefault(term, []).append(place)
        for term, more in mixed.items():
            found[term] = sorted([*found[term], *more])
        return found


class _Runs(dict[str, list[int]]):
    """Run to the places at which it begins."""

    def __init__(self) -> None:
        super().__init__({_GAP: []})
        self.terms: dict[str, Sequence[tuple[str, int]]] = {_GAP: ()}
        """Run to its terms, each with its place in the run. A run that is missing here is its own only term."""
        self.widths: dict[str, int] = {}
        """Run to its number of parts; a run that is missing here has one."""

    def place(self, start: int, found: Sequence[str]) -> None:
        """Keep the places of the runs of one field, the first of which is ``start``."""
        kept = [self[run] for run in found]
        places = list(accumulate(map(self.widths.get, found, repeat(1)), initial=start))
        if places[-1] - start >= LAST:
            places = [min(place, start + LAST) for place in places]
        for its, place in zip(kept, places, strict=False):
            its.append(place)

    def __missing__(self, run: str) -> list[int]:
        simple = simple_part(run)
        if simple is None:
            found = analyze(run)
            parts = ((part, at) for at, part in enumerate(found.parts) if part)
            self.terms[run] = (*parts, *((term, 0) for term in found.terms if term not in found.parts))
            self.widths[run] = len(found.parts)
        elif simple != run:
            self.terms[run] = ((simple, 0),) if simple else ()
        places = self[run] = []
        return places


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


def _named(name: str) -> str:
    """The term that stands for a whole name; empty where none does."""
    found = RUN.findall(composed(name))
    if len(found) != 1:
        return ""
    run = analyze(found[0])
    return run.whole or (run.parts[0] if len(run.parts) == 1 else "")


def _rounded(length: int) -> int:
    shift = max(0, length.bit_length() - _DIGITS)
    return length >> shift << shift
