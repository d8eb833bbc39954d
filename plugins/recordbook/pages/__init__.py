"""The pages of a site, from its book. A page is a value; a host wraps it into its frame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from recordbook import addresses
from recordbook.pages import (
    changes,
    compare,
    file,
    front,
    identifiers,
    legend,
    quality,
    questions,
    record,
    records,
    report,
    system,
)
from recordbook.pages.desk import Desk
from recordbook.pages.head import head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.site import Page, Site

__all__ = ["build", "files"]


def build(site: Site) -> Iterator[Page]:
    """Every page of the site, in the order of its addresses' owners: front pages, then one system after another."""
    desk = Desk(site)
    for page in _pages(desk):
        html = site.addresses.resolve(page.html, page.source, page.shows)
        yield replace(page, html=html, head=head(site, page))


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Every file of the site that is no page: its address and its text."""
    desk = Desk(site)
    yield addresses.COMPARISON, compare.sheet(compare.view(desk))
    if site.changes is not None:
        yield addresses.FEED, changes.feed(desk)


def _pages(desk: Desk) -> Iterator[Page]:
    yield front.home(desk)
    yield front.systems(desk)
    yield from records.pages(desk)
    yield legend.page(desk)
    yield compare.page(compare.view(desk))
    yield from questions.pages(desk)
    yield quality.page(desk)
    yield from changes.page(desk)
    for slug in desk.book.systems:
        yield system.page(desk, slug)
        for key in desk.book.reports:
            if key[0] == slug:
                yield report.page(desk, desk.book.reports[key])
        for entry in desk.ordered[slug]:
            yield record.page(desk, entry)
        yield from identifiers.pages(desk, slug)
        for cited in desk.cards.files.values():
            if cited.system == slug and cited.source in desk.book.systems[slug].sources:
                yield file.page(desk, cited)
