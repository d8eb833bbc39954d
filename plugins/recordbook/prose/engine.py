"""One Markdown parser without raw HTML and one sanitizer, reused from passage to passage."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, Any, TypeAlias

import nh3
from markdown import Markdown
from markdown.preprocessors import Preprocessor
from pygments.token import STANDARD_TYPES

from recordbook.prose.fences import Highlighter
from recordbook.prose.links import allowed
from recordbook.prose.typography import CalmText, Typography

if TYPE_CHECKING:
    from collections.abc import Callable

Scan: TypeAlias = "Callable[[list[str], list[tuple[int, int]]], str]"
"""Lines without fenced code and the ranges of lines that were fences, into the text to parse."""

_EXTENSIONS = ("tables", "sane_lists", "smarty", "pymdownx.superfences", "pymdownx.highlight")
_CONFIGS: dict[str, dict[str, Any]] = {
    "tables": {"use_align_attribute": True},
    "pymdownx.superfences": {"custom_fences": [], "relaxed_headers": True},
    "pymdownx.highlight": {"use_pygments": True, "css_class": "highlight", "linenums": None, "guess_lang": False},
}
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TABLE = ("table", "thead", "tbody", "tr", "th", "td")
_TAGS = {"p", "ul", "ol", "li", "code", "pre", "em", "strong", "a", "blockquote", "hr", "br", "div", "span"}
_ALIGNED = {"align": {"left", "right", "center"}}
_HREF = re.compile(r'<a href="([^"]*)"')
_FENCE_LINE = re.compile(r"^((?:>[> ]*)?)(\x02wzxhzdk:[0-9]+\x03)$", re.MULTILINE | re.ASCII)


class _Scan(Preprocessor):
    """Hands the lines on, once fenced code is out of them, and takes them back with sentinels."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine.markdown)
        self.engine = engine

    def run(self, lines: list[str]) -> list[str]:
        text = self.engine.scan(lines, self.engine.fences)
        # A fence that follows a line of text is a block of its own.
        return _FENCE_LINE.sub(r"\1\n\1\2\n\1", text).split("\n")


class Engine:
    """A parser and a sanitizer, reused from passage to passage. Not safe for threads."""

    def __init__(self) -> None:
        """Build both; takes some milliseconds."""
        self.markdown = Markdown(extensions=list(_EXTENSIONS), extension_configs=_CONFIGS)
        self.markdown.preprocessors.deregister("html_block")
        self.markdown.inlinePatterns.deregister("html")
        self.markdown.preprocessors.register(_Scan(self), "scan", 20)
        self.fences: list[tuple[int, int]] = []
        self.scan: Scan = lambda lines, _: "\n".join(lines)
        self._highlighter = Highlighter()
        self._listen_to_fences()
        trees = self.markdown.treeprocessors
        smarty: Any = trees["smarty"]
        self.typography = Typography(self.markdown, smarty.inlinePatterns)
        trees.register(self.typography, "smarty", 6)
        trees.register(CalmText(self.markdown), "calm", 25)
        inline: Any = trees["inline"]
        inline.inlinePatterns = list(inline.inlinePatterns)  # a registry looks up each index anew
        self._inline = (inline, self.typography, trees["unescape"])
        self._cleaner = nh3.Cleaner(
            tags=_TAGS | set(_HEADINGS) | set(_TABLE),
            attributes={"a": {"href"}, "ol": {"start"}},
            tag_attribute_values={"th": _ALIGNED, "td": _ALIGNED},
            allowed_classes={"div": {"highlight"}, "span": {name for name in STANDARD_TYPES.values() if name}},
            attribute_filter=_filter,
            url_schemes={"https", "mailto"},
            link_rel=None,
        )

    def _listen_to_fences(self) -> None:
        """Keep where superfences found fences, and let it read a language and nothing else."""
        fences: Any = self.markdown.preprocessors["fenced_code_block"]
        reassemble = fences.reassemble

        def listen(lines: list[str]) -> list[str]:
            self.fences = [(start, end) for _, start, end in fences.stack]
            done: list[str] = reassemble(lines)
            return done

        fences.reassemble = listen
        fences.parse_options = fences.handle_attrs = fences.handle_unrecognized
        fences.extension.superfences[0]["formatter"] = self._highlighter

    def body(self, markdown: str, scan: Scan) -> str:
        """HTML of blocks, not yet sanitized."""
        self.markdown.reset()
        self._highlighter.begin()
        self.scan = scan
        return self.markdown.convert(markdown)

    def paragraph(self, text: str) -> str:
        """HTML of one paragraph of inline Markdown in a ``<div>``, not yet sanitized."""
        self.markdown.reset()
        root = ET.Element("div")
        ET.SubElement(root, "p").text = text
        for step in self._inline:
            step.run(root)
        html = self.markdown.serializer(root)
        for last in self.markdown.postprocessors:
            html = last.run(html)
        return html.replace("<p>", "", 1).removesuffix("</p></div>") + "</div>"

    def sanitized(self, html: str) -> tuple[str, list[str]]:
        """The HTML after the allow list, and the link targets that it took out."""
        clean = self._cleaner.clean(html)
        if '<a href="' not in html:
            return clean, []
        lost = Counter(_HREF.findall(html)) - Counter(_HREF.findall(clean))
        return clean, [unescape(target) for target in lost]


def _filter(tag: str, attribute: str, value: str) -> str | None:
    """The sanitizer's look at each attribute, after it has read the HTML as a browser does."""
    if tag == "a" and attribute == "href":
        return value if allowed(value) == value else None
    return value


@cache
def engine() -> Engine:
    """The one engine. After a failure its state is unknown: ``engine.cache_clear()``."""
    return Engine()
