"""The clean sample collection, files laid over it, and what a check says about the result."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from recordbook.pipeline import run

from recordbook.formats import concise_line
from recordbook.loading import load_settings

CASES = Path(__file__).parent / "cases"
CLEAN = CASES / "_clean"
EXPECTED = "expected.txt"
"""In a case: the lines it must report."""
WITHOUT = "without.txt"
"""In a case: paths of the clean collection that are left out, one a line."""


def lay(root: Path, layer: Path) -> None:
    """Copy the files of a case over what is below ``root``; links stay links."""
    for name in (layer / WITHOUT).read_text().split() if (layer / WITHOUT).exists() else ():
        remove(root / name)
    for folder, _, names in os.walk(layer):
        target = root / Path(folder).relative_to(layer)
        target.mkdir(parents=True, exist_ok=True)
        for name in names:
            if name not in {EXPECTED, WITHOUT}:
                remove(target / name)
                shutil.copyfile(Path(folder) / name, target / name, follow_symlinks=False)


def remove(path: Path) -> None:
    """Remove a file, a link or a folder; nothing if there is none."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def reported(root: Path) -> list[str]:
    """What a check of the collection in ``root`` reports, as concise lines."""
    settings, problems, _ = load_settings(root)
    return [concise_line(found) for found in (*problems, *run(root, settings).diagnostics)]


def code_of(line: str) -> str:
    """The code in a concise line."""
    return line.split("[", 1)[1].split("]", 1)[0]
