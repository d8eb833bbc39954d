"""What the pages of one site share: the book, its addresses, and what the host knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from recordbook.addresses import Addresses
from recordbook.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from recordbook.book import Book


def _no_edit(_uri: str) -> str:
    return ""


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
