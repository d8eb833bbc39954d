"""The collection as its own repository keeps it: one revision whole, in memory; the work tree is not touched."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook.files import Kept, Stored
from recordbook.loading import IDS_LOCK, REPORTS
from recordbook.repository import Repository
from recordbook.sources import holding

_LOCK = ".lock.yml"

if TYPE_CHECKING:
    from pathlib import Path

    from recordbook.settings import Limits


@dataclass(frozen=True, slots=True)
class Own:
    """The repository that holds a collection."""

    repository: Repository
    prefix: str
    """Where the collection stands in it: empty for its root, else a path with a slash at its end."""


def own(root: Path) -> Own | None:
    """The repository that holds the collection in a folder; None where there is none. Raises ``GitError``."""
    tree = holding(root)
    if tree is None:
        return None
    prefix = root.resolve().relative_to(tree).as_posix()
    return Own(Repository(tree), "" if prefix == "." else f"{prefix}/")


def stored(own: Own, revision: str, limits: Limits) -> Stored:
    """The files of a collection at a commit, for `loading.load`. Raises ``GitError``.

    Contents over the limit on a file's size are not read; the locks, which name every record, may be larger.
    """
    listed = own.repository.listing(revision, *(f"{own.prefix}{path}" for path in (REPORTS, IDS_LOCK)))
    regular = [one for one in listed if stat.S_ISREG(one.mode)]
    contents: dict[str, bytes] = {}
    for locks, most in ((False, limits.file_bytes), (True, limits.lock_bytes)):
        ids = (one.blob for one in regular if one.path.endswith(_LOCK) == locks)
        contents |= own.repository.bytes_of(ids, most)
    return Stored(
        {one.path.removeprefix(own.prefix): Kept(one.mode, max(one.size, 0), contents.get(one.blob)) for one in listed}
    )
