"""The index as files that a browser loads piece by piece.

Each is a classic script with one call, because a page that was opened from a disk may load nothing else. Terms are
kept by their beginnings: a beginning that would make too large a file is divided by its next character. What an edit
leaves alone stays the same file.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from operator import sub
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    terms = _by_beginning({term: _posting(index, term) for term in index.terms})
    positions = index.positions
    places = {
        prefix: {term: _steps(positions[term]) for term in entries if term in positions}
        for prefix, entries in terms.items()
    }
    words = _by_beginning(dict.fromkeys(index.words, ""))
    made = [(f"t-{_name(prefix)}", _listed(entries)) for prefix, entries in terms.items()]
    made += [(f"p-{_name(prefix)}", _listed(entries)) for prefix, entries in places.items()]
    made += [(f"w-{_name(prefix)}", _json(list(entries))) for prefix, entries in words.items()]
    made += [(f"f-{facet.name}", _json(_column(index.documents, facet))) for facet in facets]
    made += list(_chunks(index.documents))
    head = _head(index, facets, list(terms), list(words), prose=prose)
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


def _by_beginning(entries: Mapping[str, str], at: int = 0) -> dict[str, dict[str, str]]:
    """Beginning to its entries. Entries come and go in the order of their keys."""
    groups: dict[str, dict[str, str]] = {}
    for key, value in entries.items():
        groups.setdefault(key[: at + 1], {})[key] = value
    divided: dict[str, dict[str, str]] = {}
    for prefix, group in groups.items():
        size = sum(len(key) + len(value) for key, value in group.items())
        if size <= _LARGEST or len(group) == 1 or len(prefix) <= at:
            divided[prefix] = group
        else:
            divided.update(_by_beginning(group, at + 1))
    return divided


def _listed(entries: Mapping[str, str]) -> str:
    return f"[{','.join([f'[{_quoted(term)},{value}]' for term, value in entries.items()])}]"


def _quoted(term: str) -> str:
    """A term as JSON. No character that stands in words needs an escape."""
    return f'"{term}"'


def _numbers(numbers: Sequence[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"


def _steps(numbers: Sequence[int]) -> str:
    """Ascending numbers, each as its distance from the one before."""
    return _numbers(list(map(sub, numbers, (0, *numbers))))


def _posting(index: Index, term: str) -> str:
    documents, codes = index.postings[term]
    return f"{_steps(documents)},{_numbers(codes)}"


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
