"""Links and images: which targets are allowed, and where each was written."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from recordbook.prose import complaints
from recordbook.prose.source import whole
from recordbook.prose.tokens import Kind, Sentinels, Token

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recordbook.diagnostics import Diagnostic
    from recordbook.prose.source import Source
    from recordbook.text import Place

# A browser drops tabs and line breaks inside an address and control characters around it, so an address that
# holds any is never what it looks like.
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_HTTPS = re.compile(r"https://[^\s/?#\\@:.%\[\]][^\s/?#\\%\[\]]*+(?:[/?#][^\s\\]*)?", re.IGNORECASE)
_MAIL = re.compile(r"mailto:[^\s@\\:/]+@[^\s@\\]+", re.IGNORECASE)
_ANCHOR = re.compile(r"#[^\s\\]*")
_UNSAFE = re.compile(r"[<>\"'`{}|^ ]")


def allowed(target: str) -> str | None:
    """The address to write, percent-encoded where HTML or a browser could misread it, or ``None``.

    ``target`` is the decoded value of an ``href``. Only ``https:`` with a host, ``mailto:`` with an address, and
    ``#fragment`` are allowed.
    """
    if _ODD.search(target):
        return None
    safe = _UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", target.strip())
    if not (_HTTPS.fullmatch(safe) or _MAIL.fullmatch(safe) or _ANCHOR.fullmatch(safe)):
        return None
    scheme, colon, rest = safe.partition(":")
    return safe if safe.startswith("#") else scheme.lower() + colon + rest


# The parser escapes quotes and angle brackets in attributes and sorts them by name.
_LINK = re.compile(r'<a href="([^"]*)"[^>]*>')
_IMAGE = re.compile(r'<img alt="([^"]*)"[^>]*>')
_TARGET_END = re.compile(r"[^\s<>)]*")
_NEAR = 24  # a sentinel is shorter than this


class Settler:
    """Link targets and images of one passage."""

    def __init__(self, source: Source, sentinels: Sentinels, found: list[Diagnostic]) -> None:
        """Complaints are added to ``found``."""
        self._source = source
        self._sentinels = sentinels
        self._found = found
        self._written: dict[str, Token | None] = {}
        self._refused: set[int] = set()

    def settle(self, html: str, definitions: Mapping[str, tuple[str, str | None]]) -> str:
        """The HTML with images as their text and without link targets that are not allowed."""
        if "<img" in html:
            html = _IMAGE.sub(self._image, html)
        if "<a " in html:
            html = _LINK.sub(self._link, html)
        for target, _ in definitions.values():
            self._judged(target)
        return html

    def _link(self, match: re.Match[str]) -> str:
        target = self._judged(unescape(match[1]))
        return "<a>" if target is None else f'<a href="{escape(target)}">'

    def _judged(self, written: str) -> str | None:
        """The target if it is allowed; else a complaint, once for each place."""
        target, token = self._restored(written)
        good = allowed(target)
        self._written[good or target] = token
        if good is None:
            self.refuse(target)
        return good

    def refuse(self, target: str) -> None:
        """Complain about a target, once for each place where one is written."""
        token = self._written.get(target)
        at = token.start if token else -1
        if at not in self._refused:
            self._refused.add(at)
            self._found.append(complaints.link_scheme(self._target_place(token), target))

    def _restored(self, written: str) -> tuple[str, Token | None]:
        """An attribute's value without sentinels, and the token of the place where it was written."""
        if written not in self._sentinels:
            return written, None
        parts = self._sentinels.split(written)
        tokens = [self._sentinels.tokens[part] for part in parts if isinstance(part, int)]
        text = "".join(part if isinstance(part, str) else self._sentinels.tokens[part].raw for part in parts)
        return text, next((token for token in tokens if token.kind in (Kind.TARGET, Kind.ANGLE)), None)

    def _target_place(self, token: Token | None) -> Place:
        if token is None:
            return whole(self._source.passage)
        scanned, start = self._source.scanned, token.start
        if token.kind is Kind.ANGLE:
            start = scanned.rindex("<", 0, start) + 1
        end = _TARGET_END.match(scanned, start)
        return self._source.place(start, end.end() if end else start)

    def _image(self, match: re.Match[str]) -> str:
        alt, _ = self._restored(unescape(match[1]))
        before = self._sentinels.split(match.string[max(0, match.start() - _NEAR) : match.start()])
        place = whole(self._source.passage)
        if before[-1] == "" and len(before) > 1 and isinstance(before[-2], int):
            token = self._sentinels.tokens[before[-2]]
            place = self._source.place(token.start, token.start + 2)
        self._found.append(complaints.remote_image(place, alt))
        return escape(alt, quote=False)
