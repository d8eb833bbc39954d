"""A repository's commits and files, read from its objects alone. Work trees are never looked at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from recordbook.repository.answers import Blob, Reason
from recordbook.repository.history import committed, listing, past
from recordbook.repository.objects import Objects, object_id
from recordbook.repository.process import GitError, run
from recordbook.repository.trees import Trees

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from recordbook.repository.history import Listed, Past
    from recordbook.repository.objects import Header

REVISION = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
"""A full commit id in lower case: SHA-1 or SHA-256."""
BLOB_BYTES = 2_000_000
"""Size of the largest file that is read, in bytes."""
_PULL_REQUEST = re.compile(r"refs/remotes/(?:[^/]+/)?(?:pull|pr|merge-requests)/[0-9]+(?:/.*)?", re.ASCII)
_LFS = b"version https://git-lfs.github.com/spec/v1\n"
_NO_CONTENT = Reason("source-unavailable", "this copy of the repository does not hold the content of the file")


class Repository:
    """A repository, read through its git directory."""

    def __init__(self, path: Path) -> None:
        """``path`` is a work tree or a git directory, with or without a ``config``. Raises ``GitError`` for neither."""
        directory = git_directory(path)
        if directory is None:
            raise GitError(f"`{path.name}` is no git repository")
        self.directory = directory

    @property
    def shallow(self) -> bool:
        """Whether the history was cut when it was copied."""
        pointer = self.directory / "commondir"  # a linked work tree shares what follows with its repository
        common = self.directory / _first_line(pointer) if pointer.is_file() else self.directory
        return (common / "shallow").is_file()

    def commit(self, revision: str) -> Reason | None:
        """Why a commit cannot be relied on, or None when a branch or a tag contains it."""
        if not REVISION.fullmatch(revision):
            return Reason("malformed-revision", "the revision is not a full lower-case commit id")
        return self._unsound(revision) or self._uncontained(revision)

    def ids(self, revision: str, paths: Iterable[str]) -> Mapping[str, str | Reason]:
        """Blob id of each path of a sound commit, or why it is no file that may be read.

        Raises ``ValueError`` for what is no full commit id, ``GitError`` when the repository holds no such commit.
        """
        _full(revision)
        with Objects(self.directory) as objects:
            trees = Trees(objects, revision)
            found = {path: trees.find(path) for path in sorted(set(paths))}
            headers = objects.headers(sorted({one for one in found.values() if isinstance(one, str)}))
        return {path: _readable(one, headers[one]) if isinstance(one, str) else one for path, one in found.items()}

    def contents(self, ids: Iterable[str]) -> Mapping[str, Blob | Reason]:
        """The text of each blob that ``ids`` found, or why it is no text."""
        wanted = sorted(set(ids))
        with Objects(self.directory) as objects:
            found = objects.contents(wanted, "blob", BLOB_BYTES)
            return {one: blob(content, one) for one, content in zip(wanted, found, strict=True)}

    def blobs(self, revision: str, paths: Iterable[str]) -> Mapping[str, Blob | Reason]:
        """The file at each path of a sound commit, or why not. Raises as ``ids`` does."""
        ids = self.ids(revision, paths)
        texts = self.contents(one for one in ids.values() if isinstance(one, str))
        return {path: texts[one] if isinstance(one, str) else one for path, one in ids.items()}

    def names(self, revision: str) -> tuple[str, ...]:
        """Every path of a commit, in git's order; the first few hundred thousand of a vast one."""
        listing = run(self.directory, "ls-tree", "-r", "-z", "--name-only", "--full-tree", _full(revision))
        return tuple(_decoded(name) for name in listing.split(b"\0")[:-1])

    def renames(self, old: str, new: str) -> Mapping[str, str]:
        """Path at one commit to its path at another, where git finds that the file was renamed."""
        options = ("-r", "-z", "--name-status", "--diff-filter=R", "--no-ext-diff", "--no-textconv", "-l1000")
        ends = (_full(old), _full(new))
        try:
            listing = run(self.directory, "diff-tree", "-M", *options, *ends)
        except GitError:  # a partial clone can compare ids alone
            listing = run(self.directory, "diff-tree", "-M100%", *options, *ends)
        fields = [_decoded(field) for field in listing.split(b"\0")[:-1]]
        return dict(zip(fields[1::3], fields[2::3], strict=False))

    def resolve(self, name: str) -> str:
        """The full commit id that a name given by the operator stands for; empty where it stands for none."""
        if not name or name.startswith("-") or not name.isprintable():
            return ""
        options = ("--verify", "--quiet", "--end-of-options")
        commit = run(self.directory, "rev-parse", *options, f"{name}^{{commit}}", check=False).decode().strip()
        return commit if REVISION.fullmatch(commit) else ""

    def fork_point(self, one: str, other: str) -> str:
        """The newest commit that two commits both come from; empty where the repository holds none."""
        found = run(self.directory, "merge-base", _full(one), _full(other), check=False).decode().strip()
        return found if REVISION.fullmatch(found) else ""

    def head(self) -> tuple[str, int] | None:
        """The commit that is checked out and its committer date in seconds since 1970; None without either."""
        revision = self.resolve("HEAD")
        if not revision:
            return None
        with Objects(self.directory) as objects:
            seconds = committed(objects.read(revision, "commit"))
        return None if seconds is None else (revision, seconds)

    def listing(self, revision: str, *paths: str) -> tuple[Listed, ...]:
        """Every file at or below some paths of a commit, whatever it is. Raises ``ValueError`` and ``GitError``."""
        return tuple(listing(self.directory, _full(revision), paths))

    def past(self, revision: str, folder: str, most: int) -> Past:
        """The newest ``most`` revisions that touch a folder, up to a commit. Raises ``ValueError`` and ``GitError``."""
        return past(self.directory, _full(revision), folder, most)

    def bytes_of(self, ids: Iterable[str], most: int) -> Mapping[str, bytes]:
        """The content of each blob that is here and has at most so many bytes; others are left out."""
        with Objects(self.directory) as objects:
            headers = objects.headers(sorted(set(ids)))
            wanted = [one for one, header in headers.items() if header and header[0] == "blob" and header[1] <= most]
            return dict(zip(wanted, objects.contents(wanted, "blob", most), strict=True))

    def _unsound(self, revision: str) -> Reason | None:
        """Why the repository has no such commit, or None."""
        with Objects(self.directory) as objects:
            header = objects.header(revision)
            if header is not None and header[0] == "commit":
                objects.read(revision, "commit")  # which raises where its content is not what the id names
                return None
        if header is not None:
            return Reason("commit-missing", f"{revision[:12]} is a {header[0]}, not a commit")
        if self.shallow:
            return Reason("source-unavailable", f"the shallow clone does not hold the commit {revision[:12]}")
        return Reason("commit-missing", f"the repository has no commit {revision[:12]}")

    def _uncontained(self, revision: str) -> Reason | None:
        """Why a commit is not known to be part of the project, or None. What only a pull request holds is not."""
        options = ("--format=%(refname)", f"--contains={revision}")
        holders = run(self.directory, "for-each-ref", *options, "refs/heads", "refs/tags", "refs/remotes")
        if any(not _PULL_REQUEST.fullmatch(name) for name in _decoded(holders).splitlines()):
            return None
        if self.shallow:
            return Reason("source-unavailable", f"the shallow clone does not say what contains {revision[:12]}")
        return Reason("commit-unreachable", f"no branch or tag contains {revision[:12]}")


def git_directory(path: Path) -> Path | None:
    """The git directory of a work tree, or the directory itself; None where there is none."""
    pointer = path / ".git"
    if pointer.is_file():
        target = path / _first_line(pointer).removeprefix("gitdir:").strip()
        return target.resolve() if (target / "HEAD").is_file() else None
    for directory in (pointer, path):
        if (directory / "HEAD").is_file() and (directory / "objects").is_dir():
            return directory.resolve()
    return None


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.readline(4096).strip()


def _full(revision: str) -> str:
    if not REVISION.fullmatch(revision):
        raise ValueError("not a full lower-case commit id")
    return revision


def _readable(identifier: str, header: Header) -> str | Reason:
    """The id of a blob whose content is here and of a bearable size."""
    if header is None:
        return _NO_CONTENT
    kind, size = header
    if kind != "blob":
        return Reason("path-not-a-file", f"the commit holds a {kind} as if it were a file")
    if size > BLOB_BYTES:
        return Reason("over-limit", f"the file has {size:,} bytes; at most {BLOB_BYTES:,} are read")
    return identifier


def blob(content: bytes, identifier: str = "") -> Blob | Reason:
    """The text of a file's bytes, or why they are no text; ``identifier`` is git's id of them where it is known."""
    if content.startswith(_LFS):
        return Reason("not-text", "the file is a Git LFS pointer; its content is kept elsewhere")
    if b"\0" in content:
        return Reason("not-text", "the file is binary")
    try:
        return Blob(identifier or object_id("blob", content), content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Reason("not-text", "the file is not text as UTF-8")


def _decoded(name: bytes) -> str:
    return name.decode("utf-8", "replace")
