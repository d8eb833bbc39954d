"""Which findings belong to a change: the files and lines that differ from where the work began."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from recordbook.diagnostics import shown
from recordbook.files import OutOfPlace, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from recordbook.diagnostics import Diagnostic
    from recordbook.repository import Repository
    from recordbook.text import Text

USUAL = "the usual base"
"""Stands for a base that was not named. No commit can be called so."""
_BRANCHES = ("refs/remotes/origin/HEAD", "origin/main", "origin/master")
_LARGEST = 2_000_000


@dataclass(frozen=True)
class Change:
    """What differs between a commit and the files of a collection."""

    files: frozenset[str]
    """Uris of files that are new or changed, of those that were asked about."""
    lines: frozenset[tuple[str, int]]
    """Uri and line, of those that were asked about, where the commit's file holds no such line."""


def change_since(base: str, root: Path, found: tuple[Diagnostic, ...], texts: Mapping[str, Text]) -> Change:
    """What changed since the work left ``base``, in the files in which something was found.

    Files are compared as they stand, committed or not. Raises `click.UsageError` where there is no such commit, and
    ``GitError`` where git does not answer.
    """
    from recordbook.repository import Blob, Repository  # noqa: PLC0415 -- git is heavy, and a plain check needs none
    from recordbook.sources import holding  # noqa: PLC0415 -- as above

    tree = holding(root)
    if tree is None:
        raise click.UsageError("the collection is in no git repository, so nothing is known of its changes")
    repository = Repository(tree)
    start = _start(repository, base)
    above = "".join(f"{part}/" for part in root.resolve().relative_to(tree).parts)
    uris = sorted({one.place.uri.rstrip("/") for one in found})
    ids = repository.ids(start, (above + uri for uri in uris))
    differing = [uri for uri in uris if not _is_same(root / uri, uri, ids[above + uri])]
    known = {uri: one for uri in differing if isinstance(one := ids[above + uri], str)}
    blobs = repository.contents(known.values())
    old = {uri: blob.text for uri, one in known.items() if isinstance(blob := blobs[one], Blob)}
    files = frozenset(uri for uri in differing if uri not in old or not _reads_same(old[uri], texts.get(uri)))
    return Change(files, frozenset(_lines(found, files, old, texts)))


def _start(repository: Repository, base: str) -> str:
    """The commit that the work began from."""
    names = _usual() if base == USUAL else (base,)
    name, tip = next(((name, tip) for name in names if (tip := repository.resolve(name))), ("", ""))
    if base == USUAL and not tip:
        raise click.UsageError("no default branch of `origin` is known here; name a commit, as in --changed=main")
    if not tip:
        raise click.UsageError(f"the repository has no commit {shown(base)}; paths come before --changed")
    head = repository.resolve("HEAD")
    if not head:
        raise click.UsageError("the repository has no commit yet, so everything in it is new")
    start = repository.fork_point(tip, head)
    if not start:
        more = "; the clone is shallow: fetch its whole history" if repository.shallow else ""
        raise click.UsageError(f"{shown(name)} and this work have no commit in common{more}")
    return start


def _usual() -> Iterator[str]:
    """Where a change usually begins: what a build server says of a pull request, else the remote's default branch."""
    if branch := os.environ.get("GITHUB_BASE_REF"):
        yield f"origin/{branch}"
    if commit := os.environ.get("CI_MERGE_REQUEST_DIFF_BASE_SHA"):
        yield commit
    yield from _BRANCHES


def _is_same(path: Path, uri: str, identifier: object) -> bool:
    """Whether a file has the bytes that the id names."""
    from recordbook.repository.objects import object_id  # noqa: PLC0415 -- as above

    try:
        content = read_bytes(path, uri, _LARGEST)
    except OutOfPlace:
        return False
    return isinstance(identifier, str) and object_id("blob", content, len(identifier)) == identifier


def _reads_same(old: str, text: Text | None) -> bool:
    """Whether only line ends differ, as a checkout may change them."""
    return text is not None and old.replace("\r\n", "\n") == text.content


def _lines(
    found: tuple[Diagnostic, ...], files: frozenset[str], old: Mapping[str, str], texts: Mapping[str, Text]
) -> Iterator[tuple[str, int]]:
    """Places of findings whose line is new. Lines are compared as a set: a moved line is not new."""
    before = {uri: set(content.replace("\r\n", "\n").split("\n")) for uri, content in old.items() if uri in files}
    for one in found:
        uri, line = one.place.uri, one.place.line
        if uri in files and (uri not in before or uri not in texts or texts[uri].line(line) not in before[uri]):
            yield uri, line
