"""`recordbook init`: a new collection, complete and clean, with a small example to read and to replace."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

import recordbook
from recordbook.diagnostics import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

_STARTER = Path(recordbook.__file__).with_name("starter")
_HELP = """\
Begin a collection in the folder DIR, which must be new or empty.

It holds what a collection needs: the site's settings, an example of one system whose quotes are verified, the guide for
contributors, schemas for editors, and the checks before each commit and of each pull request. `recordbook check` and
`mkdocs build --strict` pass as it stands.

Exits with 2 on wrong usage, 3 when a file cannot be written.
"""


@click.command(
    "init",
    help=_HELP,
    short_help="Begin a collection in a new folder.",
    epilog="\b\nExample:\n  recordbook init my-reports",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--title", default="Reports", show_default=True, help="The title of the collection and of its site.")
def command(folder: Path, title: str) -> None:
    """Write the files, verify the example, and say what to do next."""
    _check_free(folder)
    if not title.strip() or not title.isprintable():
        raise click.UsageError("--title must be one line of text")
    for uri, content in sorted(_files(title.strip())):
        path = folder / uri
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(content)
        click.echo(path)
    for lock in _verified(folder):
        click.echo(lock)
    for line in _next(folder):
        click.echo(line, err=True)


def _check_free(folder: Path) -> None:
    """Raise `click.UsageError` where something is in the way."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise click.UsageError(f"{shown(folder)} is no folder: name one that is new or empty")
    if folder.exists() and any(folder.iterdir()):
        raise click.UsageError(
            f"{shown(folder)} is not empty: name a folder that is new, such as {shown(_free(folder))}"
        )


def _free(folder: Path) -> Path:
    """A folder like this one that is not there yet."""
    full = folder.absolute()
    return next(
        folder.parent / name
        for name in (f"{full.name}-{number}" for number in range(2, 10_000))
        if not full.with_name(name).exists()
    )


def _files(title: str) -> Iterator[tuple[str, str]]:
    """Every file of a new collection, but for the lock: its path from the root, and its text."""
    from recordbook.commands import contributing, schema  # noqa: PLC0415 -- help needs none of it

    quoted = json.dumps(title, ensure_ascii=False)
    for path in _STARTER.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("@VERSION@", recordbook.__version__)
            yield path.relative_to(_STARTER).as_posix(), text.replace("@TITLE@", quoted)
    yield "docs/contributing.md", contributing.text()
    for role in schema.ROLES:
        yield f".recordbook/{role}.schema.json", schema.text(role)


def _verified(folder: Path) -> Iterator[Path]:
    """Write the lock of the example, as `recordbook verify --write` does; where it is."""
    from recordbook.commands.comparing import compare  # noqa: PLC0415 -- help needs none of it
    from recordbook.loading import EVIDENCE_LOCK, REPORTS  # noqa: PLC0415

    comparison = compare(folder.absolute(), None, (), {})
    for _ in comparison.write():
        pass
    for slug in comparison.systems:
        yield folder / REPORTS / slug / EVIDENCE_LOCK


def _next(folder: Path) -> Iterator[str]:
    yield f"Next, in {shown(folder)}:"
    yield "  git init                          its history says who changed what, and when"
    yield "  recordbook check                  reads your files only"
    yield "  mkdocs serve                      shows the site, anew after each change"
    yield "  recordbook new system SLUG        begins a system of your own"
