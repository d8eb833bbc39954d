"""From a site to its search: the engine of its collection, and the files of that and of the pages beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.search.answers import Engine
from recordbook.search.documents import collect
from recordbook.search.emitting import files
from recordbook.search.facets import facets
from recordbook.search.index import build

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from recordbook.search.documents import Document
    from recordbook.site import Site

PROSE = "prose/"
"""Folder of the second index: pages that only the host knows must not change how records rank."""


def engine(site: Site) -> Engine:
    """The engine of a collection."""
    documents = collect(site)
    contract = site.book.contract
    heads = (tuple(map(str.lower, contract.members)), tuple(map(str.lower, contract.kinds)))
    return Engine(build(documents, heads), facets(site.book, documents))


def emitted(site: Site, pages: Sequence[Document] = ()) -> Iterator[tuple[str, str]]:
    """Every file that a browser needs to search a site: its path below `FOLDER`, and its content.

    ``pages`` are the hand-written pages, in order.
    """
    found = engine(site)
    yield from files(found.index, tuple(found.facets.values()), prose=bool(pages))
    if pages:
        yield from files(build(pages), (), inside=PROSE)
