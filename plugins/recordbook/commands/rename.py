"""`recordbook rename`: give a record another id, everywhere."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from recordbook.commands import completing
from recordbook.commands.changing import Change, apply, difference
from recordbook.commands.collection import open_collection, settings_option
from recordbook.diagnostics import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recordbook.book import Book
    from recordbook.diagnostics import Diagnostic
    from recordbook.loading import Loaded
    from recordbook.renaming import Renaming
    from recordbook.settings import Settings

_HELP = """\
Give the record OLD the id NEW: its file, its id, and every place that names it.

OLD is an id, or SYSTEM:ID where more than one system declares it. Findings, bodies, coverage, annotations, comments and
the pages in `docs/` are changed; quoted text and fenced code are not. The old id is kept as an alias, so that its
address leads to the new one. Either all of it is done or nothing.

Exits with 1 when the collection would have a finding that it does not have now, 2 on wrong usage, 3 when a file cannot
be written.
"""


@click.command(
    "rename",
    help=_HELP,
    short_help="Give a record another id, everywhere.",
    epilog="\b\nExample:\n  recordbook rename demo:MEM-OBJ-note MEM-OBJ-note-file --dry-run",
)
@click.argument("old", shell_complete=completing.ids)
@click.argument("new")
@click.option("--dry-run", is_flag=True, help="Change nothing; show what would change.")
@settings_option
def command(old: str, new: str, settings_file: Path | None, *, dry_run: bool) -> None:
    """Rename, or show what would be renamed."""
    from recordbook.renaming import Unclear, hand_written, rename  # noqa: PLC0415 -- help needs none of it

    opened = open_collection(settings_file)
    root, settings, loaded, book = opened.root, opened.settings, opened.loaded, opened.book
    key = _key(old, book)
    _check_new(new, key[0], loaded, book)
    try:
        found = rename(loaded, key, new, hand_written(root))
    except Unclear as why:
        click.echo(f"Error: {why}", err=True)
        sys.exit(1)
    changes = tuple(_changes(root, found))
    _prove(root, settings, changes, (key[1], new))
    if dry_run:
        for change in changes:
            click.echo(difference(change), nl=False)
    else:
        apply(root, changes)
        for change in changes:
            click.echo(f"{change.uri} → {change.moved}" if change.moved else change.uri)
    _tell(key, new, found, len(changes), done=not dry_run)


def _key(old: str, book: Book) -> tuple[str, str]:
    """System and id of a record. Raises `click.UsageError` where there is none, or more than one."""
    from recordbook.meant import near  # noqa: PLC0415 -- help needs none of it

    slug, sign, identifier = old.rpartition(":")
    found = [key for key in book.records if key[1] == identifier and (not sign or key[0] == slug)]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(shown(":".join(key)) for key in found)
        raise click.UsageError(f"more than one system declares {shown(old)}: write {names}")
    meant = near(identifier, dict.fromkeys(key[1] for key in book.records if not sign or key[0] == slug))
    hint = f"; did you mean {shown(f'{slug}{sign}{meant}')}?" if meant else ""
    raise click.UsageError(f"{shown(old)} is declared nowhere{hint}")


def _check_new(new: str, slug: str, loaded: Loaded, book: Book) -> None:
    """Raise `click.UsageError` where the new id is not to be had, or the system's lock is not as it was written."""
    from recordbook import lock  # noqa: PLC0415 -- help needs none of it
    from recordbook.naming import refusal, taken  # noqa: PLC0415

    why = refusal(loaded.contract, new, taken(book, slug, loaded.published.get(slug, ())))
    if why:
        raise click.UsageError(why)
    if slug in loaded.locks and lock.read(loaded.locks[slug], slug)[1]:
        raise click.UsageError(f"the lock of {shown(slug)} must be mended first: `recordbook verify {slug} --write`")


def _changes(root: Path, found: Renaming) -> Iterator[Change]:
    """Every file that changes, in the order of paths."""
    from recordbook.edits import rewrite  # noqa: PLC0415 -- help needs none of it

    for uri in sorted({*found.edits, *found.moves, *found.locks}):
        before = (root / uri).read_bytes()
        after = found.locks[uri].encode() if uri in found.locks else rewrite(before, found.edits.get(uri, ()))
        yield Change(uri, before, after, found.moves.get(uri, ""))


def _prove(root: Path, settings: Settings, changes: Iterable[Change], ids: tuple[str, str]) -> None:
    """Rename in a copy of the collection. Exits with 1 where that has a finding which the collection has not."""
    from recordbook.formats import concise_line  # noqa: PLC0415 -- help needs none of it
    from recordbook.pipeline import run  # noqa: PLC0415

    before = Counter(_about(found, ids) for found in run(root, settings).diagnostics)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("reports", ".recordbook"):
            if (root / name).is_dir():
                shutil.copytree(root / name, copy / name, symlinks=True)
        apply(copy, [change for change in changes if change.uri.startswith("reports/")])
        after = run(copy, settings).diagnostics
    worse = [found for found in after if not before[_about(found, ids)]]
    for found in worse:
        click.echo(concise_line(found), err=True)
    if worse:
        click.echo("Nothing was changed: with the new id, this would be found.", err=True)
        sys.exit(1)


def _about(found: Diagnostic, ids: tuple[str, str]) -> tuple[str, str]:
    """A finding by what it says, whichever of the two ids it says it of."""
    return found.code, found.message.replace(*ids)


def _tell(key: tuple[str, str], new: str, found: Renaming, files: int, *, done: bool) -> None:
    verb = "renamed to" if done else "would be renamed to"
    places = f"{found.references} reference{'' if found.references == 1 else 's'}"
    click.echo(
        f"{shown(':'.join(key))} {verb} {shown(new)}: {places}, {files} files. The old id is an alias.", err=True
    )
