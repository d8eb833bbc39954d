"""`recordbook sources`: where the repositories of sources are on this machine, and how they come to it."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from recordbook.commands import completing
from recordbook.commands.collection import find_root
from recordbook.commands.given import check_systems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from recordbook.book import Book
    from recordbook.records import Source
    from recordbook.settings import Settings
    from recordbook.sources import Download, Located

VERSION = 1
"""Of the JSON form; grows when a key changes its meaning or goes away."""

_HELP = """\
List the sources of the collection around the current folder, and where each can be read on this machine.

A source is read from the copy that --source of another command names, from the one that `sources` in the settings
names, from the repository that holds the collection where its repository is `self`, or from the cache.
"""
_FETCH_HELP = """\
Fetch the repositories of all sources, or of those of each SYSTEM, into the cache.

This is the only command that uses the network. It asks hosts that the settings list, over https, and sends no password.
Of the history it fetches commits and folders, of each pinned revision also the files. What was fetched stays when it is
interrupted. The cache is a folder of yours that RECORDBOOK_CACHE can move.

Exits with 1 when an address is refused, 2 on wrong usage, 3 when a repository cannot be fetched.
"""
_REFUSED, _TROUBLE = 1, 3
_CLEAR = "\r\x1b[K"


@click.group(
    "sources",
    help=_HELP,
    short_help="List the sources, or fetch their repositories.",
    epilog="\b\nExample:\n  recordbook sources fetch demo",
    invoke_without_command=True,
)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON document.")
@click.pass_context
def command(context: click.Context, *, as_json: bool) -> None:
    """List, where no subcommand is named."""
    if context.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError("`--json` is for the list")
        return
    from recordbook.sources import locate  # noqa: PLC0415 -- help needs none of it

    root = find_root(())
    book, settings = _read(root)
    located = locate(book, settings, root, {})
    if as_json:
        entries = [_as_data(*entry) for entry in _sources(book, located)]
        click.echo(json.dumps({"version": VERSION, "sources": entries}, indent=2))
        return
    for line in _listing(book, located):
        click.echo(line)


@command.command(
    "fetch",
    help=_FETCH_HELP,
    short_help="Fetch the repositories of sources into the cache.",
    epilog="\b\nExample:\n  recordbook sources fetch demo --at main",
)
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...", shell_complete=completing.systems)
@click.option(
    "--at", "names", multiple=True, metavar="REV", help="Also fetch the files of this branch, tag or commit, for drift."
)
def fetch(systems: tuple[str, ...], names: tuple[str, ...]) -> None:
    """Fetch one repository after the other, and exit with the worst of what happened."""
    from recordbook.sources import downloads  # noqa: PLC0415 -- help needs none of it

    book, settings = _read(find_root(()))
    check_systems(systems, book)
    wanted = downloads(book, systems)
    if not wanted:
        click.echo("Nothing to fetch: no source is pinned to a revision of a repository elsewhere.")
    sys.exit(max((_fetch(one, names, settings) for one in wanted), default=0))


def _read(root: Path) -> tuple[Book, Settings]:
    """The collection and its settings. Exits with 1 where the settings cannot be relied on."""
    from recordbook.book import build  # noqa: PLC0415 -- help needs none of it
    from recordbook.formats import concise_line  # noqa: PLC0415
    from recordbook.loading import load  # noqa: PLC0415
    from recordbook.settings_file import load_settings  # noqa: PLC0415

    settings, problems, _ = load_settings(root)
    for problem in problems:
        click.echo(concise_line(problem), err=True)
    if problems:
        sys.exit(_REFUSED)
    return build(load(root, settings)), settings


# The list


def _sources(book: Book, located: dict[tuple[str, str], Located]) -> Iterator[tuple[str, Source, Located | None]]:
    """Each source under its full name; a captured one is located nowhere, for the collection holds it."""
    for system in book.systems.values():
        for source in system.sources.values():
            yield f"{system.slug}:{source.id}", source, located.get((system.slug, source.id))


def _listing(book: Book, located: dict[tuple[str, str], Located]) -> Iterator[str]:
    """One line a source, and one that says what can be done."""
    entries = list(_sources(book, located))
    rows = [(name, source.revision[:12] or "-", _address(source), _where(place)) for name, source, place in entries]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    for *cells, where in rows:
        yield "  ".join([*(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)), where])
    here = sum(place is None or place.path is not None for _, _, place in entries)
    yield f"{here} of {len(entries)} source{'' if len(entries) == 1 else 's'} can be read here."
    if any(_can_be_fetched(source, place) for _, source, place in entries):
        yield "`recordbook sources fetch` fetches what can be fetched."


def _address(source: Source) -> str:
    from recordbook.formats.glyphs import printable  # noqa: PLC0415 -- help needs none of it

    return printable(source.path if source.kind == "capture" else source.repository)


def _where(place: Located | None) -> str:
    if place is None:
        return "in the collection"
    if place.why is not None:
        return f"not here: {place.why.message}"
    return {"settings": "named in the settings", "self": "this repository", "cache": "in the cache"}[place.how]


def _can_be_fetched(source: Source, place: Located | None) -> bool:
    return place is not None and place.path is None and bool(source.revision) and source.repository != "self"


def _as_data(name: str, source: Source, place: Located | None) -> dict[str, object]:
    return {
        "source": name,
        "kind": source.kind,
        "repository": source.repository or None,
        "revision": source.revision or None,
        "path": source.path or None,
        "readable": place is None or place.path is not None,
        "copy": "collection" if place is None else place.how or None,
        "reason": None if place is None or place.why is None else place.why.message,
    }


# Fetching


def _fetch(download: Download, names: tuple[str, ...], settings: Settings) -> int:
    """Fetch one repository, tell on standard error how far it is, and return the exit code."""
    from recordbook.formats.glyphs import printable  # noqa: PLC0415 -- help needs none of it
    from recordbook.sources import fetch, refused  # noqa: PLC0415

    cited = ", ".join(":".join(key) for key in download.sources)
    why = refused(download.address, settings.hosts)
    if why:
        click.echo(f"{cited}: {why}", err=True)
        return _REFUSED
    wanted = replace(download, revisions=(*download.revisions, *names))
    click.echo(f"{cited}: {printable(download.address)}", err=True)
    try:
        missing = fetch(wanted, settings.hosts, _teller())
    except OSError as error:
        click.echo(f"{_clear()}{cited}: {printable(error.strerror or str(error))}", err=True)
        return _TROUBLE
    click.echo(_clear(), nl=False, err=True)
    for name in missing:
        click.echo(f"{cited}: fetched, but no branch or tag holds {printable(name)}")
    if not missing:
        click.echo(f"{cited}: fetched")
    return 0


def _teller() -> Callable[[str], None]:
    """What shows progress: one line that is written anew on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        return lambda _: None
    return lambda text: click.echo(f"{_CLEAR}  {text}", nl=False, err=True)


def _clear() -> str:
    return _CLEAR if sys.stderr.isatty() else ""
