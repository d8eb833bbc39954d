"""`recordbook ids`: every id of a collection, and the lock of those that were ever published."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from recordbook.commands.collection import open_collection, settings_option
from recordbook.loading import IDS_LOCK
from recordbook.putting import put

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from recordbook.book import Book
    from recordbook.loading import Loaded

_HELP = """\
List every id of the collection, and whether the lock holds it.

The lock, `.recordbook/ids.lock.yml`, names every id that was ever published. `recordbook check` reports one that
vanishes without an alias or a reason. With --write, the ids that are declared, renamed or retired now are added; none
is ever taken out. Write it whenever a version of the collection is published.

Exits with 1 when an id of the lock has vanished, or a file cannot be read, and writes nothing then; with 2 on wrong
usage, 3 when the lock cannot be written.
"""
_VERSION = 1
_HEADER = "# Written by `recordbook ids --write`: every id ever published. None may be taken out.\n"
_PUBLISHED = frozenset({"published", "alias", "retired"})


@click.command(
    "ids",
    help=_HELP,
    short_help="List every id, and lock those that are published.",
    epilog="\b\nExample:\n  recordbook ids --write",
)
@click.option("--write", is_flag=True, help="Add the ids that the lock does not hold.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON document.")
@settings_option
def command(settings_file: Path | None, *, write: bool, as_json: bool) -> None:
    """List the ids, or write the lock."""
    opened = open_collection(settings_file)
    loaded, book = opened.loaded, opened.book
    if not write:
        _show(book, loaded.published, as_json=as_json)
        return
    problems = [*_problems(book, loaded.published, readable=_readable(loaded))]
    if problems:
        for problem in problems:
            click.echo(problem, err=True)
        click.echo("Nothing was written.", err=True)
        sys.exit(1)
    fresh = {slug: sorted({*loaded.published.get(slug, ()), *ids}) for slug, ids in _published(book).items()}
    fresh |= {slug: sorted(ids) for slug, ids in loaded.published.items() if slug not in fresh}
    _write(opened.root / IDS_LOCK, fresh)
    count, before = (sum(map(len, ids.values())) for ids in (fresh, loaded.published))
    click.echo(f"{IDS_LOCK}: {count - before:,} added, {count:,} in all.", err=True)


def _published(book: Book) -> Mapping[str, tuple[str, ...]]:
    """System to its ids that are declared, renamed or retired."""
    return {
        slug: (*(record.id for record in book.records_of[slug]), *system.aliases, *system.retired)
        for slug, system in book.systems.items()
    }


def _problems(book: Book, published: Mapping[str, tuple[str, ...]], *, readable: bool) -> Iterator[str]:
    """Why the lock cannot be written."""
    yield from sorted(f"reports/{slug}: {stem} cannot be read" for slug, stem in book.unread)
    if not readable:
        yield f"{IDS_LOCK} cannot be read: see `recordbook check`"
    for slug, ids in published.items():
        for identifier in ids:
            if book.state((slug, identifier)) not in {*_PUBLISHED, "unread"}:
                yield f"{slug}:{identifier} was published and is neither declared, renamed nor retired"


def _readable(loaded: Loaded) -> bool:
    """Whether nothing was found wrong with the lock that is there."""
    return not any(found.place.uri == IDS_LOCK for found in loaded.findings)


def _show(book: Book, published: Mapping[str, tuple[str, ...]], *, as_json: bool) -> None:
    """Every id with its state, in the order of systems and ids."""
    rows = []
    for slug, ids in {**dict.fromkeys(published, ()), **_published(book)}.items():
        for identifier in sorted({*ids, *published.get(slug, ())}):
            state = book.state((slug, identifier))
            state = state if state in {*_PUBLISHED, "unread"} else "lost"
            state = state.replace("published", "declared")
            rows.append((f"{slug}:{identifier}", state, identifier in published.get(slug, ())))
    if as_json:
        entries = [{"id": name, "state": state, "locked": locked} for name, state, locked in rows]
        click.echo(json.dumps({"version": _VERSION, "ids": entries}, indent=2))
        return
    width = max((len(name) for name, _, _ in rows), default=0)
    for name, state, locked in rows:
        click.echo(f"{name:{width}}  {state:8}  {'locked' if locked else 'new'}")
    new = sum(not locked for _, _, locked in rows)
    click.echo(f"{len(rows):,} ids, {new:,} not in the lock.{' `--write` adds them.' if new else ''}", err=True)


def _write(path: Path, ids: Mapping[str, list[str]]) -> None:
    """Put the lock in place, whole or not at all."""
    path.parent.mkdir(exist_ok=True)
    blocks = (
        "".join((f"{slug}:\n", *(f"  - {one}\n" for one in found))) for slug, found in sorted(ids.items()) if found
    )
    put(path, (_HEADER + "".join(blocks)).encode())
