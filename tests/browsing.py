"""Serving a built site, and visiting its pages with an eye on everything that goes wrong."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Dialog, Page, Request

PREFIX = "/some/book/"
"""Where the small site is served: below a path, as project pages are."""
DARK = "parseInt(getComputedStyle(document.body).backgroundColor.slice(4)) < 128"
"""Whether the page is dark. The theme's script follows the system a moment later: wait for it."""
MISSING = "no/such/page/"
"""An address that no site has; that it answers 404 is no fault."""
WIDE = """() => {
  const wide = document.scrollingElement.scrollWidth - innerWidth;
  if (wide <= 0) return [];
  return Array.from(document.querySelectorAll('body *')).filter(e => e.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map(e => `${e.tagName}.${e.className} +${wide}`);
}"""
"""What of a page reaches beyond its window."""


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

    def send_error(self, code: int, *_: object, **__: object) -> None:
        """Answer with the site's own page."""
        body = Path(super().translate_path("/404.html")).read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
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
        self.page.on("requestfailed", self._failed)
        self.page.on("dialog", self._dialog)

    def _console(self, message: ConsoleMessage) -> None:
        expected = "404" in message.text and message.location.get("url", "").endswith(MISSING)
        if message.type in {"error", "warning"} and not expected:
            self.wrong.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        outside = not request.url.startswith((self.base, "data:", "blob:"))
        if outside and not request.url.endswith("/favicon.ico"):
            self.wrong.append(f"outside: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the reader left before it came
            self.wrong.append(f"failed: {request.url}")

    def _dialog(self, dialog: Dialog) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def go(self, path: str) -> Page:
        """Go to an address below the root."""
        self.page.goto(f"{self.base}{path}", wait_until="load")
        return self.page


def until(page: Page, expression: str, seconds: float = 10) -> None:
    """Wait for something to become true: asked anew each time, for Playwright's own wait is stopped by the policy."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(50)


Open: TypeAlias = Callable[..., Visit]
"""Opens a page for the address of a site; options of a browser context may follow."""


def barriers(page: Page, **options: Any) -> list[str]:
    """What axe finds serious or critical on a page, with the first places of each."""
    found = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'].splitlines()[1].strip()}"
        for one in found
        for node in one["nodes"][:3]
        if one["impact"] in {"serious", "critical"}
    ]
