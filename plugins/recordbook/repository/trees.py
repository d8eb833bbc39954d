"""What stands at a path of a commit: its object id, or why it is no file that may be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.repository.answers import Reason
from recordbook.repository.process import GitError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.repository.objects import Objects

_FOLDER = b"40000"
_REGULAR = frozenset({b"100644", b"100755", b"100664"})
_KINDS = {_FOLDER: "a folder", b"120000": "a symbolic link", b"160000": "a submodule"}
_MISSING = Reason("path-missing", "the path is not in the commit")


class Trees:
    """The folders of one commit, each read once."""

    def __init__(self, objects: Objects, revision: str) -> None:
        """Raises ``GitError`` when the revision is no commit of the repository."""
        self._objects = objects
        first, _, _ = objects.read(revision, "commit").partition(b"\n")
        self._root = first.removeprefix(b"tree ").decode()
        self._folders: dict[str, dict[bytes, list[tuple[bytes, str]]]] = {}

    def find(self, path: str) -> str | Reason:
        """The object id of the regular file at a path."""
        *folders, name = path.encode("utf-8", "surrogateescape").split(b"/")
        at = self._root
        for folder in folders:
            entry = self._entry(at, folder)
            if isinstance(entry, Reason):
                return entry
            mode, at = entry
            if mode != _FOLDER:
                kind = _KINDS.get(mode, "a file")
                return Reason("path-missing", f"the path is not in the commit: its part {_shown(folder)} is {kind}")
        entry = self._entry(at, name)
        if isinstance(entry, Reason):
            return entry
        mode, at = entry
        if mode not in _REGULAR:
            return Reason("path-not-a-file", f"the path is {_KINDS.get(mode, 'no regular file')}")
        return at

    def _entry(self, tree: str, name: bytes) -> tuple[bytes, str] | Reason:
        """Mode and object id of a folder's only entry of this name."""
        if tree not in self._folders:
            folder: dict[bytes, list[tuple[bytes, str]]] = {}
            for mode, found, identifier in _entries(self._objects.read(tree, "tree"), len(tree) // 2):
                folder.setdefault(found, []).append((mode, identifier))
            self._folders[tree] = folder
        entries = self._folders[tree].get(name, [])
        if len(entries) > 1:
            return Reason("path-not-a-file", "the commit holds the path twice")
        return entries[0] if entries else _MISSING


def _entries(tree: bytes, id_bytes: int) -> Iterator[tuple[bytes, bytes, str]]:
    """Mode, name and object id of each entry of a tree object. Raises ``GitError`` for what is no tree."""
    at = 0
    while at < len(tree):
        end = tree.find(b"\0", at)
        mode, space, name = tree[at:end].partition(b" ")
        at = end + 1 + id_bytes
        if end < 0 or not space or at > len(tree):
            raise GitError("the repository is damaged: a folder in it cannot be read")
        yield mode.lstrip(b"0"), name, tree[end + 1 : at].hex()


def _shown(name: bytes) -> str:
    return f"`{name.decode('utf-8', 'replace')}`"
