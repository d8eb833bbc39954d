"""Where each page of the site is, and how one page links to another.

An address here is a path below the site's root with slashes: ``systems/opensage/MEM-OBJ-traj/`` with directory URLs,
``systems/opensage/MEM-OBJ-traj.html`` without. Links are always relative, so that a site works below any path and from
the file system.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import takewhile
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlencode

if TYPE_CHECKING:
    from recordbook.contract import Member

_PLAIN = re.compile(r"[A-Za-z0-9._/-]+", re.ASCII)
_ODD = re.compile(r"[^A-Za-z0-9._/-]", re.ASCII)
_INDEXES = frozenset({"index", "README"})
"""Names that a host takes for the page of their folder."""
_LONGEST = 100
_REFERENCE = re.compile(r'(?P<tag><a [^<>]*)href="rb-to:(?P<target>[^"#?]*)(?P<rest>[^"]*)"')
"""A reference in a tag. No text of a page holds ``<``, so that a quote of such a reference stays as it is."""

HOME = "index.md"
SYSTEMS = "systems/index.md"
LEGEND = "legend.md"
RECORDS = "records.md"
COMPARE = "compare/index.md"
QUALITY = "quality.md"
CHANGES = "changes.md"
COMPARISON = "compare/comparison.csv"
"""The comparison for spreadsheets."""
FEED = "feed.xml"
"""The changes for feed readers."""


def records_of(plural: str) -> str:
    """Source name of the list of one kind's records, by the kind's plural as a fragment."""
    return f"records/{plural}.md"


def system(slug: str) -> str:
    """Source name of a system's page."""
    return f"systems/{slug}/index.md"


def report(slug: str, member: Member) -> str:
    """Source name of a report's page."""
    return f"systems/{slug}/{member.file}.md"


def record(slug: str, identifier: str) -> str:
    """Source name of the page of an id, published or not."""
    return f"systems/{slug}/{identifier}.md"


def question(name: str) -> str:
    """Source name of the page that puts one question to every system."""
    return f"compare/{name}.md"


def twin(slug: str, identifier: str, ending: str) -> str:
    """Address of a record for machines, as ``json`` or ``yml``."""
    return f"systems/{slug}/{identifier}/record.{ending}"


def twins(slug: str) -> str:
    """Address of the list of a system's records for machines."""
    return f"systems/{slug}/records.json"


def file(slug: str, source: str, path: str, *, crowded: bool = False) -> str:
    """Source name of the page of a cited file.

    A path that cannot stand in an address as it is has its odd characters replaced and a part of its SHA-256 added, as
    has one that is ``crowded``: that differs from another only in case.
    """
    parts = path.split("/")
    odd = (
        not _PLAIN.fullmatch(path) or "index.html" in parts or parts[-1] in _INDEXES or max(map(len, parts)) > _LONGEST
    )
    if odd or crowded:
        shortened = "/".join(part[:_LONGEST] for part in _ODD.sub("_", path).split("/"))
        path = f"{shortened}-{sha256(path.encode()).hexdigest()[:8]}"
    return f"systems/{slug}/files/{source}/{path}.md"


def reference(target: str, fragment: str | None = None, query: str = "") -> str:
    """A link to a page as fragments of pages hold it, before it is known on which page they will stand.

    An empty fragment asks for the page itself, even from a page that shows the same thing. ``query`` is encoded.
    """
    asked = f"?{query}" if query else ""
    return f"rb-to:{quote(target)}{asked}" if fragment is None else f"rb-to:{quote(target)}{asked}#{fragment}"


def query(**chosen: str) -> str:
    """A link to the records that were chosen: facets as the list of records names them, each with a value."""
    return reference(RECORDS, query=urlencode(chosen))


@dataclass(frozen=True)
class Addresses:
    """The addresses of one site."""

    directory_urls: bool = True

    def url(self, source: str) -> str:
        """Address of the page made from a source name such as ``legend.md``; any other file's is its name."""
        return _url(source, self.directory_urls)

    def link(self, source: str, target: str, fragment: str = "") -> str:
        """Relative link from one page to another, both by source name."""
        relative = _relative(_url(source, self.directory_urls), _url(target, self.directory_urls))
        if not fragment:
            return relative
        return f"#{fragment}" if source == target else f"{relative}#{fragment}"

    def resolve(self, html: str, source: str, shows: tuple[tuple[str, str], ...] = ()) -> str:
        """The HTML of a page with every reference turned into a relative link.

        ``source`` is the page's own source name. ``shows`` are source names of other pages, each with the fragment
        under which this page shows the same thing.
        """
        here = {quote(name): f"#{anchor}" for name, anchor in shows}
        own, start = quote(source), _url(source, self.directory_urls)
        folder = start[: start.rfind("/") + 1]
        above = folder[: folder.rfind("/", 0, -1) + 1]

        def link(match: re.Match[str]) -> str:
            tag, target, rest = match.groups()
            if not rest and target in here:
                return f'{tag}href="{here[target]}"'
            if target == own and rest[:1] == "#" != rest:
                return f'{tag}href="{rest}"'
            url, beside = _beside(above, target, self.directory_urls)
            address = _relative(folder, url) if url.startswith(folder) else f"../{beside}"
            return f'{tag}href="{address}{rest if rest != "#" else ""}"'

        return _REFERENCE.sub(link, html)


@lru_cache(maxsize=65_536)
def _url(source: str, directory_urls: bool) -> str:  # noqa: FBT001 - cached by position
    stem = source.removesuffix(".md")
    if stem == source:
        return source
    folder, name = posixpath.split(stem)
    if not directory_urls:
        return f"{stem}.html"
    if name == "index":
        return f"{folder}/" if folder else ""
    return f"{stem}/"


@lru_cache(maxsize=65_536)
def _beside(folder: str, target: str, directory_urls: bool) -> tuple[str, str]:  # noqa: FBT001 - cached by position
    """Address of a page by its quoted source name, and the relative link to it that all folders in one share."""
    url = _url(unquote(target), directory_urls)
    return url, _relative(folder, url).removeprefix("./")


@lru_cache(maxsize=65_536)
def _relative(start: str, target: str) -> str:
    here, (*folder, name) = start.split("/")[:-1], target.split("/")
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, folder, strict=False)))
    return "../" * (len(here) - same) + "/".join((*folder[same:], name)) or "./"
