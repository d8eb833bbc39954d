"""Ids in hand-written pages: ``system:ID`` leads to its page, and must lead somewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from recordbook.cards import Cards

if TYPE_CHECKING:
    from recordbook.site import Site

EXEMPT = "rules/"
"""Where hand-written pages hold examples of ids: nothing is linked there."""
_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"<(/?)([a-z0-9]+)", re.ASCII)
_ID = re.compile(
    r"(?<![\w:/-])(?P<system>[a-z][a-z0-9-]{0,39}):(?P<id>[A-Z]{2,3}-[A-Z]{3}-[a-z][a-z0-9]{0,39}(?:-[a-z][a-z0-9]{0,39}){0,2})(?![\w-])",
    re.ASCII,
)
_VERBATIM = frozenset({"a", "code", "pre", "script", "style"})


def link(html: str, source: str, site: Site) -> tuple[str, tuple[str, ...]]:
    """A page's HTML with its ids linked, and the ids that are declared nowhere.

    ``html`` is what a trusted author's Markdown gave, ``source`` the page's source name. Code and links are left alone.
    """
    cards = Cards(site)
    unknown: list[str] = []

    def chip(match: re.Match[str]) -> str:
        key = (match["system"], match["id"])
        if site.book.state(key) == "dangling":
            unknown.append(match[0])
            return match[0]
        return str(cards.chip(key, match[0]))

    pieces, depth = [], 0
    for piece in _TAG.split(html):
        tag = _NAME.match(piece)
        if tag is not None:
            if tag[2] in _VERBATIM:
                depth += -1 if tag[1] else 1
            pieces.append(piece)
        else:
            pieces.append(piece if depth else _ID.sub(chip, piece))
    return site.addresses.resolve("".join(pieces), source), tuple(unknown)
