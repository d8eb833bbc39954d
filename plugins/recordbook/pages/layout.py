"""Templates of pages, and what several kinds of page need."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from recordbook import addresses
from recordbook.addresses import reference

if TYPE_CHECKING:
    from recordbook.book import Book
    from recordbook.records import Record

MANY = 8
"""How many backlinks a page shows before it folds the others."""


def slug(title: str) -> str:
    """A title as a fragment."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def breakable(path: str) -> Markup:
    """A path that may break after a slash."""
    return Markup("/<wbr>").join(path.split("/"))


@lru_cache
def environment() -> Environment:
    """The environment of our own templates: everything is escaped, and nothing may be undefined."""
    made = Environment(
        loader=PackageLoader("recordbook"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["slug"] = slug
    made.filters["breakable"] = breakable
    return made


def render(template: str, **values: object) -> str:
    """The HTML of a template."""
    return environment().get_template(template).render(**values)


def trail(*steps: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Breadcrumbs from the list of systems down: title and reference, the last without a reference."""
    return (("Reports", reference(addresses.SYSTEMS)), *steps)


def report_of(book: Book, record: Record) -> tuple[str, str]:
    """Title and source name of the report that a record belongs to; its system where there is no report."""
    report = book.reports.get((record.system, record.member))
    if report is None:
        return book.systems[record.system].title, addresses.system(record.system)
    member = book.contract.members[record.member]
    return f"{member.title} report", addresses.report(record.system, member)
