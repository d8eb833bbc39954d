"""Speaks with a language server over its standard input and output, as an editor does."""

from __future__ import annotations

import json
import os
import subprocess
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Self

SECONDS = 60


class Server:
    """A running server with one folder open."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
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

    def change(self, path: Path, text: str) -> list[dict[str, Any]]:
        """What the server finds in an open file once its text is another one. It must find something else."""
        self.write(path, text)
        return self.findings(path)

    def write(self, path: Path, text: str) -> None:
        """Give an open file another text."""
        document = {"uri": path.as_uri(), "version": 2}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def findings(self, path: Path) -> list[dict[str, Any]]:
        """The next findings that the server tells of a file."""
        while True:
            message = self._next()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == path.as_uri():
                found: list[dict[str, Any]] = message["params"]["diagnostics"]
                return found

    def at(self, method: str, path: Path, line: int, character: int, **more: Any) -> Any:
        """The answer to a question about a place."""
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": path.as_uri()}, position=place, **more)

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request, or the error."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self.number and "method" not in message:
                return message["error"] if "error" in message else message.get("result")

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
