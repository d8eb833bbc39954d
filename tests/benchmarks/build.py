"""Builds random collections with Recordbook and as plain mkdocs-material pages, and prints both side by side.

Usage: python tests/benchmarks/build.py [COUNT …]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from corpus import samples, write_collection, write_pages

COUNTS = (500, 1000, 2000)


@dataclass(frozen=True)
class Figures:
    """What one build took."""

    user: float
    """Seconds of user CPU."""
    peak: float
    """Peak memory, MB."""
    size: float
    """The site, MB."""


def build(folder: Path) -> Figures:
    """Build the site of a folder in a process of its own."""
    site = folder / "site"
    options = ("--quiet", "--config-file", str(folder / "mkdocs.yml"), "--site-dir", str(site))
    command = [sys.executable, "-m", "mkdocs", "build", *options]
    own = {"RECORDBOOK_CACHE": str(folder / "cache"), "SOURCE_DATE_EPOCH": "1700000000"}
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", **own}
    process = subprocess.Popen(command, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"the build of {folder} failed")
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    return Figures(usage.ru_utime, usage.ru_maxrss / 1024, size / 1e6)


def main() -> None:
    """Print a row for each number of records."""
    counts = [int(argument) for argument in sys.argv[1:]] or COUNTS
    print(f"{'records':>8} {'recordbook':>24} {'material':>24}  ratio  KB/record")
    for count in counts:
        with tempfile.TemporaryDirectory() as scratch:
            systems = samples(count)
            ours, theirs = Path(scratch, "recordbook"), Path(scratch, "material")
            write_collection(ours, systems)
            write_pages(theirs, systems)
            a, b = build(ours), build(theirs)
        row = [f"{f.user:6.2f} s {f.peak:5.0f} MB {f.size:5.1f} MB" for f in (a, b)]
        print(f"{count:>8} {row[0]:>24} {row[1]:>24} {a.user / b.user:6.2f} {1000 * a.size / count:10.1f}")


if __name__ == "__main__":
    main()
