"""The collection as its own repository keeps it: one revision whole, in memory; the work tree is not touched."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from recordbook.files import Kept, Stored
from recordbook.loading import IDS_LOCK, REPORTS

_LOCK = ".lock.yml"

if TYPE_CHECKING:
    from recordbook.repository import Repository
    from recordbook.settings import Limits


def stored(repository: Repository, revision: str, limits: Limits) -> Stored:
    """The files of a collection at a commit, for `loading.load`. Raises ``GitError``.

    Contents over the limit on a file's size are not read; the locks, which name every record, may be larger.
    """
    listed = repository.listing(revision, REPORTS, IDS_LOCK)
    regular = [one for one in listed if stat.S_ISREG(one.mode)]
    contents: dict[str, bytes] = {}
    for locks, most in ((False, limits.file_bytes), (True, limits.lock_bytes)):
        contents |= repository.bytes_of((one.blob for one in regular if one.path.endswith(_LOCK) == locks), most)
    return Stored({one.path: Kept(one.mode, max(one.size, 0), contents.get(one.blob)) for one in listed})
