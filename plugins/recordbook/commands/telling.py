"""Where the findings of a command go: in which forms, to the terminal and into files."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from recordbook.diagnostics import Severity, shown
from recordbook.formats import FORMATS
from recordbook.putting import put

if TYPE_CHECKING:
    from collections.abc import Callable

    from recordbook.formats import Report

Forms: TypeAlias = tuple[tuple[str, Path | None], ...]
"""Each form to write, and its file; None where it is printed."""
NEVER = "never"
SUMMARY = "GITHUB_STEP_SUMMARY"
"""The environment variable that names the file of a step's summary in a GitHub workflow."""
_ORDER = "recordbook.order"


class Telling(click.Command):
    """A command that remembers in which order its options were written: an `--output` belongs to one `--format`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as usual."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        ctx.meta[_ORDER] = [parameter.name for parameter in order]
        return super().parse_args(ctx, args)


def form_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a `Telling` command both options; its parameter ``forms`` takes what `paired` makes of them."""
    command = click.option(
        "--output",
        "outputs",
        multiple=True,
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write the form of the --format before it to this file instead. May be repeated.",
    )(command)
    return click.option(
        "--format",
        "formats",
        multiple=True,
        type=click.Choice(tuple(FORMATS)),
        help="How to write the findings. May be repeated, when all but one go to files.",
    )(command)


def paired(context: click.Context, formats: tuple[str, ...], outputs: tuple[Path, ...], usual: str) -> Forms:
    """Each form with its file. Without any, ``usual`` is printed.

    Raises `click.UsageError` for a file without a form, or two forms that would be printed.
    """
    names, paths = iter(formats), iter(outputs)
    forms: list[tuple[str, Path | None]] = []
    for option in context.meta[_ORDER]:
        if option == "formats":
            forms.append((next(names), None))
        elif option == "outputs" and not forms:
            path = shown(next(paths))
            raise click.UsageError(f"--output {path} has no --format before it, as in: --format sarif --output {path}")
        elif option == "outputs":
            last = forms.pop() if forms[-1][1] is None else forms[-1]
            forms.append((last[0], next(paths)))
    printed = [name for name, path in forms if path is None]
    if len(printed) > 1:
        raise click.UsageError(f"{' and '.join(printed)} would both be printed; put an --output after one of them")
    return tuple(forms) or ((usual, None),)


def severity_of(level: str) -> Severity | None:
    """The least severity that fails a run, from the value of `--fail-on`."""
    return None if level == NEVER else Severity(level)


def tell(report: Report, forms: Forms) -> None:
    """Write every form. Where none is printed, the last line still goes to standard error."""
    from recordbook.formats.report import closing  # noqa: PLC0415 -- help needs none of it

    for name, path in forms:
        text = FORMATS[name](report)
        if path is None:
            click.echo(text, nl=False, color=report.color)
        else:
            put_text(path, text)
        if name == "github":
            _summarize(report)
    if all(path for _, path in forms):
        click.echo(closing(report), err=True)


def put_text(path: Path, text: str) -> None:
    """Write a file, or what it links to, in one step. A pipe or a device is written to as it is."""
    data = text.encode(errors="backslashreplace")
    if path.exists() and not stat.S_ISREG(path.stat().st_mode):
        path.write_bytes(data)
    else:
        put(path.resolve(), data)


def _summarize(report: Report) -> None:
    """Add all findings to the summary of a step in a GitHub workflow, where annotations are few."""
    from recordbook.formats.markdown import SUMMARY_BYTES, markdown  # noqa: PLC0415 -- as above

    named = os.environ.get(SUMMARY)
    if named:
        with Path(named).open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            before = file.tell()
            file.write("\n" * bool(before) + markdown(report, SUMMARY_BYTES - before))


def on_terminal() -> bool:
    """Whether a person reads what is printed."""
    return sys.stdout.isatty()
