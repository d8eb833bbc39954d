"""`recordbook check`: say what is wrong in a collection."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import click

from recordbook.commands.collection import cache_option, find_root, is_below, settings_option, uris
from recordbook.diagnostics import Severity
from recordbook.formats import FORMATS, Counts, Report

_HELP = """\
Check the collection around the current folder.

With PATHS, show only what is found at or below them. The whole collection is read all the same, so that references
between files are checked.

Exits with 1 when something is found at or above --fail-on, 2 on wrong usage, 3 when a file cannot be read.
"""


@click.command(
    "check",
    help=_HELP,
    short_help="Say what is wrong in a collection, where, and what to do.",
    epilog="\b\nExample:\n  recordbook check reports/demo --fail-on warning",
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    help="How to write the findings.  [default: full on a terminal, else concise]",
)
@settings_option
@click.option(
    "--fail-on",
    type=click.Choice(tuple(map(str, Severity))),
    default=str(Severity.ERROR),
    show_default=True,
    help="The least severity that makes the command exit with 1.",
)
@cache_option
def command(
    paths: tuple[Path, ...], form: str | None, settings_file: Path | None, fail_on: str, *, cache: bool
) -> None:
    """Check, print, and exit with 1 if a finding is bad enough."""
    began = perf_counter()
    root = find_root(paths)
    wanted = uris(root, paths)
    report = _checked(root, settings_file, wanted, cache=cache)
    terminal = sys.stdout.isatty()
    if terminal:
        report = replace(report, seconds=perf_counter() - began, color="NO_COLOR" not in os.environ)
    click.echo(FORMATS[form or ("full" if terminal else "concise")](report), nl=False, color=report.color)
    worst = Severity(fail_on).rank
    sys.exit(int(any(found.severity.rank <= worst for found in report.diagnostics)))


def _checked(root: Path, settings_file: Path | None, wanted: tuple[str, ...], *, cache: bool) -> Report:
    """The findings at or below the uris that are wanted, and those that put the whole run in doubt."""
    from recordbook.pipeline import run  # noqa: PLC0415
    from recordbook.settings_file import load_settings  # noqa: PLC0415 -- help needs none of it
    from recordbook.shelf import Shelf, own_shelf  # noqa: PLC0415

    shelf = own_shelf(root) if cache else Shelf(root)
    settings, problems, texts = load_settings(root, settings_file, shelf)
    result = run(root, settings, problems, shelf)
    shelf.save()
    doubtful = {found.place.uri for found in problems}
    shown = tuple(
        found
        for found in result.diagnostics
        if is_below(found.place.uri, wanted) or found.place.uri in doubtful or found.code == "nothing-checked"
    )
    return Report(
        diagnostics=shown,
        counts=Counts(len(result.book.records), len(result.book.systems)),
        texts={**result.texts, **texts},
        hidden=len(result.diagnostics) - len(shown),
    )
