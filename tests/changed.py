"""The clean collection with pieces of its files changed."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from sample import CLEAN, reported

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = "reports/demo/records"
NOTE = f"{RECORDS}/MEM-OBJ-note.md"
NOTEBOOK = f"{RECORDS}/MEM-CMP-notebook.md"
READING = f"{RECORDS}/MEM-RTE-note-reading.yml"
REPORT = "reports/demo/memory.md"
SYSTEM = "reports/demo/system.yml"
ANNOTATION = "reports/demo/annotations/MEM-on-RT-RTE-turn.md"
SETTINGS = ".recordbook/settings.yml"


def changed(root: Path, *changes: tuple[str, str, str]) -> Path:
    """The clean collection in ``root`` with one text of a file, which stands there once, replaced by another.

    With an empty old text the new one is the whole file.
    """
    if not (root / "reports").exists():
        shutil.copytree(CLEAN, root, dirs_exist_ok=True)
    for file, old, new in changes:
        path = root / file
        content = path.read_text("utf-8") if old else ""
        assert not old or content.count(old) == 1, f"{old!r} in {file}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content.replace(old, new) if old else new, "utf-8")
    return root


def said(root: Path, *changes: tuple[str, str, str]) -> list[str]:
    """What a check reports after these changes, as concise lines."""
    return reported(changed(root, *changes))
