"""`recordbook lsp`: the language server, for editors."""

from __future__ import annotations

import gc
from importlib.util import find_spec

import click

from recordbook.commands.collection import find_root

_HELP = """\
Serve an editor over standard input and output by the language server protocol.

It shows findings while one types, in texts that are not saved too; completes keys, values, ids and sources; shows a
record where its id is named; and goes to, lists and renames ids. Editors start it in the folder of the collection; the
guide says how: Continuous integration, In your editor. It needs the extra `lsp`: pip install "recordbook[lsp]".
"""


@click.command(
    "lsp",
    help=_HELP,
    short_help="Serve an editor: findings, completion, references, renaming.",
    epilog="\b\nExample:\n  recordbook lsp --stdio",
)
@click.option("--stdio", is_flag=True, help="Use standard input and output. It always does; some editors say so.")
def command(*, stdio: bool) -> None:
    """Serve until the editor is done."""
    del stdio
    if find_spec("pygls") is None:
        raise click.UsageError('the language server needs pygls: pip install "recordbook[lsp]"')
    from recordbook.language_server import make  # noqa: PLC0415 -- help needs none of it

    server = make(find_root(()))
    gc.enable()  # a server lives long
    server.start_io()
