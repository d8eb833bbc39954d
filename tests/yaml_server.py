"""The YAML language server that editors use."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from speaking import Server

VERSION = "1.25.0"
"""The server that is installed from npm."""
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


def started(program: Path, folder: Path) -> Server:
    """The server, about to run with one folder open."""
    node = shutil.which("node")
    assert node
    return Server((node, str(program), "--stdio"), folder)
