"""What a built site's HTML promises: links that land, ids that differ, tags that nest."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
BLOCKS = frozenset(
    {"article", "aside", "blockquote", "details", "div", "dl", "figure", "footer", "form", "h1", "h2", "h3", "h4"}
    | {"header", "main", "nav", "ol", "p", "pre", "section", "table", "ul"},
)
"""What ends a paragraph, whether its author closed it or not."""
INTERACTIVE = frozenset({"a", "button", "summary"})
"""What may not stand inside another of its kind."""
LINKS = frozenset({"href", "src", "action", "poster", "xlink:href"})
NAMES = frozenset({"for", "aria-labelledby", "aria-describedby", "aria-controls"})
"""Attributes that name ids of the same page."""
NOT_FOUND = "404.html"
"""The one page that is served at any address, and so cannot link relatively."""


@dataclass(frozen=True)
class Link:
    """An attribute that leads somewhere."""

    tag: str
    attribute: str
    url: str
    line: int


@dataclass
class WebPage(HTMLParser):
    """The ids, links and structural faults of one page."""

    html: str
    ids: Counter[str] = field(default_factory=Counter)
    links: list[Link] = field(default_factory=list)
    tags: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the page."""
        super().__init__()
        self._open: list[str] = []
        self.feed(self.html)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self._open]
        self.faults += [f'id="{name}" stands {count} times' for name, count in self.ids.items() if count > 1]
        self.faults += [f'{link.attribute} names "{link.url}", which is no id here' for link in self._lost()]

    def _lost(self) -> Iterator[Link]:
        for link in self.links:
            if link.attribute in NAMES and link.url not in self.ids:
                yield link

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an opening tag."""
        self._note(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag that closes itself, as in SVG."""
        self._note(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element, which must be this one; after a fault go on from where it would be."""
        if not self._open or self._open[-1] != tag:
            self._fault(f"</{tag}> closes <{self._open[-1] if self._open else ''}>")
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if "p" in self._open and tag in BLOCKS:
            self._fault(f"<{tag}> stands in a <p>")
        if tag in INTERACTIVE and INTERACTIVE.intersection(self._open):
            self._fault(f"<{tag}> stands in another element that can be activated")
        for name, value in attrs:
            if name == "id":
                self.ids[value or ""] += 1
            elif name in LINKS:
                self.links.append(Link(tag, name, value or "", self.getpos()[0]))
            elif name in NAMES:
                self.links += [Link(tag, name, part, self.getpos()[0]) for part in (value or "").split()]

    def _fault(self, what: str) -> None:
        self.faults.append(f"line {self.getpos()[0]}: {what}")


@dataclass(frozen=True)
class Site:
    """A built site."""

    root: Path
    base: str = "/"
    """The path below which it is served."""
    flat: bool = False
    """Whether it must also work from the file system, where a folder has no index page."""
    pages: dict[str, WebPage] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read all pages."""
        for path in sorted(path for path in self.root.rglob("*.html") if path.is_file()):
            self.pages[path.relative_to(self.root).as_posix()] = WebPage(path.read_text("utf-8"))

    def problems(self) -> list[str]:
        """Everything that is wrong on any page, in the stylesheets and in the search index."""
        found = []
        for uri, page in self.pages.items():
            found += [f"{uri}: {fault}" for fault in page.faults]
            for link in page.links:
                fault = "" if link.attribute in NAMES else self.fault(uri, link)
                if fault:
                    found.append(f'{uri}:{link.line}: <{link.tag} {link.attribute}="{link.url}"> {fault}')
        return [*found, *self._styles(), *self._search()]

    def fault(self, uri: str, link: Link) -> str:
        """What is wrong with a link, or nothing."""
        try:
            parts = urlsplit(link.url)
        except ValueError:
            return "is no address"
        if link.url != link.url.strip() or not link.url:
            return "is empty" if not link.url.strip() else "begins or ends with white space"
        if parts.scheme or parts.netloc:
            return self._outside(parts.scheme, link)
        path = parts.path
        if path.startswith("/"):
            if uri != NOT_FOUND:
                return "is absolute"
            if not path.startswith(self.base):
                return f"leads out of {self.base}"
            path = path.removeprefix(self.base) or "."
            uri = "index.html"
        return self._inside(uri, path, unquote(parts.fragment))

    @staticmethod
    def _outside(scheme: str, link: Link) -> str:
        if link.tag == "a" and scheme in {"https", "mailto"}:
            return ""
        if link.tag == "link" and scheme == "https" and link.attribute == "href":
            return ""  # the canonical address; stylesheets of others are caught by the browser tests
        return "loads from elsewhere" if scheme in {"http", "https", ""} and link.tag != "a" else "is not https"

    def _inside(self, uri: str, path: str, fragment: str) -> str:
        target = self.target(uri, path)
        if target is None:
            return "leads out of the site"
        if not (self.root / target).is_file():
            return "leads nowhere"
        if self.flat and path and posixpath.basename(path) in {"", ".", ".."}:
            return "leads to a folder"
        if fragment and target in self.pages and fragment not in self.pages[target].ids:
            return f"leads to a page without #{fragment}"
        return ""

    @staticmethod
    def target(uri: str, path: str) -> str | None:
        """The file that a browser gets for a relative link, or None where it lies outside."""
        if not path:
            return uri
        folder = posixpath.basename(path) in {"", ".", ".."}
        joined = posixpath.normpath(posixpath.join(posixpath.dirname(uri), unquote(path)))
        if joined.startswith(".."):
            return None
        return posixpath.normpath(posixpath.join(joined, "index.html")) if folder else joined

    def _styles(self) -> Iterator[str]:
        for path in sorted(self.root.rglob("assets/recordbook/*.css")):
            uri = path.relative_to(self.root).as_posix()
            for url in re.findall(r"url\(\"?([^\")]+)", path.read_text("utf-8")):
                if fault := self._inside(uri, url, ""):
                    yield f"{uri}: url({url}) {fault}"

    def _search(self) -> Iterator[str]:
        index = self.root / "search" / "search_index.json"
        for entry in json.loads(index.read_text("utf-8"))["docs"] if index.exists() else ():
            parts = urlsplit(entry["location"])
            if fault := self._inside("index.html", parts.path or ".", unquote(parts.fragment)):
                yield f"search_index.json: {entry['location']} {fault}"
