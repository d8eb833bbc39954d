"""The folder of everything that is fetched and remembered on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from recordbook.diagnostics import shown

CACHE_VARIABLE = "RECORDBOOK_CACHE"
"""The environment variable that names another cache folder."""
_OTHERS = 0o077


def cache_folder() -> Path:
    """The folder of everything fetched and remembered, which may not exist yet.

    `RECORDBOOK_CACHE` where it is set, else `recordbook` in the user's folder for caches.
    """
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named).absolute()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "recordbook"
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".cache") / "recordbook"


def private_folder(folder: Path) -> Path:
    """The same folder, made where it is missing, closed to everyone else. Raises ``OSError`` where it is not ours."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    status = folder.stat()
    if status.st_uid != os.getuid():
        raise PermissionError(f"the cache folder {shown(folder.name)} belongs to somebody else")
    if status.st_mode & _OTHERS:
        folder.chmod(0o700)
    return folder
