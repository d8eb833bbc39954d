"""A site as it was built: that it holds the collection, that every link lands, that every id is there once.

The files are read as a browser would get them, so nothing here depends on what built them.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from recordbook.diagnostics import Diagnostic, shown
from recordbook.rules import found
from recordbook.text import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from recordbook.book import Book

MANIFEST = "manifest.json"
"""What every site of ours publishes about itself, from its root."""
CODES = frozenset({"missing-manifest", "manifest-mismatch", "broken-link", "repeated-anchor"})
"""The rules that are about a site."""
_BASE = "https://site.invalid/"
"""Stands for the address of a site that does not say its own."""
_LINKS = {"a": "href", "area": "href", "link": "href", "img": "src", "script": "src", "source": "src", "iframe": "src"}
_Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Page:
    """One HTML file."""

    anchors: Mapping[str, tuple[_Position, ...]]
    """Each id, with the line and the column of every element that has it, from 1."""
    links: tuple[tuple[str, _Position], ...]
    """Every address that it leads to or loads, as written."""
    canonical: str
    """The address that it says to have; empty where it says none."""


def faults(folder: Path, uri: str, book: Book) -> Iterator[Diagnostic]:
    """Everything that is wrong with the site in ``folder``, which is to show a book.

    Files are named by their path below ``folder``, after ``uri`` and a slash.
    """
    yield from _manifest(folder, uri, book)
    names = frozenset(_names(folder))
    pages = {name: read((folder / name).read_text("utf-8", "replace")) for name in sorted(names) if _is_page(name)}
    base = _base(pages)
    for name, page in pages.items():
        for identifier, places in page.anchors.items():
            for place in places[1:]:
                what = f"the page has more than one element with the id {shown(identifier)}"
                first = ((_place(uri, name, places[0]), "here first"),)
                yield found("repeated-anchor", _place(uri, name, place), what, related=first)
        for link, place in page.links:
            if problem := _problem(link, name, base, names, pages):
                yield found("broken-link", _place(uri, name, place), f"{shown(link)} {problem}")


def read(html: str) -> Page:
    """What matters of a page."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Page({name: tuple(places) for name, places in reader.anchors.items()}, tuple(reader.links), reader.canonical)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.anchors: dict[str, list[_Position]] = {}
        self.links: list[tuple[str, _Position]] = []
        self.canonical = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        wanted = _LINKS.get(tag)
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.setdefault(value, []).append(self._here())
            elif name == wanted and value is not None:
                if ("rel", "canonical") in attrs:
                    self.canonical = value
                self.links.append((value, self._here()))

    def _here(self) -> _Position:
        line, offset = self.getpos()
        return line, offset + 1


# The manifest


def _manifest(folder: Path, uri: str, book: Book) -> Iterator[Diagnostic]:
    """Whether the site says that it holds the collection, all of it."""
    place = Place(f"{uri}/{MANIFEST}")
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        told = {system["slug"]: int(system["records"]) for system in manifest["systems"]}
    except FileNotFoundError:
        remedy = "Does `mkdocs.yml` name the plugin `recordbook`, and does the site generator run MkDocs plugins?"
        yield found("missing-manifest", place, f"the site has no `{MANIFEST}`, so it may hold no collection", remedy)
        return
    except (ValueError, LookupError, TypeError):
        yield found("missing-manifest", place, f"`{MANIFEST}` is not one of ours", "Build the site again.")
        return
    held = {slug: len(book.records_of.get(slug, ())) for slug in book.systems}
    for slug in sorted(told.keys() | held.keys()):
        if told.get(slug) != held.get(slug):
            yield found("manifest-mismatch", place, _mismatch(slug, told, held), "Build the site again.")


def _mismatch(slug: str, told: Mapping[str, int], held: Mapping[str, int]) -> str:
    if slug not in told:
        return f"the system {shown(slug)} is not on the site"
    if slug not in held:
        return f"the system {shown(slug)} is on the site, but not in the collection"
    count = "1 record" if told[slug] == 1 else f"{told[slug]:,} records"
    return f"{shown(slug)} has {count} on the site, and {held[slug]:,} in the collection"


# Links


def _problem(link: str, name: str, base: str, names: frozenset[str], pages: Mapping[str, Page]) -> str:
    """Why a link lands nowhere; empty where it lands, or leads away from the site."""
    try:
        address, fragment = urldefrag(urljoin(base + name, link.strip()))
        here = urlsplit(base)
        there = urlsplit(address)
    except ValueError:
        return "is no address"
    if (there.scheme, there.netloc) != (here.scheme, here.netloc):
        return ""
    if not there.path.startswith(here.path):
        return "leads out of the site"
    path = unquote(there.path.removeprefix(here.path))
    target = next((one for one in (path, f"{path.rstrip('/')}/index.html".lstrip("/")) if one in names), None)
    if target is None or (path.endswith("/") and target == path):
        return "leads to no file of the site"
    anchor = unquote(fragment).partition(":~:")[0]
    if target not in pages or anchor in {"", "top"} or anchor in pages[target].anchors:
        return ""
    return f"leads to a page without the id {shown(anchor)}"


def _base(pages: Mapping[str, Page]) -> str:
    """The address of the site's root: what most pages say to be at, without their own name."""
    told: Counter[str] = Counter()
    for name, page in pages.items():
        own = name.removesuffix("index.html")
        if page.canonical.startswith("https://") and page.canonical.endswith(f"/{own}"):
            told[page.canonical.removesuffix(own)] += 1
    return told.most_common(1)[0][0] if told else _BASE


# Files


def _names(folder: Path) -> Iterator[str]:
    """The path of every file below a folder, with slashes. Nothing behind a linked folder is looked at."""
    for path, _, files in os.walk(folder):
        below = os.path.relpath(path, folder).replace(os.sep, "/")
        yield from (name if below == "." else f"{below}/{name}" for name in files)


def _is_page(name: str) -> bool:
    return name.endswith(".html")


def _place(uri: str, name: str, position: _Position) -> Place:
    line, column = position
    return Place(f"{uri}/{name}", line, column, line, column)
