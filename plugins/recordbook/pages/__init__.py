"""The pages of a site, from its book. A page is a value; a host wraps it into its frame."""

from __future__ import annotations

from collections.abc import Iterator

from recordbook.pages import front, identifiers, legend, record, report, system
from recordbook.site import Page, Site

__all__ = ["build"]


def build(site: Site) -> Iterator[Page]:
    """Every page of the site, in the order of its addresses' owners: front pages, then one system after another."""
    yield front.home(site)
    yield front.systems(site)
    yield front.records(site)
    yield legend.page(site)
    for slug in site.book.systems:
        yield system.page(site, slug)
        for key in site.book.reports:
            if key[0] == slug:
                yield report.page(site, site.book.reports[key])
        for entry in record.in_order(site, slug):
            yield record.page(site, entry)
        yield from identifiers.pages(site, slug)
