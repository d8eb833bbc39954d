"""Markdown of strangers into safe blocks of HTML, the ids and paths in it, and every complaint.

This room knows no book. An id becomes ``<a class="rb-id" href="rb-id:SYSTEM/ID">TEXT</a>`` and a path in backticks
``<a class="rb-path" href="rb-path:PATH"><code>PATH</code></a>``; whoever builds a page resolves them. Text cannot
forge either: only ``https:``, ``mailto:`` and ``#fragment`` survive as targets of links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.prose.ids import plain_references
from recordbook.prose.values import Heading, Html, Marker, Passage, Prose, Reference

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Heading",
    "Html",
    "Marker",
    "Passage",
    "Prose",
    "Reference",
    "plain_references",
    "render",
    "render_inline",
]


def render(passage: Passage, *, headings: frozenset[int] = frozenset()) -> Prose:
    """A body of Markdown blocks. Headings of other levels than ``headings`` are complained about.

    Raises nothing: what cannot be read comes back as escaped text and a complaint.
    """
    from recordbook.prose import rendering  # noqa: PLC0415 -- the parsers take long to load, and often nobody needs them

    return rendering.render(passage, headings=headings)


def render_inline(passages: Sequence[Passage]) -> tuple[Prose, ...]:
    """One paragraph of inline Markdown each. Block syntax in it is text, and so are blank lines.

    Raises nothing.
    """
    from recordbook.prose import rendering  # noqa: PLC0415 -- as above

    return rendering.render_inline(passages)
