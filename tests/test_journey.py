"""The whole way of a contributor, from an empty folder to what a reviewer reads, as one transcript.

After an output was changed on purpose, `UPDATE_GOLDEN=1` writes the transcript anew: read the difference before it is
committed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from recordbook import __version__
from repositories import ENVIRONMENT, make

GOLDEN = Path(__file__).parent / "golden" / "journey.txt"
SOURCE = {
    "src/notes.py": """def write_note(folder, name, text):
    path = folder / f"{name}.txt"
    path.write_text(text)


class Notebook:
    def __init__(self, folder):
        self.folder = folder

    def read(self):
        return [path.read_text() for path in sorted(self.folder.glob("*.txt"))]
"""
}
STEPS = Path(__file__).with_name("journey.sh")
STEP = r"""
exec 2>&1
step() { printf "\n$ %s\n" "$1"; eval "$1"; code=$?; [ $code = 0 ] || echo "[exit $code]"; }
"""
"""What says a step, runs it in the shell itself, and says how it exits where that is not 0."""


def walk(root: Path) -> str:
    """Run every step in one shell; the steps, what they print, and how they exit where that is not 0."""
    lines = [STEP]
    for line in STEPS.read_text("utf-8").splitlines()[1:]:
        quoted = "'" + line.replace("'", "'\\''") + "'"
        lines.append(f"printf '\\n%s\\n' {quoted}" if line.startswith("#") else f"step {quoted}" if line else "")
    program = root / "bin" / "recordbook"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nfrom recordbook.cli import main\nmain()\n")
    program.chmod(0o755)
    made = make(root / "notes", SOURCE)
    environment = {
        **ENVIRONMENT,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(sys.path),
        "RECORDBOOK_CACHE": str(root / "cache"),
        "REVISION": made.git("rev-parse", "HEAD"),
    }
    done = subprocess.run(
        ["bash", "-c", "\n".join(lines)], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    return normal(done.stdout.replace(str(root), "…").strip() + "\n")


def normal(text: str) -> str:
    """A transcript without what another version or another day would print."""
    text = re.sub(r"\b(?=[0-9a-f]*[0-9])[0-9a-f]{7,64}\b", "<hash>", text)
    return text.replace(__version__, "<version>")


@pytest.mark.slow
def test_the_whole_journey_reads_as_it_did(tmp_path: Path) -> None:
    transcript = walk(tmp_path)
    if os.environ.get("UPDATE_GOLDEN") == "1":
        GOLDEN.write_text(transcript, encoding="utf-8")
    assert transcript == GOLDEN.read_text(encoding="utf-8")
