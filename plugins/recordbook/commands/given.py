"""What the operator names on a command line: systems, and copies of the repositories of their sources."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from recordbook.diagnostics import shown
from recordbook.meant import near

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recordbook.book import Book

Given: TypeAlias = Mapping[tuple[str, str], Path]
"""System and source to the path of a copy of its repository."""
_GIVEN = re.compile(r"([a-z][a-z0-9-]{0,39}:SRC-[1-9][0-9]{0,3})=(.+)", re.ASCII | re.DOTALL)


def source_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option; its parameter ``given`` is a `Given`."""
    return click.option(
        "--source",
        "given",
        multiple=True,
        metavar="SYSTEM:SRC-n=PATH",
        callback=lambda _context, _option, values: dict(map(_parsed, values)),
        help="Read a source from the clone or bare repository at PATH. May be repeated.",
    )(command)


def _parsed(value: str) -> tuple[tuple[str, str], Path]:
    match = _GIVEN.fullmatch(value)
    if match is None:
        raise click.BadParameter(f"{shown(value)} is not of the form SYSTEM:SRC-n=PATH")
    system, _, source = match[1].partition(":")
    return (system, source), Path(match[2])


def check_given(given: Given, book: Book) -> None:
    """Raise `click.UsageError` for a source that the collection does not have, or a path that is no folder."""
    for (slug, name), path in given.items():
        system = book.systems.get(slug)
        if system is None or name not in system.sources:
            raise click.UsageError(f"the collection has no source {shown(f'{slug}:{name}')}")
        if not path.is_dir():
            raise click.UsageError(f"{shown(path)} is no folder")


def check_systems(systems: tuple[str, ...], book: Book) -> None:
    """Raise `click.UsageError` for a system that the collection does not have. One that cannot be read is there."""
    for slug in systems:
        if slug not in book.systems and (slug, "system") not in book.unread:
            other = near(slug, book.systems)
            named = ", ".join(map(shown, book.systems)) or "none"
            meant = f"did you mean {shown(other)}?" if other else f"the collection has {named}"
            raise click.UsageError(f"no system is called {shown(slug)}; {meant}")
