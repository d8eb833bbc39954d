"""Checks this repository's collection and random ones: without a cache, with a fresh one, again, and after one edit.

Usage: python tests/benchmarks/check.py [COUNT …]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from corpus import samples, write_collection

COUNTS = (1000, 5000)
RUNS = 5
"""Runs of what is warm, of which the fastest counts: other programs only ever add."""
OWN = Path(__file__).parents[2]


@dataclass(frozen=True, order=True)
class Figures:
    """What one process took, with its start."""

    wall: float
    """Seconds."""
    cpu: float
    """Seconds of user and system CPU."""

    def __str__(self) -> str:
        """Both figures."""
        return f"{self.wall:5.2f} s ({self.cpu:5.2f} CPU)"


def check(root: Path, cache: Path, *arguments: str) -> Figures:
    """Run `recordbook check` in a process of its own."""
    command = [sys.executable, "-c", "from recordbook.cli import main; main()", "check", *arguments]
    environment = {**os.environ, "RECORDBOOK_CACHE": str(cache)}
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) > 1:
        sys.exit(f"the check of {root} failed")
    return Figures(time.perf_counter() - began, usage.ru_utime + usage.ru_stime)


def figures(root: Path, cache: Path, record: Path) -> list[Figures]:
    """Without a cache, with a fresh one, again, and after an edit of ``record``, which is undone."""
    cold = [check(root, cache, "--no-cache"), check(root, cache)]
    warm = min(check(root, cache) for _ in range(RUNS))
    content = record.read_text("utf-8")
    edits = []
    try:
        for number in range(RUNS):
            record.write_text(content.replace("label: ", f"label: {number} ", 1), "utf-8")
            edits.append(check(root, cache))
    finally:
        record.write_text(content, "utf-8")
    return [*cold, warm, min(edits)]


def main() -> None:
    """Print a row for each collection."""
    counts = [int(argument) for argument in sys.argv[1:]] or COUNTS
    print(f"{'records':>8} {'no cache':>20} {'fresh cache':>20} {'again':>20} {'one edit':>20}")
    with tempfile.TemporaryDirectory() as scratch:
        own = Path(scratch, "own/reports")
        own.parent.mkdir()
        subprocess.run(["cp", "-R", str(OWN / "reports"), str(own)], check=True)
        for count in (0, *counts):
            root = Path(scratch, str(count)) if count else own.parent
            if count:
                write_collection(root, samples(count))
            record = next(iter(sorted(root.glob("reports/*/records/*.md"))))
            row = " ".join(f"{one!s:>20}" for one in figures(root, Path(scratch, f"cache{count}"), record))
            print(f"{count or 'own':>8} {row}")


if __name__ == "__main__":
    main()
