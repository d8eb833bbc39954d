"""What was committed, and when: the revisions of a folder, and every file of one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook.repository.objects import STRUCTURE_BYTES, Objects
from recordbook.repository.process import GitError, Process, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_COMMITTER = re.compile(rb"^committer .*> ([0-9]{1,12}) [+-][0-9]{4}$", re.ASCII | re.MULTILINE)
_PARENT = re.compile(rb"^parent ([0-9a-f]{40}(?:[0-9a-f]{24})?)$", re.ASCII | re.MULTILINE)
_CHANGE_BYTES = 64_000_000
_OPTIONS = ("-r", "-z", "--raw", "--root", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv")


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry of a commit's folders."""

    path: str
    mode: int
    """As ``stat`` gives it; a submodule has a kind of its own."""
    blob: str
    """Git's id of the content."""
    size: int
    """In bytes; -1 where this copy does not hold the content."""


@dataclass(frozen=True, slots=True)
class Touched:
    """A file that a revision added, changed or removed."""

    path: str
    old: str
    """Git's id of the content before; empty where the file was not there, or was no regular file."""
    new: str
    """The same after."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One commit, against the one before it."""

    commit: str
    seconds: int
    """Its committer date, in seconds since 1970."""
    files: tuple[Touched, ...]
    """In the order of paths."""


@dataclass(frozen=True, slots=True)
class Past:
    """Revisions, the newest first."""

    revisions: tuple[Revision, ...]
    cut: str
    """Why there may be older ones: ``shallow`` or ``limit``; empty where these are all."""


def committed(commit: bytes) -> int | None:
    """The committer date in a commit's content, in seconds since 1970; None where it states none."""
    match = _COMMITTER.search(commit.partition(b"\n\n")[0])
    return int(match[1]) if match else None


def listing(directory: Path, revision: str, paths: Sequence[str]) -> Iterator[Listed]:
    """Every file at or below some paths of a commit, whatever it is, in git's order."""
    output = run(directory, "ls-tree", "-r", "-z", "-l", "--full-tree", revision, "--", *paths)
    for line in output.split(b"\0")[:-1]:
        head, _, name = line.partition(b"\t")
        mode, _, blob, size = head.split()
        path = name.decode("utf-8", "surrogateescape")
        yield Listed(path, int(mode, 8), blob.decode(), int(size) if size.isdigit() else -1)


def past(directory: Path, revision: str, folder: str, most: int) -> Past:
    """The newest revisions that touch a folder, along the first parents of a commit.

    Where a shallow clone ends, what its last commit changed is not known: that one is left out.
    """
    options = ("--first-parent", f"--max-count={most + 1}")
    ids = run(directory, "rev-list", *options, revision, "--", folder).decode().split()
    found, cut = [], "limit" if len(ids) > most else ""
    with Objects(directory) as objects:
        pairs: list[tuple[str, str, int]] = []
        for one, content in zip(ids[:most], objects.contents(ids[:most], "commit", STRUCTURE_BYTES), strict=True):
            parent = _PARENT.search(content.partition(b"\n\n")[0])
            pairs.append((one, parent[1].decode() if parent else "", committed(content) or 0))
        headers = objects.headers([parent for _, parent, _ in pairs if parent])
    known = [pair for pair in pairs if not pair[1] or headers[pair[1]] is not None]
    if len(known) < len(pairs):
        cut = "shallow"
    changed = _changed(directory, [(one, parent) for one, parent, _ in known], folder)
    found = [Revision(one, seconds, changed.get(one, ())) for one, _, seconds in known]
    return Past(tuple(found), cut)


def _changed(directory: Path, pairs: list[tuple[str, str]], folder: str) -> dict[str, tuple[Touched, ...]]:
    """Commit to the files in which it differs from a parent; from nothing, where it has none."""
    if not pairs:
        return {}
    with Process(f"--git-dir={directory}", "diff-tree", "--stdin", *_OPTIONS, "--", folder) as process:
        process.feed("".join(f"{' '.join(filter(None, pair))}\n" for pair in pairs).encode())
        output = process.read(_CHANGE_BYTES)
        if len(output) == _CHANGE_BYTES:
            raise GitError("the newest changes are too many to be read")
        if process.wait():
            raise process.failure()
    return dict(_blocks(output))


def _blocks(output: bytes) -> Iterator[tuple[str, tuple[Touched, ...]]]:
    """Commit and files, from what git prints: an id, then two fields a file."""
    commit, files = "", list[Touched]()
    fields = iter(output.split(b"\0")[:-1])
    for field in fields:
        if not field.startswith(b":"):
            if commit:
                yield commit, tuple(files)
            commit, files = field.strip().decode(), []
            continue
        before, after, old, new, _ = field[1:].decode().split(" ")
        path = next(fields).decode("utf-8", "surrogateescape")
        files.append(Touched(path, old if before.startswith("100") else "", new if after.startswith("100") else ""))
    if commit:
        yield commit, tuple(files)
