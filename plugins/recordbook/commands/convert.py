"""`recordbook convert`: turn records and annotations from Markdown into YAML, and back."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from recordbook.commands.changing import Change, apply, difference
from recordbook.commands.collection import find_root, settings_option, uris

if TYPE_CHECKING:
    from recordbook.settings import Settings

_HELP = """\
Turn the records and annotations at or below PATHS into the other form.

Markdown has its YAML between two lines `---` and the body after it, YAML has the body under `body`. Both say the same:
no value changes, and comments stay. In a git repository the file keeps its history.

Exits with 1 when a file cannot be read or has no other form, and nothing is changed then; with 2 on wrong usage, 3 when
a file cannot be written.
"""


@click.command(
    "convert",
    help=_HELP,
    short_help="Turn records from Markdown into YAML, and back.",
    epilog="\b\nExample:\n  recordbook convert reports/demo/records/MEM-OBJ-note.md --to yml",
)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--to", "ending", type=click.Choice(("md", "yml")), required=True, help="The form that is wanted.")
@click.option("--dry-run", is_flag=True, help="Change nothing; show what would change.")
@settings_option
def command(paths: tuple[Path, ...], ending: str, settings_file: Path | None, *, dry_run: bool) -> None:
    """Convert, or show what would be converted."""
    from recordbook.settings_file import load_settings  # noqa: PLC0415 -- help needs none of it

    root = find_root(paths)
    settings, _, _ = load_settings(root, settings_file)
    changes, refused = [], []
    for uri in _wanted(root, uris(root, paths), settings):
        change, why = _change(root, uri, ending, settings)
        changes += [change] if change else []
        refused += why
    for line in refused:
        click.echo(line, err=True)
    if refused:
        click.echo("Nothing was changed.", err=True)
        sys.exit(1)
    for change in changes:
        click.echo(difference(change) if dry_run else f"{change.uri} → {change.moved}", nl=not dry_run)
    if not dry_run:
        apply(root, changes)
    verb = "would become" if dry_run else "became"
    click.echo(f"{len(changes)} file{'' if len(changes) == 1 else 's'} {verb} .{ending}.", err=True)


def _wanted(root: Path, wanted: tuple[str, ...], settings: Settings) -> list[str]:
    """The records and annotations at or below the uris that are wanted."""
    from recordbook.commands.collection import is_below  # noqa: PLC0415 -- help needs none of it
    from recordbook.loading import load  # noqa: PLC0415

    found = load(root, settings).texts
    kinds = {"records", "annotations"}
    return [uri for uri in found if is_below(uri, wanted) and kinds & set(uri.split("/")[2:3])]


def _change(root: Path, uri: str, ending: str, settings: Settings) -> tuple[Change | None, list[str]]:
    """The change of one file, None where it has that form, and why it cannot be made."""
    from recordbook.converting import converted  # noqa: PLC0415 -- help needs none of it
    from recordbook.formats import concise_line  # noqa: PLC0415
    from recordbook.reading import File  # noqa: PLC0415

    stem, _, old = uri.rpartition(".")
    if old == ending:
        return None, []
    if os.path.lexists(root / f"{stem}.{ending}"):
        return None, [f"{stem}.{ending} exists already"]
    before = (root / uri).read_bytes()
    after, findings = converted(File(uri, "lock", "", settings.limits, settings.contract), before, ending)
    if after is None:
        said = [concise_line(found) for found in findings]
        return None, said or [f"{uri}: as .{ending} it would not say the same; format it first: `recordbook fmt {uri}`"]
    return Change(uri, before, after, f"{stem}.{ending}"), []
