"""`recordbook check`: say what is wrong in a collection."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from recordbook.commands.changed import USUAL, change_since
from recordbook.commands.collection import cache_option, find_root, is_below, settings_option, uris
from recordbook.commands.telling import NEVER, Telling, form_options, on_terminal, paired, severity_of, tell
from recordbook.commands.watching import watch
from recordbook.diagnostics import Severity, shown
from recordbook.formats import Counts, Report
from recordbook.formats.report import fails

if TYPE_CHECKING:
    from recordbook.commands.changed import Change
    from recordbook.commands.telling import Forms
    from recordbook.diagnostics import Diagnostic
    from recordbook.pipeline import Result

_HELP = """\
Check the collection around the current folder.

With PATHS, show only what is found at or below them. The whole collection is read all the same, so that references
between files are checked.

An --output belongs to the --format before it; a --format without one is printed. So one run writes many forms.

Exits with 1 when something is found at or above --fail-on, 2 on wrong usage, 3 when a file cannot be read.
"""
_EXAMPLES = """\b
Examples:
  recordbook check reports/demo --fail-on warning
  recordbook check --changed
  recordbook check --format full --format sarif --output findings.sarif
"""


@click.command(
    "check",
    cls=Telling,
    help=_HELP,
    short_help="Say what is wrong in a collection, where, and what to do.",
    epilog=_EXAMPLES,
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@form_options
@click.option(
    "--changed",
    metavar="[BASE]",
    is_flag=False,
    flag_value=USUAL,
    help="Show only findings in files changed since the work left BASE.  [BASE: the remote's default branch]",
)
@click.option(
    "--changed-first",
    metavar="[BASE]",
    is_flag=False,
    flag_value=USUAL,
    help="Let github and markdown begin with findings on lines changed since BASE.",
)
@click.option(
    "--fail-on",
    type=click.Choice((*map(str, Severity), NEVER)),
    default=str(Severity.ERROR),
    show_default=True,
    help="The least severity that makes the command exit with 1.",
)
@click.option(
    "--site",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also check the site built in this folder: its manifest, every link, every id.",
)
@click.option("--watch", "watching", is_flag=True, help="Check again whenever a file changes, until Ctrl+C.")
@settings_option
@cache_option
@click.pass_context
def command(context: click.Context, /, paths: tuple[Path, ...], **options: object) -> None:
    """Check, tell, and exit with 1 if a finding is bad enough."""
    asked, forms, watching = _asked(context, paths, **options)  # type: ignore[arg-type] # click converted them
    if not watching:
        sys.exit(_round(asked, forms))
    folders = [asked.root / "reports", asked.root / ".recordbook", *filter(None, [asked.site])]
    sys.exit(watch(folders, lambda: _round(asked, forms), clear=on_terminal()))


@dataclass(frozen=True)
class _Asked:
    """What one run is to do."""

    root: Path
    wanted: tuple[str, ...]
    """Uris that findings must be at or below; none for all."""
    settings_file: Path | None
    site: Path | None
    changed: str | None
    """The commit since which files must have changed; None for all files."""
    first: str | None
    """The commit since which changed lines come first; None where no order is asked for."""
    failing: Severity | None
    cache: bool


def _asked(  # noqa: PLR0913 -- one a parameter of the command line
    context: click.Context,
    paths: tuple[Path, ...],
    *,
    formats: tuple[str, ...],
    outputs: tuple[Path, ...],
    settings_file: Path | None,
    site: Path | None,
    changed: str | None,
    changed_first: str | None,
    fail_on: str,
    watching: bool,
    cache: bool,
) -> tuple[_Asked, Forms, bool]:
    forms = paired(context, formats, outputs, "full" if on_terminal() else "concise")
    root = find_root(paths)
    if site is not None and not site.is_dir():
        raise click.UsageError(f"there is no site in {shown(site)}; build it first: mkdocs build")
    failing = severity_of(fail_on)
    asked = _Asked(root, uris(root, paths), settings_file, site, changed, changed_first, failing, cache)
    return asked, forms, watching


def _round(asked: _Asked, forms: Forms) -> int:
    """Check once and tell; the exit code."""
    began = perf_counter()
    report = _checked(asked)
    if on_terminal():
        report = replace(report, seconds=perf_counter() - began, color="NO_COLOR" not in os.environ)
    tell(report, forms)
    return int(any(fails(report, found) for found in report.diagnostics))


def _checked(asked: _Asked) -> Report:
    """The findings that are wanted, and those that put the whole run in doubt."""
    from recordbook.pipeline import run  # noqa: PLC0415
    from recordbook.settings_file import load_settings  # noqa: PLC0415 -- help needs none of it
    from recordbook.shelf import Shelf, own_shelf  # noqa: PLC0415

    shelf = own_shelf(asked.root) if asked.cache else Shelf(asked.root)
    settings, problems, texts = load_settings(asked.root, asked.settings_file, shelf)
    result = run(asked.root, settings, problems, shelf)
    shelf.save()
    texts = {**result.texts, **texts}
    report = Report(
        diagnostics=result.diagnostics,
        counts=Counts(len(result.book.records), len(result.book.systems)),
        texts=texts,
        origins=result.origins,
        failing=asked.failing,
    )
    report = _only(report, asked, {found.place.uri for found in problems})
    if asked.first is not None:
        report = replace(report, changed=_change(asked.first, asked, report).lines)
    if asked.site is not None:
        report = replace(report, diagnostics=(*report.diagnostics, *_of_site(asked.site, asked.root, result)))
    return report


def _only(report: Report, asked: _Asked, doubtful: set[str]) -> Report:
    """The report with those findings left out that nobody asked about."""
    change = None if asked.changed is None else _change(asked.changed, asked, report)
    shown = tuple(
        found
        for found in report.diagnostics
        if (is_below(found.place.uri, asked.wanted) and (change is None or found.place.uri.rstrip("/") in change.files))
        or found.place.uri in doubtful
        or found.code == "nothing-checked"
    )
    return replace(report, diagnostics=shown, hidden=len(report.diagnostics) - len(shown))


def _change(base: str, asked: _Asked, report: Report) -> Change:
    return change_since(base, asked.root, report.diagnostics, report.texts)


def _of_site(site: Path, root: Path, result: Result) -> tuple[Diagnostic, ...]:
    """What is wrong with a built site. Its files are named from the root of the collection, where they are below it."""
    from recordbook.built import faults  # noqa: PLC0415 -- few runs need it

    full = site.resolve()
    uri = full.relative_to(root.resolve()).as_posix() if full.is_relative_to(root.resolve()) else site.as_posix()
    return tuple(sorted(faults(full, uri, result.book), key=lambda found: found.sort_key))
