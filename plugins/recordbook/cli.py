"""The `recordbook` command. Each command is a module of `recordbook.commands`, imported when it is needed.

Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 trouble with the environment.
"""

from __future__ import annotations

import gc
import io
import sys
from importlib import import_module

import click

from recordbook import __version__
from recordbook.commands.trouble import TROUBLE, said
from recordbook.diagnostics import shown
from recordbook.meant import near

COMMANDS = (
    "init",
    "new",
    "check",
    "fmt",
    "rename",
    "convert",
    "verify",
    "fix",
    "drift",
    "diff",
    "sources",
    "ids",
    "search",
    "schema",
    "lsp",
    "explain",
    "contributing",
)
"""The commands, in the order that `--help` lists them."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, without importing anything."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or `None`."""
        if cmd_name not in COMMANDS:
            meant = near(cmd_name, COMMANDS)
            if meant and not ctx.resilient_parsing:
                ctx.fail(f"no command is called {shown(cmd_name)}; did you mean {shown(meant)}?")
            return None
        command = import_module(f"recordbook.commands.{cmd_name}").command
        assert isinstance(command, click.Command)  # noqa: S101 -- tells the type checker what each module holds
        return command


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExample:\n  recordbook check reports/demo",
)
@click.version_option(__version__, message="recordbook %(version)s")
def cli() -> None:
    """Check and explore collections of evidence-backed reports."""


def main() -> None:
    """Run the command line and exit."""
    gc.disable()  # a command ends before there is much to collect, and looking for it costs up to half of the time
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        cli(prog_name="recordbook")
    except OSError as error:
        click.echo(f"Error: {said(error)}", err=True)
        sys.exit(TROUBLE)
