"""`recordbook contributing`: the guide for contributors, as this version's rules have it."""

from __future__ import annotations

import click

_HELP = """\
Print the guide for contributors as a page of Markdown: the way from an edit to a pull request, and every key, field,
word and rule.

It is made from what a check holds people to. Print it anew after an update of Recordbook.
"""


@click.command(
    "contributing",
    help=_HELP,
    short_help="Print the guide for contributors.",
    epilog="\b\nExample:\n  recordbook contributing > docs/contributing.md",
)
def command() -> None:
    """Print the guide."""
    click.echo(text(), nl=False)


def text() -> str:
    """The guide for a collection of the built-in contract, whose site has no pages on rules."""
    from recordbook.contributing import page  # noqa: PLC0415 -- help needs none of it
    from recordbook.parsing import built_in  # noqa: PLC0415
    from recordbook.settings import Settings  # noqa: PLC0415

    contract, reader = built_in(Settings().contract)
    return page(contract, reader.models)
