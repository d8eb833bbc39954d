"""When each record came into its collection and when it last changed, from the commits of the repository around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from recordbook.changes import own
from recordbook.dates import day
from recordbook.loading import REPORTS
from recordbook.repository import GitError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from recordbook.book import Book
    from recordbook.repository import Past

Key: TypeAlias = tuple[str, str]
"""System and id."""
_RECORD = re.compile(
    r"(?P<system>[a-z][a-z0-9-]*)/records/(?P<id>[A-Z]{2,3}-[A-Z]{3}-[a-z0-9-]+)\.(?:md|yml)", re.ASCII
)
_MOST = 20_000
"""How many revisions are read."""


@dataclass(frozen=True, slots=True)
class Event:
    """A commit that touched a record."""

    commit: str
    date: str
    """Committer date, as an ISO date in UTC."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """What the commits say of one record."""

    changed: Event
    created: Event
    """The oldest commit that is known, which is the first one where ``whole``."""
    whole: bool
    """Whether the copy of the repository reaches back to the first commit."""


def read(root: Path, book: Book) -> Mapping[Key, Lifetime] | None:
    """The lifetime of each record of the book, whose `reports/` lies in ``root``; None outside a repository.

    A copy that git cannot read counts as none: the pages say nothing then, and the records stand as they are.
    """
    try:
        mine = own(root)
        revision = mine.repository.resolve("HEAD") if mine else None
        if mine is None or not revision:
            return None
        folder = f"{mine.prefix}{REPORTS}"
        return records(mine.repository.past(revision, folder, _MOST), folder, book)
    except GitError:
        return None


def records(past: Past, folder: str, book: Book) -> dict[Key, Lifetime]:
    """Each record of the book that a revision touched; what touched one of its former ids counts as well."""
    prefix, found = f"{folder}/", dict[Key, Lifetime]()
    whole = not past.cut
    for revision in past.revisions:
        event = Event(revision.commit, day(revision.seconds))
        for touched in revision.files:
            match = _RECORD.fullmatch(touched.path.removeprefix(prefix))
            key = book.canonical((match["system"], match["id"])) if match else None
            if key and key in book.records and (touched.new or key in found):
                found[key] = Lifetime(found[key].changed if key in found else event, event, whole)
    return found
