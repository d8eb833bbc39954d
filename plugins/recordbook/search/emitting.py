"""The index as files that a browser loads piece by piece.

Each is a classic script with one call, because a page that was opened from a disk may load nothing else. Terms are
kept by their beginnings: a beginning that would make too large a file is divided by its next character. What an edit
leaves alone stays the same file.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from operator import sub
from typing import TYPE_CHECKING

from recordbook.search.index import FIELD_BITS, LAST
from recordbook.search.tokens import utf16

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from recordbook.search.documents import Document
    from recordbook.search.facets import Facet
    from recordbook.search.index import Index

FOLDER = "assets/recordbook/search"
"""Where the files stand, below the root of a site."""
CHUNK = 4
"""Documents whose texts share a file."""
_LARGEST = 24_000
"""Characters of a file of terms that is not divided further."""
_ODD = re.compile("[^a-z0-9-]")


def files(index: Index, facets: Sequence[Facet], *, inside: str = "", prose: bool = False) -> Iterator[tuple[str, str]]:
    """Every file of an index: its name without the ending, and its content.

    ``inside`` is a folder below `FOLDER`, with a slash; ``prose`` says whether there is a second index below it.
    """
    places = [index.places[term] for term in index.terms]
    entries = [f'["{term}",{_steps(found)}]' for term, found in zip(index.terms, places, strict=True)]
    terms = list(_shards(index.terms, entries))
    words = list(_shards(index.words, index.words))
    made = [(f"t-{_name(shard.prefix)}", f"[{','.join(entries[shard.range])}]") for shard in terms]
    made += [(f"p-{_name(shard.prefix)}", _positions(places[shard.range])) for shard in terms]
    made += [(f"w-{_name(shard.prefix)}", _json(index.words[shard.range])) for shard in words]
    made += [(f"f-{facet.name}", _json(_column(index.documents, facet))) for facet in facets]
    made += list(_chunks(index.documents))
    head = _head(index, facets, [shard.prefix for shard in terms], [shard.prefix for shard in words], prose=prose)
    version = sha256("".join(content for _, content in made).encode()).hexdigest()[:12]
    for name, content in (*made, ("head", _json({"version": version, **head}))):
        yield f"{inside}{name}", f"recordbookData({_json(inside + name)},{content});\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _head(
    index: Index, facets: Sequence[Facet], shards: list[str], words: list[str], *, prose: bool
) -> dict[str, object]:
    return {
        "documents": len(index.documents),
        "records": sum(document.form == "record" for document in index.documents),
        "total": sum(index.lengths),
        "lengths": index.lengths,
        "shards": shards,
        "words": words,
        "chunk": CHUNK,
        "ids": index.id_heads,
        "facets": [{"name": facet.name, "title": facet.title, "values": facet.values} for facet in facets],
        "prose": prose,
    }


def _name(prefix: str) -> str:
    """A beginning as a name that every file system takes."""
    return _ODD.sub(lambda match: f"~{ord(match[0]):x}~", prefix)


@dataclass(frozen=True, slots=True)
class _Shard:
    """What stands in one file: all keys with a beginning."""

    prefix: str
    range: slice
    """Of the keys."""


def _shards(keys: Sequence[str], texts: Sequence[str]) -> Iterator[_Shard]:
    """The files of keys in the order of UTF-16 code units, of which each stands as one of ``texts``."""
    return _divided(keys, (0, *accumulate(map(len, texts))), _Shard("", slice(0, len(keys))))


def _divided(keys: Sequence[str], sizes: Sequence[int], whole: _Shard) -> Iterator[_Shard]:
    """Parts of a shard by the next character; what is too large is divided again."""
    start, end, length = whole.range.start, whole.range.stop, len(whole.prefix) + 1
    while start < end:
        prefix = keys[start][:length]
        stop = bisect_left(keys, utf16(prefix) + b"\xff\xff", start, end, key=utf16)
        if len(prefix) < length:
            stop = start + 1
        shard = _Shard(prefix, slice(start, stop))
        if sizes[stop] - sizes[start] <= _LARGEST or stop == start + 1:
            yield shard
        else:
            yield from _divided(keys, sizes, shard)
        start = stop


def _steps(places: Sequence[int]) -> str:
    """The document and field of each place in one number; ascending, so each as its distance from the one before."""
    numbers = [place >> FIELD_BITS for place in places]
    return _plain(list(map(sub, numbers, (0, *numbers))))


def _positions(terms: Sequence[Sequence[int]]) -> str:
    """Where in its field each place of each term is."""
    return _plain([[place & LAST for place in places] for places in terms])


def _plain(numbers: Sequence[object]) -> str:
    """Lists of numbers as JSON, many times as fast as the module that can write anything."""
    return str(numbers).replace(" ", "")


def _column(documents: Sequence[Document], facet: Facet) -> dict[str, object]:
    """The values of each document in one facet: sets of values, and which document has which set."""
    number = {value: at for at, (value, _) in enumerate(facet.values)}
    held = [tuple(number[value] for value in document.attributes.get(facet.name, ())) for document in documents]
    sets = sorted(set(held))
    place = {values: at for at, values in enumerate(sets)}
    return {"sets": sets, "of": [place[values] for values in held]}


def _chunks(documents: Sequence[Document]) -> Iterator[tuple[str, str]]:
    for start in range(0, len(documents), CHUNK):
        yield f"d-{start // CHUNK}", _json([_shown(document) for document in documents[start : start + CHUNK]])


def _shown(document: Document) -> dict[str, object]:
    """What a result shows of a document; what is empty is left out."""
    values = document.attributes
    shown = {
        "form": document.form,
        "system": document.system,
        "id": document.id,
        "kind": next(iter(values.get("kind", ())), ""),
        "title": document.title,
        "url": document.url,
        "status": next(iter(values.get("status", ())), ""),
        "operation": next(iter(values.get("operation", ())), ""),
        "verified": document.verified,
        "texts": [entry for entry in document.texts if entry[1] != document.title],
        "quotes": document.quotes,
    }
    return {name: value for name, value in shown.items() if value}
