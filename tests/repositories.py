"""Repositories that tests make: the same ids on every machine, and nothing taken from whoever runs the tests."""

from __future__ import annotations

import hashlib
import os
import subprocess
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SECONDS = 1_704_067_200
"""When everything is committed: 2024-01-01, in seconds since 1970."""
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "GIT_AUTHOR_DATE": f"{SECONDS} +0000",
    "GIT_AUTHOR_EMAIL": "author@example.org",
    "GIT_AUTHOR_NAME": "Author",
    "GIT_COMMITTER_DATE": f"{SECONDS} +0000",
    "GIT_COMMITTER_EMAIL": "author@example.org",
    "GIT_COMMITTER_NAME": "Author",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
REGULAR, EXECUTABLE, LINK, SUBMODULE, FOLDER = "100644", "100755", "120000", "160000", "40000"
"""Modes of entries in a tree."""


@dataclass(frozen=True)
class Made:
    """A repository made for a test."""

    path: Path
    """A work tree or a bare repository."""

    def git(self, *arguments: str, stdin: bytes = b"") -> str:
        """What a git command prints, without its last line end. Raises ``CalledProcessError``."""
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env=ENVIRONMENT, input=stdin, capture_output=True, check=True
        )
        return done.stdout.decode("utf-8", "replace").strip()

    def commit(self, files: Mapping[str, str | bytes], message: str = "one") -> str:
        """The id of a new commit with these files added or changed in the work tree."""
        for name, content in files.items():
            target = self.path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")

    def blob(self, content: bytes) -> str:
        """The id of a new blob that stands in no tree."""
        return self.git("hash-object", "-w", "--stdin", stdin=content)

    def tree(self, *entries: tuple[str, str, str]) -> str:
        """The id of a new tree of modes, names and object ids, whatever they are."""
        raw = b"".join(f"{mode} {name}\0".encode() + bytes.fromhex(one) for mode, name, one in entries)
        return self.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=raw)

    def commit_tree(self, tree: str, branch: str = "main") -> str:
        """The id of a new commit of a tree, which a branch then holds."""
        identifier = self.git("commit-tree", "-m", "made", tree)
        self.git("update-ref", f"refs/heads/{branch}", identifier)
        return identifier

    def forge(self, identifier: str, kind: str, content: bytes) -> None:
        """Put another content in place of a loose object."""
        target = self.path / ".git" / "objects" / identifier[:2] / identifier[2:]
        target.chmod(0o644)
        target.write_bytes(zlib.compress(f"{kind} {len(content)}\0".encode() + content))

    def clone(self, path: Path, *options: str) -> Made:
        """A clone of this repository."""
        self.git("clone", "--quiet", *options, self.path.as_uri(), str(path))
        return Made(path)


def make(path: Path, files: Mapping[str, str | bytes] | None = None, *options: str) -> Made:
    """A new repository with a branch `main`, and one commit where there are files."""
    path.mkdir(parents=True)
    made = Made(path)
    made.git("init", "--quiet", "--initial-branch=main", "--template=", *options)
    if files is not None:
        made.commit(files)
    return made


def blob_id(content: bytes) -> str:
    """The id that git gives to a file with this content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()  # noqa: S324 - git's own id


def trap(folder: Path) -> tuple[Path, Path]:
    """A program that leaves a file when it is run, and that file."""
    mark, program = folder / "it-ran", folder / "trap.sh"
    program.write_text(f"#!/bin/sh\necho \"$0 $@\" >> '{mark}'\n")
    program.chmod(0o755)
    return program, mark
