"""One file of a stranger: opened only where it is a regular file of a bearable size, and never through a link."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from recordbook.rules import found
from recordbook.text import Place

if TYPE_CHECKING:
    from pathlib import Path

    from recordbook.diagnostics import Diagnostic

_TOO_LONG = 80


class OutOfPlace(Exception):  # noqa: N818 - carries a finding, and is caught where files are read
    """A file that cannot be opened as a regular file of a bearable size."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


def read_bytes(path: Path, uri: str, limit: int) -> bytes:
    """The bytes of a regular file that is no link. Raises ``OutOfPlace`` with a finding."""
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
