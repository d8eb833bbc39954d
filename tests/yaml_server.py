"""Drives the YAML language server that editors use, over its standard input and output."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

VERSION = "1.25.0"
"""The server that is installed from npm."""
SECONDS = 60
_SETTINGS = {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}
"""No schema is fetched from anywhere."""
_FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "recordbook-tests"


def installed() -> Path | str:
    """The server's program, installed if need be; where that cannot be done, the reason."""
    folder = _FOLDER / f"yaml-language-server-{VERSION}"
    program = folder / "node_modules/yaml-language-server/bin/yaml-language-server"
    if program.is_file():
        return program
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "node and npm are not installed"
    folder.mkdir(parents=True, exist_ok=True)
    options = ("--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder))
    done = subprocess.run(
        [npm, "install", *options, f"yaml-language-server@{VERSION}"], capture_output=True, check=False, timeout=300
    )
    if done.returncode or not program.is_file():
        shutil.rmtree(folder, ignore_errors=True)
        return f"yaml-language-server {VERSION} could not be installed: the registry does not answer"
    return program


class Server:
    """A running server with one folder open."""

    def __init__(self, program: Path, folder: Path) -> None:
        node = shutil.which("node")
        assert node
        self.folder = folder
        self.process = subprocess.Popen(
            [node, str(program), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.received: Queue[dict[str, Any]] = Queue()
        self.number = 0
        Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        self.ask(
            "initialize",
            processId=os.getpid(),
            rootUri=self.folder.as_uri(),
            capabilities={
                "textDocument": {"hover": {"contentFormat": ["markdown"]}},
                "workspace": {"configuration": True},
            },
        )
        self.tell("initialized")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe
            pipe.close()

    def open(self, files: Mapping[Path, str]) -> dict[Path, list[dict[str, Any]]]:
        """What the server finds in files with these texts."""
        for path, text in files.items():
            document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}
            self.tell("textDocument/didOpen", textDocument=document)
        paths = {path.as_uri(): path for path in files}
        found: dict[Path, list[dict[str, Any]]] = {}
        while len(found) < len(files):
            message = self._next()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] in paths:
                found[paths[message["params"]["uri"]]] = message["params"]["diagnostics"]
        return found

    def at(self, method: str, path: Path, line: int, character: int) -> Any:
        """The answer to a question about a place."""
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": path.as_uri()}, position=place)

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self.number and "method" not in message:
                return message.get("result")

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def _next(self) -> dict[str, Any]:
        """The next message; what the server asks for itself is answered."""
        try:
            message = self.received.get(timeout=SECONDS)
        except Empty:
            raise AssertionError("the server says nothing") from None
        if "id" in message and "method" in message:
            items = message.get("params", {}).get("items", ())
            settings = [{"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}]
            result = (
                [*settings, *[{}] * (len(items) - 1)][: len(items)] if "configuration" in message["method"] else None
            )
            self._send({"id": message["id"], "result": result})
        return message

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream
        while line := stream.readline():
            length = int(line.partition(b":")[2])
            while stream.readline().strip():
                pass
            self.received.put(json.loads(stream.read(length)))
