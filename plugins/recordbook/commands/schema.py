"""`recordbook schema`: the JSON Schemas by which editors check, complete and explain files."""

from __future__ import annotations

import json

import click

from recordbook.commands.collection import find_root
from recordbook.putting import put

ROLES = ("record", "annotation", "report", "system", "collection")
_HELP = """\
Print the JSON Schema (2020-12) of one kind of files, or write all of them into `.recordbook/`.

An editor with a YAML language server then marks mistakes in `.yml` files, completes keys and values, and explains them.
Name the schema in the first line of a file, which `recordbook new --format yml` does, or in the editor's settings.
Never use it for `.md` files: such servers take the body for YAML.

Exits with 2 on wrong usage, 3 when a file cannot be written.
"""


@click.command(
    "schema",
    help=_HELP,
    short_help="Write the schemas by which editors check files.",
    epilog="\b\nExample:\n  recordbook schema --write",
)
@click.argument("role", type=click.Choice(ROLES), default="record", required=False, metavar=f"[{'|'.join(ROLES)}]")
@click.option("--write", is_flag=True, help="Write the schemas of all kinds into `.recordbook/`.")
def command(role: str, *, write: bool) -> None:
    """Print a schema, or write all of them."""
    if not write:
        click.echo(text(role), nl=False)
        return
    folder = find_root(()) / ".recordbook"
    folder.mkdir(exist_ok=True)
    for name in ROLES:
        path = folder / f"{name}.schema.json"
        put(path, text(name).encode())
        click.echo(f".recordbook/{path.name}")


def text(role: str) -> str:
    """The schema of a kind of files as its file holds it."""
    from recordbook.editor_schema import schema  # noqa: PLC0415 -- help needs none of it
    from recordbook.parsing import built_in  # noqa: PLC0415
    from recordbook.settings import Settings  # noqa: PLC0415

    contract, reader = built_in(Settings().contract)
    return json.dumps(schema(role, contract, reader.models), indent=2, ensure_ascii=False) + "\n"
