"""What a page says in its head to machines: where its data is, and where it stands in the site."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import unquote

from recordbook import addresses
from recordbook.twins import compact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.site import Page, Site

_TWIN = '<link rel="alternate describedby" type="application/json" href="{}">'
"""Of a link that is an alternate and nothing else the theme's script believes that it leads to another language."""
_LINKED_DATA = '<script type="application/ld+json">{}</script>'
_REFERENCE = "rb-to:"


def head(site: Site, page: Page) -> str:
    """Safe HTML for the head of a page."""
    links = (_TWIN.format(escape(site.addresses.link(page.source, twin))) for twin in page.twins)
    return "".join((*links, breadcrumbs(site, page)))


def breadcrumbs(site: Site, page: Page) -> str:
    """The page's breadcrumbs as a BreadcrumbList; empty where there are none, or where no whole address is known.

    Source: https://schema.org/BreadcrumbList.
    """
    if not site.url or not page.trail:
        return ""
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": address}
        for position, (name, address) in enumerate(_steps(site, page), 1)
    ]
    value = {"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items}
    return _LINKED_DATA.format(compact(value))


def _steps(site: Site, page: Page) -> Iterator[tuple[str, str]]:
    yield site.book.collection.title, site.absolute(addresses.HOME)
    for name, href in page.trail:
        target, _, fragment = href.removeprefix(_REFERENCE).partition("#")
        yield name, site.absolute(unquote(target), fragment) if href else site.absolute(page.source)
