"""Which collection a command works on, and which part of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from recordbook.diagnostics import shown

if TYPE_CHECKING:
    from recordbook.book import Book
    from recordbook.loading import Loaded
    from recordbook.records import System
    from recordbook.settings import Settings

MARKS = ("reports/collection.yml", ".recordbook")
"""What the root of a collection's repository holds; one is enough."""
settings_option = click.option(
    "--settings",
    "settings_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read settings from this file instead of .recordbook/settings.yml.",
)
"""The option of every command that checks or compares; its parameter is `settings_file`."""

cache_option = click.option(
    "--cache/--no-cache",
    default=True,
    show_default=True,
    help="Keep what was read for the next run, and use what an earlier one kept.",
)
"""The option of every command that reads the same files again and again; its parameter is `cache`."""


@dataclass(frozen=True)
class Opened:
    """A collection as it was read."""

    root: Path
    settings: Settings
    loaded: Loaded
    book: Book

    def system(self, slug: str) -> System:
        """A system that can be read. Raises `click.UsageError` where there is none."""
        from recordbook.commands.given import check_systems  # noqa: PLC0415 -- help needs none of it

        check_systems((slug,), self.book)
        if slug not in self.book.systems:
            raise click.UsageError(f"reports/{slug}/system.yml must be mended first: see `recordbook check`")
        return self.book.systems[slug]


def open_collection(settings_file: Path | None = None) -> Opened:
    """The collection around the current folder."""
    from recordbook.book import build  # noqa: PLC0415 -- help needs none of it
    from recordbook.loading import load  # noqa: PLC0415
    from recordbook.settings_file import load_settings  # noqa: PLC0415
    from recordbook.shelf import own_shelf  # noqa: PLC0415

    root = find_root(())
    shelf = own_shelf(root)
    settings, _, _ = load_settings(root, settings_file, shelf)
    loaded = load(root, settings, shelf)
    shelf.save()
    return Opened(root, settings, loaded, build(loaded))


def find_root(paths: tuple[Path, ...]) -> Path:
    """The root of the collection that holds the first of ``paths`` or, without paths, the current folder.

    Raises `click.UsageError` when no folder from there upwards is one.
    """
    start = _resolved(paths[0]) if paths else Path.cwd()
    for folder in (start, *start.parents):
        if any((folder / mark).exists() for mark in MARKS):
            return folder
    where = shown(paths[0]) if paths else "the current folder"
    raise click.UsageError(f"no collection: neither {where} nor a folder above it holds {' or '.join(MARKS)}")


def uris(root: Path, paths: tuple[Path, ...]) -> tuple[str, ...]:
    """The paths from ``root``, with slashes; the root itself is empty text.

    Raises `click.UsageError` for a path that does not exist or belongs to no collection or another one.
    """
    return tuple(_uri(root, path) for path in paths)


def is_below(uri: str, ancestors: tuple[str, ...]) -> bool:
    """Whether a uri is one of ``ancestors`` or lies below one; without ancestors every uri does."""
    return not ancestors or any(not a or uri == a or uri.startswith(f"{a}/") for a in ancestors)


def _uri(root: Path, path: Path) -> str:
    if not os.path.lexists(path):
        raise click.UsageError(f"{shown(path)} does not exist")
    full = _resolved(path)
    if root.is_relative_to(full):
        return ""
    uri = full.relative_to(root).as_posix() if full.is_relative_to(root) else ""
    if not is_below(uri, ("reports", ".recordbook")):
        raise click.UsageError(f"{shown(path)} is not part of the collection in {shown(os.path.relpath(root))}")
    return uri


def _resolved(path: Path) -> Path:
    """The real place of ``path``; a link stays a link if it is the last part, for it is what was asked about."""
    path = Path(os.path.abspath(path))  # noqa: PTH100 -- resolve() would follow the last part
    return path.parent.resolve() / path.name
