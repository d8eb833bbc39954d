"""`recordbook search`: find records, report sections and cited files, as the site's own search does."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from recordbook.commands.collection import find_root, settings_option
from recordbook.diagnostics import shown
from recordbook.formats.glyphs import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from recordbook.search import Answer, Engine, Hit

VERSION = 1
"""Of the JSON form; grows when a key changes its meaning or goes away."""

_HELP = """\
Find records, annotations, report sections, ids and cited files in the collection around the current folder.

QUERY is what the search box of the site takes, and gives the same results in the same order. It reads the collection
itself; no site need be built.

\b
  compaction summary      all of the words, in any field
  "tool output"           a phrase
  compact*                words that begin so
  MEM-OBJ-traj            an id; a part of one gives its family
  src/app/main.py         a path; main.py is enough
  kind:RTE status:wired   values of facets; --facets lists them
  quote:threshold         a word of one field: id, label, summary, field, body, quote, file
  memory -kind:OBJ        without what follows the minus

Quote a query for the shell when it holds quotation marks, a star or a minus.

Exits with 1 when nothing is found, 2 on wrong usage, 3 when a file cannot be read.
"""


@click.command(
    "search",
    help=_HELP,
    short_help="Find records by words, ids, paths and facets.",
    epilog="\b\nExample:\n  recordbook search 'system:demo note -kind:OBJ'",
)
@click.argument("query", nargs=-1)
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True, help="How many results to show.")
@click.option("--facets", "with_facets", is_flag=True, help="Also count the results by the values of each facet.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON document.")
@settings_option
def command(
    query: tuple[str, ...], limit: int, settings_file: Path | None, *, with_facets: bool, as_json: bool
) -> None:
    """Search, print, and exit with 1 if there is nothing."""
    text = " ".join(query)
    if not text.strip():
        raise click.UsageError("say what to find; `recordbook search form:record` finds all records")
    answer = _engine(find_root(()), settings_file).search(text, count=limit)
    if as_json:
        click.echo(json.dumps(_as_data(text, answer, with_facets=with_facets), indent=2, ensure_ascii=False))
    else:
        bold = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        for line in (*_results(answer, bold=bold), *(_counts(answer) if with_facets else ())):
            click.echo(line)
        for line in _remarks(answer, limit):
            click.echo(line, err=True)
    sys.exit(0 if answer.total else 1)


def _engine(root: Path, settings_file: Path | None) -> Engine:
    from recordbook import search  # noqa: PLC0415 -- help needs none of it
    from recordbook.pipeline import run  # noqa: PLC0415
    from recordbook.settings_file import load_settings  # noqa: PLC0415
    from recordbook.shelf import own_shelf  # noqa: PLC0415
    from recordbook.site import Site  # noqa: PLC0415

    shelf = own_shelf(root)
    settings, problems, _ = load_settings(root, settings_file, shelf)
    result = run(root, settings, problems, shelf)
    shelf.save()
    return search.engine(Site(result.book, settings=settings))


def _results(answer: Answer, *, bold: bool) -> Iterator[str]:
    """A few lines for each result."""
    for number, hit in enumerate(answer.hits):
        if number:
            yield ""
        yield _painted([("  ".join(_facts(hit)), False)] if hit.document.form == "file" else _head(hit), bold=bold)
        yield from _body(hit, bold=bold)


def _head(hit: Hit) -> list[tuple[str, bool]]:
    return [*hit.title, (f"  {'  '.join(_facts(hit))}", False)]


def _facts(hit: Hit) -> Iterator[str]:
    """What stands beside a title: the id, its system, and what is concluded of it."""
    document = hit.document
    if document.form in {"record", "unpublished", "retired"}:
        yield document.id if document.title != document.id else document.form
    else:
        yield document.title if document.form == "file" else document.form
    yield document.system
    yield from (f"{name}:{value}" for name in ("status", "operation") for value in document.attributes.get(name, ()))


def _body(hit: Hit, *, bold: bool) -> Iterator[str]:
    excerpt = hit.excerpt
    if excerpt.snippet:
        yield f"  {_painted([(' '.join(text.split(chr(10))), found) for text, found in excerpt.snippet], bold=bold)}"
    if excerpt.path:
        yield f"  {printable(excerpt.path)}:"
        code = _painted(excerpt.quote, bold=bold, lines=True)
        yield from (f"    | {line}" for line in code.strip("\n").split("\n"))
    if hit.document.uri:
        yield f"  {printable(hit.document.uri)}"


def _painted(pieces: Iterable[tuple[str, bool]], *, bold: bool, lines: bool = False) -> str:
    """Pieces as a terminal may show them, hits in bold where that is wanted."""
    return "".join(
        click.style(safe, bold=True) if found and bold else safe
        for text, found in pieces
        for safe in ["\n".join(map(printable, text.split("\n"))) if lines else printable(text)]
    )


def _counts(answer: Answer) -> Iterator[str]:
    for facet, counts in answer.facets:
        if counts:
            yield f"\n{facet.title} ({facet.name}:)"
            yield from (
                f"  {count.count:5}  {printable(count.value)}{_meaning(count.value, count.title)}" for count in counts
            )


def _meaning(value: str, title: str) -> str:
    return f"  {printable(title)}" if title != value else ""


def _remarks(answer: Answer, limit: int) -> Iterator[str]:
    """What a reader should know of the results."""
    for word in answer.unmatched:
        meant = f"; did you mean {' or '.join(map(shown, word.nearest))}?" if word.nearest else "."
        yield f"Nothing matches {shown(word.word)}{meant}"
    if answer.ignored:
        yield f"Left out, being too common: {', '.join(map(shown, answer.ignored))}."
    if answer.loose:
        yield "Nothing has all of these words; these have at least half of them."
    if answer.total > limit:
        yield f"{limit} of {answer.total} results; --limit {answer.total} shows all."
    elif not answer.total and not answer.unmatched:
        yield "Nothing found."


def _as_data(text: str, answer: Answer, *, with_facets: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "version": VERSION,
        "query": text,
        "total": answer.total,
        "loose": answer.loose,
        "ignored": answer.ignored,
        "unmatched": [{"word": found.word, "nearest": found.nearest} for found in answer.unmatched],
        "hits": [_hit_as_data(hit) for hit in answer.hits],
    }
    if with_facets:
        data["facets"] = {
            facet.name: [{"value": c.value, "title": c.title, "count": c.count} for c in counts]
            for facet, counts in answer.facets
        }
    return data


def _hit_as_data(hit: Hit) -> dict[str, Any]:
    document, excerpt = hit.document, hit.excerpt
    quote = {"path": excerpt.path, "text": "".join(text for text, _ in excerpt.quote)} if excerpt.path else None
    return {
        "form": document.form,
        "system": document.system,
        "id": document.id,
        "title": document.title,
        "file": document.uri,
        "page": document.url,
        "snippet": "".join(text for text, _ in excerpt.snippet),
        "quote": quote,
        "facets": document.attributes,
    }
