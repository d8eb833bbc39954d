"""`recordbook diff`: what changed in meaning between two states of a collection."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from recordbook.commands.collection import find_root, settings_option
from recordbook.commands.telling import put_text
from recordbook.diagnostics import Severity, shown

if TYPE_CHECKING:
    from recordbook.changes import Own
    from recordbook.commands.changelist import Difference
    from recordbook.loading import Loaded

_HELP = """\
Say what changed in meaning from BASE to HEAD: records added, changed field by field, renamed, retired and removed,
quotes newly verified or no longer, references that newly lead to nothing. What is only written otherwise is no change.

BASE and HEAD are branches, tags or commits of the repository that holds the collection. Without HEAD, the files as they
are now are compared. Nothing is checked out or fetched.

Exits with 1 when a file of either state cannot be read, 2 on wrong usage, 3 when git or a file cannot be used.
"""


@click.command(
    "diff",
    help=_HELP,
    short_help="Say what changed in meaning since a commit.",
    epilog="\b\nExample:\n  recordbook diff main --format markdown --output pr-comment.md",
)
@click.argument("base")
@click.argument("head", required=False, default="")
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "markdown", "json")),
    default="text",
    show_default=True,
    help="How to write the list.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the list to this file instead of standard output.",
)
@settings_option
def command(base: str, head: str, form: str, output: Path | None, settings_file: Path | None) -> None:
    """Compare, write, and exit."""
    from recordbook.commands.changelist import FORMATS  # noqa: PLC0415 -- help needs none of it

    told, unread = _difference(base, head, settings_file)
    written = FORMATS[form](told)
    if output is None:
        click.echo(written, nl=False)
    else:
        put_text(output, written)
    for line in unread:
        click.echo(line, err=True)
    sys.exit(int(bool(unread)))


def _difference(base: str, head: str, settings_file: Path | None) -> tuple[Difference, list[str]]:
    """What differs, and a line for each problem that kept a file from being read.

    Raises `click.UsageError` for a name that the repository does not know.
    """
    from recordbook.book import build  # noqa: PLC0415 -- help needs none of it
    from recordbook.changes import compare, own, stored  # noqa: PLC0415
    from recordbook.commands.changelist import Difference  # noqa: PLC0415
    from recordbook.loading import load  # noqa: PLC0415
    from recordbook.settings_file import load_settings  # noqa: PLC0415
    from recordbook.shelf import own_shelf  # noqa: PLC0415

    root = find_root(())
    settings, _, _ = load_settings(root, settings_file)
    mine = own(root)
    if mine is None:
        raise click.UsageError("the collection is in no git repository, so there is nothing to compare with")
    old, new = (_commit(mine, name) if name else "" for name in (base, head))
    shelf = own_shelf(root)
    before, after = (load(stored(mine, one, settings.limits) if one else root, settings, shelf) for one in (old, new))
    shelf.save()
    books = build(before), build(after)
    told = Difference(old, new, compare(*books), books[1].contract)
    return told, [*_unread(before, old[:12]), *_unread(after, new[:12])]


def _commit(mine: Own, name: str) -> str:
    commit = mine.repository.resolve(name)
    if not commit:
        raise click.UsageError(f"the repository has no branch, tag or commit {shown(name)}")
    return commit


def _unread(loaded: Loaded, commit: str) -> list[str]:
    """The findings in files that gave no value, each with the commit that holds the file."""
    from recordbook.formats import concise_line  # noqa: PLC0415 -- help needs none of it

    where = f"{commit}: " if commit else ""
    read = {value.uri for value in (*loaded.systems, *loaded.quoting)}
    return [
        f"{where}{concise_line(one)}"
        for one in loaded.findings
        if one.severity is Severity.ERROR and one.place.uri in loaded.texts and one.place.uri not in read
    ]
