"""`recordbook fmt`: write the files of a collection in one form."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from recordbook.commands.changing import Change, difference
from recordbook.commands.collection import find_root, is_below, settings_option, uris
from recordbook.putting import put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.diagnostics import Diagnostic
    from recordbook.settings import Settings

_HELP = """\
Write files in one form: keys in the order of the contract, two spaces a level, paragraphs and quotes as blocks.

With PATHS, only the files at or below them. No value changes, comments stay with their keys, and lines of text are
never broken anew. A file that cannot be read is left alone.

Exits with 1 when a file cannot be read or, with --check or --diff, when one would change; with 2 on wrong usage, 3 when
a file cannot be written.
"""


@click.command(
    "fmt",
    help=_HELP,
    short_help="Write files in one form.",
    epilog="\b\nExample:\n  recordbook fmt reports/demo --diff",
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Change nothing; list the files that would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@settings_option
def command(paths: tuple[Path, ...], settings_file: Path | None, *, check: bool, diff: bool) -> None:
    """Write the files, or show what would be written."""
    from recordbook.settings_file import load_settings  # noqa: PLC0415 -- help needs none of it

    root = find_root(paths)
    wanted = uris(root, paths)
    settings, _, _ = load_settings(root, settings_file)
    changes, unread = [], []
    count = 0
    for change, findings in _read(root, wanted, settings):
        count += 1
        unread += findings
        if change.before != change.after:
            changes.append(change)
    for change in changes:
        if not check and not diff:
            put(root / change.uri, change.after)
        click.echo(difference(change) if diff else change.uri, nl=not diff)
    _tell(changes, unread, count, changed=not check and not diff)
    sys.exit(int(bool(unread) or (bool(changes) and (check or diff))))


def _read(root: Path, wanted: tuple[str, ...], settings: Settings) -> Iterator[tuple[Change, list[Diagnostic]]]:
    """Each file that is wanted as it is and as it should be, and why it cannot be read."""
    from recordbook.files import OutOfPlace, read_bytes  # noqa: PLC0415 -- help needs none of it
    from recordbook.formatting import tidied  # noqa: PLC0415
    from recordbook.loading import load  # noqa: PLC0415
    from recordbook.reading import File  # noqa: PLC0415
    from recordbook.shelf import own_shelf  # noqa: PLC0415

    for uri in load(root, settings, own_shelf(root)).texts:
        if not uri.startswith("reports/") or uri.endswith(".lock.yml") or not is_below(uri, wanted):
            continue
        try:
            before = read_bytes(root / uri, uri, settings.limits.file_bytes)
        except OutOfPlace as error:
            yield Change(uri, b"", b""), [error.finding]
            continue
        after, findings = tidied(File(uri, "lock", "", settings.limits, settings.contract), before)
        yield Change(uri, before, after), findings


def _tell(changes: list[Change], unread: list[Diagnostic], count: int, *, changed: bool) -> None:
    from recordbook.formats import concise_line  # noqa: PLC0415 -- help needs none of it

    for found in unread:
        click.echo(concise_line(found), err=True)
    verb = "formatted" if changed else "would change"
    left = len({found.place.uri for found in unread})
    rest = f", {left} cannot be read" if left else ""
    click.echo(f"{len(changes)} of {count} file{'' if count == 1 else 's'} {verb}{rest}.", err=True)
