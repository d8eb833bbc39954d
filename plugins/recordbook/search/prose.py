"""Hand-written pages as documents: one for each heading that can be linked to."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from recordbook.search.documents import BODY, LABEL, Document

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADINGS = frozenset({"h1", "h2", "h3"})
_BLOCKS = frozenset({"p", "li", "td", "th", "pre", "dd", "dt", "div", "br", "blockquote"})
_SILENT = frozenset({"script", "style", "svg"})
_LINK = "headerlink"


@dataclass
class _Section:
    anchor: str
    title: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    """Cuts a page at its headings."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sections = [_Section("")]
        self.heading = ""
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a section at a heading, fall silent in what is not read, and part words of different blocks."""
        given = {name: value or "" for name, value in attrs}
        if tag in _SILENT or (tag == "a" and _LINK in given.get("class", "").split()):
            self.silent.append(tag)
        elif tag in _HEADINGS:
            self.heading = tag
            if tag != "h1" and given.get("id"):
                self.sections.append(_Section(given["id"]))
        elif tag in _BLOCKS:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a heading, or what is not read."""
        if self.silent and tag == self.silent[-1]:
            self.silent.pop()
        elif tag == self.heading:
            self.heading = ""

    def handle_data(self, data: str) -> None:
        """Keep text."""
        if not self.silent:
            section = self.sections[-1]
            (section.title if self.heading else section.text).append(data)


def page(html: str, title: str, url: str) -> Iterator[Document]:
    """The documents of a page: what stands before its first section, and each section with an anchor."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    for section in reader.sections:
        text = " ".join("".join(section.text).split())
        own = " ".join("".join(section.title).split()) if section.anchor else ""
        if text or own:
            name = f"{title}: {own}" if own else title
            yield Document(
                form="page",
                system="",
                id=f"{url}#{section.anchor}",
                title=name,
                url=f"{url}#{section.anchor}" if section.anchor else url,
                texts=((LABEL, name), (BODY, text)),
            )
