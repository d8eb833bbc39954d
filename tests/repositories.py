"""Repositories that tests make: the same ids on every machine, and nothing taken from whoever runs the tests."""

from __future__ import annotations

import hashlib
import os
import subprocess
import zlib
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Self

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


class Forge(ThreadingHTTPServer):
    """A host that serves the repositories below a folder to git, and remembers what it was asked.

    A path that begins with `/moved/` leads to the same one without it, one with `/locked/` wants a password, and where
    ``strict`` is set a repository is found only under `.git`, to which a path without it leads.
    """

    daemon_threads = True

    def __init__(self, folder: Path, *, strict: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.folder, self.strict = folder, strict
        self.asked: list[tuple[str, dict[str, str]]] = []
        """Path and headers of each request."""

    @property
    def address(self) -> str:
        """Without a slash at its end."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> Self:
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


class _Answer(BaseHTTPRequestHandler):
    server: Forge

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b"".join(iter(self._chunk, b""))
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self._answer(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's name
        """Say nothing."""

    def _chunk(self) -> bytes:
        size = int(self.rfile.readline(), 16)
        return self.rfile.read(size + 2)[:-2]

    def _answer(self, body: bytes) -> None:
        self.server.asked.append((self.path, dict(self.headers)))
        path, _, query = self.path.partition("?")
        if path.startswith("/moved/"):
            self._lead(self.path.removeprefix("/moved"))
        elif path.startswith("/locked/"):
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="locked"')
            self.end_headers()
        elif self.server.strict and "/info/refs" in path and not path.removesuffix("/info/refs").endswith(".git"):
            self._lead(self.path.replace("/info/refs", ".git/info/refs"))
        else:
            self._hand_on(path, query, body)

    def _lead(self, path: str) -> None:
        self.send_response(301)
        self.send_header("Location", self.server.address + path)
        self.end_headers()

    def _hand_on(self, path: str, query: str, body: bytes) -> None:
        environment = {
            **ENVIRONMENT,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_PROJECT_ROOT": str(self.server.folder),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "HTTP_GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
        }
        done = subprocess.run(["git", "http-backend"], env=environment, input=body, capture_output=True, check=True)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        self.send_response(int(headers.pop("Status", "200").split()[0]))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
