"""What the pages of one site share: the book, its addresses, and what the host knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from recordbook.addresses import Addresses
from recordbook.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from recordbook.book import Book
    from recordbook.changes import History
    from recordbook.diagnostics import Diagnostic
    from recordbook.histories import Lifetime


def _no_edit(_uri: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Edition:
    """Which state of the collection a site shows; empty outside a repository."""

    commit: str = ""
    """Full id of the commit that is checked out."""
    date: str = ""
    """Its committer date, as an ISO date in UTC."""


@dataclass(frozen=True)
class Site:
    """Everything that a page is made from."""

    book: Book
    addresses: Addresses = field(default_factory=Addresses)
    settings: Settings = field(default_factory=Settings)
    edit: Callable[[str], str] = _no_edit
    """From a file of the collection to the address where a reader edits it; empty where there is none."""
    repository: str = ""
    """Address of the repository that holds the collection; empty where it has none."""
    url: str = ""
    """Address of the site's root with a slash at its end; empty where it is not known."""
    edition: Edition = field(default_factory=Edition)
    findings: tuple[Diagnostic, ...] = ()
    """What a check of the collection found."""
    changes: History | None = None
    """What its revisions changed; None outside a repository."""
    histories: Mapping[tuple[str, str], Lifetime] | None = None
    """System and id to what the commits say of the record; None outside a repository."""

    def absolute(self, source: str, fragment: str = "") -> str:
        """Whole address of a page by its source name; empty where the site's own is not known."""
        end = f"#{fragment}" if fragment else ""
        return f"{self.url}{self.addresses.url(source)}{end}" if self.url else ""


@dataclass(frozen=True, slots=True)
class Anchor:
    """One entry of a page's contents."""

    title: str
    fragment: str
    children: tuple[Anchor, ...] = ()
    note: str = ""
    """What stands at its right, such as a count."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page, ready for a host to wrap into its frame."""

    source: str
    """Source name, such as ``systems/opensage/index.md``."""
    title: str
    kind: str
    description: str
    html: str
    """Its inside, where every link to another page is a reference until `addresses` resolves it."""
    anchors: tuple[Anchor, ...] = ()
    file: str = ""
    """The file of the collection that it shows, from the root of the repository; empty where it shows several."""
    moved_to: str = ""
    """Source name of the page that replaced this one; empty for every page but that of a renamed id."""
    shows: tuple[tuple[str, str], ...] = ()
    """Source names of other pages, each with the fragment under which this one shows what that page is about."""
    trail: tuple[tuple[str, str], ...] = ()
    """Its breadcrumbs: title and reference, the last without a reference."""
    twins: tuple[str, ...] = ()
    """Addresses of the files that hold the same for machines, below the site's root."""
    head: str = ""
    """Safe HTML for the head of the document."""
