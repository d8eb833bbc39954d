"""What all tests share: a cache of their own, one Chromium, and a plain word where none is found."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")

CHROMIUM_ARGS = (
    "--no-sandbox",  # root cannot start Chromium without it
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",  # without these three it calls its maker's hosts at every start
    "--disable-component-update",
    "--disable-sync",
)

NO_CHROMIUM = "no Chromium found; set CHROMIUM to its path, or install one"


def find_chromium() -> str | None:
    """Return the path of the browser to test with: `CHROMIUM` if set, else the first name on the path."""
    names = (os.environ["CHROMIUM"],) if os.environ.get("CHROMIUM") else CHROMIUM_NAMES
    return next((path for name in names if (path := shutil.which(name))), None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a browser test without Chromium; in CI, where nobody reads skips, fail it."""
    if item.get_closest_marker("browser") is None or find_chromium() is not None:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(NO_CHROMIUM, pytrace=False)
    pytest.skip(NO_CHROMIUM)


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Close with one line that says that the browser tests did not run."""
    yield
    skipped = sum("browser" in report.keywords for report in terminalreporter.getreports("skipped"))
    if skipped and find_chromium() is None:
        terminalreporter.write_line(f"browser tests skipped ({skipped}): {NO_CHROMIUM}", yellow=True)


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests out of the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RECORDBOOK_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the path of Chromium."""
    path = find_chromium()
    if path is None:
        pytest.fail(f"{NO_CHROMIUM}; mark this test `browser`", pytrace=False)
    return path


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """Yield one running browser; each test opens its own context or page in it and closes it."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_ARGS)
        yield running
        running.close()
