"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def put(path: Path, data: bytes) -> None:
    """Write a file in one step: nobody reads half of it. One that is there keeps its mode. Raises ``OSError``."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_bytes(data)
        if path.exists():
            fresh.chmod(stat.S_IMODE(path.stat().st_mode))
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
