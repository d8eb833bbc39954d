"""Which finding is which, from one run to the next: a name that does not move when lines do."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic
    from recordbook.formats.report import Report
    from recordbook.records import Origin, Route

BODY = ("body",)
"""Stands for the Markdown after the front matter, which no route leads to."""


def fingerprints(report: Report) -> tuple[str, ...]:
    """One for each finding, in order: 32 hexadecimal digits made of its code, its file's name and its field.

    A record keeps its findings when it becomes `.yml`. Findings of one code in one field are told apart by counting.
    """
    counted: Counter[str] = Counter()
    made = []
    for found in report.diagnostics:
        name = _name(found, report.origins.get(found.place.uri))
        counted[name] += 1
        made.append(sha256(f"{name}\0{counted[name]}".encode("utf-8", "backslashreplace")).hexdigest()[:32])
    return tuple(made)


def _name(found: Diagnostic, origin: Origin | None) -> str:
    folder, _, file = found.place.uri.rpartition("/")
    stem = file.rpartition(".")[0] or file
    route = _route(found, origin) if origin else ()
    return "\0".join((found.code, folder, stem, *map(str, route)))


def _route(found: Diagnostic, origin: Origin) -> Route:
    """The longest route to a key or a value that the finding begins in."""
    at = origin.text.offset(found.place.line - 1, found.place.column - 1)
    if origin.body.start <= at and origin.body.start < origin.body.end:
        return BODY
    routes = [
        route
        for route, mark in origin.marks.items()
        if mark.value.start <= at < mark.value.end or (mark.key and mark.key.start <= at < mark.key.end)
    ]
    return max(routes, key=len, default=())
