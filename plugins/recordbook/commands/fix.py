"""`recordbook fix`: mend the lines and the layout of quotes whose words are right."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from recordbook.commands import completing
from recordbook.commands.changing import Change, difference
from recordbook.commands.collection import find_root, settings_option
from recordbook.commands.given import Given, source_option
from recordbook.diagnostics import Severity
from recordbook.putting import put

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from recordbook.commands.comparing import Comparison
    from recordbook.diagnostics import Diagnostic
    from recordbook.fixing import Repair
    from recordbook.records import Document
    from recordbook.settings import Settings

_HELP = """\
Mend the quotes whose words are right: correct the lines that they state, and lay out their text as its source does.

Lines that are missing are filled in where a quote stands more than once in its file and all but one of these places
disagree with what the quote says itself. No word is ever changed, and nothing else of a file. Without --write, only
show the changes.

Exits with 1 when something is left that it cannot mend, 2 on wrong usage, 3 when git or a file cannot be used.
"""
_TROUBLE = 3
_MENDED = frozenset({"lines-mismatch", "quote-ambiguous"})


@dataclass(frozen=True)
class _Mended:
    """One file with its repairs."""

    uri: str
    before: bytes
    after: bytes
    made: tuple[Repair, ...]
    left_out: tuple[Repair, ...]


@click.command(
    "fix",
    help=_HELP,
    short_help="Mend the lines and the layout of quotes.",
    epilog="\b\nExample:\n  recordbook fix demo --source demo:SRC-1=../demo --write",
)
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...", shell_complete=completing.systems)
@click.option("--write", is_flag=True, help="Write the files. Without it, only show the changes.")
@click.option("--lines", "fill", is_flag=True, help="Give lines to every quote that states none.")
@click.option(
    "--reflow/--no-reflow",
    default=True,
    show_default=True,
    help="Lay out texts with the line breaks and the indentation of their source.",
)
@source_option
@settings_option
def command(  # noqa: PLR0913 - one a parameter of the command line
    systems: tuple[str, ...],
    given: Given,
    settings_file: Path | None,
    *,
    write: bool,
    fill: bool,
    reflow: bool,
) -> None:
    """Find what can be mended, show it or write it, and say what is left."""
    from recordbook.commands.comparing import compare  # noqa: PLC0415 -- help needs none of it

    root = find_root(())
    comparison = compare(root, settings_file, systems, given)
    mended = list(_mend(comparison, fill=fill, reflow=reflow))
    for file in mended:
        click.echo(difference(Change(file.uri, file.before, file.after)), nl=False)
        if write and file.made:
            put(root / file.uri, file.after)
    left = tuple(_left(comparison, mended))
    for line in (*_left_out(mended), *map(_line, left), *_closing(comparison, mended, write=write)):
        click.echo(line, err=True)
    if comparison.verified.troubles:
        sys.exit(_TROUBLE)
    sys.exit(int(any(file.left_out for file in mended) or any(one.severity is Severity.ERROR for one in left)))


def _mend(comparison: Comparison, *, fill: bool, reflow: bool) -> Iterator[_Mended]:
    """Every file that something can be mended in, in the order of paths."""
    from recordbook.files import OutOfPlace, read_bytes  # noqa: PLC0415 -- help needs none of it
    from recordbook.fixing import mend, repairs  # noqa: PLC0415
    from recordbook.repository import Repository  # noqa: PLC0415

    root, settings, results = comparison.root, comparison.settings, comparison.verified.results
    files: dict[str, list[Repair]] = {}
    for one in repairs(results, comparison.located, Repository, comparison.captured, fill=fill, reflow=reflow):
        files.setdefault(one.wanted.value.uri, []).append(one)
    for uri, found in sorted(files.items()):
        try:
            before = read_bytes(root / uri, uri, settings.limits.file_bytes)
        except OutOfPlace:
            yield _Mended(uri, b"", b"", (), tuple(found))
            continue
        after, left_out = mend(before, found, _reader(uri, settings))
        yield _Mended(uri, before, after, tuple(one for one in found if one not in left_out), left_out)


def _reader(uri: str, settings: Settings) -> Callable[[bytes], Document | None]:
    """What reads bytes as the collection's own reader reads the file ``uri``; None where it finds anything wrong."""
    from recordbook.parsing import parse  # noqa: PLC0415 -- help needs none of it
    from recordbook.reading import File  # noqa: PLC0415

    limits = settings.limits
    file = File(uri, "lock", "", limits, settings.contract)
    return lambda data: parse(file, data).document if len(data) <= limits.file_bytes else None


# What is said


def _left(comparison: Comparison, mended: list[_Mended]) -> Iterator[Diagnostic]:
    """The findings of the comparison that no repair answers."""
    places = {one.wanted.place(name) for file in mended for one in file.made if one.lines for name in ("lines", "text")}
    for found in comparison.report.diagnostics:
        if found.code not in _MENDED or found.place not in places:
            yield found


def _line(found: Diagnostic) -> str:
    from recordbook.formats import concise_line  # noqa: PLC0415 -- help needs none of it

    return concise_line(found)


def _left_out(mended: list[_Mended]) -> Iterator[str]:
    for file in mended:
        for one in file.left_out:
            place = one.wanted.place("text")
            yield (
                f"{place.uri}:{place.line}:{place.column}: `{one.wanted.quote.id}` is left as it is: "
                "with the change, the file would not be read as it was meant"
            )


def _closing(comparison: Comparison, mended: list[_Mended], *, write: bool) -> Iterator[str]:
    """What was done, and what is to be done next."""
    made = [one for file in mended for one in file.made]
    if not made:
        read = sum(bool(result.blob) for result in comparison.verified.results)
        compared = f"{_number(read, 'quote')} compared: " if read else "No quote could be compared: "
        yield f"{compared}nothing to mend."
        return
    lines, texts = sum(bool(one.lines) for one in made), sum(bool(one.text) for one in made)
    what = " and ".join(
        text for count, text in ((lines, f"{lines:,} with other lines"), (texts, f"{texts:,} laid out anew")) if count
    )
    files = _number(sum(bool(file.made) for file in mended), "file")
    yield f"{_number(len(made), 'quote')} in {files}: {what}. {'Written.' if write else '`--write` writes this.'}"
    stale = sorted({one.wanted.system.slug for one in made if one.lines} & comparison.book.locks.keys())
    if write and stale:
        yield f"The locks name the lines that quotes state: `recordbook verify {' '.join(stale)} --write`."


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
