"""The one change that is made to a work tree: a file that git knows gets another name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.repository.process import GitError, run

if TYPE_CHECKING:
    from pathlib import Path


def move(tree: Path, directory: Path, old: str, new: str) -> bool:
    """Rename a file of a work tree and of its index, as ``git mv`` does; False where git does not know the file.

    ``directory`` is the git directory, the paths lead from ``tree`` with slashes.
    """
    try:
        run(directory, f"--work-tree={tree}", "mv", "--", old, new)
    except GitError:
        return False
    return True
