"""The clean sample collection, files laid over it, and what a check says about the result."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from recordbook.pipeline import run

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from recordbook.prose import Passage, Prose

from recordbook.formats import concise_line
from recordbook.settings_file import load_settings

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
    for path in sorted(layer.rglob("*")):
        target = root / path.relative_to(layer)
        if path.is_symlink():
            remove(target)
            target.symlink_to(path.readlink())
        elif path.is_file() and path.name not in {EXPECTED, WITHOUT}:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def remove(path: Path) -> None:
    """Remove a file, a link or a folder; nothing if there is none."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def reported(root: Path) -> list[str]:
    """What a check of the collection in ``root`` reports, as concise lines."""
    settings, problems, _ = load_settings(root)
    return [concise_line(found) for found in run(root, settings, problems).diagnostics]


def code_of(line: str) -> str:
    """The code in a concise line."""
    return line.split("[", 1)[1].split("]", 1)[0]


UNREADABLE = "Nobody can read this."
"""What `break_parser` makes the Markdown parser fail on: no text is known that does it by itself."""


def break_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the parser fail on bodies that hold `UNREADABLE`."""
    render = import_module("recordbook.prose.render")
    parse: Callable[[Passage, frozenset[int]], Prose] = render._body  # noqa: SLF001 -- nothing public can be made to fail

    def parse_or_fail(passage: Passage, headings: frozenset[int]) -> Prose:
        if UNREADABLE in passage.markdown:
            raise RecursionError
        return parse(passage, headings)

    monkeypatch.setattr(render, "_body", parse_or_fail)
