"""`recordbook verify`: compare every quote with its source."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

import click

from recordbook.commands import completing
from recordbook.commands.collection import find_root, settings_option
from recordbook.commands.given import Given, source_option
from recordbook.commands.telling import Telling, form_options, on_terminal, paired, tell
from recordbook.diagnostics import Severity
from recordbook.formats.glyphs import printable

if TYPE_CHECKING:
    from pathlib import Path

_HELP = """\
Compare every quote with the repository that it was copied from, at the pinned commit.

With SYSTEM, compare only the quotes of these systems. Sources are read from copies on this machine; this command never
fetches anything. A source that is not here is a note, not an error.

Exits with 1 when a quote is not verified although its source was read, 2 on wrong usage, 3 when git or a file cannot be
used.
"""
_TROUBLE = 3


@click.command(
    "verify",
    cls=Telling,
    help=_HELP,
    short_help="Compare every quote with its source.",
    epilog="\b\nExample:\n  recordbook verify demo --source demo:SRC-1=../demo --write",
)
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...", shell_complete=completing.systems)
@click.option("--write", "write", is_flag=True, help="Write what was verified to the systems' evidence.lock.yml.")
@click.option("--offline", is_flag=True, help="Use no network. This command never does; the option is a promise.")
@source_option
@form_options
@settings_option
@click.pass_context
def command(  # noqa: PLR0913 - one a parameter of the command line
    context: click.Context,
    systems: tuple[str, ...],
    *,
    given: Given,
    formats: tuple[str, ...],
    outputs: tuple[Path, ...],
    settings_file: Path | None,
    write: bool,
    offline: bool,
) -> None:
    """Verify, print, write the locks if asked to, and exit."""
    del offline
    began = perf_counter()
    forms = paired(context, formats, outputs, "full")
    from recordbook.commands.comparing import compare  # noqa: PLC0415 -- help needs none of it

    comparison = compare(find_root(()), settings_file, systems, given)
    report = comparison.report
    if write:  # which mends what the lock has wrong
        report = replace(report, diagnostics=tuple(d for d in report.diagnostics if d.code != "stale-lock"))
    if on_terminal():
        report = replace(report, seconds=perf_counter() - began, color="NO_COLOR" not in os.environ)
    tell(report, forms)
    for line in comparison.write() if write else ():
        click.echo(line, err=True)
    for trouble in comparison.verified.troubles:
        click.echo(f"Error: {printable(trouble)}", err=True)
    if comparison.verified.troubles:
        sys.exit(_TROUBLE)
    sys.exit(int(any(found.severity is Severity.ERROR for found in report.diagnostics)))
