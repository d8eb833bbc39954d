"""`recordbook explain`: what a code means, with an example of what is wrong and what is right."""

from __future__ import annotations

import json

import click

from recordbook.commands import completing
from recordbook.diagnostics import shown
from recordbook.explained import page
from recordbook.meant import near
from recordbook.rules import RULE, RULES

VERSION = 1
"""Of the JSON form; grows when a key changes its meaning or goes away."""


@click.command(
    "explain",
    short_help="Say what a code means, with an example.",
    epilog="\b\nExample:\n  recordbook explain dangling-reference",
)
@click.argument("code", required=False, shell_complete=completing.codes)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON document.")
def command(code: str | None, *, as_json: bool) -> None:
    """Say what CODE means, with an example of what is wrong and what is right.

    Without CODE, list all codes with their severity.
    """
    if code is not None and code not in RULE:
        raise click.UsageError(_unknown(code))
    if as_json:
        value = {"rules": [_as_data(known) for known in RULE]} if code is None else _as_data(code, page(code))
        click.echo(json.dumps({"version": VERSION, **value}, indent=2))
    elif code is None:
        click.echo(_listing())
    else:
        click.echo(page(code), nl=False)


def _as_data(code: str, text: str | None = None) -> dict[str, object]:
    rule = RULE[code]
    data: dict[str, object] = {"code": code, "severity": rule.severity, "summary": rule.summary}
    return data if text is None else {**data, "page": text}


def _listing() -> str:
    width = max(map(len, RULE))
    return "\n".join(f"{rule.code:{width}}  {rule.severity:7}  {rule.summary}" for rule in RULES)


def _unknown(code: str) -> str:
    other = near(code, RULE)
    meant = f"did you mean {shown(other)}?" if other else "`recordbook explain` lists all codes."
    return f"no rule is called {shown(code)}; {meant}"
