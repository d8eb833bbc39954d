"""Verifies the quotes of a generated repository: all in one batch, from the cache, and with a process for each quote.

Usage: python tests/benchmarks/verify.py [QUOTES] [FILES]
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from corpus import Words

from recordbook import book
from recordbook.cache import Cache
from recordbook.loading import load
from recordbook.quotes import Content, compare
from recordbook.repository import Repository
from recordbook.settings import Settings
from recordbook.sources import Located
from recordbook.verification import Verified, verify, wanted

if TYPE_CHECKING:
    from collections.abc import Callable

    from recordbook.book import Book

PER_RECORD = 100
"""Quotes in one record."""
BLOCKS = 40
"""Blocks of four lines in one file."""
SINGLE = 500
"""Quotes that are read with a process each; more would only take longer."""
GIT = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
WHO = {f"GIT_{role}_{key}": "nobody" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}


@dataclass(frozen=True)
class Cost:
    """What something took, with all its processes."""

    cpu: float
    """Seconds of user and system CPU."""
    wall: float
    """Seconds."""

    def __str__(self) -> str:
        """Both figures."""
        return f"{self.cpu:7.2f} s CPU {self.wall:7.2f} s"


def cost(act: Callable[[], object]) -> Cost:
    """Measure one call."""
    before, began = _cpu(), time.perf_counter()
    act()
    return Cost(_cpu() - before, time.perf_counter() - began)


def _cpu() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder; what it printed."""
    command = ["git", "-C", str(folder), *arguments]
    done = subprocess.run(command, env={**os.environ, **GIT, **WHO}, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def write(root: Path, quotes: int, files: int) -> None:
    """A repository of so many files, and a collection with so many quotes of them."""
    words, chance = Words(1), random.Random(2)  # noqa: S311 - no secret
    source = root / "source"
    texts = {f"src/{words.word()}/{n:04}.py": [words.code() for _ in range(BLOCKS)] for n in range(files)}
    for path, blocks in texts.items():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_text("\n\n".join(blocks) + "\n", "utf-8")
    git(source, "init", "--quiet", "--initial-branch=main")
    git(source, "add", "--all")
    git(source, "commit", "--quiet", "--message=files")
    records = root / "reports/demo/records"
    records.mkdir(parents=True)
    (root / "reports/collection.yml").write_text("title: Demo\nsummary: Made for figures.\n", "utf-8")
    (records.parent / "system.yml").write_text(SYSTEM.format(revision=git(source, "rev-parse", "HEAD")), "utf-8")
    paths = list(texts)
    picked = [(path := paths[n % files], chance.choice(texts[path])) for n in range(quotes)]
    for number, start in enumerate(range(0, quotes, PER_RECORD)):
        written = "".join(_quote(n, *pick) for n, pick in enumerate(picked[start : start + PER_RECORD]))
        (records / f"MEM-OBJ-n{number}.md").write_text(RECORD.format(number=number, quotes=written), "utf-8")


def _quote(number: int, path: str, text: str) -> str:
    lines = text.replace("\n", "\n      ")
    return f"  - id: q{number}\n    source: SRC-1\n    path: {path}\n    text: |\n      {lines}\n"


SYSTEM = """\
title: Demo
summary: Made for figures.
sources:
  SRC-1:
    kind: git
    repository: https://github.com/example/demo
    repository_basis: stated
    revision: {revision}
"""
RECORD = """\
---
id: MEM-OBJ-n{number}
label: Thing {number}
summary: A thing.
fields:
  identity: >-
    It is one.
evidence:
  - source: SRC-1
    layer: implementation
quotes:
{quotes}---
"""


def one_by_one(root: Path, made: Book) -> None:
    """Read and compare each of some quotes with a process of its own."""
    for one in wanted(made)[:SINGLE]:
        command = ["git", f"--git-dir={root / 'source/.git'}", "cat-file", "blob"]
        name = f"{one.source.revision}:{one.quote.path}"
        done = subprocess.run([*command, name], env={**os.environ, **GIT}, check=True, capture_output=True)
        assert compare(one.quote.text, None, Content(done.stdout.decode())).state == "verified"


def main() -> None:
    """Print a row for each way."""
    quotes, files = (*map(int, sys.argv[1:3]), *(10_000, 1_000)[len(sys.argv) - 1 :])
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch, "collection")
        write(root, quotes, files)
        made = book.build(load(root, Settings()))
        located = {("demo", "SRC-1"): Located(root / "source", "settings", None)}
        folder = Path(scratch, "cache")
        folder.mkdir()

        def run(cache: Cache) -> Verified:
            found = verify(made, located, Repository, cache=cache)
            assert found.states["verified"] == quotes, found.states
            cache.save()
            return found

        first = cost(lambda: run(Cache(folder)))
        second = cost(lambda: run(Cache(folder)))
        single = cost(lambda: one_by_one(root, made))
        whole = [cost(lambda: _command(root, folder, "--write")) for _ in range(2)]
    count = min(SINGLE, quotes)
    ratio = (single.cpu / count) / (first.cpu / quotes)
    sys.stdout.write(
        f"{quotes:,} quotes in {files:,} files\n"
        f"one batch              {first}   {1e3 * first.cpu / quotes:6.3f} ms CPU a quote\n"
        f"again, from the cache  {second}   {1e3 * second.cpu / quotes:6.3f} ms CPU a quote\n"
        f"a process a quote      {single}   {1e3 * single.cpu / count:6.3f} ms CPU a quote ({count} quotes)\n"
        f"one batch costs {ratio:.0f} times less CPU a quote\n"
        f"the whole command      {whole[0]}   with reading the collection and writing its lock\n"
        f"the whole command      {whole[1]}   again: from the cache, and with the lock to read\n"
    )


def _command(root: Path, folder: Path, *arguments: str) -> None:
    code = "from recordbook.cli import main; main()"
    command = [sys.executable, "-c", code, "verify", "--source", "demo:SRC-1=source", *arguments]
    environment = {**os.environ, "RECORDBOOK_CACHE": str(folder / "command")}
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True)


if __name__ == "__main__":
    main()
