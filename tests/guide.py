"""The hand-written pages, taken apart: fenced blocks, tables, sections, code spans."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
GUIDE = sorted((DOCS / "guide").glob("*.md"))

_FENCE = re.compile(r"^(?:`(?P<path>[^`\n]+)`\n\n)?```(?P<info>\w*)\n(?P<content>.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


@dataclass(frozen=True)
class Fence:
    """One fenced block."""

    info: str
    content: str
    path: str
    """The file that it shows, where a line above it says so; else empty."""
    section: str
    """Title of the section that it stands in."""


def name_of(page: Path) -> str:
    """A page's path, the id of its test."""
    return page.relative_to(ROOT).as_posix()


def text_of(page: Path) -> str:
    """All of a page."""
    return page.read_text(encoding="utf-8")


def guide(name: str) -> str:
    """All of a page of the guide."""
    return text_of(DOCS / "guide" / f"{name}.md")


def prose_of(page: Path) -> str:
    """A page without its fenced blocks."""
    return _FENCE.sub("", text_of(page))


def fences(page: Path) -> Iterator[Fence]:
    """The fenced blocks of a page."""
    text = text_of(page)
    for match in _FENCE.finditer(text):
        headings = re.findall(r"^## (.+)$", _FENCE.sub("", text[: match.start()]), re.MULTILINE)
        yield Fence(match["info"], match["content"], match["path"] or "", headings[-1] if headings else "")


def section(text: str, title: str) -> str:
    """What stands below a heading of the second or third level, up to the next of its level or above."""
    level = "##" if f"\n## {title}\n" in text else "###"
    after = text.split(f"\n{level} {title}\n", 1)[1]
    return re.split(rf"^#{{2,{len(level)}}} ", after, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str, head: str) -> list[list[str]]:
    """The cells of the first table whose first column has this head."""
    below = text.split(f"\n| {head} |", 1)[1].split("\n")[2:]
    end = next((number for number, line in enumerate(below) if not line.startswith("|")), len(below))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in below[:end]]


def spans(text: str) -> list[str]:
    """The code spans of a text."""
    return _SPAN.findall(text)


def plain(text: str) -> str:
    """A text with its code spans taken out of their marks."""
    return _SPAN.sub(r"\1", text)


def own(cell: str) -> str:
    """The one code span that a cell is made of."""
    (name,) = spans(cell)
    assert cell == f"`{name}`"
    return name
