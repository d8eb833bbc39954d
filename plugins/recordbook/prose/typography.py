"""The ``smarty`` extension's own rules, applied without its detour over the parser's machinery.

Most texts hold nothing that an inline pattern or a rule could match. The parser tries each of forty patterns on
each of them; here they are passed by.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any, TypeAlias

from markdown.treeprocessors import Treeprocessor
from markdown.util import ETX, STX, AtomicString

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Iterable

    from markdown import Markdown

_Rule: TypeAlias = "tuple[re.Pattern[str], str, tuple[str | int, ...]]"

_INLINE = re.compile(r"[\\`*_\[<&]", re.ASCII)
_OPAQUE = re.compile(f"{STX}([0-9]+){ETX}", re.ASCII)
_NEEDED = {
    "&mdash;": "---",
    "&ndash;": "--",
    "&hellip;": "...",
    "&lsquo;": "'",
    "&rsquo;": "'",
    "&ldquo;": '"',
    "&rdquo;": '"',
}
_NEAR = 8
"""No rule looks further than this before and after the first character that it needs."""


class _Calm(AtomicString):
    """Text in which no inline pattern can match."""


class CalmText(Treeprocessor):
    """Runs before the inline patterns and marks the texts that they can pass by."""

    def run(self, root: ET.Element) -> None:
        """Mark texts in place."""
        for element in root.iter():
            text = element.text
            if text and type(text) is str and not _INLINE.search(text) and "  \n" not in text:
                element.text = _Calm(text)


class Typography(Treeprocessor):
    """Quotes, dashes and ellipses."""

    def __init__(self, markdown: Markdown, patterns: Iterable[Any]) -> None:
        """``patterns``: those of the extension, in their order."""
        super().__init__(markdown)
        self._rules = tuple(_rule(pattern.compiled_re, pattern.replace) for pattern in patterns)

    def run(self, root: ET.Element) -> None:
        """Change texts and tails in place, but neither code nor other atomic text."""
        for element in root.iter():
            text, tail = element.text, element.tail
            if text and (type(text) is str or isinstance(text, _Calm)):
                element.text = self.educated(text)
            if tail and type(tail) is str:
                element.tail = self.educated(tail)

    def educated(self, text: str) -> str:
        """The text with typographic marks, each written as the parser writes an escaped character."""
        if "'" in text or '"' in text or "--" in text or "..." in text:
            for rule, needed, parts in self._rules:
                text = _applied(rule, needed, parts, text)
        return text


def _rule(pattern: re.Pattern[str], replace: tuple[str | int, ...]) -> _Rule:
    entities = "".join(part for part in replace if isinstance(part, str))
    needed = next(character for entity, character in _NEEDED.items() if entity in entities)
    return pattern, needed, tuple(part if isinstance(part, int) else unescape(part) for part in replace)


def _applied(rule: re.Pattern[str], needed: str, parts: tuple[str | int, ...], text: str) -> str:
    at, near = 0, text.find(needed)
    while near >= 0:
        match = rule.search(text, max(at, near - _NEAR), near + _NEAR)
        if match and (match.end() <= near + _NEAR // 2 or near + _NEAR >= len(text)):  # a later one has its own turn
            new = "".join(_opaque(match[part] if isinstance(part, int) else part) for part in parts)
            text = f"{text[: match.start()]}{new}{text[match.end() :]}"
            at = match.start() + len(new)
            near = text.find(needed, at)
        else:
            near = text.find(needed, near + 1)
    return text


def _opaque(text: str) -> str:
    """Text that later rules see as two delimiters only, as they would see the extension's placeholder."""
    return "".join(f"{STX}{ord(character)}{ETX}" for character in text)


def revealed(text: str) -> str:
    """What ``educated`` returns, as it is read."""
    return _OPAQUE.sub(lambda match: chr(int(match[1])), text)
