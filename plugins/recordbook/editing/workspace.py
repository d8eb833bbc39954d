"""A collection as an editor sees it: the files of the disk, and over them the texts that are not saved yet."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from recordbook.files import Kept, OutOfPlace, Stored, read_bytes
from recordbook.loading import REPORTS, load
from recordbook.pipeline import judge
from recordbook.settings import Settings
from recordbook.settings_file import load_settings
from recordbook.shelf import Shelf, own_shelf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from recordbook.contract import Contract
    from recordbook.diagnostics import Diagnostic
    from recordbook.loading import Loaded
    from recordbook.pipeline import Result
    from recordbook.reading import File, Reading

_FOLDERS = (REPORTS, ".recordbook")


class Workspace:
    """One collection with the texts that are open in an editor."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.open: dict[str, str] = {}
        """Path from the root, with slashes, to a text that may not be saved."""
        self.shelf = _Desk(root)
        self.kept: dict[str, tuple[int, Kept]] = {}
        self.settings = Settings()
        self.tree = Stored({})
        self.loaded: Loaded
        self.looked: Result | None = None

    @property
    def result(self) -> Result:
        """What was found when the files were looked at last; the first time they are looked at now."""
        return self.looked or self.look()

    def look(self) -> Result:
        """Read what changed, and check everything."""
        self.settings, problems, _ = load_settings(self.root)
        self.tree = Stored({**self._on_disk(), **self._in_editor()})
        self.looked = found = self.judged(self.tree, problems)
        self.shelf.save()
        return found

    def judged(self, tree: Stored, problems: list[Diagnostic]) -> Result:
        """What is found in a tree, which becomes the one that was loaded last."""
        self.loaded = load(tree, self.settings, self.shelf)
        return judge(tree, self.loaded, self.settings, problems)

    def text(self, uri: str) -> str:
        """The text of a file as the editor has it, or as it was read last; empty where there is none."""
        found = self.result.texts.get(uri)
        return self.open.get(uri) or (found.content if found else "")

    def _in_editor(self) -> dict[str, Kept]:
        texts = {uri: text.encode("utf-8", "replace") for uri, text in self.open.items()}
        return {uri: Kept(stat.S_IFREG, len(data), data) for uri, data in texts.items()}

    def _on_disk(self) -> dict[str, Kept]:
        """Every file of the collection. One whose time did not change is not read again."""
        seen: dict[str, tuple[int, Kept]] = {}
        for folder in _FOLDERS:
            top = self.root / folder
            if top.is_dir() and not top.is_symlink():
                for entry in _entries(top):
                    uri = os.path.relpath(entry.path, self.root).replace(os.sep, "/")
                    with suppress(FileNotFoundError):  # editors make files and take them away while they save
                        seen[uri] = self._looked_at(uri, entry.stat(follow_symlinks=False))
        self.kept = seen
        return {uri: kept for uri, (_, kept) in seen.items()}

    def _looked_at(self, uri: str, status: os.stat_result) -> tuple[int, Kept]:
        """A file with the time of its last change, read where that is another one."""
        time, kept = self.kept.get(uri, (0, None))
        if kept is None or (time, kept.size) != (status.st_mtime_ns, status.st_size):
            kept = self._read(uri, status)
        return status.st_mtime_ns, kept

    def _read(self, uri: str, status: os.stat_result) -> Kept:
        if not stat.S_ISREG(status.st_mode) or status.st_size > self.settings.limits.lock_bytes:
            return Kept(status.st_mode, status.st_size, None)
        try:
            content = read_bytes(self.root / uri, uri, self.settings.limits.lock_bytes)
        except OutOfPlace:
            return Kept(status.st_mode, status.st_size, None)
        return Kept(status.st_mode, len(content), content)


def _entries(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    """Everything below a folder that is no folder itself; nothing behind a link."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _entries(entry.path)
            else:
                yield entry


class _Desk(Shelf):
    """A shelf that keeps in memory what each file gave last. The first look takes from the shelf of earlier runs."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.last: dict[str, tuple[File, bytes, Reading]] = {}
        self.earlier: Shelf | None = own_shelf(root)

    def read(self, file: File, data: bytes, contract: Contract | None = None) -> Reading:
        """What a file with these bytes gives."""
        known = self.last.get(file.uri)
        if known and known[0] == file and known[1] == data:
            return known[2]
        reading = self.earlier.read(file, data, contract) if self.earlier else super().read(file, data, contract)
        self.last[file.uri] = file, data, reading
        return reading

    def save(self) -> None:
        """Keep what the first look read; afterwards a text changes with each stroke, and is not kept."""
        if self.earlier:
            self.earlier.save()
            self.earlier = None
