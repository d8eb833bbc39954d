"""The Content-Security-Policy of each page: what a browser may run and load there, computed from the page itself.

Scripts come from the site's own files. Of scripts inside a page only those run that a template of the theme holds, each
by its hash: a script from anywhere else stays text, whatever way it came in.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>(?:[^<]++|<(?!/script>))*)</script>")
_SOURCE = re.compile(r"\ssrc=[\"']?(?P<address>[^\"'\s>]+)")
_DATA = re.compile(r"\stype=[\"']?application/(?:ld\+)?json\b")
_ELSEWHERE = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_STYLE = re.compile(r"style=\"(?P<code>[^\"]*)\"|style[^>=]*>(?P<sheet>[^<]*)</style>")
"""What may be a style, from a word on that a page has seldom: a search for it costs next to nothing."""
_TAG = re.compile(r"<[a-zA-Z][^<>]*\s")
_FILLED = re.compile(r"\\\{\\\{.*?\\\}\\\}")
"""A value of a template, in a pattern made of its text."""
_START = re.compile(r"<head>(?:\s*<meta charset=[^>]*>)?")
"""What a policy follows: a browser looks for the characters' encoding in the first bytes of a page."""
_REST = "img-src {origins} data:; object-src 'none'; base-uri 'self'; form-action 'self'"
"""The theme's style sheet holds its icons as ``data:`` images."""


class Policy:
    """The policy of a site's pages."""

    def __init__(self, templates: Iterable[str], *, disk: bool = False) -> None:
        """``templates`` are sources of the theme's templates whose scripts may run.

        With ``disk`` the pages may be opened from a disk, where not every browser takes a file's neighbors for its own.
        """
        self._known = tuple(pattern for source in templates for pattern in _patterns(source))
        self._origins = "'self' file:" if disk else "'self'"

    def protect(self, html: str) -> tuple[str, tuple[str, ...]]:
        """A page with its policy in its head, and the beginnings of the scripts in it that will not run."""
        hashes, refused = self._scripts(html)
        styles = " ".join(dict.fromkeys(digest(code) for code in _styles(html)))
        policy = "; ".join(
            (
                f"default-src {self._origins}",
                " ".join(("script-src", self._origins, *hashes)),
                f"style-src {self._origins}" + (f" 'unsafe-hashes' {styles}" if styles else ""),
                _REST.format(origins=self._origins),
            )
        )
        start = _START.search(html)
        at = start.end() if start else 0
        element = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        return f'{html[:at]}{element}<meta name="referrer" content="no-referrer">{html[at:]}', refused

    def _scripts(self, html: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Hashes of the theme's scripts, and what else would like to run."""
        hashes, refused = dict[str, None](), list[str]()
        for match in _SCRIPT.finditer(html):
            source = _SOURCE.search(match["attributes"])
            if source and _ELSEWHERE.match(source["address"]):
                refused.append(source["address"])
            elif not source and not _DATA.search(match["attributes"]):
                if any(pattern.fullmatch(match["code"]) for pattern in self._known):
                    hashes[digest(match["code"])] = None
                else:
                    refused.append(" ".join(match["code"].split())[:60])
        return tuple(hashes), tuple(refused)


def _patterns(source: str) -> Iterator[re.Pattern[str]]:
    """What each script of a template looks like once its values are filled in."""
    for match in _SCRIPT.finditer(source):
        yield re.compile(_FILLED.sub(r'[^"<>]*', re.escape(match["code"])))


def _styles(html: str) -> Iterator[str]:
    for match in _STYLE.finditer(html):
        start = html.rfind("<", 0, match.start())
        if match["code"] is None and start == match.start() - 1:
            yield match["sheet"]
        elif match["code"] is not None and start >= 0 and _TAG.fullmatch(html, start, match.start()):
            yield unescape(match["code"])


@lru_cache(maxsize=256)
def digest(code: str) -> str:
    """A script's or a style's hash, as a policy names it."""
    return f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'"
