"""What every `recordbook new` does: open the collection, read what is quoted, write the file, say what is left."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from recordbook.commands.given import Given, check_given
from recordbook.diagnostics import shown

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from recordbook.commands.collection import Opened
    from recordbook.records import System
    from recordbook.skeletons import Picked

_SCHEMA = ".recordbook/record.schema.json"
_FOUND = 1


def given_values(said: dict[str, str | None]) -> dict[str, str]:
    """The values that were given. Raises `click.UsageError` for one of several lines."""
    for name, value in said.items():
        if value and not value.isprintable():
            raise click.UsageError(f"--{name.replace('_', '-')} must be one line of text")
    return {name: value.strip() for name, value in said.items() if value and value.strip()}


def check_word(option: str, value: str, words: Iterable[str]) -> None:
    """Raise `click.UsageError` for a word that is not one of some."""
    known = tuple(words)
    if value not in known:
        raise click.UsageError(f"{option}: {shown(value)} is not one of {', '.join(known)}")


def check_member(opened: Opened, member: str) -> str:
    """The same member. Raises `click.UsageError` where there is none of that name."""
    members = opened.book.contract.members
    if member not in members:
        raise click.UsageError(f"{shown(member)} is no member; there are {', '.join(members)}")
    return member


def picked(opened: Opened, system: System, specs: tuple[str, ...], given: Given) -> tuple[Picked, ...]:
    """The lines to quote. Exits with 1 where they cannot be read."""
    from recordbook import captures  # noqa: PLC0415 -- help needs none of it
    from recordbook.picking import Refused, pick  # noqa: PLC0415
    from recordbook.repository import Repository  # noqa: PLC0415
    from recordbook.sources import locate  # noqa: PLC0415

    check_given(given, opened.book)
    located = locate(opened.book, opened.settings, opened.root, given)
    captured = captures.read(opened.root, opened.book) if specs else {}
    try:
        return tuple(pick(spec, system, located, Repository, captured) for spec in specs)
    except Refused as why:
        click.echo(f"Error: {why}", err=True)
        sys.exit(_FOUND)


def file_of(opened: Opened, rows: Iterable[str], form: str) -> str:
    """The rows of a record or an annotation as a file of a form, ``md`` or ``yml``."""
    text = "".join(f"{row}\n" for row in rows)
    if form == "md":
        return f"---\n{text}---\n"
    modeline = f"# yaml-language-server: $schema=../../../{_SCHEMA}\n" if (opened.root / _SCHEMA).is_file() else ""
    return f"{modeline}{text}"


def write(opened: Opened, uri: str, text: str, *, edit: bool) -> None:
    """Make the file, say where it is and what is left to its author, and open it if asked to."""
    path = opened.root / uri
    for folder in path.relative_to(opened.root).parents:
        if (opened.root / folder).is_symlink():
            raise click.UsageError(f"{shown(folder)} is a link: nothing is written through it")
    taken = _other_form(path)
    if taken:
        raise click.UsageError(f"{shown(uri.rpartition('/')[0] + '/' + taken)} exists already; nothing was changed")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
    click.echo(os.path.relpath(path))
    for line in _open_questions(opened, uri):
        click.echo(line, err=True)
    if edit:
        click.edit(filename=str(path))


def _other_form(path: Path) -> str:
    """The name of a file that stands for the same thing; empty where there is none."""
    names = (path.name, *(f"{path.stem}{ending}" for ending in (".md", ".yml") if path.parent.name != path.stem))
    return next((name for name in names if os.path.lexists(path.with_name(name))), "")


def _open_questions(opened: Opened, uri: str) -> Iterable[str]:
    """What a check finds in the new file."""
    from recordbook.formats import concise_line  # noqa: PLC0415 -- help needs none of it
    from recordbook.pipeline import run  # noqa: PLC0415

    return tuple(concise_line(one) for one in run(opened.root, opened.settings).diagnostics if one.place.uri == uri)
