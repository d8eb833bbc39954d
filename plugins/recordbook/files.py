"""One file of a stranger: opened only where it is a regular file of a bearable size, and never through a link."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from recordbook.rules import found
from recordbook.text import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from recordbook.diagnostics import Diagnostic

_TOO_LONG = 80


@dataclass(frozen=True, slots=True)
class Kept:
    """One file that is in memory."""

    mode: int
    """As ``stat`` gives it."""
    size: int
    content: bytes | None
    """None where it was not fetched, which makes it a file that cannot be opened."""


@dataclass(frozen=True)
class Stored:
    """A file or a folder of a tree that is in memory, such as that of a commit: what a walk asks of a path."""

    files: Mapping[str, Kept]
    """Path from the root, with slashes, to each file."""
    uri: str = ""
    """Where this one stands, from the root; empty for the root itself."""

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self.uri.rpartition("/")[2]

    def __truediv__(self, name: str) -> Stored:
        """What a folder holds under a name, or under several with slashes between them."""
        return Stored(self.files, f"{self.uri}/{name}" if self.uri else name)

    @cached_property
    def children(self) -> tuple[Stored, ...]:
        """What the folder holds."""
        start = f"{self.uri}/" if self.uri else ""
        names = {path[len(start) :].partition("/")[0]: None for path in self.files if path.startswith(start)}
        return tuple(self / name for name in names)

    def is_symlink(self) -> bool:
        """Whether it is a link."""
        return self.uri in self.files and stat.S_ISLNK(self.files[self.uri].mode)

    def is_file(self) -> bool:
        """Whether it is a regular file."""
        return self.uri in self.files and stat.S_ISREG(self.files[self.uri].mode)

    def is_dir(self) -> bool:
        """Whether anything lies below it."""
        return self.uri not in self.files and bool(self.children)

    def mode(self) -> int:
        """As ``stat`` gives it."""
        return self.files[self.uri].mode if self.uri in self.files else stat.S_IFDIR


Folder: TypeAlias = Path | Stored
"""Where a collection is read from: a folder of this machine, or a tree in memory."""


def scan(folder: Folder) -> Iterable[Stored | os.DirEntry[str]]:
    """The entries of a folder, in no particular order."""
    if isinstance(folder, Stored):
        return folder.children
    with os.scandir(folder) as entries:
        return list(entries)


def mode_of(entry: Stored | os.DirEntry[str] | Path) -> int:
    """What an entry is, as ``stat`` gives it, and not what a link leads to."""
    return entry.mode() if isinstance(entry, Stored) else os.lstat(entry).st_mode


class OutOfPlace(Exception):  # noqa: N818 - carries a finding, and is caught where files are read
    """A file that cannot be opened as a regular file of a bearable size."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


def read_bytes(path: Folder, uri: str, limit: int) -> bytes:
    """The bytes of a regular file that is no link. Raises ``OutOfPlace`` with a finding."""
    if isinstance(path, Stored):
        return _kept(path, uri, limit)
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        raise OutOfPlace(found("not-a-regular-file", Place(uri), "the file cannot be opened")) from None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OutOfPlace(irregular(uri, status.st_mode))
        if status.st_size > limit:
            what = f"the file has {status.st_size:,} bytes; at most {limit:,} are read (`limits.file_bytes`)"
            raise OutOfPlace(found("over-limit", Place(uri), what, "Split it."))
        return os.read(handle, status.st_size + 1)
    finally:
        os.close(handle)


def _kept(path: Stored, uri: str, limit: int) -> bytes:
    kept = path.files[path.uri]
    _ask(uri, kept.mode, kept.size, limit)
    if kept.content is None:
        raise OutOfPlace(_closed(uri))
    return kept.content


def _ask(uri: str, mode: int, size: int, limit: int) -> None:
    """Raise ``OutOfPlace`` for what is no regular file of a bearable size."""
    if not stat.S_ISREG(mode):
        raise OutOfPlace(irregular(uri, mode))
    if size > limit:
        what = f"the file has {size:,} bytes; at most {limit:,} are read (`limits.file_bytes`)"
        raise OutOfPlace(found("over-limit", Place(uri), what, "Split it."))


def _closed(uri: str) -> Diagnostic:
    return found("not-a-regular-file", Place(uri), "the file cannot be opened")


def irregular(uri: str, mode: int) -> Diagnostic:
    """The finding for what stands where a regular file belongs; ``mode`` as ``stat`` gives it."""
    kinds = ((stat.S_ISLNK, "a symbolic link"), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"))
    what = next((words for test, words in kinds if test(mode)), "a device or socket")
    message = f"{what} stands where a regular file belongs"
    return found("not-a-regular-file", Place(uri), message, "Put the file itself here.")


def shown_name(name: str) -> str:
    """A file's name as a message may hold it: printable ASCII, cut."""
    printable = "".join(c if c.isascii() and c.isprintable() else ascii(c)[1:-1] for c in name)
    return printable if len(printable) <= _TOO_LONG else printable[:_TOO_LONG] + "…"
