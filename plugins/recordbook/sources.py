"""Where the repositories of sources are on this machine, and how they come into the cache.

Which copy is read: the one named on the command line, then the one that the settings name, then the repository that
holds the collection where the source is `self`, then the one in the cache. Nothing is fetched unless it is asked for.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pydantic_core import PydanticCustomError

from recordbook import repository
from recordbook.diagnostics import shown
from recordbook.folders import cache_folder, private_folder
from recordbook.repository import Reason, Remote
from recordbook.shapes import repository_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path
    from typing import TypeAlias

    from recordbook.book import Book
    from recordbook.records import Source
    from recordbook.repository import Bounds
    from recordbook.settings import Settings

    Key: TypeAlias = tuple[str, str]
    """System and source."""

_SELF = "self"
_NO_REVISION = Reason("source-unpinned", "the collection states no revision")
_NOT_IN_GIT = Reason("source-unavailable", "the collection is not in a git repository here")
_NOT_FETCHED = Reason("source-unavailable", "no copy of the repository is on this machine")
_OLD_COPY = Reason("source-unavailable", "the copy in the cache was fetched before this revision was asked for")


@dataclass(frozen=True, slots=True)
class Located:
    """Where a source's repository is on this machine."""

    path: Path | None
    """A work tree or a git directory; None where there is none."""
    how: str
    """Who says so: ``command line``, ``settings``, ``self`` or ``cache``; empty without a path."""
    why: Reason | None
    """Why there is no path; None where there is one."""


@dataclass(frozen=True, slots=True)
class Download:
    """One repository to fetch, for all the sources that cite it."""

    address: str
    revisions: tuple[str, ...]
    """The full commit ids that its sources are pinned to; names of branches and tags may join them."""
    sources: tuple[Key, ...]


def locate(book: Book, settings: Settings, root: Path, given: Mapping[Key, Path]) -> dict[Key, Located]:
    """Where each source that is a repository is; captures are files of the collection, and left out.

    ``root`` holds `reports/`; ``given`` is what the operator named. Looks at folders, runs no git, and fetches nothing.
    """
    return {key: _locate(key, source, settings, root, given) for key, source in repositories(book)}


def repositories(book: Book) -> Iterator[tuple[Key, Source]]:
    """Every source that is a repository, by system and id."""
    for system in book.systems.values():
        for source in system.sources.values():
            if source.kind == "git":
                yield (system.slug, source.id), source


def _locate(key: Key, source: Source, settings: Settings, root: Path, given: Mapping[Key, Path]) -> Located:
    if not source.revision:
        return Located(None, "", _NO_REVISION)
    if key in given:
        return Located(given[key], "command line", None)
    named = settings.sources.get(":".join(key))
    if named is not None and repository.git_directory(root / named):
        return Located(root / named, "settings", None)
    found = _held(root) if source.repository == _SELF else _cached(source)
    if found.path is None and named is not None:
        where = f"there is no repository at {shown(named)}, which the settings name"
        return Located(None, "", Reason("source-unavailable", where))
    return found


def _held(root: Path) -> Located:
    path = holding(root)
    return Located(path, "self" if path else "", None if path else _NOT_IN_GIT)


def _cached(source: Source) -> Located:
    copy = copy_of(source.repository)
    if source.revision in repository.fetched(copy):
        return Located(copy, "cache", None)
    return Located(None, "", _OLD_COPY if repository.fetched(copy) else _NOT_FETCHED)


def holding(root: Path) -> Path | None:
    """The work tree that holds a folder, its own or one above it; None where there is none.

    Only `.git` makes a work tree: a bare repository among the files of a collection never counts.
    """
    root = root.resolve()
    for folder in (root, *root.parents):
        if os.path.lexists(folder / ".git"):
            return folder if repository.git_directory(folder) else None
    return None


# The cache


def copy_of(address: str) -> Path:
    """Where the cache keeps the copy of a repository: a folder that may not exist yet."""
    name = re.sub(r"[^a-z0-9]+", "-", address.removeprefix("https://").lower(), flags=re.ASCII).strip("-")
    digest = hashlib.sha256(address.encode()).hexdigest()
    return cache_folder() / "repositories" / f"{name[:60]}-{digest[:16]}.git"


# Fetching


def downloads(book: Book, systems: Iterable[str] = ()) -> tuple[Download, ...]:
    """What to fetch for some systems, or for all: each repository once. Those without a revision are left out."""
    chosen = frozenset(systems or book.systems)
    revisions: dict[str, list[str]] = {}
    sources: dict[str, list[Key]] = {}
    for key, source in repositories(book):
        if key[0] in chosen and source.revision and source.repository != _SELF:
            revisions.setdefault(source.repository, []).append(source.revision)
            sources.setdefault(source.repository, []).append(key)
    return tuple(
        Download(address, tuple(dict.fromkeys(revisions[address])), tuple(sources[address])) for address in revisions
    )


def refused(address: str, hosts: Iterable[str]) -> str:
    """Why nothing is fetched from an address; empty where something may be. Never repeats it: it may hold a secret."""
    try:
        repository_address(address)
    except PydanticCustomError as error:
        return error.message()
    host = urlsplit(address).netloc
    if host not in tuple(hosts):
        return f"the host {shown(host)} is not among the hosts where sources may live"
    return ""


def fetch(
    download: Download,
    hosts: Iterable[str],
    tell: Callable[[str], None] = lambda _: None,
    *,
    bounds: Bounds | None = None,
    protocol: str = "https",
) -> tuple[str, ...]:
    """Bring the cache's copy of a repository up to date, with the files of its revisions.

    ``hosts`` are those that the settings allow; ``tell`` hears how far it is. ``protocol`` is for tests alone, which
    have no host to ask: with another than ``https`` the address is not judged. Returns the revisions that no branch or
    tag holds. Raises ``ValueError`` for a refused address, ``OSError`` for trouble with git, the network or the disk.
    """
    why = refused(download.address, hosts) if protocol == "https" else ""
    if why:
        raise ValueError(why)
    private_folder(cache_folder())
    remote = Remote(download.address, protocol)
    return repository.fetch(copy_of(download.address), remote, download.revisions, tell, bounds)
