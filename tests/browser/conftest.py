"""Sites that are served for the browser tests, and pages that note what goes wrong on them."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from building import build, demo, own_site, quote, record, scratch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

    Open = Callable[..., "Visit"]
    Serving = Callable[[Path], AbstractContextManager[str]]

PREFIX = "/some/book/"
"""Where the demo site is served: below a path, as project pages are."""


class Handler(SimpleHTTPRequestHandler):
    """Serves one folder below a path, with the site's own page for what is not there."""

    def __init__(self, *arguments: Any, prefix: str, **options: Any) -> None:
        """``prefix`` begins and ends with a slash."""
        self.prefix = prefix
        super().__init__(*arguments, **options)

    def translate_path(self, path: str) -> str:
        """The file for a path; one that does not exist for a path outside."""
        inside = path.startswith(self.prefix)
        return super().translate_path(f"/{path.removeprefix(self.prefix)}" if inside else "/.outside")

    def send_error(self, code: int, *_: Any) -> None:
        """Answer with the site's own page."""
        with open(super().translate_path("/404.html"), "rb") as page:  # noqa: PTH123 - a path of the base class
            body = page.read()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path, prefix: str = "/") -> Iterator[str]:
    """Serve a folder; the address of its root."""
    handler = partial(Handler, prefix=prefix, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{prefix}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="session")
def serving() -> Serving:
    """A context manager that serves a folder and gives its address."""
    return served


@dataclass
class Visit:
    """An open page with everything that went wrong on it."""

    page: Page
    base: str
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin to listen."""
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.wrong.append(f"script: {error}"))
        self.page.on("request", self._request)
        self.page.on("requestfailed", lambda request: self.wrong.append(f"failed: {request.url}"))
        self.page.on("dialog", lambda dialog: (self.wrong.append(f"dialog: {dialog.message}"), dialog.dismiss()))

    def _console(self, message: ConsoleMessage) -> None:
        own_404 = "404" in message.text and message.location.get("url", "").endswith("/no/such/page/")
        if message.type in {"error", "warning"} and not own_404:
            self.wrong.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        outside = not request.url.startswith((self.base, "data:", "blob:"))
        if outside and not request.url.endswith("/favicon.ico"):
            self.wrong.append(f"outside: {request.url}")

    def go(self, path: str) -> Page:
        """Go to an address below the root."""
        self.page.goto(f"{self.base}{path}", wait_until="load")
        return self.page


@pytest.fixture(scope="session")
def own() -> Iterator[str]:
    """The address of the repository's own site."""
    with served(own_site()) as address:
        yield address


GUIDE = """# Guide

See [reading](reading.md) and demo:MEM-OBJ-note.

## A long section

```python
value = "a line of code that is far too long for the narrow screen of a phone, so that it has to scroll in its own box"
```

| One | Two |
| --- | --- |
| a | b |
"""


BODY = """A paragraph with `code`, *emphasis*, MEM-OBJ-note, RT-RTE-turn, `src/a.rs` and `src/b.rs`.

* a list
* of two

| One | Two |
| --- | ---: |
| a | 1 |

```yaml
key: [value, 1] # why
```
"""
SAMPLES = {
    "src/a.rs": '#[derive(Debug)]\npub fn f(x: &str) -> Option<u8> { x.parse().ok() } // why',
    "src/a.ts": "export class A<T> { private x = `a ${1 + 2}`; /* why */ }",
    "src/a.json": '{"a": [1, true, null], "b": "c"}',
    "src/a.sh": 'for x in "$@"; do echo "${x%.*}" | sed s/a/b/; done # why',
    "src/a.diff": "@@ -1 +1 @@\n-old\n+new",
    "src/a.html": "<!-- why --><a href=\"x\">&amp;</a>",
    "src/a.py": "@cached\ndef f(x: int = 0x1F) -> str:\n    \"\"\"Say.\"\"\"\n    raise ValueError(f\"{x!r}\") from None",
    "src/a.md": "# Title\n\n* **bold** [link](x)",
}
"""Quotes that hold every color of highlighted code."""


@pytest.fixture(scope="session")
def demo_site() -> Path:
    """A small site with an old address; its folder."""
    quotes = "".join(quote(f"q{number}", path, text=text) for number, (path, text) in enumerate(SAMPLES.items()))
    more = "part_of: MEM-OBJ-note\nrelations:\n  - type: produces\n    to: MEM-CMP-notebook\n    why: >-\n      It fills it.\n"
    files = {
        "docs/guide/index.md": GUIDE,
        "docs/guide/reading.md": "# Reading\n\nText.",
        "reports/demo/records/MEM-OBJ-two.md": record("MEM-OBJ-two", label="A second thing", body=BODY, quotes=quotes, more=more),
    }
    root = scratch()
    extensions = ["tables", "pymdownx.highlight", "pymdownx.superfences"]
    path = demo(root, files, site_url=f"https://example.org{PREFIX}", markdown_extensions=extensions)
    with (root / "reports/demo/system.yml").open("a", encoding="utf-8") as file:
        file.write("aliases:\n  MEM-OBJ-memo: MEM-OBJ-note\n")
    return build(path)


@pytest.fixture(scope="session")
def small(demo_site: Path) -> Iterator[str]:
    """The address of the small site, below a path."""
    with served(demo_site, PREFIX) as address:
        yield address


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """A function that opens a page for an address, with options of a browser context."""
    contexts = []

    def open_(base: str, **options: Any) -> Visit:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(10_000)
        contexts.append(context)
        return Visit(context.new_page(), base)

    yield open_
    for context in contexts:
        context.close()
