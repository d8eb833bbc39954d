"""Measures in Chromium what a reader waits for who searches a large random collection.

Usage: python tests/benchmarks/searching.py [COUNT …]

The pages of records are not built: a small site gets the search data and the explorer of the large collection.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from corpus import samples, write_collection
from playwright.sync_api import sync_playwright

sys.path.append(str(Path(__file__).parents[1]))

from browsing import served
from building import build
from conftest import CHROMIUM_ARGS, find_chromium
from recordbook import search
from recordbook.pipeline import run
from recordbook.settings import Settings
from recordbook.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import CDPSession, Request

COUNTS = (10_000,)
QUERIES = 12


def site_of(folder: Path, count: int) -> tuple[Path, list[str]]:
    """A site with the search data of ``count`` records; its folder, and words to search for."""
    systems = samples(count)
    write_collection(folder / "large", systems)
    write_collection(folder / "small", samples(20))
    site = build(folder / "small/mkdocs.yml", site_dir=str(folder / "site"))
    data = site / search.FOLDER
    for path in data.rglob("*.js"):
        path.unlink()
    for name, content in search.emitted(Site(run(folder / "large", Settings(), ()).book), []):
        (data / f"{name}.js").write_text(content, "utf-8")
    records = [record for system in systems for record in system]
    step = len(records) // QUERIES
    return site, [record.label.split()[1].lower() for record in records[::step]][:QUERIES]


def script_time(session: CDPSession) -> float:
    """Milliseconds of script since the session began to measure."""
    metrics: list[dict[str, Any]] = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(metric["value"]) for metric in metrics if metric["name"] == "ScriptDuration")


def noting(asked: list[str]) -> Callable[[Request], None]:
    """What adds the address of each request to a list."""
    return lambda request: asked.append(request.url)


def measured(base: str, site: Path, words: list[str]) -> tuple[list[int], list[float]]:
    """Bytes of data, gzipped, before the first result of each word; milliseconds of script for each."""
    sizes, times = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_ARGS)
        for word in words:
            page = browser.new_page()
            asked: list[str] = []
            page.on("request", noting(asked))
            page.goto(f"{base}legend/")
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable")
            before = script_time(session)
            page.keyboard.press("/")
            page.keyboard.insert_text(word)
            page.locator("#rb-options [role=option] mark").first.wait_for(timeout=30_000)
            times.append(script_time(session) - before)
            data = [url.removeprefix(base).partition("?")[0] for url in asked if search.FOLDER in url]
            sizes.append(sum(len(gzip.compress((site / uri).read_bytes())) for uri in data))
            page.close()
        browser.close()
    return sizes, times


def main() -> None:
    """Print a line for each number of records."""
    for count in [int(argument) for argument in sys.argv[1:]] or COUNTS:
        with tempfile.TemporaryDirectory() as scratch:
            site, words = site_of(Path(scratch), count)
            script = len(gzip.compress((site / "assets/recordbook/recordbook.js").read_bytes()))
            with served(site) as base:
                sizes, times = measured(base, site, words)
        print(
            f"{count} records: script {script / 1024:.1f} KiB; before the first result "
            f"{median(sizes) / 1024:.1f} KiB of data (at most {max(sizes) / 1024:.1f}), "
            f"{median(times):.1f} ms of script (at most {max(times):.1f})"
        )


if __name__ == "__main__":
    main()
