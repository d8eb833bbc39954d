"""Changes of files: shown as a diff, or made."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from difflib import unified_diff
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Change:
    """One file with other bytes, maybe under another name."""

    uri: str
    """Path from the root of the repository."""
    before: bytes
    after: bytes
    moved: str = ""
    """Its new path, where it gets one."""


def difference(change: Change) -> str:
    """A change as a diff that git can apply and a build log takes for text."""
    from recordbook.formats.glyphs import glyphs  # noqa: PLC0415 -- help needs none of it

    before, after = (data.decode("utf-8").replace("\r\n", "\n").split("\n") for data in (change.before, change.after))
    target = change.moved or change.uri
    lines = [*unified_diff(before, after, f"a/{change.uri}", f"b/{target}", lineterm="")]
    if change.moved:
        names = f"a/{change.uri} b/{target}", f"rename from {change.uri}", f"rename to {target}"
        lines = [f"diff --git {names[0]}", *names[1:], *lines]
    shown = []
    for line in lines:
        text = "".join(glyphs(line, tab="\t"))
        shown.append(text.replace(":", "\\x3a", 1) if text.lstrip().startswith("::") else text)
    return "".join(f"{line}\n" for line in shown)


def replace(path: Path, data: bytes) -> None:
    """Put other bytes into a file, whole or not at all, and keep its mode."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_bytes(data)
        shutil.copymode(path, fresh)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
