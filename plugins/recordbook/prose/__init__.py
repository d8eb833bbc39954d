"""Markdown of strangers into safe blocks of HTML, the ids and paths in it, and every complaint.

This room knows no book. An id becomes ``<a class="rb-id" href="rb-id:SYSTEM/ID">TEXT</a>`` and a path in backticks
``<a class="rb-path" href="rb-path:PATH"><code>PATH</code></a>``; whoever builds a page resolves them. Text cannot
forge either: only ``https:``, ``mailto:`` and ``#fragment`` survive as targets of links.
"""

from __future__ import annotations

from recordbook.prose.ids import plain_references
from recordbook.prose.render import render, render_inline
from recordbook.prose.values import Heading, Html, Marker, Passage, Prose, Reference

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
