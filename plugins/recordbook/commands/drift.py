"""`recordbook drift`: what became of a system's quotes at another commit of its sources."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from recordbook.commands import completing
from recordbook.commands.collection import find_root, settings_option
from recordbook.commands.given import Given, source_option
from recordbook.diagnostics import Severity, shown

if TYPE_CHECKING:
    from pathlib import Path

    from recordbook.commands.comparing import Comparison
    from recordbook.drifting import Drifts

_HELP = """\
Follow the quotes of SYSTEM to another commit of its sources: which are unchanged, which moved, which changed or are
gone, and where to look.

REV is a branch, a tag or a commit of the repository on this machine; nothing is fetched. No file is changed.

Exits with 1 when a file of the system cannot be read and, with --fail-on-change, when a quote is not unchanged; with 2
on wrong usage, 3 when git or a file cannot be used.
"""
_TROUBLE = 3


@click.command(
    "drift",
    help=_HELP,
    short_help="Follow the quotes of a system to a newer commit.",
    epilog="\b\nExample:\n  recordbook drift demo --to main --format markdown",
)
@click.argument("system", shell_complete=completing.systems)
@click.option("--to", "name", required=True, metavar="REV", help="The branch, tag or commit to compare with.")
@source_option
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "markdown")),
    default="text",
    show_default=True,
    help="How to write the list.",
)
@click.option("--fail-on-change", is_flag=True, help="Exit with 1 if any quote is not unchanged.")
@settings_option
def command(  # noqa: PLR0913 - one a parameter of the command line
    system: str,
    name: str,
    given: Given,
    form: str,
    settings_file: Path | None,
    *,
    fail_on_change: bool,
) -> None:
    """Compare, print, and exit."""
    from recordbook.commands.worklist import FORMATS  # noqa: PLC0415 -- help needs none of it
    from recordbook.formats import concise_line  # noqa: PLC0415
    from recordbook.formats.glyphs import printable  # noqa: PLC0415
    from recordbook.verification import CODES  # noqa: PLC0415

    found, comparison = _drifts(system, name, given, settings_file)
    click.echo(FORMATS[form](system, name, found), nl=False)
    unread = [one for one in comparison.report.diagnostics if one.severity is Severity.ERROR and one.code not in CODES]
    for line in map(concise_line, unread):
        click.echo(line, err=True)
    for trouble in comparison.verified.troubles:
        click.echo(f"Error: {printable(trouble)}", err=True)
    if comparison.verified.troubles:
        sys.exit(_TROUBLE)
    sys.exit(int(bool(unread) or (fail_on_change and any(one.state != "unchanged" for one in found.quotes))))


def _drifts(system: str, name: str, given: Given, settings_file: Path | None) -> tuple[Drifts, Comparison]:
    """What became of the quotes, and the comparison with the pinned commits that this rests on.

    Raises `click.UsageError` for a name that no repository at hand knows.
    """
    from recordbook.commands.comparing import compare  # noqa: PLC0415 -- help needs none of it
    from recordbook.drifting import drift  # noqa: PLC0415
    from recordbook.repository import Repository  # noqa: PLC0415

    comparison = compare(find_root(()), settings_file, (system,), given)
    found = drift(comparison.verified.results, comparison.located, Repository, name)
    here = [move for move in found.moves if comparison.located[move.system, move.source.id].path]
    if here and not any(move.revision for move in here) and not comparison.verified.troubles:
        raise click.UsageError(f"no source of {shown(system)} has a branch, tag or commit {shown(name)} here")
    return found, comparison
