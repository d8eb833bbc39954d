"""Compares our search with Material's and with Pagefind's on the site of this repository, by the judged queries.

Usage: python tests/benchmarks/search.py [PAGEFIND]

PAGEFIND is a folder in which `npm install pagefind` was run; without it, Pagefind is left out.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from recordbook import search
from recordbook.pipeline import run
from recordbook.search.query import replaced
from recordbook.settings_file import load_settings
from recordbook.site import Site

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recordbook.search import Engine

ROOT = Path(__file__).parents[2]
RIVALS = Path(__file__).with_name("rivals.mjs")
PAGES = "systems/"
WHOLE = "def on_page_markdown(markdown, page, **_):\n    page.meta.pop('search', None)\n"
"""A hook that lets the theme's search see the pages that the plugin keeps from it."""
DEPTH = 10
ANSWERS = 2
"""The least grade of a page that answers a query."""


@dataclass(frozen=True)
class Judged:
    """A query with the grades of the pages that answer it."""

    kind: str
    query: str
    answers: dict[str, int]


def judgements() -> list[Judged]:
    """The judged queries."""
    return [Judged(**entry) for entry in yaml.safe_load((ROOT / "tests/search/judgements.yml").read_text("utf-8"))]


def keys(found: Sequence[str]) -> list[str]:
    """Addresses as pages below systems/, each once; what is elsewhere is judged in nobody's favor and left out."""
    pages = (address.partition("#")[0].strip("/") + "/" for address in found)
    return list(dict.fromkeys(page.removeprefix(PAGES).strip("/") for page in pages if page.startswith(PAGES)))


def gain(found: Sequence[str], answers: dict[str, int]) -> float:
    """The normalized discounted gain of the first ten."""
    best = sum((2**grade - 1) / math.log2(at + 2) for at, grade in enumerate(sorted(answers.values())[::-1][:DEPTH]))
    got = sum((2 ** answers.get(key, 0) - 1) / math.log2(at + 2) for at, key in enumerate(found[:DEPTH]))
    return float(got / best)


def reciprocal(found: Sequence[str], answers: dict[str, int]) -> float:
    """One over the place of the first page that answers."""
    return next((1 / (at + 1) for at, key in enumerate(found) if answers.get(key, 0) >= ANSWERS), 0.0)


def ours() -> Engine:
    """Our engine, in Python; a test says that browsers find the same."""
    settings, problems, _ = load_settings(ROOT)
    return search.engine(Site(run(ROOT, settings, problems).book, settings=settings))


def taken(engine: Engine, query: str) -> str:
    """A query as it stands after its reader took the first word that was offered for each word that nothing has."""
    for word in engine.search(query).unmatched:
        if word.nearest:
            query = replaced(query, word.word, word.nearest[0])
    return query


def addresses(engine: Engine, query: str) -> list[str]:
    """Where the results of a query open."""
    return [hit.document.url for hit in engine.search(query, count=50).hits]


def rival(name: str, site: Path, queries: Sequence[str], *more: str) -> dict[str, Any]:
    """What another engine finds, and what it took."""
    command = ["node", str(RIVALS), name, str(site), *more]
    done = subprocess.run(command, input=json.dumps(queries), capture_output=True, check=True, encoding="utf-8")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def site_with_index(folder: Path) -> Path:
    """The site of this repository, built with the theme's search beside ours."""
    config = folder / "mkdocs.yml"
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    both = text.replace("  - recordbook\n", "  - search\n  - recordbook\n")
    config.write_text(f"{both}\nhooks: [whole.py]\n", "utf-8")
    (folder / "whole.py").write_text(WHOLE, "utf-8")
    for name in ("docs", "reports", "overrides", ".recordbook"):
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, folder / name)
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config), "--site-dir", "site"]
    subprocess.run(build, check=True, cwd=folder, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    return folder / "site"


def theme() -> Path:
    """The folder of the installed theme."""
    found = find_spec("material")
    assert found, "mkdocs-material is not installed"
    assert found.origin
    return Path(found.origin).parent / "templates"


def row(name: str, judged: Sequence[Judged], found: Sequence[Sequence[str]]) -> str:
    """One line of figures."""
    pairs = list(zip(judged, map(keys, found), strict=True))
    ids = [first[:1] == [max(j.answers, key=j.answers.__getitem__)] for j, first in pairs if j.kind == "id"]
    gains = [gain(first, j.answers) for j, first in pairs]
    ranks = [reciprocal(first, j.answers) for j, first in pairs]
    by_kind: dict[str, list[float]] = defaultdict(list)
    for (j, _), value in zip(pairs, gains, strict=True):
        by_kind[j.kind].append(value)
    kinds = "  ".join(f"{kind} {sum(values) / len(values):.2f}" for kind, values in by_kind.items())
    means = f"nDCG@10 {sum(gains) / len(gains):.3f}  MRR {sum(ranks) / len(ranks):.3f}"
    return f"{name:10} {means}  ids first {sum(ids)}/{len(ids)}\n           {kinds}"


def main() -> None:
    """Print the figures of each engine."""
    judged = judgements()
    queries = [j.query for j in judged]
    engine = ours()
    print(f"{len(judged)} queries")
    print(row("Recordbook", judged, [addresses(engine, query) for query in queries]))
    print(row("with offer", judged, [addresses(engine, taken(engine, query)) for query in queries]))
    with tempfile.TemporaryDirectory() as scratch:
        site = site_with_index(Path(scratch))
        worker = next((theme() / "assets/javascripts/workers").glob("search.*.min.js"))
        print(row("Material", judged, rival("material", site, queries, str(worker))["found"]))
        if len(sys.argv) > 1:
            program = Path(sys.argv[1], "node_modules/.bin/pagefind")
            command = [str(program), "--site", str(site), "--root-selector", "main", "--quiet"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            print(row("Pagefind", judged, rival("pagefind", site, queries)["found"]))


if __name__ == "__main__":
    main()
