"""Ids, paths and Markdown as HTML whose links are references."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import unquote

from markupsafe import Markup, escape

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.cited import files
from recordbook.permalinks import permalink
from recordbook.prose import Html, plain_references
from recordbook.records import Annotation, Record, Report, Route, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.cited import CitedFile, File
    from recordbook.links import Key
    from recordbook.site import Site

_ID_LINK = re.compile(r'<a class="rb-id" href="rb-id:(?P<system>[a-z0-9-]*)/(?P<id>[^"]+)">(?P<text>[^<]+)</a>')
_PATH_LINK = re.compile(r'<a class="rb-path" href="rb-path:(?P<path>[^"]+)"><code>(?P<text>[^<]*)</code></a>')
Quoted: TypeAlias = Record | Annotation | Report
"""What may hold quotes."""


class Links:
    """The links and the rendered Markdown of a book."""

    def __init__(self, site: Site) -> None:
        """The settings of the site bring the permalink patterns."""
        self.site, self.book, self.settings, self.contract = site, site.book, site.settings, site.book.contract
        self.repository = site.repository.removesuffix("/")

    @staticmethod
    def legend(anchor: str) -> str:
        """Reference to a definition of the legend."""
        return reference(addresses.LEGEND, anchor)

    @cached_property
    def _chips(self) -> dict[Key, Markup]:
        return {}

    def chip(self, key: Key, text: str = "") -> Markup:
        """An id that leads to its page; calm where the id is not published."""
        if text:
            return self._chip(key, text)
        if key not in self._chips:
            self._chips[key] = self._chip(key, key[1])
        return self._chips[key]

    def _chip(self, key: Key, text: str) -> Markup:
        far = " rb-far" if ":" in text else ""
        if far:
            system, _, identifier = text.partition(":")
            text = Markup('{}:<wbr><span class="rb-nb">{}</span>').format(system, identifier)
        state = self.book.state(key)
        if state in {"dangling", "unread"}:
            return Markup('<span class="rb-id{}">{}</span>').format(far, text)
        href = reference(addresses.record(*self.book.canonical(key)))
        if state in {"unpublished", "retired"}:
            words = " (not published in this collection)" if state == "unpublished" else " (retired)"
            html = '<a class="rb-id rb-un{}" href="{}">{}<span class="rb-sr">{}</span></a>'
            return Markup(html).format(far, href, text, words)  # noqa: S704 - a constant
        return Markup('<a class="rb-id{}" href="{}">{}</a>').format(far, href, text)

    def prose(self, html: str, system: str, value: Quoted | None = None) -> Markup:
        """Safe HTML of the prose room with its ids and paths linked."""

        def chip(match: re.Match[str]) -> str:
            return str(self.chip((match["system"] or system, match["id"]), Markup(match["text"])))  # noqa: S704 - prose escaped it

        def path(match: re.Match[str]) -> str:
            href = self.file_link(value, unquote(match["path"])) if value is not None else ""
            code = f'<code class="rb-path">{match["text"]}</code>'
            return f'<a href="{escape(href)}">{code}</a>' if href else code

        return Markup(_PATH_LINK.sub(path, _ID_LINK.sub(chip, html)))  # noqa: S704 - nh3 has cleaned it

    def file_link(self, value: Quoted, path: str) -> str:
        """Reference to the page of a path that the evidence of a file names; else empty."""
        for source in self.sources_of(value, path):
            return self.file_page(value.system, source, path)
        return ""

    def sources_of(self, value: Quoted, path: str) -> Iterator[str]:
        """The sources in which a path of a file's evidence lies."""
        if not isinstance(value, Report):
            yield from (evidence.source for evidence in value.evidence if path in evidence.paths)
        yield from (quote.source for quote in value.quotes if path == quote.path)
        if isinstance(value, Report) and any(path in row.paths for row in value.coverage):
            yield from filter(None, (self.only_source(value.system),))

    @cached_property
    def files(self) -> dict[File, CitedFile]:
        """Every cited file."""
        return files(self.book)

    @cached_property
    def crowded(self) -> frozenset[File]:
        """Files whose paths differ from another's only in case."""
        counted = Counter((system, source, path.casefold()) for system, source, path in self.files)
        return frozenset(file for file in self.files if counted[file[0], file[1], file[2].casefold()] > 1)

    def file_page(self, system: str, source: str, path: str) -> str:
        """Reference to the page of a cited file; empty where it has none."""
        file = (system, source, path)
        return reference(self.file_source(file)) if file in self.files else ""

    def file_source(self, file: File) -> str:
        """Source name of the page of a cited file."""
        return addresses.file(*file, crowded=file in self.crowded)

    def only_source(self, system: str) -> str:
        """The id of a system's source where it has just one; else empty."""
        sources = tuple(self.book.systems[system].sources)
        return sources[0] if len(sources) == 1 else ""

    def permalink(self, system: str, source: str, path: str, lines: tuple[int, int] | None = None) -> str:
        """Address of quoted lines at the pinned revision, or empty."""
        entry = self.book.systems[system].sources.get(source)
        return permalink(self.addressed(entry), path, lines, self.settings.forges) if entry else ""

    def addressed(self, source: Source) -> Source:
        """A source with its address: ``self`` is the repository that holds the book, where that is known."""
        own = source.repository == "self" and self.repository
        return replace(source, repository=self.repository) if own else source

    def plain(self, text: str, system: str) -> Markup:
        """Plain text with its ids linked."""
        pieces, at = [], 0
        for other, identifier, start, end in plain_references(text):
            pieces += [escape(text[at:start]), self.chip((other or system, identifier), text[start:end])]
            at = end
        return Markup("").join([*pieces, escape(text[at:])])

    def inline(self, uri: str, route: Route, system: str, value: Quoted | None = None) -> Markup:
        """One paragraph of inline Markdown, without its paragraph: it stands in an element of its own."""
        text = self.book.text(uri, route)
        html = "".join(block.html for block in text.blocks if isinstance(block, Html)) if text else ""
        return self.prose(html.strip().removeprefix("<p>").removesuffix("</p>"), system, value)
