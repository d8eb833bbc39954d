"""Changes of files: shown as a diff, or made."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import unified_diff
from typing import TYPE_CHECKING

from recordbook.putting import put

if TYPE_CHECKING:
    from collections.abc import Iterable
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

    before, after = (_rows(data) for data in (change.before, change.after))
    target = change.moved or change.uri
    lines = [*unified_diff(before, after, f"a/{change.uri}", f"b/{target}")]
    if change.moved:
        names = f"a/{change.uri} b/{target}", f"rename from {change.uri}", f"rename to {target}"
        lines = [f"diff --git {names[0]}\n", f"{names[1]}\n", f"{names[2]}\n", *lines]
    shown = []
    for line in lines:
        text = "".join(glyphs(line.removesuffix("\n"), tab="\t"))
        shown.append(text.replace(":", "\\x3a", 1) if text.lstrip().startswith("::") else text)
        shown += [] if line.endswith("\n") else ["\\ No newline at end of file"]
    return "".join(f"{line}\n" for line in shown)


def _rows(data: bytes) -> list[str]:
    """The lines of a file with their ends, all of them line feeds."""
    rows = [f"{row}\n" for row in data.decode("utf-8").replace("\r\n", "\n").split("\n")]
    rows[-1] = rows[-1].removesuffix("\n")
    return rows if rows[-1] else rows[:-1]


def apply(root: Path, changes: Iterable[Change]) -> None:
    """Make all changes below ``root``, or none: after trouble every file is as it was. Raises ``OSError``."""
    made: list[Change] = []
    try:
        for change in changes:
            made.append(change)
            put(root / change.uri, change.after)
            if change.moved:
                _move(root, change.uri, change.moved)
    except BaseException:
        for change in reversed(made):
            _undo(root, change)
        raise


def _undo(root: Path, change: Change) -> None:
    """Put a file back as it was, wherever it is now."""
    if change.moved and (root / change.moved).exists() and not (root / change.uri).exists():
        _move(root, change.moved, change.uri)
    put(root / change.uri, change.before)


def _move(root: Path, old: str, new: str) -> None:
    """Rename a file, in git too where git knows it. Raises ``FileExistsError`` rather than overwrite one."""
    from recordbook.repository import git_directory, move  # noqa: PLC0415 -- help needs none of it
    from recordbook.sources import holding  # noqa: PLC0415

    if (root / new).exists():
        raise FileExistsError(17, "a file of this name is there already", str(root / new))
    tree = holding(root)
    directory = git_directory(tree) if tree else None
    if tree is not None and directory is not None:
        below = root.resolve().relative_to(tree)
        if move(tree, directory, (below / old).as_posix(), (below / new).as_posix()):
            return
    (root / old).rename(root / new)
