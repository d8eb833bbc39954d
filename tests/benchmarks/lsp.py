"""Time from a keystroke to its findings, and to answers, in a collection of 2,000 records.

Run `python tests/benchmarks/lsp.py`. It drives the real server over its standard input and output. Findings come after
a moment in which nothing is typed, `language_server.SECONDS`, which is a part of their figure.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpus import samples, write_collection

from speaking import Server

RECORDS = 2_000
ROUNDS = 9
COMMAND = (sys.executable, "-c", "from recordbook.cli import main; main()", "lsp")


def main() -> None:
    """Print a line for each figure, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_collection(root, samples(RECORDS))
        path = next(iter(sorted(root.glob("reports/*/records/*.md"))))
        text = path.read_text("utf-8")
        for start in ("first start, to findings", "later start, to findings"):
            began = perf_counter()
            with Server(COMMAND, root) as server:
                server.open({path: f"{text}\nSee MEM-OBJ-nowhere-at-all.\n"})
                print(f"{start:28} {1000 * (perf_counter() - began):7.0f} ms")
                if start.startswith("later"):
                    _findings(server, path, text)
                    _answers(server, path, text)


def _findings(server: Server, path: Path, text: str) -> None:
    times = []
    for number in range(ROUNDS):
        began = perf_counter()
        server.change(path, f"{text}\nSee MEM-OBJ-nowhere{number}.\n")
        times.append(perf_counter() - began)
    print(f"findings after a keystroke   {1000 * median(times):7.0f} ms")


def _answers(server: Server, path: Path, text: str) -> None:
    line = text.split("\n").index(next(row for row in text.split("\n") if row.startswith("id: ")))
    for method in ("hover", "definition", "completion", "references"):
        more = {"context": {"includeDeclaration": True}} if method == "references" else {}
        times = []
        for _ in range(ROUNDS):
            began = perf_counter()
            server.at(method, path, line, 8, **more)
            times.append(perf_counter() - began)
        print(f"{method:28} {1000 * median(times):7.1f} ms")


if __name__ == "__main__":
    main()
